import type { Site } from '../../../sites/site'
import type { Generation } from '../category'

/** Sites that come from another category. */
export interface Move {
  readonly from: number
  readonly sites: readonly Site[]
}

/** What is to become of one category. */
export interface CategoryChange {
  readonly moves: readonly Move[]
  readonly add: readonly Site[]
  readonly remove: readonly Site[]
  /** One that is there and stays, by way of which the older generation compiles; undefined where none is known. */
  readonly siteThatStays: Site | undefined
  /** Whether the change is to become active. */
  readonly compile: boolean
  /** An earlier change was stored and not compiled, or may not have been. */
  readonly pending: boolean
  /** The category was made for this change, so that nothing of it was ever compiled. */
  readonly isNew: boolean
}

/**
 * One step of a change, which is carried out before the next one begins. Markers are harmless names, which stand for no website and
 * are there for the sake of a compile only.
 */
export type CategoryStep =
  | { readonly step: 'move'; readonly move: Move }
  | {
      readonly step: 'add'
      readonly sites: readonly Site[]
      /** Added with the sites. */
      readonly markers: readonly Site[]
      readonly compile: boolean
    }
  | { readonly step: 'remove'; readonly sites: readonly Site[] }
  | { readonly step: 'unmark'; readonly marker: Site }
  | {
      readonly step: 'compile'
      readonly siteThatIsThere: Site | undefined
      /** To be added before, and to stay, if the category turns out to be empty. */
      readonly markerIfEmpty: Site | undefined
    }

/** Two harmless names that no category holds, so that to add one changes the number of sites. */
export type Markers = readonly [one: Site, other: Site]

/**
 * The requests that make a change, in their order: what comes is there before what goes, and a compile is at the end. No generation
 * compiles an empty category (field notes, "Compile, names never active"), which would leave active what was taken out.
 */
export function stepsOf(
  generation: Generation,
  change: CategoryChange,
  markers: Markers,
): readonly CategoryStep[] {
  if (change.compile && generation === 'older') return stepsWithOlderCompile(change, markers)
  const { add, remove } = change
  const isLeft = siteThereAfter(change) !== undefined
  const compilation: CategoryStep = {
    step: 'compile',
    siteThatIsThere: undefined,
    markerIfEmpty: isLeft ? undefined : markers[0],
  }
  return [
    ...moving(change),
    ...(add.length > 0 ? [adding(add, [], false)] : []),
    ...removing(remove),
    ...(change.compile ? [compilation] : []),
  ]
}

/**
 * The older generation compiles along with adding, by way of a site that is there; and it skips the compile of each category whose
 * number of sites is what it was at the last one (field notes, "Compile"), be it because some come and some go, or because others did
 * the opposite and compiled nothing: the older delete route never compiles. A change would then look active and not be.
 *
 * But right after a compile, skipped or not, the numbers are equal, and what then only comes or only goes makes them differ. So each
 * last compile follows another one: that of what comes if something goes too, else one that is sent first. If sites are moved,
 * that holds for the category that they come from as well. Where no site is known for that, or an earlier change
 * may be stored and not compiled, a marker comes with the first compile and goes before the last.
 */
function stepsWithOlderCompile(change: CategoryChange, [one, other]: Markers): readonly CategoryStep[] {
  const { moves, add, remove, siteThatStays, pending, isNew } = change
  const after = siteThereAfter(change)
  if (after === undefined) {
    return [
      adding([], [one, other], true),
      ...removing(remove),
      unmarking(other),
      compilingBy(one),
      unmarking(one),
    ]
  }
  const isMoved = moves.length > 0
  const opening = add.length > 0 ? adding(add, [], true) : compilingBy(after)
  const hasEarlierCompile = siteThatStays !== undefined || (isNew && !isMoved)
  const isMarked = remove.length > 0 ? pending || (isMoved && !hasEarlierCompile) : !hasEarlierCompile
  if (isMarked || (add.length === 0 && remove.length === 0 && !isMoved)) {
    const [first, ...rest] = stepsThatCompile(after, one)
    const marked = isMoved ? [first, ...moving(change), opening] : [{ ...first, sites: add }]
    return [...marked, ...removing(remove), ...rest]
  }
  const earlier = siteThatStays !== undefined && (isMoved || remove.length === 0)
  return [
    ...(earlier ? [compilingBy(siteThatStays)] : []),
    ...moving(change),
    opening,
    ...(remove.length > 0 ? [...removing(remove), compilingBy(after)] : []),
  ]
}

/** A compile that the older generation cannot skip, by way of a site that is there. */
export function stepsThatCompile(
  siteThatIsThere: Site,
  marker: Site,
): readonly [Extract<CategoryStep, { step: 'add' }>, ...CategoryStep[]] {
  return [adding([], [marker], true), unmarking(marker), compilingBy(siteThatIsThere)]
}

/** One that is there when the change is done, as far as that is known. */
export function siteThereAfter({ add, moves, siteThatStays }: CategoryChange): Site | undefined {
  return add[0] ?? moves[0]?.sites[0] ?? siteThatStays
}

function moving({ moves }: CategoryChange): readonly CategoryStep[] {
  return moves.map((move) => ({ step: 'move', move }))
}

function adding(sites: readonly Site[], markers: readonly Site[], compile: boolean) {
  return { step: 'add', sites, markers, compile } as const
}

function removing(sites: readonly Site[]): readonly CategoryStep[] {
  return sites.length > 0 ? [{ step: 'remove', sites }] : []
}

function unmarking(marker: Site): CategoryStep {
  return { step: 'unmark', marker }
}

function compilingBy(siteThatIsThere: Site): CategoryStep {
  return { step: 'compile', siteThatIsThere, markerIfEmpty: undefined }
}
