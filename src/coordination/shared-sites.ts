import { simplifyName } from '@webfilter/appliance-names'
import type { ManagedObject } from '@webfilter/terraform-plugin'
import { Condition, plainReason } from '../concurrency'

import { asSet, type SiteList } from '../sites/table/site-list'
import { emptyTable, type SiteSet, sitesInEither, sitesWithout } from '../sites/table/site-table'
import { usualWaits, type Waits } from './waits'

/**
 * Sites that one list of a category removes and another one keeps: a list that is shortened, replaced or destroyed beside one that
 * stays. What one of them declares, the other must not remove.
 *
 * Terraform plans the two side by side, and neither knows whether the other is still to come. But each first announces what it keeps and
 * removes, and then looks at earlier announcements, so the second one knows both. A list that was read and is not planned yet is planned
 * within moments: lists that share sites with it wait for it, so that all of them know each other. This holds for a plan, and also for its
 * apply, which is another process: no list is read there, sites leave when they are removed, and each list that is applied is planned
 * once more.
 */
export class SharedSites {
  readonly #categories = new Map<string, ListsOfCategory>()
  readonly #new = new Set<AwaitedList>()
  readonly #planned: Condition
  readonly #waits: Waits
  /** When the first removal of a whole list was planned, on the clock of `performance.now()`. */
  #firstRemoval: number | undefined

  /** @param errors the errors for a caller that stops waiting; the reason of the signal by default */
  constructor(errors = plainReason, waits = usualWaits) {
    this.#planned = new Condition(errors)
    this.#waits = waits
  }

  /**
   * Says that a list was read, and is about to be planned.
   *
   * @param list name of the list; null for that of the category itself
   */
  expect(category: NamedCategory, list: string | null, managed: SiteSet): void {
    this.#listsOf(category).expected.push({ list, managed, hasArrived: false })
  }

  /**
   * Says that the plan of a new list begins, whose category is not known yet.
   * @returns to be called once it has made its announcements, or has failed
   */
  expectNew(): () => void {
    const awaited = { hasArrived: false }
    this.#new.add(awaited)
    return () => {
      awaited.hasArrived = true
      this.#new.delete(awaited)
      this.#planned.changed()
    }
  }

  /** Says that a list has made its announcements, has failed, or is gone: other lists need not wait for it any more. */
  arrive(category: NamedCategory, list: string | null): void {
    const { expected } = this.#listsOf(category)
    // A state may have one list under two addresses.
    const index = expected.findIndex((each) => each.list === list)
    const [arrived] = index >= 0 ? expected.splice(index, 1) : []
    if (arrived) arrived.hasArrived = true
    this.#planned.changed()
  }

  /**
   * Says that sites of a list leave a category.
   *
   * @param removed what the list would remove
   * @returns the part of the sites that earlier lists keep there
   */
  leave(
    category: NamedCategory,
    removed: SiteSet,
    { by, isAnnounced, remembered = 'all' }: LeavingOptions,
  ): Promise<SiteSet> {
    const { staying, leaving } = this.#listsOf(category)
    const kept = keptBy(others(staying, by), removed)
    if (isAnnounced && removed.size > 0) {
      const left = { by, removed, kept: remembered === 'all' ? kept : Promise.resolve(remembered) }
      leaving.push(left)
      by?.whenWithdrawn(() => remove(leaving, left))
    }
    return kept
  }

  /**
   * Says that a list stays in a category.
   *
   * @param sites what it has there now and later; called only if another list removes something
   * @returns the part of the sites that earlier lists remove
   */
  async stay(category: NamedCategory, sites: () => Promise<SiteSet>, by?: Announcer): Promise<SiteSet> {
    const { staying, leaving } = this.#listsOf(category)
    const stays = { by, sites }
    staying.push(stays)
    by?.whenWithdrawn(() => remove(staying, stays))
    const before = others(leaving, by)
    return before.length === 0 ? emptyTable : await lostTo(before, await sites())
  }

  /**
   * Waits until every list of a category is planned that was read by now and has one of the sites. To be called by a list that has arrived
   * itself. Throws why the caller stops waiting, if the signal is triggered.
   */
  async othersArePlanned(
    category: NamedCategory,
    sites: () => Promise<SiteSet>,
    signal: AbortSignal,
  ): Promise<void> {
    const candidates = [...this.#listsOf(category).expected]
    if (candidates.length === 0) return
    const own = await sites()
    await this.#arePlanned(
      candidates.filter(({ managed }) => intersect(own, managed)),
      signal,
    )
  }

  /**
   * The same for new lists, and for every list of every category, because any of them may be replaced by one in the category of the caller: so
   * it is if the index of each category changes by one. Some engines plan the destroy of what has left the configuration before they read
   * anything, so the first call of a run waits for the others to begin.
   */
  async allArePlanned(signal: AbortSignal): Promise<void> {
    this.#firstRemoval ??= performance.now()
    const begin = this.#firstRemoval + this.#waits.untilBegun
    await this.#planned.wait(
      () => false,
      signal,
      () => begin,
    )
    const known = [...this.#categories.values()].flatMap(({ expected }) => expected)
    await this.#arePlanned([...this.#new, ...known], signal)
  }

