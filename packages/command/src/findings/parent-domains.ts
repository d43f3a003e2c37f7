import type { Site } from '@webfilter/appliance-names'
import { emptyTable } from '@webfilter/site-lists'
import { onEachAppliance } from '../plan/appliances'
import type { PlannedCategory } from '../plan/sites/category-exchange'
import { eachSite, type MergedOrder, mergedOrder, siteAt } from '../plan/sites/merged-order'
import { shownNames } from '../report/names'
import { counted, say } from '../report/phrase'
import { CategoryPairs, firstOfEach, type Outcome } from './category-pairs'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/**
 * Domains whose parent domain is in another category, where the plan adds one of the two: which of the categories decides
 * is for the appliance to say. One observation for each pair of categories, or one in all for many pairs.
 */
export function parentsAndChildrenApart({ exchange }: ReviewedPlan): readonly Observation[] {
  return onEachAppliance(exchange.categories.filter(({ isUnknown }) => !isUnknown)).flatMap(apartOn)
}

function apartOn(categories: readonly PlannedCategory[]): readonly Observation[] {
  if (categories.length < 2 || categories.every(({ added }) => added.size === 0)) return []
  const pairs = new CategoryPairs([apart])
  eachChild(mergedOrder(categories.map(({ planned }) => planned)), categories, (child, parents) => {
    let isCounted = false
    for (const [index, parent] of parents.entries()) {
      const between = betweenOf(child, parent, parents.slice(0, index), pairs)
      pairs.add(shownNames([pairOf(child.site, parent.site)]), between, isCounted ? 0 : 1)
      isCounted ||= between.length > 0
    }
  })
  return pairs.observations(
    (count) => say`${counted(count, 'domain')} with a parent domain in another category`,
  )

  /** @param nearer parent domains that are below the parent */
  function betweenOf(
    child: HeldDomain,
    parent: HeldDomain,
    nearer: readonly HeldDomain[],
    counting: CategoryPairs,
  ) {
    if (child.adding.length + parent.adding.length === 0) return []
    const others = [...parent.holders].filter(
      (each) => !child.isHeldBy(each) && !nearer.some((domain) => domain.isHeldBy(each)),
    )
    const above = firstOfEach(others, (each) => String(parent.isAddedTo(each)))
    const below = firstOfEach([...child.holders], (each) => String(child.isAddedTo(each)))
    counting.isCut ||= above.isCut || below.isCut
    return above.first.flatMap((upper) =>
      below.first.flatMap((lower) => {
        const [one, other] = [categories[lower], categories[upper]]
        const isNew = parent.isAddedTo(upper) || child.isAddedTo(lower)
        return one && other && isNew ? [{ outcome: apart, one, other }] : []
      }),
    )
  }
}

const apart: Outcome = {
  says: (count, one, other) => say`${counted(count, 'domain')} in ${one} with a parent domain in ${other}`,
  saysInAll: () => [],
}

/** A domain in the order of all sites, from a position to before another, and what is known of it once somebody asks. */
class HeldDomain {
  readonly #contents: MergedOrder
  readonly #categories: readonly PlannedCategory[]
  readonly #from: number
  readonly #to: number
  #adding: readonly number[] | undefined
  #addedTo: ReadonlySet<number> | undefined
  #heldBy: ReadonlySet<number> | undefined
  #site: Site | undefined

  constructor(contents: MergedOrder, categories: readonly PlannedCategory[], from: number, to: number) {
    this.#contents = contents
    this.#categories = categories
    this.#from = from
    this.#to = to
  }

  get site(): Site {
    this.#site ??= siteAt(this.#contents, this.#from)
    return this.#site
  }

  /** The categories that hold it after the plan, by their numbers. */
  get holders(): Uint32Array {
    return this.#contents.owners.subarray(this.#from, this.#to)
  }

  /** Those to which the plan adds it. */
  get adding(): readonly number[] {
    this.#adding ??= [...this.holders].filter((index) => this.#categories[index]?.added.has(this.site))
    return this.#adding
  }

  isAddedTo(category: number): boolean {
    this.#addedTo ??= new Set(this.adding)
    return this.#addedTo.has(category)
  }

  isHeldBy(category: number): boolean {
    this.#heldBy ??= new Set(this.holders)
    return this.#heldBy.has(category)
  }

  /** Whether its name ends with that of another one, which need not be a parent domain of it. */
  endsWith(other: HeldDomain): boolean {
    const [one, ending] = [this.#bytes, other.#bytes]
    if (ending.length > one.length) return false
    for (let back = 1; back <= ending.length; back += 1) {
      if (
        one.table.bytes[one.begin + one.length - back] !==
        ending.table.bytes[ending.begin + ending.length - back]
      )
        return false
    }
    return true
  }

  /** Whether it is below another one with whose name it ends. */
  isBelow(other: HeldDomain): boolean {
    const [{ table, begin, length }, ending] = [this.#bytes, other.#bytes]
    return ending.length < length && table.bytes[begin + length - ending.length - 1] === dot
  }

  /** Where its name stands in the first table that has it: comparing bytes there needs no string. */
  get #bytes() {
    const { tables, owners, indexes } = this.#contents
    const table = tables[owners[this.#from] ?? 0] ?? emptyTable
    const index = indexes[this.#from] ?? 0
    const begin = table.starts[index] ?? 0
    return { table, begin, length: (table.starts[index + 1] ?? 1) - 1 - begin }
  }
}

const dot = 0x2e

/**
 * Calls back for each domain with its parent domains, the nearest first. In the order of tables a site stands somewhere before all that
 * end with it, so those that the current one ends with make up a stack.
 */
function eachChild(
  contents: MergedOrder,
  categories: readonly PlannedCategory[],
  found: (child: HeldDomain, parents: readonly HeldDomain[]) => void,
): void {
  const endings: HeldDomain[] = []
  eachSite(contents, (from, to) => {
    const domain = new HeldDomain(contents, categories, from, to)
    for (let last = endings.at(-1); last && !domain.endsWith(last); last = endings.at(-1)) endings.pop()
    const parents = endings.filter((ending) => domain.isBelow(ending)).reverse()
    if (parents.length > 0) found(domain, parents)
    endings.push(domain)
  })
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
