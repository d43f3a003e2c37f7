import { type ListCount, UnreadableList } from '@webfilter/site-lists'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import { type FileFindings, findingsInFile, type ReadFile, readFile, ruleFindings } from './findings'
import type { LintLevels } from './rules'

/** What there is to say of lists. */
export interface Lint {
  /** `refused` if a finding is fatal. */
  readonly outcome: 'clean' | 'warnings' | 'refused'
  /** One line that says it all. */
  readonly verdict: Phrase
  /** What was found in each of them, in the order in which they were named. */
  readonly files: readonly FileFindings[]
  /** How the lines of each list come to its sites. */
  readonly counts: readonly CountedFile[]
  /** How many files and folders in the named folders are no lists; undefined if no folder was named. */
  readonly skipped?: number
}

/** A list, and how its lines come to its sites. */
export interface CountedFile {
  readonly path: string
  readonly count: ListCount
}

/** A file of a list, and its bytes, or why it is none. */
export interface NamedFile {
  readonly path: string
  readonly content: Uint8Array | UnreadableList
}

/** How a lint is made. */
export interface LintOptions {
  readonly levels: LintLevels
  /** How many findings of one rule in one file have their words; all others are counted. */
  readonly most: number
  /** See `Lint`. */
  readonly skipped?: number
  /** Called with what is being done. */
  readonly show?: (progress: string) => void
}

/** Looks at lists of sites, each by itself, without an appliance. */
export function lintOf(
  named: readonly NamedFile[],
  { levels, most, skipped, show = () => {} }: LintOptions,
): Lint {
  const prefixOf = (index: number) => (named.length === 1 ? '' : `${index + 1} of ${named.length}: `)
  const counts: CountedFile[] = []
  const files = named.map((each, index): FileFindings => {
    show(`${prefixOf(index)}${each.path}`)
    const file = readOrRefused(each)
    if (file instanceof UnreadableList) return refusedFile(each.path, file, levels)
    counts.push(countOf(file))
    return findingsInFile(file, levels, most)
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
    counts,
    ...(skipped !== undefined && { skipped }),
  }
}

function countOf({ path, list: { entries, table } }: ReadFile): CountedFile {
  return { path, count: { ...entries, excepted: 0, skipped: 0, sites: table.size } }
}

/** Reads a list, or says why it is none. */
export function readOrRefused({ path, content }: NamedFile): ReadFile | UnreadableList {
  if (content instanceof UnreadableList) return content
  try {
    return readFile(path, content)
  } catch (error) {
    if (error instanceof UnreadableList) return error
    throw error
  }
}

function refusedFile(path: string, why: UnreadableList, levels: LintLevels): FileFindings {
  const reason = `${why.message}. ${why.advice.replace(/\.$/u, '')}`
  const found = { count: 1, first: [{ says: say`${new Name(path)} ${[reason]}` }] }
  return { path, rules: ruleFindings(path, 'not-a-list', found, levels) }
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