  async #arePlanned(lists: readonly AwaitedList[], signal: AbortSignal): Promise<void> {
    const begun = performance.now()
    const isPlanned = () => lists.every(({ hasArrived }) => hasArrived)
    await this.#planned.wait(isPlanned, signal, () => begun + this.#waits.untilPlanned)
  }

  /** The part of some sites that lists which stay, and have announced it by now, keep in the category. */
  async kept(category: NamedCategory, sites: SiteSet, by?: object): Promise<SiteSet> {
    return await keptBy(others(this.#listsOf(category).staying, by), sites)
  }

  /**
   * The part of some sites that lists of the category remove, or have removed by now.
   * @param sites called only if another list removes something
   */
  async lost(
    category: NamedCategory,
    sites: () => SiteSet | Promise<SiteSet>,
    by?: object,
  ): Promise<SiteSet> {
    const leaving = others(this.#listsOf(category).leaving, by)
    return leaving.length === 0 ? emptyTable : await lostTo(leaving, await sites())
  }

  /** Says what a change of this run has added to a category and removed from it, as the appliance confirmed. */
  changed(category: NamedCategory, { added, removed }: ConfirmedChange): void {
    const lists = this.#listsOf(category)
    if (lists.gone.size > 0 && added.length > 0) lists.gone = sitesWithout(lists.gone, asSet(added))
    if (removed.length > 0) lists.gone = sitesInEither(asSet(removed), lists.gone)
  }

  /** The part of some sites that changes of this run have removed from a category, and that none has added again. */
  gone(category: NamedCategory, sites: SiteSet): SiteSet {
    const { gone } = this.#listsOf(category)
    return gone.size === 0 ? emptyTable : sitesWithout(sites, sitesWithout(sites, gone))
  }

  #listsOf({ id, name }: NamedCategory): ListsOfCategory {
    const key = JSON.stringify([id, simplifyName(name)])
    const lists = this.#categories.get(key) ?? {
      expected: [],
      staying: [],
      leaving: [],
      gone: emptyTable,
    }
    this.#categories.set(key, lists)
    return lists
  }
}

/** A category by number and name, because the appliance gives freed numbers to new categories. */
export interface NamedCategory {
  readonly id: string
  readonly name: string
}

interface ListsOfCategory {
  /** The sites of lists that were read and are not planned yet. */
  readonly expected: ExpectedList[]
  readonly staying: Staying[]
  readonly leaving: Leaving[]
  /** What was removed in this run. */
  gone: SiteSet
}

/** A list whose announcements others wait for. */
interface AwaitedList {
  hasArrived: boolean
}

/** One that the state has. */
interface ExpectedList extends AwaitedList {
  /** Name of the list; null for that of the category itself. */
  readonly list: string | null
  readonly managed: SiteSet
}

/** What a change has done to a category. */
interface ConfirmedChange {
  readonly added: SiteList
  readonly removed: SiteList
}

/** A plan that announces something, and may take it back. */
type Announcer = Pick<ManagedObject, 'whenWithdrawn'>

/** How sites leave a category. */
export interface LeavingOptions {
  /** The plan that announces this, which may also announce that the same list stays. */
  readonly by?: Announcer | undefined
  /** Whether lists that are planned later see it. */
  readonly isAnnounced: boolean
  /** The sites that the apply surely leaves for other lists: by default all that earlier lists keep. */
  readonly remembered?: 'all' | SiteSet
}

interface Staying {
  readonly by: object | undefined
  readonly sites: () => Promise<SiteSet>
}

interface Leaving {
  readonly by: object | undefined
  readonly removed: SiteSet
  /** The part that surely stays there for other lists. */
  readonly kept: Promise<SiteSet>
}

function remove<T>(announced: T[], one: T): void {
  const index = announced.indexOf(one)
  if (index >= 0) announced.splice(index, 1)
}

function others<T extends { readonly by: object | undefined }>(
  announced: readonly T[],
  own: object | undefined,
): readonly T[] {
  return announced.filter(({ by }) => own === undefined || by !== own)
}

async function keptBy(staying: readonly Staying[], removed: SiteSet): Promise<SiteSet> {
  if (staying.length === 0 || removed.size === 0) return emptyTable
  let left = removed
  for (const { sites } of staying) left = sitesWithout(left, await sites())
  return left.size === removed.size ? emptyTable : sitesWithout(removed, left)
}

async function lostTo(leaving: readonly Leaving[], sites: SiteSet): Promise<SiteSet> {
  let lost: SiteSet = emptyTable
  for (const { removed, kept } of leaving) {
    const taken = sitesWithout(removed, await kept)
    const shared = sitesWithout(sites, sitesWithout(sites, taken))
    if (shared.size > 0) lost = sitesInEither(lost, shared)
  }
  return lost
}

function intersect(one: SiteSet, other: SiteSet): boolean {
  return one.size > 0 && other.size > 0 && sitesWithout(one, other).size < one.size
}
