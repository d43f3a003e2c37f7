import { isNeverActive, isPublicSuffix, type Site, tablesOfDeleted } from '@webfilter/appliance-names'
import { UnreadableList } from '../../sites/published/read-list'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import type { Finding, Place } from '../report/report'
import { type ListFile, type ListLine, readListFile } from './list-file'
import type { LintLevels, LintRule } from './rules'
import { type ListedSites, sharedSites } from './shared-sites'

/** What there is to say of lists. */
export interface Lint {
  /** `refused` if a finding is fatal. */
  readonly outcome: 'clean' | 'warnings' | 'refused'
  /** One line that says it all. */
  readonly verdict: Phrase
  /** As they were named. */
  readonly files: readonly string[]
  /** In the order of the files and of their lines. */
  readonly findings: readonly LintFinding[]
  /** How many files and folders in the named folders are no lists; undefined if no folder was named. */
  readonly skipped?: number
}

/** A file of a list, and its bytes, or why it is none. */
export interface NamedFile {
  readonly path: string
  readonly content: Uint8Array | UnreadableList
}

/** Looks at lists of sites, one by one and against each other, without an appliance. */
export function lintOf(files: readonly NamedFile[], levels: LintLevels, skipped?: number): Lint {
  const lists: ListFile[] = []
  const unreadable: LintFinding[] = []
  for (const { path, content } of files) {
    try {
      if (content instanceof UnreadableList) throw content
      lists.push(readListFile(path, content))
    } catch (error) {
      if (!(error instanceof UnreadableList)) throw error
      const level = levels['not-a-list']
      const says = say`${new Name(path)} ${[`${error.message}. ${error.advice.replace(/\.$/u, '')}`]}`
      if (level !== 'off')
        unreadable.push({ rule: 'not-a-list', level, says, addresses: [], place: { file: path } })
    }
  }
  const findings = [...unreadable, ...findingsIn(lists, levels)]
  const fatal = findings.filter(({ level }) => level === 'fatal').length
  const warnings = findings.length - fatal
  return {
    outcome: fatal > 0 ? 'refused' : warnings > 0 ? 'warnings' : 'clean',
    verdict: lintVerdict(files.length, fatal, warnings, skipped),
    files: files.map(({ path }) => path),
    findings,
    ...(skipped !== undefined && { skipped }),
  }
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

/** Something about a line of a list. */
export interface LintFinding extends Finding<LintRule> {
  readonly place: Place
}

/** What is to say of lists, in the order of the files and of their lines. */
export function findingsIn(files: readonly ListFile[], levels: LintLevels): readonly LintFinding[] {
  const lists = files.map((file) => ({ path: file.path, sites: firstPlaces(file) }))
  const common = commonFindings(lists, levels['in-two-lists'])
  return files.flatMap((file, index) => {
    const own = findingsInFile(file, lists[index]?.sites ?? new Map(), levels)
    const all = [...(common.get(file.path) ?? []), ...own]
    return all.sort(({ place: one }, { place: other }) => (one.line ?? 0) - (other.line ?? 0))
  })
}

/** What lists have in common, by their paths. */
function commonFindings(
  lists: readonly ListedSites[],
  level: LintLevels[LintRule],
): ReadonlyMap<string, readonly LintFinding[]> {
  const findings = new Map<string, LintFinding[]>()
  if (level === 'off') return findings
  for (const { path, line, says, names } of sharedSites(lists)) {
    const place = { file: path, ...(line !== undefined && { line }) }
    const known = findings.get(path) ?? []
    findings.set(path, known)
    known.push({ rule: 'in-two-lists', level, says, names, addresses: [], place })
  }
  return findings
}

/** @param here the lines on which its sites are named first */
function findingsInFile(
  file: ListFile,
  here: ReadonlyMap<Site, number>,
  levels: LintLevels,
): readonly LintFinding[] {
  const found: LintFinding[] = []
  for (const line of file.lines) {
    if (line.kind !== 'entry') continue
    const place = { file: file.path, line: line.number }
    const report = (rule: LintRule, says: LintFinding['says']) => {
      const level = levels[rule]
      if (level !== 'off') found.push({ rule, level, says, addresses: [], place })
    }
    reportLeftOut(line, report)
    for (const [index, { site }] of line.names.entries()) {
      const first = here.get(site) ?? line.number
      const isAgain = first < line.number || line.names.slice(0, index).some((name) => name.site === site)
      if (isAgain) report('duplicate', say`${new Name(site)} is in line ${[String(first)]} too`)
      else reportSite(site, here, report)
    }
  }
  return found
}

type Report = (rule: LintRule, says: LintFinding['says']) => void

/** The line on which each site of a file is named first. */
function firstPlaces({ lines }: ListFile): ReadonlyMap<Site, number> {
  const places = new Map<Site, number>()
  for (const { names, number } of lines)
    for (const { site } of names) if (!places.has(site)) places.set(site, number)
  return places
}

function reportLeftOut({ leftOut }: ListLine, report: Report): void {
  for (const { reason, isDeleted } of leftOut)
    report(isDeleted ? 'deleted-by-compile' : 'not-a-site', phraseOf(reason))
}

/** A reason begins with what it quotes, if it quotes something. */
function phraseOf(reason: string): Phrase {
  const [, quoted, why = ''] = /^("(?:[^"\\]|\\.)*") (.*)$/su.exec(reason) ?? []
  return quoted === undefined ? ['The line ', reason] : say`${new Name(JSON.parse(quoted))} ${[why]}`
}

/** What is to say of a site where the file names it first. @param here the sites of the file, with their first lines */
function reportSite(site: Site, here: ReadonlyMap<Site, number>, report: Report): void {
  const tables = tablesOfDeleted
    .filter((each) => each.site === site)
    .map(({ table }) => say`${new Name(table)}`)
  if (tables.length > 0) {
    report(
      'deleted-from-some-tables',
      say`each compile deletes ${new Name(site)} from ${joined(tables, ' and ')}; other categories keep it`,
    )
  }
  if (isNeverActive(site)) report('never-active', say`${new Name(site)} never becomes active`)
  if (isPublicSuffix(site)) {
    report('public-suffix', say`${new Name(site)} is a public suffix and includes all domains below it`)
  }
  const parent = parentIn(site, here)
  if (parent !== undefined) {
    report(
      'redundant',
      say`${new Name(site)} is included in ${new Name(parent)} (line ${[String(here.get(parent))]})`,
    )
  }
}

/** The nearest parent domain that is listed too. */
function parentIn(site: Site, listed: ReadonlyMap<Site, number>): Site | undefined {
  for (let dot = site.indexOf('.'); dot !== -1; dot = site.indexOf('.', dot + 1)) {
    const parent = site.slice(dot + 1) as Site
    if (listed.has(parent)) return parent
  }
  return undefined
}
