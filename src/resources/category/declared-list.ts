import {
  isNeverActive,
  isPublicSuffix,
  parseSite,
  readSites,
  type Site,
  type SiteList,
} from '@webfilter/appliance-names'
import { type Diagnostics, isUnknown, ProviderError, type Unknown } from '@webfilter/terraform-plugin'
import { type Problem, refuse, report } from '../../definitions'
import { exceptionPublicSuffix } from '../../diagnostics/exceptions'
import {
  sitesDeletedByCompile,
  sitesDeletedByCompileSkipped,
  sitesFileEmpty,
  sitesFileLinesInvalid,
  sitesFileLinesSkipped,
  sitesFileMostlyInvalid,
  sitesStoredAsOthers,
  sitesStoredAsOthersSkipped,
} from '../../diagnostics/site-files'
import {
  manySitesInline,
  moreSitesWrong,
  notASite,
  siteNamedTwice,
  sitesGivenTwice,
  sitesNeverActive,
} from '../../diagnostics/sites'
import { counted, numberText } from '../../diagnostics/wording'
import type { FileContent, SiteFile } from '../../sites/files/site-files'
import type { LeftOutKind } from '../../sites/published/list-line'
import { type InvalidLines, isMostlyInvalid } from '../../sites/published/read-list'
import { type SiteSet, siteNames, sitesWith, sitesWithout } from '../../sites/table/site-table'

/** A configuration's list of sites, as far as it is known. */
export type DeclaredSites = readonly (string | Unknown)[] | Unknown | null

/** The sites of a list as the appliance stores them, those that are not known yet left out. */
export function sitesOf(declared: DeclaredSites): readonly Site[] {
  return readSites(knownTexts(declared)).sites
}

/** What happens to a site that leaves the list: see the attribute `on_remove`. */
export type OnRemove = 'remove' | 'keep'

/**
 * The sites of a list whose elements have all become known.
 * @throws {ProviderError} if an entry is not a site, or is the same site as another entry
 */
export function checkedSites(declared: readonly string[] | null): readonly Site[] {
  const list = readSites(declared ?? [])
  refuse(problemsOf(list, (index) => index))
  return list.sites
}

/** More sites than this are better kept in a file: Terraform itself compares and prints long lists slowly. */
const mostInline = 1_000

/** What a configuration says of a list. */
interface DeclaredList {
  readonly sites: DeclaredSites
  readonly sites_file: string | Unknown | null
  readonly exceptions: DeclaredSites
}

/** Reports what is wrong with a list in a configuration, as far as it is known. */
export function reportDeclaredList(
  { sites, sites_file, exceptions }: DeclaredList,
  diagnostics: Diagnostics,
): void {
  if (sites !== null && sites_file !== null && !isUnknown(sites) && !isUnknown(sites_file)) {
    diagnostics.raise(sitesGivenTwice(), ['sites_file'])
  }
  reportSites(sites, diagnostics)
  if (sites !== null && !isUnknown(sites) && sites.length > mostInline) {
    diagnostics.raise(manySitesInline({ count: sites.length }), ['sites'])
  }
  reportProblems(exceptionProblems(exceptions), 'exceptions', diagnostics)
}

/** Reports entries that are not sites, and sites that are listed twice in any spelling. */
export function reportSites(declared: DeclaredSites, diagnostics: Diagnostics): void {
  const known = knownEntries(declared)
  const list = readSites(known.map(({ text }) => text))
  const problems = problemsOf(list, (index) => known[index]?.index ?? index)
  reportProblems(problems, 'sites', diagnostics)
}

function reportProblems(
  problems: readonly Problem[],
  attribute: ListAttribute,
  diagnostics: Diagnostics,
): void {
  report(problems.slice(0, mostProblems), diagnostics)
  const more = problems.length - mostProblems
  if (more > 0) diagnostics.raise(moreSitesWrong({ more, attribute }), [attribute])
}

/** The attributes that are lists of sites. */
type ListAttribute = 'sites' | 'exceptions'

