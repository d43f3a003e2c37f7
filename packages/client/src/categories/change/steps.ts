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
  if (change.compile && compiler !== 'autonomous') {
    const steps = stepsWithSureCompile(compiler, change, markers)
    return withMarkedSources(steps, change)
  }
  const { add, remove } = change
  const isLeft = siteAfterChange(change) !== undefined
  const compilation: CategoryStep = {
    step: 'compile',
    existingSite: undefined,
    markerIfEmpty: isLeft ? undefined : markers[0],
  }
  return [
    ...moving(change),
    ...(add.size > 0 ? [adding(add, [], false)] : []),
    ...removing(remove),
    ...(change.compile ? [compilation] : []),
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
 * last compile therefore follows another one: that of the additions if sites are removed too, otherwise one that is sent first, unless an
 * earlier change of this run ended with it. If sites are moved, that holds for the category that they come from as well. If no site is known for that, or an earlier change may be
 * stored and not compiled, a marker is added with the first compile and removed before the last.
 */
function stepsWithSureCompile(
  compiler: 'older' | 'both',
  change: CategoryChange,
  markers: readonly [one: Site, other: Site],
): readonly CategoryStep[] {
  const { moves, add, remove, siteThatStays } = change
  const after = siteAfterChange(change)
  if (isCompiledByRun(change) && isNothing(change)) return []
  if (after === undefined) return stepsThatLeaveNoKnownSite(compiler, change, markers)
  const isMoved = moves.length > 0
  const isCompiled = isCompiledByRun(change)
  const isMarked = needsMarker(change)
  const opening = add.size > 0 ? adding(add, [], true) : compilingBy(after)
  if (isMarked || isNothing(change)) {
    const [first, ...rest] = stepsThatCompile(after, markers[0])
    const marked = isMoved ? [first, ...moving(change), opening] : [{ ...first, sites: add }]
    return [...marked, ...removing(remove), ...rest]
  }
  const needsEarlier = (isMoved || remove.size === 0) && !isCompiled
  const isOpened = add.size > 0 || !isCompiled
  return [
    ...(needsEarlier && siteThatStays !== undefined ? [compilingBy(siteThatStays)] : []),
    ...moving(change),
    ...(isOpened ? [opening] : []),
    ...(remove.size > 0 ? [...removing(remove), compilingBy(after)] : []),
  ]
}

/** Whether the first compile needs a marker, because no other request is sure to change the number of sites in between. */
function needsMarker(change: CategoryChange): boolean {
  const { moves, remove, siteThatStays, pending, isNew, last } = change
  const isMoved = moves.length > 0
  if (last === 'changed') return true
  if (isCompiledByRun(change)) return false
  const hasEarlierCompile = siteThatStays !== undefined || (isNew && !isMoved)
  return remove.size > 0 ? pending || (isMoved && !hasEarlierCompile) : !hasEarlierCompile
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
  { remove, holdsOthers }: CategoryChange,
  [one, other]: readonly [Site, Site],
): readonly CategoryStep[] {
  if (compiler === 'both' && holdsOthers) {
    return [
      adding(emptyTable, [one], true),
      ...removing(remove),
      unmarking(one),
      { step: 'compile', existingSite: undefined, markerIfEmpty: undefined },
    ]
  }
  return [
    adding(emptyTable, [one, other], true),
    ...removing(remove),
    unmarking(other),
    compilingBy(one),
    unmarking(one),
  ]
}

/**
 * The older generation compiles all categories with one request, other than those that are empty. Such a one is compiled while it contains a
 * marker, so that the moved sites do not stay active.
 */
function withMarkedSources(steps: readonly CategoryStep[], change: CategoryChange): readonly CategoryStep[] {
  const { marked } = change
  const after = siteAfterChange(change)
  if (marked.length === 0 || after === undefined) return steps
  return [
    ...marked.map(({ id, marker }) => ({ ...adding(emptyTable, [marker], true), source: id })),
    ...steps,
    ...marked.map(({ id, marker }) => ({ ...unmarking(marker), source: id })),
    compilingBy(after),
  ]
}

/** Whether a change is a compile at most. */
function isNothing({ moves, add, remove }: CategoryChange): boolean {
  return moves.length === 0 && add.size === 0 && remove.size === 0
}

/**
 * What follows the steps of a change if others have moved sites away meanwhile: the number of sites may have been the same at the last compile as
 * at the one before. Between the compiles of steps that take something out and add nothing it only falls.
 */
export function stepsAfterMovesAway(
  compiler: Compiler,
  change: CategoryChange,
  steps: readonly CategoryStep[],
  marker: Site,
): readonly CategoryStep[] {
  const after = siteAfterChange(change)
  if (!change.compile || compiler === 'autonomous' || after === undefined) return []
  const takesOut = steps.some((each) => each.step === 'remove' || isOwnUnmarking(each))
  return change.add.size === 0 && takesOut ? [] : stepsThatCompile(after, marker)
}

function isOwnUnmarking(step: CategoryStep): boolean {
  return step.step === 'unmark' && step.source === undefined
}

/** A compile that cannot be skipped, with a site that exists. */
function stepsThatCompile(existingSite: Site, marker: Site): readonly [Addition, ...CategoryStep[]] {
  return [adding(emptyTable, [marker], true), unmarking(marker), compilingBy(existingSite)]
}

/** A site that the category contains when the change is done; undefined if none is known. */
export function siteAfterChange({
  add,
  moves,
  siteThatStays,
}: Pick<CategoryChange, 'add' | 'moves' | 'siteThatStays'>): Site | undefined {
  return add.at(0) ?? moves[0]?.sites[0] ?? siteThatStays
}

function moving({ moves }: CategoryChange): readonly CategoryStep[] {
  return moves.map((move) => ({ step: 'move', move }))
}

function adding(sites: SiteSet, markers: readonly Site[], compile: boolean): Addition {
  return { step: 'add', sites, markers, compile }
}

function removing(sites: SiteSet): readonly CategoryStep[] {
  return sites.size > 0 ? [{ step: 'remove' }] : []
}

function unmarking(marker: Site) {
  return { step: 'unmark', marker } as const
}

function compilingBy(existingSite: Site): CategoryStep {
  return { step: 'compile', existingSite, markerIfEmpty: undefined }
}
