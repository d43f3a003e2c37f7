import type { Site } from '@webfilter/appliance-names'
import { emptyTable, type SiteSet } from '@webfilter/site-lists'
import type { Generation } from '../category'

/** Sites that move here from another category. */
export interface Move {
  readonly from: number
  readonly sites: readonly Site[]
}

/** The change of one category. */
export interface CategoryChange {
  readonly moves: readonly Move[]
  /** Those categories that sites are moved from which may be empty then, as no site is known that stays: each has a marker for that. */
  readonly marked: readonly { readonly id: number; readonly marker: Site }[]
  readonly add: SiteSet
  readonly remove: SiteSet
  /** An existing site that stays, with which the older generation compiles; undefined if none is known. */
  readonly siteThatStays: Site | undefined
  /** Whether the change is to become active. */
  readonly compile: boolean
  /** An earlier change was stored and not compiled, or may not have been. */
  readonly pending: boolean
  /** The category was made for this change, so that nothing of it was ever compiled. */
  readonly isNew: boolean
  /**
   * What this run has done last with the category: a compile, after which the number of sites is that of the last compile, or something that
   * changed the number; undefined if neither.
   */
  readonly last: 'compiled' | 'changed' | undefined
  /** The appliance counts more sites in the category than the change removes. */
  readonly holdsOthers: boolean
}

/** The routes that can compile: those of one generation, or of both where an appliance has both services. */
export type Compiler = Generation | 'both'

/**
 * One step of a change, which is carried out before the next one begins. Markers are placeholder names. They stand for no website and
 * are only added for a compile.
 */
export type CategoryStep =
  | { readonly step: 'move'; readonly move: Move }
  | Addition
  /** All sites that the change removes, but for those that another category took meanwhile. */
  | { readonly step: 'remove' }
  | { readonly step: 'unmark'; readonly marker: Site; readonly source?: number }
  | {
      readonly step: 'compile'
      /** With which the older generation compiles; undefined if the autonomous service is to compile. */
      readonly existingSite: Site | undefined
      /** To be added before the compile, and to stay, if the category is empty. */
      readonly markerIfEmpty: Site | undefined
    }

/** A step that adds. */
export interface Addition {
  readonly step: 'add'
  readonly sites: SiteSet
  /** Added with the sites. */
  readonly markers: readonly Site[]
  readonly by: Generation
  /** Whether the older generation compiles along with adding. */
  readonly compile: boolean
  /** The category that gives up sites and gets the marker; that of the change unless given, as of the next. */
  readonly source?: number
}

/**
 * The requests that make a change, in their order: additions come before removals, and a compile is at the end. No generation
 * compiles an empty category (docs/appliance, "Skipped compiles"), so the removed sites would stay active.
 *
 * The autonomous service alone removes nothing. What it adds makes the number of sites another one than at the last compile, unless
 * others removed as many and compiled nothing.
 *
 * @param markers placeholder names that no category contains, so that adding one changes the number of sites
 */
export function stepsOf(
  compiler: Compiler,
  change: CategoryChange,
  markers: readonly [one: Site, other: Site],
): readonly CategoryStep[] {
  const { add, remove, compile } = change
  const after = siteAfterChange(change)
  if (compile && compiler !== 'autonomous') {
    if (after === undefined) return stepsThatLeaveNoKnownSite(compiler, change, markers)
    return besideMarkedSources(change, after, stepsWithSureCompile(compiler, change, after, markers[0]))
  }
  const markerIfEmpty = after === undefined ? markers[0] : undefined
  const by = compiler === 'older' ? 'older' : 'autonomous'
  return [
    ...moving(change),
    ...(add.size > 0 ? [{ step: 'add', sites: add, markers: [], by, compile: false } as const] : []),
    ...removing(remove),
    ...(compile ? [{ step: 'compile', existingSite: undefined, markerIfEmpty } as const] : []),
  ]
}

