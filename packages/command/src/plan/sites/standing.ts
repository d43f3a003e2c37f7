import type { LeavingSites } from '@webfilter/appliance-declarations/list-outcome'
import { emptyTable, type SiteTable } from '@webfilter/site-lists'
import type { ItemCause } from '../planned-resource'
import {
  type CategoryIdentity,
  isApplied,
  isOnlyRestored,
  keepsItsSites,
  type ListChange,
  leavingList,
} from './list-change'

/**
 * What a plan does to a site of a category, and how that is known. Several may be true of a site at once, but only one says that it
 * enters or leaves.
 */
export type SiteItemKind =
  /** It enters, from another category if it has moved in. */
  | 'added'
  | 'moved in'
  /** Only the state has it, and the apply adds it where it is missing. */
  | 'added if missing'
  /** It leaves, and enters another category of the plan if it has moved out. */
  | 'removed'
  | 'moved out'
  /** Only the state has it, and the apply removes it if it is there. */
  | 'removed if present'
  /** It leaves, unless a list whose category comes with the apply declares it here. */
  | 'removed unless declared'
  /** `on_remove` is known only after the apply. */
  | 'may be removed'
  /** It goes unless a list with entries that are known only after the apply declares it. */
  | 'may go'
  /** The same, if a refresh has seen it, and no category that comes with the apply declares it. */
  | 'counted to go'
  /** It leaves with a list whose category comes with the apply, and comes back if that is this one. */
  | 'may come back'
  /** It ceases to be managed, and stays. */
  | 'released'
  /** The apply takes it out of every other category (`on_conflict = "move"`), for certain or perhaps. */
  | 'claimed'
  | 'may be claimed'
  /** The apply rejects it if another category holds it (`on_conflict = "fail"`). */
  | 'exclusive'
  /** It is declared, and not there after the plan, as another category claims it. */
  | 'contested'

/** A table that may have a site, and what that means. */
type Mark = { readonly table: SiteTable } & (
  | { readonly as: 'before' | 'after' | 'held'; readonly placed: PlacedList }
  | { readonly as: 'lost' | 'stored'; readonly category: CategoryLists }
)

export function marksOfList(placed: PlacedList): readonly Mark[] {
  const { before, after, held } = placed.list
  return [
    { as: 'before', placed, table: before },
    { as: 'after', placed, table: after },
    ...(held && held !== before ? [{ as: 'held', placed, table: held } as const] : []),
  ]
}

export function marksOfCategory(category: CategoryLists): readonly Mark[] {
  const { lost, stored } = category
  return [
    ...(lost.size > 0 ? [{ as: 'lost', category, table: lost } as const] : []),
    ...(stored.size > 0 ? [{ as: 'stored', category, table: stored } as const] : []),
  ]
}

/**
 * What becomes of a site in each category that has to do with it, in the order of their names.
 * @param marks of the tables that have it
 */
export function standingsOf(marks: readonly Mark[]): readonly Standing[] {
  const standings = new Map<CategoryLists, Standing>()
  const categoriesWith = (as: Mark['as']) =>
    new Set(marks.flatMap((mark) => (mark.as === as && 'category' in mark ? mark.category : [])))
  const [lost, stored] = [categoriesWith('lost'), categoriesWith('stored')]
  const standingIn = (category: CategoryLists): Standing => {
    const known = standings.get(category) ?? new Standing(category, lost.has(category), stored.has(category))
    standings.set(category, known)
    return known
  }
  const listsIn = (as: Mark['as']) =>
    new Set(marks.flatMap((mark) => (mark.as === as && 'placed' in mark ? mark.placed : [])))
  const [before, after, held] = [listsIn('before'), listsIn('after'), listsIn('held')]
  for (const placed of before) if (placed.from) standingIn(placed.from).hadBy(placed, after.has(placed))
  for (const placed of after) {
    const { list, to } = placed
    const isHeld = list.held && (list.held === list.before ? before : held).has(placed)
    if (to) standingIn(to).declaredBy(placed, before.has(placed), isHeld)
  }
  const inOrder = [...standings.values()].sort((one, other) => one.category.rank - other.category.rank)
  const claimers = inOrder.filter(({ isClaimed }) => isClaimed)
  for (const standing of inOrder) standing.claimedBy(claimers)
  return inOrder
}

