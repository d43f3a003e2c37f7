import type { Site } from '@webfilter/appliance-names'
import type { SiteTable } from '../../../sites/table/site-table'
import { joinedNames, NameCounter } from '../../report/names'
import { counted, joined, Name, type Phrase, say } from '../../report/phrase'
import { common, type PlannedCategory } from '../sites/category-exchange'
import { eachShared, type MergedOrder } from '../sites/moves'
import { changedIn } from '../sites/site-changes'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/**
 * Sites that two categories declare after the plan, and that the plan adds to one of them: which of the two holds them then, `on_conflict`
 * decides. One observation for each pair of categories, or one in all for many pairs.
 */
export function sitesInTwoCategories(reviewed: ReviewedPlan): readonly Observation[] {
  const { categories } = reviewed.exchange
  if (categories.length < 2 || categories.every(({ added, claimed }) => added.size + claimed.size === 0))
    return []
  const pairs = new CategoryPairs(categories, [rejected, taken, byOrder, inBoth])
  collectShared(reviewed, (one, other, text) => {
    const [first, second] = [categories[one], categories[other]]
    if (!first || !second) return
    const [isFirstNew, isSecondNew] = [first.added.has(text), second.added.has(text)]
    const isKept = [first, second].every(
      ({ claimed, exclusive }) => !claimed.has(text) && !exclusive.has(text),
    )
    if (isFirstNew && isSecondNew && !isKept) pairs.add(byOrder, one, other, text)
    else if (first.exclusive.has(text)) pairs.add(rejected, one, other, text)
    else if (second.exclusive.has(text)) pairs.add(rejected, other, one, text)
    else if (isFirstNew || isSecondNew) pairs.add(inBoth, one, other, text)
  })
  collectTaken(categories, (taker, loser, text) => pairs.add(taken, taker, loser, text))
  return pairs.observations((count) => say`${counted(count, 'site')} in two categories each`)
}

/** What becomes of sites that two categories declare. */
interface Outcome {
  /** Of one pair. */
  readonly says: (count: number, one: Phrase, other: Phrase) => Phrase
  /** Of so many pairs, such as `3 pairs`. */
  readonly saysInAll: (pairs: Phrase) => Phrase
}

const rejected: Outcome = {
  says: (count, one, other) =>
    say`the apply rejects the change of ${one}: ${counted(count, 'site')} in ${other}, and on_conflict is "fail"`,
  saysInAll: (pairs) => say`the apply rejects the change of ${pairs} because on_conflict is "fail"`,
}

const taken: Outcome = {
  says: (count, one, other) =>
    say`${counted(count, 'site')} declared in ${one} and ${other}; the apply removes it from ${other} because on_conflict is "move", and the next plan is rejected`,
  saysInAll: (pairs) =>
    say`in ${pairs}, the apply removes sites from one category because on_conflict is "move", and the next plan is rejected`,
}

const byOrder: Outcome = {
  says: (count, one, other) =>
    say`${counted(count, 'site')} added to ${one} and ${other}; on_conflict and the order of the changes decide which of them contains it`,
  saysInAll: (pairs) =>
    say`in ${pairs}, on_conflict and the order of the changes decide which category contains them`,
}

const inBoth: Outcome = {
  says: (count, one, other) => say`${counted(count, 'site')} in both ${one} and ${other}`,
  saysInAll: (pairs) => say`in ${pairs}, both categories contain them`,
}

/** Calls back for each site that two categories hold after the plan, with their numbers. */
function collectShared(
  { contents }: ReviewedPlan,
  found: (one: number, other: number, text: Site) => void,
): void {
  const { tables, order } = contents()
  eachShared(tables, order, (from, to) => {
    const text = tables[order.tables[from] ?? 0]?.at(order.indexes[from] ?? 0)
    if (text === undefined) return
    const holders = [...order.tables.subarray(from, to)]
    for (const [index, one] of holders.entries())
      for (const other of holders.slice(index + 1)) found(one, other, text)
  })
}

/** The same for each site that a category takes from another one, which declares it still. */
function collectTaken(
  categories: readonly PlannedCategory[],
  found: (taker: number, loser: number, text: string) => void,
): void {
  for (const [loser, { contested }] of categories.entries()) {
    if (contested.size === 0) continue
    for (const [taker, { claimed }] of categories.entries()) {
      if (taker !== loser) for (const site of common(contested, claimed).list()) found(taker, loser, site)
    }
  }
}

/**
 * Domains whose parent domain is in another category, where the plan adds one of the two: which of the categories decides
 * is for the appliance to say. One observation for each pair of categories, or one in all for many pairs.
 */