/**
 * The older generation compiles as part of adding, with a site that exists. Both generations start the same script, which on some releases
 * skips the compile of each category whose number of sites is the same as at the last compile (docs/appliance, "Skipped compiles"): because
 * as many sites were added as removed, or because others did the opposite and compiled nothing (the older delete route never compiles). A
 * change would then look active and not be. The older routes answer when the compile is done, the autonomous service before it begins. So
 * if both exist, the older routes compile, and the service only if no site is known that stays.
 *
 * But right after a compile, skipped or not, such a release has equal numbers, and a change that only adds or only removes makes them differ. Each
 * last compile therefore follows another one.
 */
function stepsWithSureCompile(
  compiler: 'older' | 'both',
  change: CategoryChange,
  after: Site,
  marker: Site,
): readonly CategoryStep[] {
  const { moves, add, remove, siteThatStays } = change
  const isMoved = moves.length > 0
  const earlier = earlierCompile(change)
  const isMarked = earlier === 'with a marker'
  const opening = add.size > 0 ? adding(compiler, add, []) : [compilingBy(after)]
  const isOpened = isMarked ? isMoved : add.size > 0 || !isCompiledByRun(change)
  return [
    ...(isMarked ? adding(compiler, isMoved ? emptyTable : add, [marker]) : []),
    ...(earlier === 'by a site' && siteThatStays !== undefined ? [compilingBy(siteThatStays)] : []),
    ...moving(change),
    ...(isOpened ? opening : []),
    ...removing(remove),
    ...(isMarked ? [unmarking(marker)] : []),
    ...(isMarked || remove.size > 0 ? [compilingBy(after)] : []),
  ]
}

/**
 * How it is compiled before all else. If sites are removed, the compile of the additions is the earlier one, unless sites are moved: then that holds
 * for the category that they come from as well. A marker makes a compile sure that would be skipped if what was stored before has the same
 * number of sites as the last compile.
 */
function earlierCompile(change: CategoryChange): 'none' | 'by a site' | 'with a marker' {
  const { moves, add, remove, siteThatStays, pending, isNew, last } = change
  const isMoved = moves.length > 0
  if (isCompiledByRun(change)) return 'none'
  const isNothing = !isMoved && add.size + remove.size === 0
  if (isNothing || last === 'changed' || (pending && remove.size > 0)) return 'with a marker'
  if (remove.size > 0 && !isMoved) return 'none'
  if (siteThatStays !== undefined) return 'by a site'
  return isNew && !isMoved ? 'none' : 'with a marker'
}

/**
 * Whether a compile of this run has surely made active what the category contains. If an earlier change may be stored and not compiled, that compile
 * may have been skipped. If sites are moved, the last compile of the category that they come from is not known.
 */
function isCompiledByRun({ moves, pending, last }: CategoryChange): boolean {
  return last === 'compiled' && !pending && moves.length === 0
}

/** The same where no site is known that the older routes could compile with in the end. */
function stepsThatLeaveNoKnownSite(
  compiler: 'older' | 'both',
  change: CategoryChange,
  [one, other]: readonly [Site, Site],
): readonly CategoryStep[] {
  const { remove, holdsOthers } = change
  if (remove.size === 0 && isCompiledByRun(change)) return []
  const isByService = compiler === 'both' && holdsOthers
  return [
    marking(isByService ? [one] : [one, other]),
    ...removing(remove),
    unmarking(isByService ? one : other),
    compilingBy(isByService ? undefined : one),
    ...(isByService ? [] : [unmarking(one)]),
  ]
}

/**
 * The older generation compiles all categories with one request, other than those that are empty. Such a one is compiled while it contains a
 * marker, so that the moved sites do not stay active.
 */
function besideMarkedSources(
  { marked }: CategoryChange,
  after: Site,
  steps: readonly CategoryStep[],
): readonly CategoryStep[] {
  return [
    ...marked.map(({ id, marker }) => ({ ...marking([marker]), source: id })),
    ...steps,
    ...marked.map(({ id, marker }) => ({ ...unmarking(marker), source: id })),
    ...(marked.length > 0 ? [compilingBy(after)] : []),
  ]
}

