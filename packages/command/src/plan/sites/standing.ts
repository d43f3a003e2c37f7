import type { LeavingSites } from '@webfilter/appliance-declarations/list-outcome'
import { emptyTable, type SiteTable } from '@webfilter/site-lists'
import { groupedBy } from '../../grouped'
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
  /** It leaves, unless an operation adds it again. */
  | 'removed unless added again'
  /** It goes unless a list with entries that are known only after the apply declares it. */
  | 'may go'
  /** The same, if a refresh has seen it, and no category that comes with the apply declares it. */
  | 'counted to go'
  /** It leaves with a list whose category comes with the apply, and comes back if that is this one. */
  | 'may come back'
  /** It ceases to be managed, and stays. */
  | 'released'
  /** Another category may take it: only the apply decides it. */
  | 'may be taken'
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

/** What becomes of a site in one category. */
export interface Standing<Category = CategoryLists> {
  readonly category: Category
  /** What is true of it there, whatever becomes of it in others. */
  readonly what: ReadonlySet<SiteItemKind>
  readonly isAdded: boolean
  /** Why it enters: because others removed it, or because it comes with something that is restored. */
  readonly gainCause: ItemCause
  readonly isRemoved: boolean
  readonly lossCause: ItemCause
  /** It is in the category after the plan, or may be, without what others claim. */
  readonly isHeld: boolean
  /** An operation may add it. */
  readonly isStored: boolean
  /** Only the state has it: nothing has looked whether it is there. */
  readonly isRecorded: boolean
}

/** Where tables have a site: each set has the lists or the categories that do. */
interface Marked {
  readonly before: ReadonlySet<PlacedList>
  readonly after: ReadonlySet<PlacedList>
  readonly held: ReadonlySet<PlacedList>
  readonly lost: ReadonlySet<CategoryLists>
  readonly stored: ReadonlySet<CategoryLists>
}

/**
 * What becomes of a site in each category that has to do with it, in the order of their names.
 * @param marks of the tables that have it
 */
export function standingsOf(marks: readonly Mark[]): readonly Standing[] {
  const listsIn = (as: Mark['as']) =>
    new Set(marks.flatMap((mark) => (mark.as === as && 'placed' in mark ? mark.placed : [])))
  const categoriesWith = (as: Mark['as']) =>
    new Set(marks.flatMap((mark) => (mark.as === as && 'category' in mark ? mark.category : [])))
  const [before, after, held] = [listsIn('before'), listsIn('after'), listsIn('held')]
  const marked = { before, after, held, lost: categoriesWith('lost'), stored: categoriesWith('stored') }
  const prior = groupedBy(before, ({ from }) => from?.rank)
  const planned = groupedBy(after, ({ to }) => to?.rank)
  const categories = [...new Set([...[...before].map(({ from }) => from), ...[...after].map(({ to }) => to)])]
  const alone = categories
    .filter((category) => category !== undefined)
    .sort((one, other) => one.rank - other.rank)
    .map((each) => standingIn(each, prior.get(each.rank) ?? [], planned.get(each.rank) ?? [], marked))
  const claimers = alone.filter(({ what }) => what.has('claimed'))
  return alone.map((standing) => withClaims(standing, claimers))
}

/**
 * What becomes of a site in a category if no other one claims it.
 * @param prior lists that have it there before the plan
 * @param planned lists that declare it there after the plan
 */
function standingIn(
  category: CategoryLists,
  prior: readonly PlacedList[],
  planned: readonly PlacedList[],
  marked: Marked,
): Standing {
  const [isFound, isDeclared] = [prior.length > 0, planned.length > 0]
  const isStored = marked.stored.has(category)
  const losing = prior.filter((each) => !each.isStaying || !marked.after.has(each))
  const isDeclaredWhereUnknown = losing.some((each) => each.isDoubtful && marked.after.has(each))
  const fate = fateOf(losing)
  const isReleaseOpen = fate === 'known only after the apply'
  const isLeftAlone = fate === 'stay'
  const isLeft = isLeftAlone && !isDeclaredWhereUnknown
  const isUncertain = category.isOpen ? isFound : isReleaseOpen
  const isDecided = isDeclared || isLeft || isDeclaredWhereUnknown
  const isUndecided = isUncertain && !isDecided
  // Only older routes add a site when they compile, and perhaps before the list gives it up.
  const isAddedAgain = isFound && isStored && !isDecided
  const isAdded = isDeclared && !isFound
  const isRecorded = prior.every(({ list }) => list.resource.isUnseen) && isFound
  const applied = planned.filter(({ list }) => isApplied(list))
  const facts: readonly (readonly [what: SiteItemKind, isSo: boolean])[] = [
    ['added', isAdded && category.mayHaveIt],
    ['added if missing', isRecorded && applied.some((each) => !isHeldBy(each, marked))],
    ['released', isLeft && !isDeclared && !isUncertain],
    ['may be removed', isUndecided && isReleaseOpen],
    ['may go', isUndecided && !isReleaseOpen],
    ['removed unless added again', isAddedAgain && !isUncertain],
    ['may come back', isDeclaredWhereUnknown && !isLeftAlone && !isDeclared],
  ]
  const isRestored = marked.lost.has(category) || planned.some(({ list }) => isOnlyRestored(list.resource))
  return {
    category,
    what: new Set([
      ...facts.flatMap(([what, isSo]) => (isSo ? what : [])),
      ...claimsOf(category, applied, prior, marked),
    ]),
    isAdded,
    gainCause: isAdded && isRestored ? 'drift' : 'change',
    isRemoved: isFound && !isDecided && !isUncertain && !isAddedAgain,
    lossCause: prior.some(({ list }) => isOnlyRestored(list.resource)) ? 'drift' : 'change',
    isHeld: isDecided || isUncertain || isAddedAgain,
    isStored,
    isRecorded,
  }
}

