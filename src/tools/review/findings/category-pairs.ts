import type { Site } from '@webfilter/appliance-names'
import type { SiteTable } from '../../../sites/table/site-table'
import { NameCounter } from '../../report/names'
import { counted, Name, type Phrase, say } from '../../report/phrase'
import { common, type PlannedCategory } from '../sites/category-exchange'
import { eachShared, type MergedOrder } from '../sites/moves'
import { changedIn } from '../sites/site-changes'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/**
 * Sites that two categories declare after the plan, and that the plan adds to one of them: which of the two holds them then, `on_conflict`
 * decides. One observation for each pair of categories and each outcome.
 */
export function sitesInTwoCategories(reviewed: ReviewedPlan): readonly Observation[] {
  const { categories } = reviewed.exchange
  if (categories.length < 2 || categories.every(({ added, claimed }) => added.size + claimed.size === 0))
    return []
  const pairs = {
    both: new CategoryPairs(categories),
    rejected: new CategoryPairs(categories),
    byOrder: new CategoryPairs(categories),
    taken: new CategoryPairs(categories),
  }
  collectShared(reviewed, (one, other, text) => {
    const [first, second] = [categories[one], categories[other]]
    if (!first || !second) return
    const [isFirstNew, isSecondNew] = [first.added.has(text), second.added.has(text)]
    const isKept = [first, second].every(
      ({ claimed, exclusive }) => !claimed.has(text) && !exclusive.has(text),
    )
    if (isFirstNew && isSecondNew && !isKept) pairs.byOrder.add(one, other, text)
    else if (first.exclusive.has(text)) pairs.rejected.add(one, other, text)
    else if (second.exclusive.has(text)) pairs.rejected.add(other, one, text)
    else if (isFirstNew || isSecondNew) pairs.both.add(one, other, text)
  })
  collectTaken(categories, (taker, loser, text) => pairs.taken.add(taker, loser, text))
  return [
    ...pairObservations(pairs.both, (sites, one, other) => say`${sites} in both ${one} and ${other}`),
    ...pairObservations(
      pairs.rejected,
      (sites, one, other) =>
        say`the apply rejects the change of ${one}: ${sites} in ${other}, and on_conflict is "fail"`,
    ),
    ...pairObservations(
      pairs.byOrder,
      (sites, one, other) =>
        say`${sites} added to ${one} and ${other}; on_conflict and the order of the changes decide which of them contains it`,
    ),
    ...pairObservations(
      pairs.taken,
      (sites, one, other) =>
        say`${sites} declared in ${one} and ${other}; the apply removes it from ${other} because on_conflict is "move", and the next plan is rejected`,
    ),
  ]
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

function pairObservations(
  pairs: Iterable<CategoryPair>,
  says: (sites: Phrase, one: Phrase, other: Phrase) => Phrase,
): readonly Observation[] {
  return [...pairs].map(({ one, other, names, addresses }) => ({
    says: says(
      counted(names.count, 'site'),
      say`category ${new Name(one.name)}`,
      say`category ${new Name(other.name)}`,
    ),
    names,
    addresses,
  }))
}

/**
 * Domains whose parent domain is in another category, where the plan adds one of the two: which of the categories decides
 * is for the appliance to say. One observation for each pair of categories.
 */
export function parentsAndChildrenApart({
  exchange: { categories },
  contents,
}: ReviewedPlan): readonly Observation[] {
  if (categories.length < 2 || categories.every(({ added }) => added.size === 0)) return []
  const { tables, order } = contents()
  const pairs = new CategoryPairs(categories)
  eachParent(tables, order, (position, ancestor) => {
    const [child, parent] = [siteAt(tables, order, position), siteAt(tables, order, ancestor)]
    const [childsCategory, parentsCategory] = [order.tables[position] ?? 0, order.tables[ancestor] ?? 0]
    if (!child || !parent || categories[parentsCategory]?.content.has(child)) return
    const isNew =
      categories[childsCategory]?.added.has(child) || categories[parentsCategory]?.added.has(parent)
    if (isNew) pairs.add(childsCategory, parentsCategory, pairOf(child, parent))
  })
  return [...pairs].map(({ one, other, names, addresses }) => ({
    says: say`${counted(names.count, 'domain')} in category ${new Name(one.name)} with a parent domain in category ${new Name(other.name)}`,
    names,
    addresses,
  }))
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

/** Sites that concern two categories at once, counted for each pair. */
class CategoryPairs {
  readonly #categories: readonly PlannedCategory[]
  readonly #pairs = new Map<number, NameCounter>()

  constructor(categories: readonly PlannedCategory[]) {
    this.#categories = categories
  }

  add(one: number, other: number, site: string): void {
    const key = one * this.#categories.length + other
    const counter = this.#pairs.get(key) ?? new NameCounter()
    this.#pairs.set(key, counter)
    const isSensitive = this.#categories[one]?.isSensitive || this.#categories[other]?.isSensitive
    counter.add(isSensitive ? undefined : site)
  }

  *[Symbol.iterator](): Generator<CategoryPair> {
    const size = this.#categories.length
    for (const [key, names] of [...this.#pairs].sort(([first], [second]) => first - second)) {
      const [one, other] = [this.#categories[Math.floor(key / size)], this.#categories[key % size]]
      if (one && other)
        yield { one, other, names, addresses: [...new Set([...changedIn(one), ...changedIn(other)])] }
    }
  }
}

/** Two categories, and the sites for which they were noticed. */
interface CategoryPair {
  readonly one: PlannedCategory
  readonly other: PlannedCategory
  readonly names: NameCounter
  readonly addresses: readonly string[]
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
