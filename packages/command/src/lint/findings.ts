import { isNeverActive, isPublicSuffix, type Site, tablesOfDeleted } from '@webfilter/appliance-names'
import {
  isMostlyInvalid,
  type ListCount,
  mostCommonRedirect,
  type ReadList,
  UnreadableList,
} from '@webfilter/site-lists'
import { eachEntry, type ReadFile, readOrRefused, reasonPhrase, SoughtNames } from '../lists'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import type { Finding, Place } from '../report/report'
import { type LintLevels, type LintRule, lintRuleNames } from './rules'

/** Something about a line of a list. */
export interface LintFinding extends Finding<LintRule> {
  readonly place: Place
}

/** The findings of one rule in one file. */
export interface RuleFindings {
  readonly rule: LintRule
  readonly level: LintFinding['level']
  readonly count: number
  /** The first of them, in the order of the lines. */
  readonly first: readonly LintFinding[]
}

/** What was found in one file, by rule. */
export interface FileFindings {
  readonly path: string
  readonly rules: readonly RuleFindings[]
  /** How the number of lines becomes the number of sites. Undefined if the file is no list. */
  readonly count?: ListCount
}

/** What there is to say of lists. */
export interface Lint {
  /** `refused` if a finding is fatal. */
  readonly outcome: 'clean' | 'warnings' | 'refused'
  /** One line that says it all. */
  readonly verdict: Phrase
  /** How many findings there are. */
  readonly totals: Readonly<Record<LintFinding['level'], number>>
  /** What was found in each of them, in the order in which they were named. */
  readonly files: readonly FileFindings[]
  /** How many files and folders in the named folders are no lists; undefined if no folder was named. */
  readonly skipped?: number
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
  const files = named.map((each, index): FileFindings => {
    show(`${prefixOf(index)}${each.path}`)
    return findingsInFile(each, levels, most)
  })
  const rules = files.flatMap((file) => file.rules)
  const count = (level: LintFinding['level']) => countOf(rules.filter((each) => each.level === level))
  const totals = { fatal: count('fatal'), warning: count('warning') }
  return {
    outcome: totals.fatal > 0 ? 'refused' : totals.warning > 0 ? 'warnings' : 'clean',
    verdict: lintVerdict(files.length, totals, skipped),
    totals,
    files,
    ...(skipped !== undefined && { skipped }),
  }
}

export function countOf(rules: readonly RuleFindings[]): number {
  return rules.reduce((sum, { count }) => sum + count, 0)
}

function lintVerdict(files: number, { fatal, warning }: Lint['totals'], skipped = 0): Phrase {
  const found = joined(
    [fatal > 0 && counted(fatal, 'fatal finding'), warning > 0 && counted(warning, 'warning')],
    ', ',
  )
  const what = found.length === 0 ? say`No findings` : found
  const others =
    skipped === 0 ? [] : say` ${counted(skipped, 'other file or folder', 'other files and folders')} skipped.`
  return say`${what} in ${counted(files, 'list')}.${others}`
}

/**
 * What is wrong in one file.
 * @param most how many findings of one rule have their words
 */
function findingsInFile({ path, content }: NamedFile, levels: LintLevels, most: number): FileFindings {
  const found = new Map<LintRule, RuleFindings & { count: number; first: LintFinding[] }>()
  const add: TakeFinding = (rule, line, says) => {
    const level = levels[rule]
    if (level === 'off') return
    const all = found.get(rule) ?? { rule, level, count: 0, first: [] }
    found.set(rule, all)
    all.count += 1
    const place = { file: path, ...(line !== undefined && { line }) }
    if (all.first.length < most) all.first.push({ rule, level, addresses: [], says: says(), place })
  }
  const file = readOrRefused(path, content)
  if (file instanceof UnreadableList) {
    const reason = `${file.message}. ${file.advice.replace(/\.$/u, '')}`
    add('not-a-list', undefined, () => say`${new Name(path)} ${[reason]}`)
  } else findInList(file, add)
  const rules = lintRuleNames.flatMap((rule) => found.get(rule) ?? [])
  if (file instanceof UnreadableList) return { path, rules }
  const { entries, table } = file.list
  return { path, rules, count: { ...entries, excepted: 0, skipped: 0, sites: table.size } }
}

/** Takes a finding. @param line undefined for the whole file */
type TakeFinding = (rule: LintRule, line: number | undefined, says: () => Phrase) => void

function findInList({ path, bytes, list }: ReadFile, add: TakeFinding): void {
  const whole = wholeFile(list)
  if (whole !== undefined) add(whole.rule, undefined, () => whole.says)
  const marked = [...list.table].filter((site) => siteRules.some(({ isMeant }) => isMeant(site)))
  const sinkholes = new Set<string>()
  eachEntry({ bytes, begins: [0], files: [path] }, new SoughtNames(marked), {
    site(site, { line }) {
      for (const { rule, isMeant, says } of siteRules) if (isMeant(site)) add(rule, line, () => says(site))
    },
    leftOut({ isDeleted, reason }, { line }) {
      add(isDeleted ? 'deleted-by-compile' : 'not-a-site', line, () => reasonPhrase(reason, 'The line '))
    },
    answer({ kind, address }, { line }) {
      const count = list.sinkholes.get(address)
      if (kind !== 'sinkhole' || sinkholes.has(address) || count === undefined) return
      sinkholes.add(address)
      const lines = counted(count, 'line answers', 'lines answer')
      add(
        'sinkhole',
        line,
        () => say`${lines} with the private address ${new Name(address)}, as if it is that of a sinkhole`,
      )
    },
  })
}

/** What the plan rejects, unless an attribute permits it. */
export function wholeFile({ table, linesWithSites, invalid, parts: [part] }: ReadList) {
  const address = part && mostCommonRedirect(part.redirects, linesWithSites + invalid.count)
  if (address !== undefined) {
    const says = say`most lines redirect to the public address ${new Name(address)} and block nothing, so a plan rejects the file, unless on_invalid_line is set to "skip"`
    return { rule: 'mostly-invalid', says } as const
  }
  if (table.size === 0) {
    const says = say`the list has no site, so a plan rejects it, unless allow_empty is true`
    return { rule: 'empty-list', says } as const
  }
  if (!isMostlyInvalid(linesWithSites, invalid.count)) return undefined
  const says = say`most lines are not sites, so a plan rejects the file, unless on_invalid_line is set to "skip"`
  return { rule: 'mostly-invalid', says } as const
}

/** The rules about a site, and what they say of one. */
const siteRules: readonly {
  readonly rule: LintRule
  isMeant(site: Site): boolean
  says(site: Site): Phrase
}[] = [
  {
    rule: 'public-suffix',
    isMeant: isPublicSuffix,
    says: (site) => say`${new Name(site)} is a public suffix and includes all domains below it`,
  },
  {
    rule: 'never-active',
    isMeant: isNeverActive,
    says: (site) => say`${new Name(site)} never becomes active`,
  },
  {
    rule: 'deleted-from-some-tables',
    isMeant: (site) => tablesOfDeleted.some((each) => each.site === site),
    says(site) {
      const tables = tablesOfDeleted
        .filter((each) => each.site === site)
        .map(({ table }) => say`${new Name(table)}`)
      return say`each compile deletes ${new Name(site)} from ${joined(tables, ' and ')}; other categories keep it`
    },
  },
]