/**
 * What follows the steps of a change after a surprise: the number of sites may have been the same at the last compile as at the one before.
 * Between the compiles of steps that take something out and add nothing, the number only falls. If nothing is taken out, the last compile is that
 * of the additions, and it does not matter what was left out.
 *
 * @param surprise what was not known yet when the steps were chosen: whether others have moved sites away meanwhile, and whether a batch may have
 *   left out sites or markers, by the numbers of its answer. A compile that names one adds it
 * @param markers placeholder names that no step has used
 */
export function stepsAfterSurprise(
  compiler: Compiler,
  change: CategoryChange,
  steps: readonly CategoryStep[],
  { movesAway, leftOut }: { readonly movesAway: boolean; readonly leftOut: boolean },
  markers: readonly [one: Site, other: Site],
): readonly CategoryStep[] {
  if (!change.compile || compiler === 'autonomous') return []
  const after = siteAfterChange(change)
  if (after === undefined) {
    // One of two markers may be what was left out: each comes in a batch of its own.
    const [one, other] = markers
    const again = [marking([one]), marking([other]), unmarking(other), compilingBy(one), unmarking(one)]
    return leftOut ? again : []
  }
  const takesOut = steps.some(
    (each) => each.step === 'remove' || (each.step === 'unmark' && !('source' in each)),
  )
  const gains = change.add.size + change.moves.length > 0
  const isUnsure = takesOut ? leftOut || (movesAway && gains) : movesAway
  return isUnsure ? [marking([markers[0]]), unmarking(markers[0]), compilingBy(after)] : []
}

/**
 * The marker on whose removal the last compile of some steps rests: nothing else surely makes the number of sites another one than at the
 * compile before it. If an earlier change waits for its compile, it may have removed already what is to be removed.
 */
export function decisiveMarker(
  steps: readonly CategoryStep[],
  { pending }: Pick<CategoryChange, 'pending'>,
): Site | undefined {
  const last = steps.findLastIndex(isCompiling)
  const between = steps.slice(steps.slice(0, last).findLastIndex(isCompiling) + 1, last)
  if (between.some(({ step }) => step === 'add' || step === 'move' || (step === 'remove' && !pending)))
    return undefined
  for (const each of between) if (each.step === 'unmark' && each.source === undefined) return each.marker
  return undefined
}

function isCompiling(each: CategoryStep): boolean {
  return each.step === 'compile' || (each.step === 'add' && each.compile)
}

/** A site that the category contains when the change is done; undefined if none is known. */
export function siteAfterChange(
  change: Pick<CategoryChange, 'add' | 'moves' | 'siteThatStays'>,
): Site | undefined {
  return change.add.at(0) ?? change.moves[0]?.sites[0] ?? change.siteThatStays
}

function moving({ moves }: CategoryChange): readonly CategoryStep[] {
  return moves.map((move) => ({ step: 'move', move }))
}

/** What the autonomous service adds, the older routes compile after that. */
function adding(
  compiler: 'older' | 'both',
  sites: SiteSet,
  markers: readonly Site[],
): readonly CategoryStep[] {
  if (sites.size === 0) return [marking(markers)]
  const isOlder = compiler === 'older'
  const addition = {
    step: 'add',
    sites,
    markers,
    by: isOlder ? compiler : 'autonomous',
    compile: isOlder,
  } as const
  return isOlder ? [addition] : [addition, compilingBy(sites.at(0))]
}

function marking(markers: readonly Site[]): Addition {
  return { step: 'add', sites: emptyTable, markers, by: 'older', compile: true }
}

function removing(sites: SiteSet): readonly CategoryStep[] {
  return sites.size > 0 ? [{ step: 'remove' }] : []
}

function unmarking(marker: Site) {
  return { step: 'unmark', marker } as const
}

function compilingBy(existingSite: Site | undefined): CategoryStep {
  return { step: 'compile', existingSite, markerIfEmpty: undefined }
}
