import { type ExceptionLines, type ListCount, UnreadableList } from '@webfilter/site-lists'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import { type CheckedList, checkDeclared, type DeclaredList, idleExceptions } from './declared-list'
import {
  type FileFindings,
  type Found,
  findingsInFile,
  type ReadFile,
  readFile,
  ruleFindings,
} from './findings'
import { linesOf } from './listed-sites'
import type { LintLevels, LintRule } from './rules'
import { sharedSites } from './shared-sites'

/** What there is to say of lists. */
export interface Lint {
  /** `refused` if a finding is fatal. */
  readonly outcome: 'clean' | 'warnings' | 'refused'
  /** One line that says it all. */
  readonly verdict: Phrase
  /** What was found in each of them, in the order in which they were named. */
  readonly files: readonly FileFindings[]
  /** How the lines of lists come to their sites: of each file, or of the lists that configurations declare with several of them or with exceptions. */
  readonly counts: readonly CountedFiles[]
  /** How many files and folders in the named folders are no lists; undefined if no folder was named. */
  readonly skipped?: number
}

/** A list, and how its lines come to its sites. */
export interface CountedFiles {
  readonly paths: readonly string[]
  /** Of the resource that declares it. */
  readonly address?: string
  readonly count: ListCount
}

/** A file of a list, and its bytes, or why it is none. */
export interface NamedFile {
  readonly path: string
  readonly content: Uint8Array | UnreadableList
  /** What entries such as `@@||example.com^` are; `sites` in a file of exceptions. Defaults to `skip`. */
  readonly exceptionLines?: ExceptionLines
}

/** How a lint is made. */
export interface LintOptions {
  readonly levels: LintLevels
  /** How many findings of one rule in one file have their words; all others are counted. */
  readonly most: number
  /** Lists of several of the files, or with exceptions. */
  readonly declared?: readonly DeclaredList[]
  /** See `Lint`. */
  readonly skipped?: number
  /** Called with what is being done. */
  readonly show?: (progress: string) => void
}

/** Looks at lists of sites, one by one and against each other, without an appliance. */
export function lintOf(
  named: readonly NamedFile[],
  { levels, most, declared = [], skipped, show = () => {} }: LintOptions,
): Lint {
  const prefixOf = (index: number) => (named.length === 1 ? '' : `${index + 1} of ${named.length}: `)
  const read = named.map((file, index) =>
    readOrRefused(file, most, (share) => show(`${prefixOf(index)}${file.path}: ${Math.floor(100 * share)}%`)),
  )
  show('comparing lists')
  const lists = read.filter((each): each is ReadFile => !(each instanceof UnreadableList))
  const compared = lists.filter(({ isOfExceptions }) => !isOfExceptions)
  const shared =
    levels['in-two-lists'] === 'off' ? new Map<ReadFile, Found>() : commonFindings(compared, most)
  if (declared.length > 0) show('checking lists with exceptions or several files')
  const checked = checkedLists(declared, lists, most)
  const ofLists = foundInLists(checked, declared, most)
  const files = named.map(({ path }, index): FileFindings => {
    show(`${prefixOf(index)}${path}: looking for mistakes`)
    const file = read[index]
    if (file === undefined || file instanceof UnreadableList) return refusedFile(path, file, levels)
    const common = shared.get(file)
    const others = new Map([
      ...(ofLists.get(path) ?? []),
      ...(common ? [['in-two-lists', common] as const] : []),
    ])
    return findingsInFile(file, others, levels, most)
  })
  const count = (level: 'fatal' | 'warning') =>
    files
      .flatMap(({ rules }) => rules)
      .reduce((sum, rule) => sum + (rule.level === level ? rule.count : 0), 0)
  const [fatal, warnings] = [count('fatal'), count('warning')]
  return {
    outcome: fatal > 0 ? 'refused' : warnings > 0 ? 'warnings' : 'clean',
    verdict: lintVerdict(files.length, fatal, warnings, skipped),
    files,
    counts: countsOf(compared, checked),
    ...(skipped !== undefined && { skipped }),
  }
}

