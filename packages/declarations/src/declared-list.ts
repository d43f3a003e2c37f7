import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  isNeverActive,
  isPublicSuffix,
  readSites,
  readStoredSites,
  type Site,
  type SiteList,
  storedSite,
} from '@webfilter/appliance-names'
import {
  type AddressCounts,
  coveredExceptions,
  digestOf,
  type ExceptedList,
  emptyTable,
  FewSites,
  type FileAttribute,
  type FileContent,
  type FileNames,
  type InvalidLines,
  isMostlyInvalid,
  type LeftOutKind,
  minus,
  mostCommonRedirect,
  notAPath,
  type OpenedList,
  publicSuffixesIn,
  type SiteFile,
  type SiteFiles,
  type SiteSet,
  type SiteTable,
  sitesWith,
  sitesWithout,
  tableOf,
  union,
  type Verify,
  withoutEffect,
} from '@webfilter/site-lists'
import { type Diagnostics, ProviderError } from '@webfilter/terraform-plugin/diagnostics'
import { containsUnknown, isUnknown, type Path, type Unknown } from '@webfilter/terraform-plugin/values'
import { numberText } from '@webfilter/text'
import {
  exceptionPublicSuffix,
  exceptionsBesideSites,
  exceptionsCovered,
  exceptionsFileLinesInvalid,
  exceptionsLeaveNothing,
  exceptionsWithoutEffect,
} from './diagnostics/exceptions'
import {
  diagnosticOfFiles,
  sitesDeletedByCompile,
  sitesDeletedByCompileSkipped,
  sitesFileEmpty,
  sitesFileLinesInvalid,
  sitesFileLinesSkipped,
  sitesFileMostlyInvalid,
  sitesFileRedirecting,
  sitesFileSinkholes,
  sitesFileUnknown,
  sitesStoredAsOthers,
  sitesStoredAsOthersSkipped,
} from './diagnostics/site-files'
import {
  manySitesInline,
  moreSitesWrong,
  notASite,
  siteNamedTwice,
  sitesGivenTwice,
  sitesNeverActive,
  sitesPublicSuffix,
} from './diagnostics/sites'
import { counted, fileNames, siteNames } from './diagnostics/wording'
import { type Problem, refuse, report } from './problem'

/** What a configuration says of a list, with the defaults of the attributes. */
export interface DeclaredList extends DeclaredSource {
  readonly on_conflict: OnConflict | Unknown
  readonly on_remove: OnRemove | Unknown
  readonly on_destroy: 'remove' | 'keep' | Unknown
  readonly removal_limit: string | Unknown | null
  readonly compile: boolean | Unknown
  readonly verify: Verify | Unknown
}

/** What it says of where the sites come from. */
export interface DeclaredSource extends WrittenSource {
  readonly list_exceptions: ListExceptionsOption
  readonly on_invalid_line: OnInvalidLine
  readonly allow_empty: boolean | Unknown
  /** `on_invalid_line` without its default: null if it is not written. */
  readonly writtenOnInvalidLine: OnInvalidLine | null
}

/** The part without defaults. */
interface WrittenSource extends DeclaredExceptions {
  readonly sites: DeclaredSites
  readonly sites_file: string | Unknown | null
  /** Paths of several files. */
  readonly sites_files: DeclaredSites
}

/** What a configuration says of the exceptions of a list. */
interface DeclaredExceptions {
  readonly exceptions: DeclaredSites
  readonly exceptions_file: string | Unknown | null
}

/** A list of sites in a configuration, as far as it is known. */
export type DeclaredSites = readonly (string | Unknown)[] | Unknown | null

/** What happens to a site that leaves the list: see the attribute `on_remove`. */
export type OnRemove = 'remove' | 'keep'

/** What happens to a site that another personal category holds: see the attribute `on_conflict`. */
export type OnConflict = 'keep' | 'move' | 'fail'

/** What happens to exceptions in the file of a list: see the attribute `list_exceptions`. Null stands for `skip`. */
export type ListExceptionsOption = 'skip' | 'apply' | Unknown | null

/** What happens to lines that are not sites: see the attribute `on_invalid_line`. */
type OnInvalidLine = 'skip' | 'fail' | Unknown

/**
 * The list of a configuration. What has no default is taken as it is written: the proposed state may have the spelling of the prior one.
 * @param proposed what Terraform proposes, with the defaults
 */
export function declaredList(
  config: WrittenSource & { readonly on_invalid_line: OnInvalidLine | null },
  proposed: Omit<DeclaredList, 'writtenOnInvalidLine'>,
): DeclaredList {
  const { sites, sites_file, sites_files, exceptions, exceptions_file, on_invalid_line } = config
  const written = { sites, sites_file, sites_files, exceptions, exceptions_file }
  return { ...proposed, ...written, writtenOnInvalidLine: on_invalid_line }
}