/** The entries that are known, each with its index in the configuration. */
function knownEntries(declared: DeclaredSites): readonly { readonly text: string; readonly index: number }[] {
  if (declared === null || isUnknown(declared)) return []
  return declared.flatMap((text, index) => (isUnknown(text) ? [] : [{ text, index }]))
}

/**
 * What is wrong with the exceptions of a configuration, as far as they are known: what is not a site, what is there twice, and names under
 * which anyone can register a domain.
 */
export function exceptionProblems(exceptions: DeclaredSites): readonly Problem[] {
  const known = knownEntries(exceptions)
  const suffixes = known.filter(({ text }) => isPublicSuffix(text.trim().toLowerCase()))
  const others = known.filter((entry) => !suffixes.includes(entry))
  const list = readSites(others.map(({ text }) => text))
  return [
    ...suffixes.map(({ text, index }) => ({
      ...exceptionPublicSuffix({ count: 1, names: text.trim() }),
      path: ['exceptions', index],
    })),
    ...problemsOf(list, (index) => others[index]?.index ?? index, 'exceptions'),
  ]
}

/** In the order of the list. @param place index of an entry in the configuration */
function problemsOf(
  { invalid, duplicates }: SiteList,
  place: (index: number) => number,
  attribute: ListAttribute = 'sites',
): readonly Problem[] {
  const problems = [
    ...invalid.map(({ reason, index }) => ({ diagnostic: notASite({ reason }), index })),
    ...duplicates.map(({ site, first, again }) => ({
      diagnostic: siteNamedTwice({ site, first: first.text, again: again.text }),
      index: again.index,
    })),
  ]
  return problems
    .sort((one, other) => one.index - other.index)
    .map(({ diagnostic, index }) => ({ ...diagnostic, path: [attribute, place(index)] }))
}

/** Terraform quotes the whole source line for each diagnostic: thousands of them would take minutes to print. */
const mostProblems = 10

/** The sites, each in the spelling of the first list that contains it; sites that no list contains are left out. */
export function entriesOfAny(lists: readonly (readonly string[])[], sites: SiteSet): readonly string[] {
  let entries: readonly string[] = []
  let left = sites
  for (const list of lists) {
    const found = entriesOf(list, left)
    entries = entries.concat(found)
    left = sitesWithout(left, new Set(sitesOf(found)))
  }
  return entries
}

/** The entries of a list that name one of the sites, in their own spelling. */
function entriesOf(declared: readonly string[], sites: SiteSet): readonly string[] {
  return declared.filter((text) => {
    const parsed = parseSite(text)
    return parsed.ok && sites.has(parsed.site)
  })
}

/** The entries of a list that are known. */
export function knownTexts(declared: DeclaredSites): readonly string[] {
  return declared === null || isUnknown(declared)
    ? []
    : declared.filter((text): text is string => !isUnknown(text))
}

/** What happens to lines that are not sites: see the attribute `on_invalid_line`. */
type OnInvalidLine = 'skip' | 'fail' | Unknown

/**
 * Refuses a file in which most lines are not sites. It is most likely not a list, but for example an error page. Comments and empty lines
 * do not count.
 *
 * @param configured `on_invalid_line` as it is written in the configuration; null if it is not, as its author then may not expect such lines
 * @throws {ProviderError}
 */
export function refuseOtherThanList(
  { path }: SiteFile,
  { invalid, linesWithSites, looksLike }: FileContent,
  configured: OnInvalidLine | null,
): void {
  if (configured !== null || !isMostlyInvalid(linesWithSites, invalid.count)) return
  // Text of a page only looks like paths.
  const kinds = looksLike === undefined ? namedKinds(invalid) : []
  const lines = {
    path,
    count: invalid.count,
    kinds,
    lines: listOfLines(path, invalid),
    linesWithSites,
    looksLike,
  }
  throw new ProviderError(sitesFileMostlyInvalid(lines), { path: ['sites_file'] })
}

/**
 * Refuses a file without any site: it would remove all managed sites.
 * @param allowed the attribute `allow_empty`; while it is not known, the apply decides
 * @throws {ProviderError}
 */
