/** A number with what it counts: `1 site`, `2 sites`, `32,245 sites`. */
export function counted(count: number, what: string, several = `${what}s`): string {
  return `${numberText(count)} ${count === 1 ? what : several}`
}

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

/** A number in a sentence: `500`, `32,245`. Not for numbers that are names, such as those of categories, or values of attributes. */
export function numberText(number: number): string {
  return number.toLocaleString('en-US')
}

/** A number that is a name, in a sentence. What became known only in the plan may be any text, and is quoted. */
export function numberName(text: string): string {
  return /^\d{1,20}$/.test(text) ? text : JSON.stringify(text)
}

/** Milliseconds in a sentence: `30 minutes`, `1 hour`, `90 seconds`. */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  if (seconds % 3_600 === 0) return counted(seconds / 3_600, 'hour')
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second')
}

/** A text from elsewhere on one line, without control characters for a terminal. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** A setting of the provider, as it is written. */
export interface WrittenSetting {
  /** `endpoints.directory.url`; that of a variable without an attribute, such as HTTPS_PROXY, is the variable. */
  readonly name: string
  /** Left out for a secret, and if there is none. A password in it is left out. */
  readonly value?: string | undefined
  /** The environment variable that it comes from; left out if it is in the configuration. */
  readonly variable?: string | undefined
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

/** Name of a file, or the names of several that make one list. */
export type FileNames = string | readonly string[]

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
