import type { Incidents, Unlisted, WrittenSetting } from '@webfilter/appliance-client'
import { type FileNames, firstOf, type SiteSet } from '@webfilter/site-lists'
import { numberText } from '@webfilter/text'

/** A number with what it counts: `1 site`, `2 sites`, `32,245 sites`. */
export function counted(count: number, what: string, several = `${what}s`): string {
  return `${numberText(count)} ${count === 1 ? what : several}`
}

/** What became of a creation, with the words of why no list could be read after it. */
export type Unread<Is extends 'category-not-listed' | 'group-not-listed'> = Omit<Incidents[Is], 'unread'> & {
  readonly unread?: string | undefined
}

/**
 * The words for a creation that no list shows.
 * @param what with its name
 * @param ifNothingIsNew advice
 */
export function notListedWords(
  kind: 'category' | 'group',
  what: string,
  { news, isEarlier, unread }: Omit<Unlisted, 'unread'> & { readonly unread?: string | undefined },
  ifNothingIsNew: readonly string[],
): readonly [message: string, advice: string] {
  const became = unread
    ? `no list could be read after that: ${unread}`
    : `the appliance does not list it. ${newsText(news)}`
  const message =
    `${isEarlier ? 'An earlier apply has sent' : 'The appliance accepted'} the creation of ${what}, but ${became} No ${kind} is created under ` +
    'this name again.'
  if (unread) return [message, `Apply again: if a list shows the ${kind}, the apply adopts it.`]
  if (news?.length === 0) return [message, ifNothingIsNew.join(' ')]
  const advice =
    `The appliance may store the name in another form. If ${news ? 'one of these' : 'one in the console'} is the ${kind}, use its name in the ` +
    'configuration, and apply: the apply adopts it. If none is, remove the resource from the state (terraform state rm), and apply again.'
  return [message, advice]
}

function newsText(news: Unlisted['news']): string {
  if (!news) return 'The new entries of the list are not known.'
  if (news.length === 0) return 'The list has no new entry.'
  const first = news.slice(0, mostNews).map(({ number, name }) => `"${name}" (${number})`)
  const more = news.length > mostNews ? ` and ${numberText(news.length - mostNews)} more` : ''
  return `The list has ${news.length === 1 ? 'a new entry' : 'new entries'}: ${first.join(', ')}${more}.`
}

const mostNews = 10

/** What look-ups showed of a list of sites in a category. */
export interface Contained {
  /** Sites of the list. */
  readonly sites: number
  /** Sites that were looked up: all of them, or a sample. */
  readonly asked: number
  /** Those of the asked that the category contains. */
  readonly there: number
}

/** `310 of 312 sites are there`; of a sample, that it is one. */
export function containedText({ sites, asked, there }: Contained): string {
  const sample = asked < sites ? ` that were looked up, a sample of ${numberText(sites)},` : ''
  return `${numberText(there)} of ${counted(asked, 'site')}${sample} ${there === 1 ? 'is' : 'are'} there`
}

/** The first sites of a set, at most so many, and how many more there are: `a.example, b.example, and 3 more`. */
export function siteNames(sites: SiteSet, count = 10): string {
  const more = sites.size > count ? `, and ${numberText(sites.size - count)} more` : ''
  return `${firstOf(sites, count).join(', ')}${more}`
}

/** A number that is a name, in a sentence. What became known only in the plan may be any text, and is quoted. */
export function numberName(text: string): string {
  return /^\d{1,20}$/.test(text) ? text : JSON.stringify(text)
}

/** A sentence that becomes a clause. */
export function withoutFullStop(sentence: string): string {
  return sentence.replace(/\.$/, '')
}

/** Milliseconds in a sentence: `30 minutes`, `1 hour`, `90 seconds`. */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  if (seconds % 3_600 === 0) return counted(seconds / 3_600, 'hour')
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second')
}

/** For the middle of a sentence: `base_url = "proxy" (from the environment variable APPLIANCE_BASE_URL)`. */
export function settingWithValue({ name, value, variable }: WrittenSetting): string {
  const shown = value === undefined ? name : `${name} = ${JSON.stringify(value)}`
  return variable === undefined ? shown : `${shown} (from the environment variable ${variable})`
}

/** The same without the value: `base_url (environment variable APPLIANCE_BASE_URL)`. */
export function settingName({ name, variable }: WrittenSetting): string {
  return variable === undefined ? name : `${name} (environment variable ${variable})`
}

/** Name of a list of sites in a sentence; null is the list of the category itself. */
export function listPhrase(list: string | null): string {
  return list === null ? "the category's own list" : `the list ${JSON.stringify(list)}`
}

/** For the middle of a sentence: `"ads.txt"`, or `"a.txt", "b.txt" and 3 other files`. */
export function fileNames(names: FileNames): string {
  if (typeof names === 'string') return JSON.stringify(names)
  const shown = (names.length > mostFiles + 1 ? names.slice(0, mostFiles) : names).map((name) =>
    JSON.stringify(name),
  )
  const more = names.length - shown.length
  const all = more > 0 ? [...shown, counted(more, 'other file')] : shown
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

const mostFiles = 3

/** At the beginning of a sentence, with its verb: `The file "ads.txt" contains`, `The files "a.txt" and "b.txt" contain`. */
export function filesWith(names: FileNames, verb: string): string {
  return isSeveral(names) ? `The files ${fileNames(names)} ${verb}` : `The file ${fileNames(names)} ${verb}s`
}

export function isSeveral(names: FileNames): boolean {
  return typeof names !== 'string' && names.length !== 1
}
