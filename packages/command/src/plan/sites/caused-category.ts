import { common, emptyTable, minus, type SiteTable } from '@webfilter/site-lists'
import { namesOfSites } from '../../report/names'
import { counted, type Phrase } from '../../report/phrase'
import { type Subject, subjectOn, subjectPhrase } from '../change'
import type { ItemCause } from '../planned-resource'
import { gainedBecause, type PlannedCategory, type PossibleLosses } from './category-exchange'
import { type CategoryIdentity, isOnlyRestored, type ListChange } from './list-change'
import type { Exchange } from './moves'

/** A category as one cause changes it. */
export interface CausedCategory extends Omit<PlannedCategory, 'alone' | 'possibleLosses'> {
  readonly cause: ItemCause
  readonly alone: Exchange
  readonly possibleLosses: PossibleLosses | undefined
  /** Addresses of the resources whose sites change. */
  readonly addresses: readonly string[]
}

/** Of what only the configuration does, nothing is restored. */
export function partOf(category: PlannedCategory, cause: ItemCause): CausedCategory {
  const { arriving, leaving, doubtful, claimed, mayBeClaimed } = category
  const isCreated = (list: ListChange) => list.resource.does?.drift === 'create'
  const part = {
    ...category,
    cause,
    alone: category.alone[cause],
    possibleLosses: category.possibleLosses[cause],
    arriving: arriving.filter((list) => (isCreated(list) || isOnlyRestored(list)) === (cause === 'drift')),
    leaving: leaving.filter((list) => isOnlyRestored(list) === (cause === 'drift')),
    doubtful: doubtful.filter((list) => isOnlyRestored(list) === (cause === 'drift')),
    claimed: gainedBecause(cause, claimed, category),
    mayBeClaimed: gainedBecause(cause, mayBeClaimed, category),
  }
  return { ...part, addresses: addressesIn(part) }
}

function addressesIn(part: Omit<CausedCategory, 'addresses'>): readonly string[] {
  const { cause, restored, removedByRepair, arriving, leaving, lists } = part
  const isRepaired = restored.size + removedByRepair.size > 0
  const changed = lists.filter(({ before, after, isChanged, resource: { does } }) => {
    if (!isRepaired || !isChanged) return cause === 'change' && isChanged
    if (cause === 'change') return (does?.change ?? 'none') !== 'none'
    // What is restored was not there before, and what goes by a repair was.
    return holdsSome(after, restored) || holdsSome(before, removedByRepair)
  })
  return addressesOf([...new Set([...arriving, ...changed]), ...leaving])
}

/** Whether a list holds any of the sites. */
function holdsSome(list: SiteTable, sites: SiteTable): boolean {
  return sites.size > 0 && common(list, sites).size > 0
}

export function categorySubject({ name, appliance }: Pick<CategoryIdentity, 'name' | 'appliance'>): Subject {
  return subjectOn(appliance, 'category', name)
}

/** Such as `category ads`. */
export function categoryPhrase(category: Pick<CategoryIdentity, 'name' | 'appliance'>): Phrase {
  return subjectPhrase(categorySubject(category))
}

/** What a line about sites of a category says in any case. */
export function siteLine(category: CausedCategory, sites: SiteTable) {
  return {
    subject: categorySubject(category),
    says: counted(sites.size, 'site'),
    ...(sites.size > 0 && { noun: 'site' as const, names: namesOfSites(sites, category.isSensitive) }),
    addresses: category.addresses,
  }
}

/** Addresses of the resources whose sites change in a category. */
export function changedIn({ lists, leaving, arriving }: PlannedCategory): readonly string[] {
  const changed = lists.filter((list) => arriving.includes(list) || list.isChanged)
  return addressesOf([...changed, ...leaving])
}

export function addressesOf(lists: readonly ListChange[]): readonly string[] {
  return lists.map(({ resource }) => resource.address)
}

export function isCategory({ resource }: ListChange): boolean {
  return resource.type === 'appliance_category'
}

/** Sites that a list takes out of its category, as far as it is alone. */
export function givenUpBy(list: ListChange, { leaving }: Pick<PlannedCategory, 'leaving'>): SiteTable {
  const { before, after, released } = list
  // What a list that leaves declares is in another category.
  return minus(minus(before, leaving.includes(list) ? emptyTable : after), released)
}