/**
 * Where a configuration declares a list. The list of a category itself has no name, and its category is named; one in a category has a name,
 * and the number of the category.
 */
export type DeclaredPlace =
  | {
      readonly list: null
      readonly name: string | Unknown
      readonly description: string | Unknown | null
    }
  | { readonly list: string | Unknown; readonly id: string | Unknown }

/** The same if category and list are known. */
export type KnownPlace =
  | { readonly list: null; readonly name: string; readonly description: string | Unknown | null }
  | { readonly list: string; readonly id: string }

/** The place, if category and list are known. */
export function knownPlace(declared: DeclaredPlace): KnownPlace | undefined {
  if (declared.list === null) {
    const { name } = declared
    return isUnknown(name) ? undefined : { ...declared, name }
  }
  const { list, id } = declared
  return isUnknown(list) || isUnknown(id) ? undefined : { list, id }
}

export function isCategoryKnown(declared: DeclaredPlace): boolean {
  return !isUnknown(declared.list === null ? declared.name : declared.id)
}

/** What names a list in notes: the name of its category, or the id of a list in one, such as `250/feed`; undefined while it is not known. */
export function nameOfPlace(declared: DeclaredPlace): string | undefined {
  const known = knownPlace(declared)
  return known && (known.list === null ? known.name : `${known.id}/${known.list}`)
}

/**
 * The sites of a list as the appliance stores them, those that are not known yet left out. What `reportSites` refuses in a configuration is
 * taken if a state may have it.
 */
export function sitesOf(declared: DeclaredSites): readonly Site[] {
  return readStoredSites(knownTexts(declared))
}

/** The entries of a list that are known. */
export function knownTexts(declared: DeclaredSites): readonly string[] {
  return declared === null || isUnknown(declared)
    ? []
    : declared.filter((text): text is string => !isUnknown(text))
}

/**
 * The sites of a list whose elements have all become known.
 * @throws {ProviderError} if an entry is not a site, or is the same site as another entry
 */
export function checkedSites(declared: readonly string[] | null): readonly Site[] {
  const texts = declared ?? []
  const { duplicates, invalid } = readSites(texts)
  // With ignore_changes, the configuration is that of the state.
  const others = invalid.filter(({ text }) => storedSite(text) === undefined)
  refuse(problemsOf({ duplicates, invalid: others }, (index) => index))
  return readStoredSites(texts)
}

/** Reports what is wrong with a list in a configuration, as far as it is known. */
export function reportDeclaredList({ exceptions, ...list }: WrittenSource, diagnostics: Diagnostics): void {
  const { sites } = list
  const given = (['sites', 'sites_file', 'sites_files'] as const).filter(
    (attribute) => list[attribute] !== null && !isUnknown(list[attribute]),
  )
  if (given.length > 1) diagnostics.raise(sitesGivenTwice({ attributes: given }), [given.at(-1) ?? 'sites'])
  reportPath(list.sites_file, ['sites_file'], diagnostics)
  if (!isUnknown(list.sites_files))
    list.sites_files?.forEach((path, index) => {
      reportPath(path, ['sites_files', index], diagnostics)
    })
  reportPath(list.exceptions_file, ['exceptions_file'], diagnostics)
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

function reportPath(
  given: string | Unknown | null,
  at: readonly [FileAttribute, ...Path],
  diagnostics: Diagnostics,
): void {
  const error = typeof given === 'string' ? notAPath(given, at[0]) : undefined
  if (error) diagnostics.raise(diagnosticOfFiles(error), at)
}

/** More sites than this are better kept in a file: Terraform itself compares and prints long lists slowly. */
const mostInline = 1_000

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
function exceptionProblems(exceptions: DeclaredSites): readonly Problem[] {
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
  { invalid, duplicates }: Pick<SiteList, 'invalid' | 'duplicates'>,
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
    left = sitesWithout(left, new FewSites(sitesOf(found)))
  }
  return entries
}

/** The entries of a list that name one of the sites, in their own spelling. */
function entriesOf(declared: readonly string[], sites: SiteSet): readonly string[] {
  return declared.filter((text) => {
    const site = storedSite(text)
    return site !== undefined && sites.has(site)
  })
}

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
  const { invalid, linesWithSites, redirects, looksLike } = part
  const address = mostCommonRedirect(redirects, invalid.count + linesWithSites)
  if (address !== undefined) {
    const found = { path: nameOfPart(names, index), address, count: invalid.count, linesWithSites }
    throw new ProviderError(sitesFileRedirecting(found), { path: [attribute] })
  }
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

