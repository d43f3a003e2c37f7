import { isNeverActive, isPublicSuffix, type Site, tablesOfDeleted } from '@webfilter/appliance-names'
import {
  beginList,
  isMostlyInvalid,
  mostCommonRedirect,
  type ReadList,
  refuseNoList,
} from '@webfilter/site-lists'
import { eachEntry, reasonPhrase, SoughtNames } from '../list-texts'
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
}

/** A list that was read. */
export interface ReadFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly list: ReadList
}

/** Reads a list as the provider does. @throws {UnreadableList} if the file is no list, or longer than a list may be */
export function readFile(path: string, bytes: Uint8Array): ReadFile {
  refuseNoList(bytes)
  const reading = beginList(bytes)
  while (reading.readOn());
  return { path, bytes, list: reading.result() }
}

/**
 * What is wrong in one list.
 * @param most how many findings of one rule have their words
 */
export function findingsInFile(file: ReadFile, levels: LintLevels, most: number): FileFindings {
  const { path, bytes, list } = file
  const found = new Map<LintRule, Found>()
  const add = (rule: LintRule, line: number | undefined, says: () => Phrase) => {
    const all = found.get(rule) ?? { count: 0, first: [] }
    found.set(rule, all)
    all.count += 1
    if (all.first.length < most) all.first.push({ ...(line !== undefined && { line }), says: says() })
  }
  const whole = wholeFile(list)
  if (whole !== undefined) add(whole.rule, undefined, () => whole.says)
  const marked = markedSites(list, levels)
  const sinkholes = new Set<string>()
  eachEntry({ bytes, begins: [0], files: [path] }, new SoughtNames(marked.keys()), {
    site(site, { line }) {
      for (const { rule, says } of marked.get(site) ?? []) add(rule, line, () => says(site))
    },
    leftOut({ isDeleted, reason }, { line }) {
      add(isDeleted ? 'deleted-by-compile' : 'not-a-site', line, () => reasonPhrase(reason, 'The line '))
    },
    answer({ kind, address }, { line }) {
      const count = list.sinkholes.get(address)
      if (kind !== 'sinkhole' || sinkholes.has(address) || count === undefined) return
      sinkholes.add(address)
      add('sinkhole', line, () => sinkholePhrase(address, count))
    },
  })
  return { path, rules: lintRuleNames.flatMap((rule) => ruleFindings(path, rule, found.get(rule), levels)) }
}

/** Findings of a rule, of which only the first have their words. */
interface Found {
  count: number
  /** With the line, or none for the whole file. */
  readonly first: { readonly line?: number; readonly says: Phrase }[]
}

/** @param found nothing where it has no finding */
export function ruleFindings(
  path: string,
  rule: LintRule,
  found: Found | undefined,
  levels: LintLevels,
): readonly RuleFindings[] {
  const level = levels[rule]
  if (level === 'off' || found === undefined || found.count === 0) return []
  const first = found.first.map(
    ({ line, ...finding }): LintFinding => ({
      rule,
      level,
      addresses: [],
      ...finding,
      place: { file: path, ...(line !== undefined && { line }) },
    }),
  )
  return [{ rule, level, count: found.count, first }]
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

/** A rule about a site, and what it says of one. */
interface SiteRule {
  readonly rule: LintRule
  isMeant(site: Site): boolean
  says(site: Site): Phrase
}

const siteRules: readonly SiteRule[] = [
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
    says: deletedPhrase,
  },
]

/** The sites that rules mean. */
function markedSites({ table }: ReadList, levels: LintLevels): ReadonlyMap<Site, readonly SiteRule[]> {
  const rules = siteRules.filter(({ rule }) => levels[rule] !== 'off')
  const marked = new Map<Site, readonly SiteRule[]>()
  if (rules.length === 0) return marked
  for (const site of table) {
    const meant = rules.filter(({ isMeant }) => isMeant(site))
    if (meant.length > 0) marked.set(site, meant)
  }
  return marked
}

function deletedPhrase(site: Site): Phrase {
  const tables = tablesOfDeleted
    .filter((each) => each.site === site)
    .map(({ table }) => say`${new Name(table)}`)
  return say`each compile deletes ${new Name(site)} from ${joined(tables, ' and ')}; other categories keep it`
}

function sinkholePhrase(address: string, count: number): Phrase {
  const lines = counted(count, 'line answers', 'lines answer')
  return say`${lines} with the private address ${new Name(address)}, as if it is that of a sinkhole`
}
