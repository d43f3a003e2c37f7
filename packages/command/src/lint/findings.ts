import { isNeverActive, isPublicSuffix, type Site, tablesOfDeleted } from '@webfilter/appliance-names'
import {
  type Answer,
  isMostlyInvalid,
  type LeftOut,
  mostCommonRedirect,
  tableOf,
} from '@webfilter/site-lists'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import type { Finding, Place } from '../report/report'
import { type ListedSites, linesOf, listedSites, type Marked, noParent, parentsIn } from './listed-sites'
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

/** A list that was read, and what was found in it while it was. */
export interface ReadFile {
  readonly sites: ListedSites
  readonly leftOut: ReadonlyMap<LintRule, Found>
}

/** Findings of a rule, of which only the first have their words. */
export interface Found {
  count: number
  /** With the line, or none for the whole file. */
  readonly first: { readonly line?: number; readonly says: Phrase }[]
}

/**
 * Reads a list, and keeps the first entries that are no sites.
 * @param most how many findings of one rule are kept
 * @throws {UnreadableList} as `listedSites`
 */
export function readFile(
  path: string,
  content: Uint8Array,
  most: number,
  show: (share: number) => void,
): ReadFile {
  const leftOut = new Map<LintRule, Found>()
  const keep = (line: number, { reason, isDeleted }: LeftOut) => {
    const rule = isDeleted ? 'deleted-by-compile' : 'not-a-site'
    const found = leftOut.get(rule) ?? { count: 0, first: [] }
    leftOut.set(rule, found)
    found.count += 1
    if (found.first.length < most) found.first.push({ line, says: phraseOf(reason) })
  }
  const sinkholes = new Map<string, number>()
  const keepSinkhole = (line: number, { kind, address }: Answer) => {
    if (kind === 'sinkhole') sinkholes.set(address, line)
  }
  const reader = { leftOut: keep, answer: keepSinkhole, progress: show }
  const sites = listedSites(path, content, reader)
  const { sinkholes: counts } = sites.answers
  const first = [...counts].slice(0, most).map(([address, count]) => {
    const line = sinkholes.get(address)
    return { ...(line !== undefined && { line }), says: sinkholePhrase(address, count) }
  })
  if (counts.size > 0) leftOut.set('sinkhole', { count: counts.size, first })
  return { sites, leftOut }
}

function sinkholePhrase(address: string, count: number): Phrase {
  const lines = counted(count, 'line answers', 'lines answer')
  return say`${lines} with the private address ${new Name(address)}, as if it is that of a sinkhole`
}

/** A reason begins with what it quotes, if it quotes something. */
function phraseOf(reason: string): Phrase {
  const [, quoted, why = ''] = /^("(?:[^"\\]|\\.)*") (.*)$/su.exec(reason) ?? []
  return quoted === undefined ? ['The line ', reason] : say`${new Name(JSON.parse(quoted))} ${[why]}`
}

/**
 * What is wrong in one list.
 * @param most how many findings of one rule have their words
 */