/** The files of a list, as messages name them. */
type NamedFiles = Pick<OpenedList, 'names' | 'attribute'>

/** Reports the lines of files that are not sites: an error or a warning, as `on_invalid_line` says. */
export function reportInvalidLines(
  { names, attribute }: NamedFiles,
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

/** Warns of the lines of files that answer with the address of a sinkhole, or of a server that users are to reach. */
export function reportSinkholes(
  { names: path, attribute }: NamedFiles,
  sinkholes: AddressCounts,
  diagnostics: Diagnostics,
): void {
  if (sinkholes.size === 0) return
  const all = [...sinkholes].sort(([, one], [, other]) => other - one)
  const count = all.reduce((sum, [, lines]) => sum + lines, 0)
  const named = all
    .slice(0, namedAddresses)
    .map(([address, lines]) => `${address} (${counted(lines, 'line')})`)
  const more = all.length - named.length
  const addresses = `${named.join(', ')}${more > 0 ? `, and ${numberText(more)} more` : ''}`
  diagnostics.raise(sitesFileSinkholes({ path, count, addresses }), [attribute])
}

const namedAddresses = 10

function nameOfPart(names: FileNames, part: number): string {
  return typeof names === 'string' ? names : (names[part] ?? '')
}

/** The one file that has all the lines, if it is only one. */
function namesWith(names: FileNames, { count, first }: InvalidLines): FileNames {
  const [part, ...others] = new Set(first.map((line) => line.part))
  return part !== undefined && others.length === 0 && count === first.length ? nameOfPart(names, part) : names
}

/** Kinds of rules that a site cannot express, the most frequent first. */
export function namedKinds({ kinds }: Pick<InvalidLines, 'kinds'>): readonly string[] {
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
  include: '!#include line',
  condition: '!#if line',
  hidden: 'hidden line',
  canceled: 'canceled line',
}

/** Reports the sites of a file that the autonomous service would store as other sites. */
export function reportCutSites(
  { names: path, attribute }: NamedFiles,
  cut: SiteSet,
  onInvalidLine: OnInvalidLine,
  diagnostics: Diagnostics,
): void {
  if (cut.size === 0) return
  const found = { count: cut.size, sites: siteNames(cut, mostNamed) }
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
  const found = { path, count: sites.size, sites: siteNames(sites, mostNamed), table }
  const entry = onInvalidLine === 'fail' ? sitesDeletedByCompile : sitesDeletedByCompileSkipped
  diagnostics.raise(entry(found), [attribute])
}

/** Refuses declared sites that a compile deletes from the table of the category, as those are refused that it deletes from all. */
export function refuseDeletedSites({ table = '', sites }: DeletedSites, diagnostics: Diagnostics): void {
  if (sites.size === 0) return
  const found = { path: 'sites', count: sites.size, sites: siteNames(sites, mostNamed), table }
  diagnostics.raise(sitesDeletedByCompile(found), ['sites'])
}

/** Warns of the sites of a list that no compile makes active. */
export function warnOfNeverActive(
  added: SiteSet,
  attribute: 'sites' | 'sites_file' | 'sites_files',
  diagnostics: Diagnostics,
): void {
  const found = new FewSites([...sitesWith('ww', added)].filter(isNeverActive))
  if (found.size === 0) return
  diagnostics.raise(sitesNeverActive({ count: found.size, sites: siteNames(found, mostNamed) }), [attribute])
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
  diagnostics.raise(
    sitesPublicSuffix({ count: found.size, sites: siteNames(new FewSites(found), mostNamed) }),
    [attribute],
  )
}

const sitesOfTurn = 20_000

/** So many are named one by one. */
const mostNamed = 20

/** The first of the lines with the reason of each, a line for each. */
function listOfLines(names: FileNames, { count, first }: InvalidLines): string {
  const lines = first.map(({ part, line, reason }) => `${nameOfPart(names, part)}:${line}: ${reason}`)
  const more = count - first.length
  return [...lines, ...(more > 0 ? [`and ${numberText(more)} more`] : [])].join('\n')
}

/** What a list says that has none. */
export const noExceptions = {
  exceptions: null,
  exceptions_file: null,
  list_exceptions: null,
} as const

/** The exceptions of a list. */
export interface ListExceptions {
  /** Whether an entry is not known yet: then the other entries say little of what is left of the list. */
  readonly isUncertain: boolean
  /** Equal for the same exceptions, from the same file. */
  readonly key: string
  /** The entries of the configuration, as far as they are known. */
  readonly entries: readonly Site[]
  /** The file; undefined if there is none. */
  readonly file: SiteFile | undefined
  /**
   * All of them that are known.
   * @throws {ProviderError} if the file is no list, or one of them cannot be an exception
   */
  table(): Promise<SiteTable>
}

/** What exceptions are read with. */
interface Reading {
  readonly files: SiteFiles
  readonly signal: AbortSignal
}

/**
 * Opens the exceptions of a list; undefined if it has none.
 * @throws {ProviderError} if the file cannot be read or is not known yet, or an entry is not a site
 */
export async function openExceptions(
  { exceptions, exceptions_file }: DeclaredExceptions,
  { files, signal }: Reading,
): Promise<ListExceptions | undefined> {
  if (isUnknown(exceptions_file)) {
    throw new ProviderError(sitesFileUnknown(), { path: ['exceptions_file'] })
  }
  if (exceptions_file === null && (exceptions === null || isEmpty(exceptions))) return undefined
  refuse(exceptionProblems(exceptions))
  const entries = sitesOf(exceptions)
  const file =
    exceptions_file === null ? undefined : await files.open(exceptions_file, signal, 'exceptions_file')
  const inline = tableOf(entries)
  let read: Promise<SiteTable> | undefined
  return {
    isUncertain: containsUnknown(exceptions),
    key: digestOfTexts([digestOf(inline), file?.digest ?? '']),
    entries,
    file,
    async table() {
      read ??= file ? exceptionsIn(file, signal) : Promise.resolve(emptyTable)
      return union(inline, await read)
    },
  }
}

function isEmpty(exceptions: DeclaredSites): boolean {
  return !isUnknown(exceptions) && exceptions?.length === 0
}

function digestOfTexts(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 32)
}

