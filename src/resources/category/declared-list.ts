import { setImmediate as nextTurn } from 'node:timers/promises'
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
import { exceptionPublicSuffix, exceptionsBesideSites } from '../../diagnostics/exceptions'
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
  sitesPublicSuffix,
} from '../../diagnostics/sites'
import { counted, type FileNames, fileNames, numberText } from '../../diagnostics/wording'
import { contentGiven, type FileContent, isContent, type OpenedList } from '../../sites/files/site-files'
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

/** What happens to a site that another personal category holds: see the attribute `on_conflict`. */
export type OnConflict = 'keep' | 'move' | 'fail'

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
  readonly sites_files: DeclaredSites
  readonly exceptions: DeclaredSites
  readonly exceptions_file: string | Unknown | null
}

/** Reports what is wrong with a list in a configuration, as far as it is known. */
export function reportDeclaredList({ exceptions, ...list }: DeclaredList, diagnostics: Diagnostics): void {
  const { sites } = list
  const given = (['sites', 'sites_file', 'sites_files'] as const).filter(
    (attribute) => list[attribute] !== null && !isUnknown(list[attribute]),
  )
  if (given.length > 1) diagnostics.raise(sitesGivenTwice({ attributes: given }), [given.at(-1) ?? 'sites'])
  for (const attribute of ['sites_file', 'exceptions_file'] as const) {
    const path = list[attribute]
    if (typeof path === 'string' && isContent(path))
      diagnostics.raise(contentGiven(path, attribute), [attribute])
  }
  reportSites(sites, diagnostics)
  if (sites !== null && !isUnknown(sites) && sites.length > mostInline) {
    diagnostics.raise(manySitesInline({ count: sites.length }), ['sites'])
  }
  reportProblems(exceptionProblems(exceptions), 'exceptions', diagnostics)
  const isOfNoFile = list.sites_file === null && list.sites_files === null
  const hasExceptions = exceptions !== null && !isUnknown(exceptions) && exceptions.length > 0
  for (const attribute of [
    hasExceptions && 'exceptions',
    list.exceptions_file !== null && 'exceptions_file',
  ] as const)
    if (isOfNoFile && attribute) diagnostics.raise(exceptionsBesideSites({ attribute }), [attribute])
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
 * Refuses a list with a file in which most lines are not sites. It is most likely not a list, but for example an error page. Comments and
 * empty lines do not count.
 *
 * @param configured `on_invalid_line` as it is written in the configuration; null if it is not, as its author then may not expect such lines
 * @throws {ProviderError}
 */
export function refuseOtherThanList(
  { names, attribute }: OpenedList,
  { parts }: FileContent,
  configured: OnInvalidLine | null,
): void {
  if (configured !== null) return
  const index = parts.findIndex(({ invalid, linesWithSites }) =>
    isMostlyInvalid(linesWithSites, invalid.count),
  )
  const part = parts[index]
  if (part === undefined) return
  const { invalid, linesWithSites, looksLike } = part
  // Text of a page only looks like paths.
  const kinds = looksLike === undefined ? namedKinds(invalid) : []
  const lines = {
    path: nameOfPart(names, index),
    count: invalid.count,
    kinds,
    lines: listOfLines(names, invalid),
    linesWithSites,
    looksLike,
  }
  throw new ProviderError(sitesFileMostlyInvalid(lines), { path: [attribute] })
}

/**
 * Refuses a list without any site, and one of several files that has none: it would remove managed sites.
 * @param allowed the attribute `allow_empty`; while it is not known, the apply decides
 * @param size of the list
 * @throws {ProviderError}
 */
export function refuseEmptyFiles(
  { names, attribute }: OpenedList,
  { parts }: FileContent,
  allowed: boolean | Unknown,
  size: number,
): void {
  if (allowed !== false) return
  const index = parts.findIndex(({ linesWithSites }) => linesWithSites === 0)
  if (size > 0 && index === -1) return
  const path = index === -1 ? names : nameOfPart(names, index)
  throw new ProviderError(sitesFileEmpty({ path }), { path: [attribute] })
}

/** Reports the lines of files that are not sites: an error or a warning, as `on_invalid_line` says. */
export function reportInvalidLines(
  { names, attribute }: OpenedList,
  invalid: InvalidLines,
  onInvalidLine: OnInvalidLine,
  diagnostics: Diagnostics,
): void {
  if (invalid.count === 0) return
  const path = namesWith(names, invalid)
  const lines = { path, count: invalid.count, kinds: namedKinds(invalid), lines: listOfLines(names, invalid) }
  diagnostics.raise(onInvalidLine === 'fail' ? sitesFileLinesInvalid(lines) : sitesFileLinesSkipped(lines), [
    attribute,
  ])
}

function nameOfPart(names: FileNames, part: number): string {
  return typeof names === 'string' ? names : (names[part] ?? '')
}

/** The one file that has all the lines, if it is only one. */
function namesWith(names: FileNames, { count, first }: InvalidLines): FileNames {
  const [part, ...others] = new Set(first.map((line) => line.part))
  return part !== undefined && others.length === 0 && count === first.length ? nameOfPart(names, part) : names
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
  { names: path, attribute }: OpenedList,
  cut: SiteSet,
  onInvalidLine: OnInvalidLine,
  diagnostics: Diagnostics,
): void {
  if (cut.size === 0) return
  const found = { count: cut.size, sites: siteNames(cut, named) }
  const diagnostic =
    onInvalidLine === 'fail'
      ? sitesStoredAsOthers({ list: fileNames(path), ...found })
      : sitesStoredAsOthersSkipped({ path, ...found })
  diagnostics.raise(diagnostic, [attribute])
}

/** Sites of a list that a compile deletes from the table of its category. */
interface DeletedSites {
  readonly table?: string
  readonly sites: SiteSet
}

/** Reports the sites of a file that a compile deletes from the table of the category, though not from all. */
export function reportDeletedSites(
  { names: path, attribute }: OpenedList,
  { table = '', sites }: DeletedSites,
  onInvalidLine: OnInvalidLine,
  diagnostics: Diagnostics,
): void {
  if (sites.size === 0) return
  const found = { path, count: sites.size, sites: siteNames(sites, named), table }
  const entry = onInvalidLine === 'fail' ? sitesDeletedByCompile : sitesDeletedByCompileSkipped
  diagnostics.raise(entry(found), [attribute])
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
  attribute: 'sites' | 'sites_file' | 'sites_files',
  diagnostics: Diagnostics,
): void {
  const found = new Set([...sitesWith('ww', added)].filter(isNeverActive))
  if (found.size === 0) return
  diagnostics.raise(sitesNeverActive({ count: found.size, sites: siteNames(found, named) }), [attribute])
}

/**
 * Warns of added sites under which anyone can register a domain.
 * @throws the reason of the signal, which is looked at between turns
 */
export async function warnOfPublicSuffixes(
  added: SiteSet,
  attribute: 'sites' | 'sites_file' | 'sites_files',
  { diagnostics, signal }: { readonly diagnostics: Diagnostics; readonly signal: AbortSignal },
): Promise<void> {
  const found = new Set<Site>()
  let count = 0
  for (const site of added) {
    if (isPublicSuffix(site)) found.add(site)
    count += 1
    // The process keeps answering.
    if (count % sitesOfTurn === 0) await nextTurn()
    signal.throwIfAborted()
  }
  if (found.size === 0) return
  diagnostics.raise(sitesPublicSuffix({ count: found.size, sites: siteNames(found, named) }), [attribute])
}

const sitesOfTurn = 20_000

/** So many are named one by one. */
const named = 20

/** The first of the lines with the reason of each, a line for each. */
export function listOfLines(names: FileNames, { count, first }: InvalidLines): string {
  const lines = first.map(({ part, line, reason }) => `${nameOfPart(names, part)}:${line}: ${reason}`)
  const more = count - first.length
  return [...lines, ...(more > 0 ? [`and ${numberText(more)} more`] : [])].join('\n')
}