/**
 * What becomes of a site in one category. `hadBy` is called for each list that has it there before the plan, then `declaredBy` for each that declares it
 * there after the plan, and then `claimedBy` with what other categories do.
 */
export class Standing {
  readonly category: CategoryLists
  readonly #isLost: boolean
  readonly #isStored: boolean
  isFound = false
  isDeclared = false
  /** The apply takes it out of every other category (`on_conflict = "move"`). */
  isClaimed = false
  /** The apply rejects the change if another category holds it (`on_conflict = "fail"`). */
  isExclusive = false
  /** It is declared, and not there after the plan, as another category claims it: the next plan adds it again. */
  isContested = false
  #isSeen = false
  #mayBeClaimed = false
  #isLookedFor = false
  #isRestored = false
  #goesByRepair = false
  /** A list leaves it there, another one takes it out, or whether it does is known only after the apply. */
  #isLeft = false
  #isTakenOut = false
  #mayBeLeft = false
  #isDeclaredWhereUnknown = false
  #isTaken = false

  /**
   * @param isLost the last apply had left it, and the refresh did not find it
   * @param isStored an operation adds it
   */
  constructor(category: CategoryLists, isLost: boolean, isStored: boolean) {
    this.category = category
    this.#isLost = isLost
    this.#isStored = isStored
  }

  hadBy({ list, isStaying, isDoubtful, isRestored, leaving }: PlacedList, isDeclared: boolean): void {
    this.isFound = true
    this.#isSeen ||= !list.resource.isUnseen
    this.#goesByRepair ||= isRestored
    if (isStaying && isDeclared) return
    this.#isDeclaredWhereUnknown ||= isDoubtful && isDeclared
    if (leaving === 'stay') this.#isLeft = true
    else if (leaving === 'removed') this.#isTakenOut = true
    else this.#mayBeLeft = true
  }

  /** @param isHeld whether the state has it at the address of the list; undefined if a list is created there */
  declaredBy(
    { list, isApplied, isRestored, isTakenOut, leaving }: PlacedList,
    isInState: boolean,
    isHeld: boolean | undefined,
  ): void {
    this.isDeclared = true
    this.#isRestored ||= isRestored
    if (!isApplied) return
    const { held, onConflict } = list
    this.#isLookedFor ||= !isHeld
    if (isHeld ?? (isTakenOut ? leaving === 'stay' && isInState : this.isFound)) return
    if (onConflict === 'fail') this.isExclusive = true
    if (onConflict !== 'move' && onConflict !== 'unknown') return
    // What is adopted may contain it, and a category that is not known may be the one that has it.
    const { identity, isAdopted } = this.category
    const isCertain = onConflict === 'move' && !identity.isUnknown && (held || !isAdopted)
    if (isCertain) this.isClaimed = true
    else this.#mayBeClaimed = true
  }

  /** Other categories claim it. A site that two categories gain in one apply may end in either or both, so neither loses it here. */
  claimedBy(claimers: readonly Standing[]): void {
    const others = claimers.filter((claimer) => claimer !== this)
    if (others.length === 0 || this.isAdded || this.mayComeBack) return
    this.isContested = this.isHeld && !this.isReleased && !this.mayGo && !this.mayBeRemoved
    if (others.every((other) => other.gainCause === 'drift')) this.#goesByRepair = true
    else if (!this.isRemoved) this.#goesByRepair = false
    this.#isTaken = true
  }

  /** It may be claimed: if the category does not contain it yet, or if `on_conflict` turns out to be "move". */
  get mayBeClaimed(): boolean {
    return this.#mayBeClaimed && !this.isClaimed
  }

  get isAdded(): boolean {
    return this.isDeclared && !this.isFound
  }