/** The appliance has a site once: what a list removes, another one that leaves it there does not keep. */
function fateOf(losing: readonly PlacedList[]): LeavingSites | undefined {
  const fates = losing.map(({ leaving }) => leaving)
  return (['removed', 'known only after the apply', 'stay'] as const).find((fate) => fates.includes(fate))
}

/** Whether the state has a site at the address of a list; undefined if a list is created there. */
function isHeldBy(placed: PlacedList, { before, held }: Marked): boolean | undefined {
  const { list } = placed
  return list.held && (list.held === list.before ? before : held).has(placed)
}

/** What the apply does because lists declare a site, if other categories hold it. @param prior lists that have it in the category before */
function claimsOf(
  category: CategoryLists,
  applied: readonly PlacedList[],
  prior: readonly PlacedList[],
  marked: Marked,
): readonly SiteItemKind[] {
  const { identity, isAdopted } = category
  const isKeptByOne = prior.some((each) => each.to === category && marked.after.has(each) && !each.isTakenOut)
  const adding = applied.filter((placed) => {
    const isKept = placed.isTakenOut && placed.leaving === 'stay' && marked.before.has(placed)
    return !(isHeldBy(placed, marked) ?? (isKept || isKeptByOne))
  })
  // A new category has its own sites before other lists of it are created.
  const isNew = ({ list: { resource } }: PlacedList) =>
    resource.type === 'appliance_category' && resource.action === 'create' && category.prior.length === 0
  const deciding = adding.filter((placed) => !adding.some(isNew) || placed.list.held || isNew(placed))
  const claims = deciding.flatMap((placed): SiteItemKind | readonly SiteItemKind[] => {
    const { list } = placed
    if (list.onConflict === 'keep') return []
    if (list.onConflict === 'fail') return 'exclusive'
    // A new list adds only what it lacks: that another one gives up may be there still, that another one adds may be there already.
    const mayBeThere =
      !isNew(placed) &&
      (prior.some((each) => each !== placed) ||
        deciding.some((each) => each !== placed && each.list.onConflict !== 'move') ||
        category.planned.some(
          (each) => each !== placed && each.list.isUncertain && each.list.onConflict !== 'move',
        ))
    // The same holds for what is adopted. And a category that is not known may be the one that has it.
    const isCertain = list.held ? !list.resource.isImported : !(isAdopted || mayBeThere)
    return list.onConflict === 'move' && !identity.isUnknown && isCertain ? 'claimed' : 'may be claimed'
  })
  return claims.includes('claimed') ? claims.filter((claim) => claim !== 'may be claimed') : claims
}

/** The same if others claim it. A site that two categories gain in one apply, one by an operation, may end in either or both, so neither loses it here. */
function withClaims(standing: Standing, claimers: readonly Standing[]): Standing {
  const { what, isAdded, isRemoved, isHeld, isStored, lossCause } = standing
  const others = claimers.filter((claimer) => claimer !== standing)
  if (others.length === 0 || isAdded || isStored || what.has('may come back')) return standing
  const left = [...what].filter((each) => !endedByClaims.has(each))
  const isContested = isHeld && left.length === what.size
  const isRepair = others.every(({ gainCause }) => gainCause === 'drift')
  return {
    ...standing,
    what: new Set([...left, ...(isContested ? (['contested'] as const) : [])]),
    isHeld: false,
    isRemoved: true,
    lossCause: isRemoved ? lossCause : isRepair ? 'drift' : 'change',
  }
}

/** What is not said of a site that another category claims: the claim removes it. */
const endedByClaims: ReadonlySet<SiteItemKind> = new Set(['released', 'may be removed', 'may go'])

/** The lists of a category, and all else that its sites depend on. */
export class CategoryLists {
  readonly identity: CategoryIdentity
  /** What the last apply had left and the refresh did not find. */
  readonly lost: SiteTable
  readonly prior: PlacedList[] = []
  readonly planned: PlacedList[] = []
  /** What operations may add to it. */
  stored = emptyTable
  /** Among all categories, in the order of their names. */
  rank = 0

  constructor(identity: CategoryIdentity, lost: SiteTable) {
    this.identity = identity
    this.lost = lost
  }

  /** A list of it has entries that come with the apply. */
  get isOpen(): boolean {
    return this.planned.some(({ list }) => list.isUncertain)
  }

  /** It comes with the apply or is adopted: what is added may be there already, and has moved from nowhere then. */
  get mayHaveIt(): boolean {
    return this.identity.isUnknown === true || this.isAdopted
  }

  /** It, or a list of it, is adopted: it may contain sites that the state does not have. */
  get isAdopted(): boolean {
    return this.planned.some(({ list: { resource } }) => resource.isImported || resource.origin === 'adopted')
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
    leaving: leavingList(resource),
    isTakenOut: isStaying && !resource.readdressedFrom && !keepsItsSites(resource),
  }
}