async function exceptionsIn(file: SiteFile, signal: AbortSignal): Promise<SiteTable> {
  const { table, invalid } = await file.read(undefined, signal, { exceptionLines: 'sites' })
  if (invalid.count > 0) {
    const lines = listOfLines(file.path, invalid)
    const found = { path: file.path, count: invalid.count, lines }
    throw new ProviderError(exceptionsFileLinesInvalid(found), { path: ['exceptions_file'] })
  }
  const suffixes = publicSuffixesIn(table)
  if (suffixes.length > 0) {
    const found = { count: suffixes.length, names: siteNames(new FewSites(suffixes), namedExceptions) }
    throw new ProviderError(exceptionPublicSuffix(found), { path: ['exceptions_file'] })
  }
  return table
}

/** A list without its exceptions. */
interface ListLeft {
  /** All of its exceptions. */
  readonly exceptions: SiteTable
  /** Those that the file of the list brings along. That they change nothing is no news. */
  readonly ownExceptions?: SiteTable
  readonly excepted: ExceptedList
  /** What is left of the list: without the exceptions, and without what else was left out of it. */
  readonly list: SiteTable
}

/**
 * Reports exceptions that do not do what their author may expect of them.
 *
 * @param path of the attribute with the exceptions
 * @throws {ProviderError} if nothing is left of the list
 */
export function diagnoseExceptions(
  { exceptions, ownExceptions = emptyTable, excepted, list }: ListLeft,
  path: Path,
  diagnostics: Diagnostics,
): void {
  if (list.size === 0 && excepted.leftOut > 0) {
    throw new ProviderError(exceptionsLeaveNothing({ count: excepted.leftOut }), { path })
  }
  const covered = coveredIn(excepted, exceptions, list)
  if (covered.count > 0) diagnostics.raise(exceptionsCovered(covered), path)
  const idle = minus(withoutEffect(excepted, exceptions), ownExceptions)
  if (idle.size === 0) return
  diagnostics.raise(
    exceptionsWithoutEffect({ count: idle.size, names: siteNames(idle, namedExceptions) }),
    path,
  )
}

/** The attribute with the exceptions of a list. */
export function pathOfExceptions(exceptions: ListExceptions | undefined): Path {
  if (!exceptions) return ['list_exceptions']
  return [exceptions.file && exceptions.entries.length === 0 ? 'exceptions_file' : 'exceptions']
}

function coveredIn(excepted: ExceptedList, table: SiteTable, list: SiteTable) {
  const names: string[] = []
  let count = 0
  for (const { exception, by } of coveredExceptions(excepted, table, list)) {
    if (count < namedExceptions) names.push(`${exception} (through ${by})`)
    count += 1
  }
  const more = count > namedExceptions ? `, and ${numberText(count - namedExceptions)} more` : ''
  return { count, names: `${names.join(', ')}${more}` }
}

/** So many are named one by one. */
const namedExceptions = 10
