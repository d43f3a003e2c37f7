import type { Site } from '@webfilter/appliance-names'
import { remembered } from '../grouped'
import { onEachAppliance } from '../plan/appliances'
import type { ReviewedPlan } from '../plan/planned-changes'
import type { PlannedCategory } from '../plan/sites/category-exchange'
import { eachSite, type MergedOrder, mergedOrder, siteAt } from '../plan/sites/merged-order'
import { shownNames } from '../report/names'
import { counted, say } from '../report/phrase'
import type { Observation } from '../report/report'
import { CategoryPairs, firstOfEach, type Outcome } from './category-pairs'

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
  const heldBy = remembered(({ holders }: Domain) => new Set(holders), new WeakMap())
  const addedTo = remembered(
    ({ site, holders }: Domain) => new Set(holders.filter((index) => categories[index]?.added.has(site))),
    new WeakMap(),
  )
  eachChild(mergedOrder(categories.map(({ planned }) => planned)), (child, parents) => {
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
  function betweenOf(child: Domain, parent: Domain, nearer: readonly Domain[], counting: CategoryPairs) {
    const [toChild, toParent] = [addedTo(child), addedTo(parent)]
    if (toChild.size + toParent.size === 0) return []
    const holding = [child, ...nearer].map(heldBy)
    const others = [...parent.holders].filter((each) => !holding.some((holders) => holders.has(each)))
    const above = firstOfEach(others, (each) => String(toParent.has(each)))
    const below = firstOfEach([...child.holders], (each) => String(toChild.has(each)))
    counting.isCut ||= above.isCut || below.isCut
    return above.first.flatMap((upper) =>
      below.first.flatMap((lower) => {
        const [one, other] = [categories[lower], categories[upper]]
        const isNew = toParent.has(upper) || toChild.has(lower)
        return one && other && isNew ? [{ outcome: apart, one, other }] : []
      }),
    )
  }
}

const apart: Outcome = {
  says: (count, one, other) => say`${counted(count, 'domain')} in ${one} with a parent domain in ${other}`,
  saysInAll: () => [],
}

/** A site, and the categories that hold it after the plan, by their numbers. */
interface Domain {
  readonly site: Site
  readonly holders: Uint32Array
}

/**
 * Calls back for each domain with its parent domains, the nearest first. In the order of tables a site stands somewhere before all that
 * end with it, so those that the current one ends with make up a stack.
 */
function eachChild(contents: MergedOrder, found: (child: Domain, parents: readonly Domain[]) => void): void {
  const endings: Domain[] = []
  eachSite(contents, (from, to) => {
    const domain = { site: siteAt(contents, from), holders: contents.owners.subarray(from, to) }
    const { site } = domain
    for (let last = endings.at(-1); last && !site.endsWith(last.site); last = endings.at(-1)) endings.pop()
    const parents = endings.filter((ending) => site.endsWith(`.${ending.site}`)).reverse()
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