export function findingsInFile({ sites, leftOut }: ReadFile, levels: LintLevels, most: number): FileFindings {
  const { path, repeats } = sites
  const found = new Map(leftOut)
  const whole = wholeFile(sites)
  if (whole !== undefined) found.set(whole.rule, { count: 1, first: [{ says: whole.says }] })
  const isOn = (rule: LintRule) => levels[rule] !== 'off'
  if (isOn('duplicate')) found.set('duplicate', repeated(sites, repeats, most))
  if (isOn('redundant')) found.set('redundant', redundant(sites, most))
  if (isOn('public-suffix')) found.set('public-suffix', ofSites(sites, suffixesIn(sites), most, suffixPhrase))
  if (isOn('never-active'))
    found.set('never-active', ofSites(sites, neverActiveIn(sites), most, inactivePhrase))
  if (isOn('deleted-from-some-tables'))
    found.set('deleted-from-some-tables', ofSites(sites, deletedIn(sites), most, deletedPhrase))
  const rules = lintRuleNames.flatMap((rule) => ruleFindings(path, rule, found.get(rule), levels))
  return { path, rules }
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
export function wholeFile({ table, linesWithSites, linesLeftOut, answers }: ListedSites) {
  const address = mostCommonRedirect(answers.redirects, linesWithSites + linesLeftOut)
  if (address !== undefined) {
    const says = say`most lines redirect to the public address ${new Name(address)} and block nothing, so a plan rejects the file, unless on_invalid_line is set to "skip"`
    return { rule: 'mostly-invalid', says } as const
  }
  if (table.size === 0) {
    const says = say`the list has no site, so a plan rejects it, unless allow_empty is true`
    return { rule: 'empty-list', says } as const
  }
  if (!isMostlyInvalid(linesWithSites, linesLeftOut)) return undefined
  const says = say`most lines are not sites, so a plan rejects the file, unless on_invalid_line is set to "skip"`
  return { rule: 'mostly-invalid', says } as const
}

function repeated({ bytes, table, firsts }: ListedSites, marked: Marked, most: number): Found {
  const chosen = firstOf(marked, most)
  const lines = linesOf(
    bytes,
    chosen.flatMap(({ place, site }) => [place, firsts[site] ?? 0]),
  )
  return {
    count: marked.places.length,
    first: chosen.map(({ place, site }) => ({
      line: lines.get(place) ?? 1,
      says: say`${new Name(table.siteAt(site))} is in line ${[String(lines.get(firsts[site] ?? 0) ?? 1)]} too`,
    })),
  }
}

function redundant(sites: ListedSites, most: number): Found {
  const { bytes, table, firsts } = sites
  const parents = parentsIn(table)
  const included = indexesWhere(table.size, (index) => parents[index] !== noParent)
  const chosen = firstOf(marksOf(sites, included), most)
  const parentOf = (site: number) => parents[site] ?? 0
  const lines = linesOf(
    bytes,
    chosen.flatMap(({ place, site }) => [place, firsts[parentOf(site)] ?? 0]),
  )
  return {
    count: included.length,
    first: chosen.map(({ place, site }) => {
      const line = [String(lines.get(firsts[parentOf(site)] ?? 0) ?? 1)]
      return {
        line: lines.get(place) ?? 1,
        says: say`${new Name(table.siteAt(site))} is included in ${new Name(table.siteAt(parentOf(site)))} (line ${line})`,
      }
    }),
  }
}

function ofSites(
  sites: ListedSites,
  indexes: Uint32Array,
  most: number,
  phrase: (site: Site) => Phrase,
): Found {
  const { bytes, table } = sites
  const chosen = firstOf(marksOf(sites, indexes), most)
  const lines = linesOf(
    bytes,
    chosen.map(({ place }) => place),
  )
  return {
    count: indexes.length,
    first: chosen.map(({ place, site }) => ({
      line: lines.get(place) ?? 1,
      says: phrase(table.siteAt(site)),
    })),
  }
}

function suffixesIn({ table }: ListedSites): Uint32Array {
  return indexesWhere(table.size, (index) => isPublicSuffix(table.siteAt(index)))
}

function suffixPhrase(site: Site): Phrase {
  return say`${new Name(site)} is a public suffix and includes all domains below it`
}

/** Only a site that begins with `ww` can be one, so that a string is made of few. */
function neverActiveIn({ table }: ListedSites): Uint32Array {
  const { bytes, starts, size } = table
  return indexesWhere(size, (index) => {
    const start = starts[index] ?? 0
    return bytes[start] === letterW && bytes[start + 1] === letterW && isNeverActive(table.siteAt(index))
  })
}

const letterW = 0x77

function inactivePhrase(site: Site): Phrase {
  return say`${new Name(site)} never becomes active`
}

function deletedIn({ table }: ListedSites): Uint32Array {
  const deleted = tableOf(tablesOfDeleted.map(({ site }) => site)).list()
  const found = deleted.filter((site) => table.has(site))
  return found.length === 0
    ? new Uint32Array()
    : indexesWhere(table.size, (index) => found.includes(table.siteAt(index)))
}

function deletedPhrase(site: Site): Phrase {
  const tables = tablesOfDeleted
    .filter((each) => each.site === site)
    .map(({ table }) => say`${new Name(table)}`)
  return say`each compile deletes ${new Name(site)} from ${joined(tables, ' and ')}; other categories keep it`
}

function indexesWhere(size: number, isMeant: (index: number) => boolean): Uint32Array {
  let indexes = new Uint32Array(1 << 8)
  let count = 0
  for (let index = 0; index < size; index += 1) {
    if (!isMeant(index)) continue
    if (count === indexes.length) {
      const larger = new Uint32Array(2 * count)
      larger.set(indexes)
      indexes = larger
    }
    indexes[count] = index
    count += 1
  }
  return indexes.subarray(0, count)
}

function marksOf({ firsts }: ListedSites, sites: Uint32Array): Marked {
  return { places: sites.map((site) => firsts[site] ?? 0), sites }
}

/** The first in the order of the file. */
function firstOf({ places, sites }: Marked, most: number) {
  if (most === 0 || places.length === 0) return []
  const limit = places.slice().sort()[Math.min(most, places.length) - 1] ?? 0
  const chosen: { readonly place: number; readonly site: number }[] = []
  for (const [index, place] of places.entries()) {
    if (place <= limit) chosen.push({ place, site: sites[index] ?? 0 })
  }
  return chosen.sort((one, other) => one.place - other.place).slice(0, most)
}