export function parentsAndChildrenApart({
  exchange: { categories },
  contents,
}: ReviewedPlan): readonly Observation[] {
  if (categories.length < 2 || categories.every(({ added }) => added.size === 0)) return []
  const { tables, order } = contents()
  const pairs = new CategoryPairs(categories, [apart])
  eachParent(tables, order, (position, ancestor) => {
    const [child, parent] = [siteAt(tables, order, position), siteAt(tables, order, ancestor)]
    const [childsCategory, parentsCategory] = [order.tables[position] ?? 0, order.tables[ancestor] ?? 0]
    if (!child || !parent || categories[parentsCategory]?.content.has(child)) return
    const isNew =
      categories[childsCategory]?.added.has(child) || categories[parentsCategory]?.added.has(parent)
    if (isNew) pairs.add(apart, childsCategory, parentsCategory, child, pairOf(child, parent))
  })
  return pairs.observations(
    (count) => say`${counted(count, 'domain')} with a parent domain in another category`,
  )
}

const apart: Outcome = {
  says: (count, one, other) => say`${counted(count, 'domain')} in ${one} with a parent domain in ${other}`,
  saysInAll: () => [],
}

/**
 * Calls back for each site with its nearest parent domain in each of the other tables. In the order of tables a site stands somewhere
 * before all that end with it, so those that the current one ends with make up a stack.
 */
function eachParent(
  tables: readonly SiteTable[],
  order: MergedOrder,
  found: (position: number, parent: number) => void,
): void {
  const endings: number[] = []
  for (let position = 0; position < order.tables.length; position += 1) {
    while (endings.length > 0 && !endsWith(position, endings.at(-1) ?? 0)) endings.pop()
    const seen = new Set([order.tables[position]])
    for (let index = endings.length - 1; index >= 0; index -= 1) {
      const ending = endings[index] ?? 0
      if (seen.has(order.tables[ending]) || !isParent(ending, position)) continue
      seen.add(order.tables[ending])
      found(position, ending)
    }
    endings.push(position)
  }

  function endsWith(position: number, ending: number): boolean {
    const [table, otherTable] = [tables[order.tables[position] ?? 0], tables[order.tables[ending] ?? 0]]
    if (!table || !otherTable) return false
    const [begin, length] = bytesOfSite(table, order.indexes[position] ?? 0)
    const [otherBegin, otherLength] = bytesOfSite(otherTable, order.indexes[ending] ?? 0)
    if (otherLength > length) return false
    for (let back = 1; back <= otherLength; back += 1) {
      if (table.bytes[begin + length - back] !== otherTable.bytes[otherBegin + otherLength - back])
        return false
    }
    return true
  }

  function isParent(ancestor: number, position: number): boolean {
    const [table, otherTable] = [tables[order.tables[position] ?? 0], tables[order.tables[ancestor] ?? 0]]
    if (!table || !otherTable) return false
    const [begin, length] = bytesOfSite(table, order.indexes[position] ?? 0)
    const [, otherLength] = bytesOfSite(otherTable, order.indexes[ancestor] ?? 0)
    return otherLength < length && table.bytes[begin + length - otherLength - 1] === dot
  }
}

const dot = 0x2e

function bytesOfSite({ starts }: SiteTable, index: number): readonly [begin: number, length: number] {
  const begin = starts[index] ?? 0
  return [begin, (starts[index + 1] ?? 1) - 1 - begin]
}

function siteAt(
  tables: readonly SiteTable[],
  order: MergedOrder,
  position: number,
): ReturnType<SiteTable['at']> | undefined {
  return tables[order.tables[position] ?? 0]?.at(order.indexes[position] ?? 0)
}

/** More pairs of categories than this are one observation: so many lists overlap that nobody reads each pair. */
const mostPairs = 20

/** So many of them are named, the largest. */
const mostNamed = 10

/** Sites that concern two categories at once, counted for each pair. */
class CategoryPairs {
  readonly #categories: readonly PlannedCategory[]
  readonly #outcomes: readonly Outcome[]
  readonly #overlaps = new Map<number, Overlap>()
  readonly #takenSites = new Set<string>()
  #sitesInOrder = 0
  #last: string | undefined

  /** @param outcomes that are possible, the gravest first */
  constructor(categories: readonly PlannedCategory[], outcomes: readonly Outcome[]) {
    this.#categories = categories
    this.#outcomes = outcomes
  }

