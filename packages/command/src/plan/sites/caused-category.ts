import { common, minus, type SiteTable } from '@webfilter/site-lists'
import { namesOfSites } from '../../report/names'
import { counted, type Phrase } from '../../report/phrase'
import { type Subject, subjectOn, subjectPhrase } from '../change'
import type { ItemCause } from '../planned-resource'
import { enteringKinds, leavingKinds, type PlannedCategory, sitesOf } from './category-exchange'
import { type CategoryIdentity, isOnlyRestored, type ListChange } from './list-change'
import type { SiteItemKind } from './standing'

/** A category as one cause changes it. */
export class CausedCategory {
  readonly category: PlannedCategory
  readonly cause: ItemCause
  readonly arriving: readonly ListChange[]
  readonly leaving: readonly ListChange[]
  readonly doubtful: readonly ListChange[]
  /** Addresses of the resources whose sites change. */
  readonly addresses: readonly string[]

  constructor(category: PlannedCategory, cause: ItemCause) {
    const isCreated = (list: ListChange) => list.resource.does?.drift === 'create'
    const isOfCause = ({ resource }: ListChange) => isOnlyRestored(resource) === (cause === 'drift')
    this.category = category
    this.cause = cause
    this.arriving = category.arriving.filter((list) =>
      isCreated(list) ? cause === 'drift' : isOfCause(list),
    )
    this.leaving = category.leaving.filter(isOfCause)
    this.doubtful = category.doubtful.filter(isOfCause)
    this.addresses = addressesOf([...new Set([...this.arriving, ...this.#changedLists()]), ...this.leaving])
  }

  /** The sites of items of some kinds, as far as they have this cause. */
  sites(...kinds: readonly SiteItemKind[]): SiteTable {
    return sitesOf(this.category, kinds, this.cause)
  }

  /** What a line about some of its sites says in any case. */
  line(sites: SiteTable, isSensitive = this.category.isSensitive) {
    return {
      subject: categorySubject(this.category),
      says: counted(sites.size, 'site'),
      ...(sites.size > 0 && { noun: 'site' as const, names: namesOfSites(sites, isSensitive) }),
      addresses: this.addresses,
    }
  }

  #changedLists(): readonly ListChange[] {
    const restored = sitesOf(this.category, enteringKinds, 'drift')
    const removed = sitesOf(this.category, leavingKinds, 'drift')
    const isRepaired = restored.size + removed.size > 0
    return this.category.lists.filter(({ before, after, isChanged, resource: { does } }) => {
      if (!isRepaired || !isChanged) return this.cause === 'change' && isChanged
      if (this.cause === 'change') return (does?.change ?? 'none') !== 'none'
      // What is restored was not there before, and what goes by a repair was.
      return holdsSome(after, restored) || holdsSome(before, removed)
    })
  }
}

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

/** Addresses of the resources whose sites change in a category. */
export function changedIn({ lists, leaving, arriving }: PlannedCategory): readonly string[] {
  const changed = lists.filter((list) => arriving.includes(list) || list.isChanged)
  return addressesOf([...changed, ...leaving])
}

/** The lists that change, and of which not all sites are known. */
export function uncertainLists({ lists }: PlannedCategory): readonly ListChange[] {
  return lists.filter(({ isUncertain, resource }) => isUncertain && resource.action !== 'none')
}

/** Whether a category may take sites from others that are known only after the apply. */
export function claimsUnknown(category: PlannedCategory): boolean {
  const claiming = uncertainLists(category).some(
    ({ onConflict }) => onConflict === 'move' || onConflict === 'unknown',
  )
  return claiming && category.others.length > 0
}

export function addressesOf(lists: readonly ListChange[]): readonly string[] {
  return lists.map(({ resource }) => resource.address)
}

export function isCategory({ resource }: ListChange): boolean {
  return resource.type === 'appliance_category'
}

/** Sites that a list takes out of its category if no other list keeps them. A list that leaves declares nothing here. */
export function givenUpBy(list: ListChange, { leaving }: Pick<PlannedCategory, 'leaving'>): SiteTable {
  const { before, after, released } = list
  return minus(leaving.includes(list) ? before : minus(before, after), released)
}
