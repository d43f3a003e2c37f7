import { parseSite, type Site } from '@webfilter/appliance-names'
import { isCutByAutonomousService } from '@webfilter/site-lists'
import { numberText } from '@webfilter/text'

/** A text as a site, or the reason why it is none: a sentence without its full stop, which also says what to write instead. */
type SiteOfEveryService =
  | { readonly ok: true; readonly site: Site }
  | { readonly ok: false; readonly reason: string }

/**
 * Reads a text as a site that every generation of the appliance stores unchanged. A function cannot ask which generation there is, so it
 * rejects a name that one of them would store as another site.
 */
export function siteOfEveryService(text: string): SiteOfEveryService {
  const parsed = parseSite(text)
  if (!parsed.ok) return { ok: false, reason: parsed.reason }
  const reason = reasonAgainst(parsed.site)
  return reason === undefined ? parsed : { ok: false, reason: `${JSON.stringify(parsed.site)} ${reason}` }
}

/** Why a generation would store a site as another one; undefined if none would. The clause follows the quoted site. */
export function reasonAgainst(site: Site): string | undefined {
  if (!isCutByAutonomousService(site)) return undefined
  return (
    'contains "www." after its beginning, and the autonomous category service would store it as ' +
    `"${site.slice(site.indexOf('www.') + 'www.'.length)}"; remove it, or list it directly in a resource if the appliance has the ` +
    'older routes'
  )
}

/**
 * How many sites a function accepts, and how many lines. Engines print and compare the arguments and results of functions as values of
 * their own language: a list of a million sites costs them gigabytes.
 */
export const mostInFunction = 10_000

/** The error for a longer list. @param what such as `12,000 lines` */
export function tooLongForFunction(what: string): string {
  return (
    `it has ${what}, but a function takes at most ${numberText(mostInFunction)}; write the list to a file and set the attribute ` +
    'sites_file of the resource to it, which reads files of millions of sites'
  )
}

/** So many problems are listed one by one. */
const named = 10

/**
 * Several problems of an argument, one a line, and the number of the others. A single problem stays in the sentence.
 * @param advice what to do about all of them; each problem says what to do about it
 */
export function problemList(problems: readonly string[], advice = 'correct them'): string {
  const [first = ''] = problems
  if (problems.length < 2) return first
  const more = problems.length - named
  return [
    `${numberText(problems.length)} entries are invalid; ${advice}:`,
    ...problems.slice(0, named).map((problem) => `  - ${problem}`),
    ...(more > 0 ? [`  - and ${numberText(more)} more`] : []),
  ].join('\n')
}

/** The section of the functions' pages about the names that they reject. */
export const rejectedNames = {
  heading: 'Which names are rejected',
  text:
    'Texts that are not a site are rejected, and names that [some generation of the appliance](../index.md#functions) would store as others ' +
    'or would delete.',
} as const