  /**
   * Counts a site for two categories. What concerns the same site comes together, except for sites that are taken.
   * @param name of the site, if it is shown with something else
   */
  add(outcome: Outcome, one: number, other: number, site: string, name = site): void {
    const size = this.#categories.length
    const key = (this.#outcomes.indexOf(outcome) * size + one) * size + other
    const overlap = this.#overlaps.get(key) ?? { outcome, one, other, names: new NameCounter() }
    this.#overlaps.set(key, overlap)
    const isSensitive = this.#categories[one]?.isSensitive || this.#categories[other]?.isSensitive
    overlap.names.add(isSensitive ? undefined : name)
    if (outcome === taken) this.#takenSites.add(site)
    else if (site !== this.#last) this.#sitesInOrder += 1
    this.#last = site
  }

  /** @param head says how many sites there are, in one observation for all pairs */
  observations(head: (sites: number) => Phrase): readonly Observation[] {
    const pairs = this.#pairs()
    if (pairs.length <= mostPairs) return pairs.map((pair) => this.#observation(pair))
    return [this.#observationOfAll(pairs, head, this.#sitesInOrder + this.#takenSites.size)]
  }

  /** The overlaps of each pair of categories, the gravest first. */
  #pairs(): readonly (readonly Overlap[])[] {
    const pairs = new Map<number, Overlap[]>()
    for (const [, overlap] of [...this.#overlaps].sort(([one], [other]) => one - other)) {
      const [lower, higher] = [overlap.one, overlap.other].sort((one, other) => one - other)
      const key = (lower ?? 0) * this.#categories.length + (higher ?? 0)
      const pair = pairs.get(key)
      if (pair === undefined) pairs.set(key, [overlap])
      else pair.push(overlap)
    }
    return [...pairs].sort(([one], [other]) => one - other).map(([, overlaps]) => overlaps)
  }

  #observation(pair: readonly Overlap[]): Observation {
    return {
      says: joined(
        pair.map(({ outcome, one, other, names }) =>
          outcome.says(names.count, say`category ${this.#nameOf(one)}`, say`category ${this.#nameOf(other)}`),
        ),
        '; ',
      ),
      names: joinedNames(pair.map(({ names }) => names)),
      addresses: this.#addressesOf(pair),
    }
  }

  #observationOfAll(
    pairs: readonly (readonly Overlap[])[],
    head: (sites: number) => Phrase,
    sites: number,
  ): Observation {
    const overlaps = pairs.flat()
    const outcomes = this.#outcomes
      .map((outcome) => ({
        outcome,
        count: pairs.filter((pair) => pair.some((each) => each.outcome === outcome)).length,
      }))
      .filter(({ count }) => count > 0)
      .map(({ outcome, count }) =>
        outcome.saysInAll(count === pairs.length ? ['all pairs'] : counted(count, 'pair')),
      )
      .filter((phrase) => phrase.length > 0)
    const largest = pairs
      .map((pair) => ({ pair, count: joinedNames(pair.map(({ names }) => names)).count }))
      .sort((one, other) => other.count - one.count)
      .slice(0, mostNamed)
      .flatMap(({ pair: [first], count }) =>
        first ? [say`${this.#nameOf(first.one)} and ${this.#nameOf(first.other)} (${count})`] : [],
      )
    return {
      says: joined(
        [
          say`${head(sites)}, in ${counted(pairs.length, 'pair')} of categories`,
          ...outcomes,
          say`largest pairs ${joined(largest, ', ')}`,
        ],
        '; ',
      ),
      names: { ...joinedNames(overlaps.map(({ names }) => names)), count: sites },
      addresses: this.#addressesOf(overlaps),
    }
  }

  #nameOf(category: number): Name {
    return new Name(this.#categories[category]?.name ?? '')
  }

  #addressesOf(overlaps: readonly Overlap[]): readonly string[] {
    const concerned = new Set(overlaps.flatMap(({ one, other }) => [one, other]))
    const categories = [...concerned].flatMap((index) => this.#categories[index] ?? [])
    return [...new Set(categories.flatMap((category) => changedIn(category)))]
  }
}

/** Sites for which two categories were noticed, with the same outcome. */
interface Overlap {
  readonly outcome: Outcome
  readonly one: number
  readonly other: number
  readonly names: NameCounter
}

/** A domain and a parent domain of it, as one name. */
function pairOf(child: string, parent: string): string {
  return `${child} (of ${parent})`
}

/** The sites of such a name. */
export function sitesOfPair(pair: string): readonly string[] {
  const [, child, parent] = /^(\S+) \(of (\S+)\)$/u.exec(pair) ?? []
  return child === undefined || parent === undefined ? [] : [child, parent]
}