  /** Why it enters: because others removed it, or because it comes with something that is restored. */
  get gainCause(): ItemCause {
    return this.isAdded && (this.#isRestored || this.#isLost) ? 'drift' : 'change'
  }

  get isRemoved(): boolean {
    return this.isFound && (this.#isTaken || !this.#staysBeforeClaims)
  }

  get lossCause(): ItemCause {
    return this.#goesByRepair ? 'drift' : 'change'
  }

  /** It is in the category after the plan, or may be, without what others claim. */
  get isHeld(): boolean {
    return !this.#isTaken && this.#staysBeforeClaims
  }

  /** Only the state has it: nothing has looked whether it is there. */
  get isRecorded(): boolean {
    return this.isFound && !this.#isSeen
  }

  /** Only the state has it, and the apply adds it where it is missing. */
  get isAddedIfMissing(): boolean {
    return this.isRecorded && this.#isLookedFor
  }

  /** It ceases to be managed, and stays. */
  get isReleased(): boolean {
    return !this.#isTaken && this.#isLeftFinally && !this.isDeclared && !this.#isUncertain
  }

  /** It goes unless a list of the category, whose entries are not all known, turns out to declare it. */
  get mayGo(): boolean {
    return this.#isUndecided && !this.#isReleaseOpen
  }

  /** It stays or goes: `on_remove` is known only after the apply. */
  get mayBeRemoved(): boolean {
    return this.#isUndecided && this.#isReleaseOpen
  }

  /** It leaves with a list whose category comes with the apply, and comes back if that is this one again. */
  get mayComeBack(): boolean {
    return this.#isDeclaredWhereUnknown && !this.#isLeftAlone && !this.isDeclared && !this.#isStored
  }

  get #isUndecided(): boolean {
    const isDecided = this.isDeclared || this.#isLeftFinally || this.#isDeclaredWhereUnknown
    return !this.#isTaken && this.#isUncertain && !isDecided
  }

  get #staysBeforeClaims(): boolean {
    return this.isDeclared || this.#isLeftFinally || this.#isUncertain || this.#isDeclaredWhereUnknown
  }

  get #isUncertain(): boolean {
    return this.category.isOpen ? this.isFound : this.#isReleaseOpen
  }

  get #isReleaseOpen(): boolean {
    return this.#mayBeLeft && !this.#isTakenOut
  }

  /** The appliance has it once: what a list removes, another one that leaves it there does not keep. */
  get #isLeftAlone(): boolean {
    return this.#isLeft && !this.#isTakenOut && !this.#mayBeLeft
  }

  get #isLeftFinally(): boolean {
    return (this.#isLeftAlone && !this.#isDeclaredWhereUnknown) || (this.isFound && this.#isStored)
  }
}

/** The lists of a category, and all else that its sites depend on. */
export class CategoryLists {
  readonly identity: CategoryIdentity
  /** What the last apply had left and the refresh did not find. */
  readonly lost: SiteTable
  readonly prior: PlacedList[] = []
  readonly planned: PlacedList[] = []
  /** What operations add to it. */
  stored = emptyTable
  /** Among all categories, in the order of their names. */
  rank = 0
  /** A list of it has entries that come with the apply. */
  isOpen = false
  /** It, or a list of it, is adopted: it may contain sites that the state does not have. */
  isAdopted = false

  constructor(identity: CategoryIdentity, lost: SiteTable) {
    this.identity = identity
    this.lost = lost
  }

  plan(list: PlacedList): void {
    const { isUncertain, resource } = list.list
    this.planned.push(list)
    this.isOpen ||= isUncertain
    this.isAdopted ||= resource.isImported || resource.origin === 'adopted'
  }
}

/** A list, and the categories that it is in before and after the plan. */
export interface PlacedList {
  readonly list: ListChange
  readonly from: CategoryLists | undefined
  readonly to: CategoryLists | undefined
  readonly isStaying: boolean
  /** Its category comes with the apply, and may be the one that it had before. */
  readonly isDoubtful: boolean
  readonly isRestored: boolean
  readonly isApplied: boolean
  readonly leaving: LeavingSites
  /** Its deletion takes its sites out before its creation adds them. */
  readonly isTakenOut: boolean
}

export function placedList(
  list: ListChange,
  from: CategoryLists | undefined,
  to: CategoryLists | undefined,
): PlacedList {
  const { resource } = list
  const isStaying = from === to
  return {
    list,
    from,
    to,
    isStaying,
    isDoubtful: !isStaying && to?.identity.isUnknown === true,
    isRestored: isOnlyRestored(list),
    isApplied: isApplied(list),
    leaving: leavingList(resource),
    isTakenOut: isStaying && !resource.readdressed && !keepsItsSites(resource),
  }
}