/** Those of which all files were read. */
function checkedLists(
  declared: readonly DeclaredList[],
  files: readonly ReadFile[],
  most: number,
): readonly CheckedList[] {
  const texts = new Map(files.map(({ sites }) => [sites.path, sites.bytes]))
  return declared.flatMap((list) => {
    const own = list.paths.flatMap((path) => texts.get(path) ?? [])
    if (!list.isWhole || own.length < list.paths.length) return []
    try {
      return checkDeclared(list, own, most)
    } catch (error) {
      // Together, its files are too long: the plan says so.
      if (error instanceof UnreadableList) return []
      throw error
    }
  })
}

/** What was found beside exceptions, by the first file of each list. */
function foundInLists(
  checked: readonly CheckedList[],
  declared: readonly DeclaredList[],
  most: number,
): ReadonlyMap<string, ReadonlyMap<LintRule, Found>> {
  const byFile = new Map<string, Map<LintRule, Found>>()
  for (const each of checked) {
    const [path = ''] = each.list.paths
    const all = byFile.get(path) ?? new Map<LintRule, Found>()
    byFile.set(path, all)
    const idle = idleExceptions(each, checked, declared, most)
    for (const [rule, found] of [...each.found, ['exception-without-effect', idle] as const]) {
      const known = all.get(rule)
      const count = (known?.count ?? 0) + found.count
      all.set(rule, { count, first: [...(known?.first ?? []), ...found.first].slice(0, most) })
    }
  }
  return byFile
}

function countsOf(files: readonly ReadFile[], checked: readonly CheckedList[]): readonly CountedFiles[] {
  const inLists = new Set(checked.flatMap(({ list }) => list.paths))
  const alone = files.filter(({ sites }) => !inLists.has(sites.path))
  return [
    ...alone.map(({ sites: { path, entries, table } }) => ({
      paths: [path],
      count: { ...entries, excepted: 0, skipped: 0, sites: table.size },
    })),
    ...checked.map(({ list: { paths, address }, count }) => ({
      paths,
      ...(address !== undefined && { address }),
      count,
    })),
  ]
}

function readOrRefused(
  { path, content, exceptionLines }: NamedFile,
  most: number,
  show: (share: number) => void,
) {
  if (content instanceof UnreadableList) return content
  try {
    return readFile(path, content, most, show, exceptionLines)
  } catch (error) {
    if (error instanceof UnreadableList) return error
    throw error
  }
}

function refusedFile(path: string, why: UnreadableList | undefined, levels: LintLevels): FileFindings {
  const reason = why === undefined ? '' : `${why.message}. ${why.advice.replace(/\.$/u, '')}`
  const found = { count: 1, first: [{ says: say`${new Name(path)} ${[reason]}` }] }
  return { path, rules: ruleFindings(path, 'not-a-list', found, levels) }
}

/** What lists have in common, by the list to which it is reported. */
function commonFindings(files: readonly ReadFile[], most: number): ReadonlyMap<ReadFile, Found> {
  const shared = sharedSites(files.map(({ sites }) => sites))
  const findings = new Map<ReadFile, Found>()
  for (const file of files) {
    const own = shared.filter(({ list }) => list === file.sites)
    const lines = linesOf(
      file.sites.bytes,
      own.flatMap(({ place }) => place ?? []),
    )
    const placed = own.map(({ place, says, names }) => {
      const line = place === undefined ? undefined : lines.get(place)
      return { ...(line !== undefined && { line }), says, names }
    })
    placed.sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
    if (own.length > 0) findings.set(file, { count: own.length, first: placed.slice(0, most) })
  }
  return findings
}

function lintVerdict(files: number, fatal: number, warnings: number, skipped = 0): Phrase {
  const found = [
    ...(fatal > 0 ? [counted(fatal, 'fatal finding')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ]
  const what = found.length === 0 ? say`No findings` : joined(found, ', ')
  const others =
    skipped === 0 ? [] : say` ${counted(skipped, 'other file or folder', 'other files and folders')} skipped.`
  return say`${what} in ${counted(files, 'list')}.${others}`
}