export function refuseEmptyFile({ path }: SiteFile, allowed: boolean | Unknown): void {
  if (allowed === false) throw new ProviderError(sitesFileEmpty({ path }), { path: ['sites_file'] })
}

/** Reports the lines of a file that are not sites: an error or a warning, as `on_invalid_line` says. */
export function reportInvalidLines(
  { path }: SiteFile,
  invalid: InvalidLines,
  onInvalidLine: OnInvalidLine,
  diagnostics: Diagnostics,
): void {
  if (invalid.count === 0) return
  const lines = { path, count: invalid.count, kinds: namedKinds(invalid), lines: listOfLines(path, invalid) }
  diagnostics.raise(onInvalidLine === 'fail' ? sitesFileLinesInvalid(lines) : sitesFileLinesSkipped(lines), [
    'sites_file',
  ])
}

/** Kinds of rules that a site cannot express, the most frequent first. */
function namedKinds({ kinds }: InvalidLines): readonly string[] {
  return [...kinds]
    .sort(([, one], [, other]) => other - one)
    .flatMap(([kind, count]) => (kind === 'other' ? [] : [counted(count, kindNames[kind])]))
}

const kindNames: Readonly<Record<Exclude<LeftOutKind, 'other'>, string>> = {
  exception: 'exception',
  'element-hiding': 'element hiding rule',
  path: 'path',
  port: 'port',
  network: 'network',
  requests: 'request-specific rule',
  pattern: 'pattern',
  forwarding: 'forwarding rule',
}

/** Reports the sites of a file that the autonomous service would store as other sites. */
export function reportCutSites(
  { path }: SiteFile,
  cut: SiteSet,
  onInvalidLine: OnInvalidLine,
  diagnostics: Diagnostics,
): void {
  if (cut.size === 0) return
  const found = { count: cut.size, sites: siteNames(cut, named) }
  const diagnostic =
    onInvalidLine === 'fail'
      ? sitesStoredAsOthers({ list: JSON.stringify(path), ...found })
      : sitesStoredAsOthersSkipped({ path, ...found })
  diagnostics.raise(diagnostic, ['sites_file'])
}

/** Sites of a list that a compile deletes from the table of its category. */
interface DeletedSites {
  readonly table?: string
  readonly sites: SiteSet
}

/** Reports the sites of a file that a compile deletes from the table of the category, though not from all. */
export function reportDeletedSites(
  { path }: SiteFile,
  { table = '', sites }: DeletedSites,
  onInvalidLine: OnInvalidLine,
  diagnostics: Diagnostics,
): void {
  if (sites.size === 0) return
  const found = { path, count: sites.size, sites: siteNames(sites, named), table }
  const entry = onInvalidLine === 'fail' ? sitesDeletedByCompile : sitesDeletedByCompileSkipped
  diagnostics.raise(entry(found), ['sites_file'])
}

/** Refuses declared sites that a compile deletes from the table of the category, as those are refused that it deletes from all. */
export function refuseDeletedSites({ table = '', sites }: DeletedSites, diagnostics: Diagnostics): void {
  if (sites.size === 0) return
  const found = { path: 'sites', count: sites.size, sites: siteNames(sites, named), table }
  diagnostics.raise(sitesDeletedByCompile(found), ['sites'])
}

/** Warns of the sites of a list that no compile makes active. */
export function warnOfNeverActive(
  added: SiteSet,
  attribute: 'sites' | 'sites_file',
  diagnostics: Diagnostics,
): void {
  const found = new Set([...sitesWith('ww', added)].filter(isNeverActive))
  if (found.size === 0) return
  diagnostics.raise(sitesNeverActive({ count: found.size, sites: siteNames(found, named) }), [attribute])
}

/** So many are named one by one. */
const named = 20

/** The first of the lines with the reason of each, a line for each. */
export function listOfLines(path: string, { count, first }: InvalidLines): string {
  const lines = first.map(({ line, reason }) => `${path}:${line}: ${reason}`)
  const more = count - first.length
  return [...lines, ...(more > 0 ? [`and ${numberText(more)} more`] : [])].join('\n')
}
