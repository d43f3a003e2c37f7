import type { Site } from '@webfilter/appliance-names'
import { emptyTable, FewSites, type SiteSet, sitesInEither, sitesWithout } from '@webfilter/site-lists'
import { ApplianceError, isDenied, mayHaveWorked } from '../../errors'
import type { Log } from '../../settings'
import type { Categories } from '../categories'
import type { CategoryAddress, CountedSites, Generation } from '../category'
import type { Meeting, SiteExchange, Taking } from './site-exchange'
import type { Addition, CategoryStep, Compiler, Move } from './steps'

/** What the steps of a change are taken with. Nothing of it depends on the steps before. */
export interface Work {
  readonly categories: Categories
  readonly log: Log
  readonly run: RunSoFar
  readonly exchange: SiteExchange
  /** The change at the exchange. */
  readonly meeting: Meeting
  readonly category: CategoryAddress
  /** The generation that adds. */
  readonly by: Generation
  readonly compiler: Compiler
  readonly signal: AbortSignal
}

/** Takes the steps of a change, one after the other up to the first failure. What came of them is in the state. */
export async function takeSteps(
  steps: readonly CategoryStep[],
  state: ChangeSoFar,
  work: Work,
): Promise<void> {
  const lastGain = steps.findLastIndex(
    (each) => each.step === 'move' || (each.step === 'add' && each.sites.size > 0),
  )
  const lastCompile = steps.findLastIndex(
    (each) => each.step === 'compile' || (each.step === 'add' && each.compile),
  )
  for (const [index, step] of steps.entries()) {
    if (state.failure) return
    if (index > lastGain) work.exchange.arrived(work.meeting)
    const isBehindCompiles = step.step === 'unmark' && index > lastCompile
    // The compile before may have been skipped, which is why another one follows.
    if (!isBehindCompiles) state.compiled = false
    await take(step, state, { ...work, category: categoryOf(step, work) }, isBehindCompiles)
  }
}

function categoryOf(step: CategoryStep, { category }: Work): CategoryAddress {
  const source = step.step === 'add' || step.step === 'unmark' ? step.source : undefined
  return source === undefined ? category : { id: source }
}

async function take(
  step: CategoryStep,
  state: ChangeSoFar,
  work: Work,
  isBehindCompiles: boolean,
): Promise<void> {
  switch (step.step) {
    case 'move':
      await move(step.move, state, work)
      return
    case 'add':
      return await addSites(step, state, work)
    case 'remove':
      return await removeSites(state, work)
    case 'unmark':
      return await unmark(step.marker, isBehindCompiles, state, work)
    case 'compile': {
      const { existingSite: site, markerIfEmpty } = step
      if (markerIfEmpty !== undefined) await markIfEmpty(markerIfEmpty, state, work)
      if (state.failure) return
      const { compiler } = work
      const by = compiler !== 'both' ? compiler : site === undefined ? 'autonomous' : 'older'
      return await compile(site, by, state, work)
    }
  }
}

/**
 * Adds sites. Some releases refuse a site that another category contains (docs/appliance, "Add sites and compile"): then those that
 * others are giving up now are moved from there, and the rest are added again.
 */
async function addSites(step: Addition, state: ChangeSoFar, work: Work): Promise<void> {
  const { category, compiler, exchange } = work
  const before = state.maybeAdded
  const unconfirmed = await addOnce(step, state, work)
  if (state.failure === undefined || !isRejected(state.failure)) return
  const takings = exchange.take(category, unconfirmed)
  if (takings.length === 0) return await sayConflict(unconfirmed, [], state, work)
  state.failure = undefined
  await moveTaken(takings, state, work)
  const moved = new FewSites(takings.flatMap(({ sites }) => sites))
  // A third category may have them.
  if (state.failure) return await sayConflict(sitesWithout(moved, state.added), takings, state, work)
  state.maybeAdded = before
  const left = sitesWithout(unconfirmed, moved)
  const markers = step.markers.filter((marker) => !state.leftMarkers.some(({ site }) => site === marker))
  if (left.size + markers.length > 0) {
    const still = await addOnce({ ...step, sites: left, markers }, state, work)
    await sayConflict(still, [], state, work)
  } else if (step.compile && compiler !== 'autonomous') await compile(moved.at(0), 'older', state, work)
}

/** Moves what others give up, up to the first failure. They learn what became of it, whatever happens. */
async function moveTaken(takings: readonly Taking[], state: ChangeSoFar, work: Work): Promise<void> {
  try {
    for (const taking of takings) {
      if (state.failure) return
      const { confirmed, unsure } = await move(taking, state, work)
      taking.done(confirmed, unsure)
    }
  } finally {
    for (const taking of takings) taking.done([])
  }
}

/**
 * Adds to the failure of a rejected addition that another category contains the first of the sites that were not added.
 * @param takings those that give the sites up
 */
async function sayConflict(
  sites: SiteSet,
  takings: readonly Move[],
  state: ChangeSoFar,
  { categories, category, signal }: Work,
): Promise<void> {
  const { failure } = state
  const site = sites.at(0)
  if (failure === undefined || !isRejected(failure) || site === undefined) return
  const { holders } = await categories.holders(new FewSites([site]), signal)
  const ours = [category.id, ...takings.map(({ from }) => from)]
  const other = holders.get(site)?.find(({ id }) => !ours.includes(id))
  if (!other) return
  const rejected = { site, id: category.id, other: other.name, failure: failure.incident }
  state.failure = new ApplianceError({
    kind: 'failed',
    incident: { is: 'site-of-another-category', ...rejected },
  })
}

/**
 * Only the older generation compiles as part of adding. What the autonomous service adds, the older routes compile after that.
 * @returns the sites of which it is not known that they were added
 */
async function addOnce(
  { sites, markers, compile: compiles }: Addition,
  state: ChangeSoFar,
  work: Work,
): Promise<SiteSet> {
  const { categories, category, compiler, run, signal } = work
  run.changes(category)
  const movesBefore = run.movesAway(category)
  const ofMarkers = new FewSites(markers)
  const by = sites.size === 0 && compiler !== 'autonomous' ? 'older' : work.by
  const options = { compile: compiles, by }
  const addition = await categories.add(category, sitesInEither(sites, ofMarkers), options, signal)
  const { confirmed, maybeAdded, failure, undercounted, doubt } = addition
  // An addition whose compile failed has worked, too.
  const isUnsure = isDenied(failure) || mayHaveWorked(failure)
  for (const marker of markers) if (isUnsure || confirmed.has(marker)) state.mark(marker, category)
  state.added = sitesInEither(state.added, sitesWithout(confirmed, ofMarkers))
  state.maybeAdded = sitesInEither(state.maybeAdded, sitesWithout(maybeAdded, ofMarkers))
  const counted = undercounted && sitesWithout(undercounted.sites, ofMarkers)
  if (undercounted && counted && counted.size > 0) state.undercounted ??= { ...undercounted, sites: counted }
  state.failure = failure
  state.doubt ??= doubt
  if (addition.compiled) {
    state.noteCompile(category)
    if (!doubt) run.compiles(category, movesBefore)
  }
  if (!failure && compiles && by !== 'older') await compile(sites.at(0) ?? markers[0], 'older', state, work)
  return sitesWithout(addition.unconfirmed, ofMarkers)
}

/** Adds a marker to a category that is empty on the autonomous service alone. Nothing can be removed there, so the marker stays. */
async function markIfEmpty(marker: Site, state: ChangeSoFar, work: Work): Promise<void> {
  const items = await work.categories.count(work.category, work.signal)
  if (items !== 0) return
  await addSites({ step: 'add', sites: emptyTable, markers: [marker], compile: false }, state, work)
}

/** @param isBehindCompiles then nothing depends on the marker any more: if it cannot be removed, it is left there */
async function unmark(
  marker: Site,
  isBehindCompiles: boolean,
  state: ChangeSoFar,
  { categories, category, run, signal }: Work,
): Promise<void> {
  run.changes(category)
  const { failure, doubt } = await categories.remove(category, new FewSites([marker]), signal)
  if (!failure) state.unmark(marker)
  if (failure && (!isBehindCompiles || failure.kind === 'cancelled')) state.failure = failure
  state.doubt ??= doubt
}

async function compile(
  site: Site | undefined,
  by: Generation,
  state: ChangeSoFar,
  { categories, category, run, signal, log }: Work,
): Promise<void> {
  const movesBefore = run.movesAway(category)
  const doubt = await categories.compile(category, site, signal, by)
  state.doubt ??= doubt
  state.noteCompile(category)
  if (by !== 'older') return
  if (!doubt) run.compiles(category, movesBefore)
  // It compiles all categories but empty ones: there the marker stays active. Only the autonomous list shows whether one is empty.
  for (const { site: marker, category: id, isStored } of state.leftMarkers) {
    if (isStored || id === category.id) continue
    const items = await categories.count({ id }, signal)
    if (items !== 0) state.noteCompile({ id })
    if (items === undefined)
      log.info('a placeholder name stays active if the category is empty', { category: id, marker })
  }
}

async function move(moved: Move, state: ChangeSoFar, work: Work) {
  const { categories, category, run, signal, log } = work
  const { from, sites } = moved
  run.changes(category)
  run.movesFrom(moved)
  const outcome = await categories
    .move({ id: from }, category, new FewSites(sites), signal)
    .finally(() => run.movesFrom(moved))
  const { confirmed, unsure, failure, doubt } = outcome
  log.info('moved sites', { from, to: category.id, sites: confirmed.size })
  state.added = sitesInEither(state.added, confirmed)
  state.maybeAdded = sitesInEither(state.maybeAdded, new FewSites(unsure))
  state.failure = failure
  state.doubt ??= doubt
  return outcome
}

/** Waits for the concurrent changes that want some of the sites. Then deletes all but those that such a change failed to get. */
async function removeSites(state: ChangeSoFar, work: Work): Promise<void> {
  const { categories, category, exchange, meeting, run, signal, log } = work
  run.changes(category)
  const { left, moved, stuck, unsure } = await exchange.settle(meeting, signal)
  state.removed = sitesInEither(state.removed, moved)
  const { confirmed, failure, doubt } = await categories.remove(category, left, signal)
  log.info('removed sites', { category: category.id, deleted: confirmed.size, moved: moved.size })
  state.removed = sitesInEither(state.removed, confirmed)
  const isIncomplete = stuck.size + unsure.size > 0
  state.failure = failure ?? (isIncomplete ? notMoved(category, stuck, unsure) : undefined)
  state.doubt ??= doubt
}

/** Whether the appliance has answered that it did not do what it was asked for, or not all of it. */
function isRejected({ kind }: ApplianceError): boolean {
  return kind === 'failed' || kind === 'refused'
}

function notMoved({ id }: CategoryAddress, stuck: SiteSet, unsure: SiteSet): ApplianceError {
  return new ApplianceError({
    kind: 'failed',
    incident: { is: 'sites-not-moved', id, stayed: [...stuck], unsure: [...unsure] },
  })
}

/** What the changes of a run have done with categories so far. */
export class RunSoFar {
  /** By the number of the category, as in the other two. */
  readonly #last = new Map<number, 'compiled' | 'changed'>()
  readonly #movesAway = new Map<number, number>()
  readonly #siteThere = new Map<number, Site>()

  /** Begins the next run: others may have changed any category since. */
  beginAnew(): void {
    this.#last.clear()
    this.#siteThere.clear()
  }

  /**
   * What was done last: a compile that the older routes have answered with yes, or something that changes the number of sites;
   * undefined if neither.
   */
  last({ id }: CategoryAddress): 'compiled' | 'changed' | undefined {
    return this.#last.get(id)
  }

  /** Notes that a request is sent that changes the number of sites. */
  changes({ id }: CategoryAddress): void {
    this.#last.set(id, 'changed')
  }

  /**
   * Notes that a compile was answered with yes.
   * @param movesBefore how often sites were moved away when it was sent: it may have been done before those since
   */
  compiles({ id }: CategoryAddress, movesBefore: number): void {
    if (this.movesAway({ id }) === movesBefore) this.#last.set(id, 'compiled')
  }

  /** How often changes have begun or ended to move sites away from a category. */
  movesAway({ id }: CategoryAddress): number {
    return this.#movesAway.get(id) ?? 0
  }

  /** Notes that a change begins or ends to move sites away from a category. */
  movesFrom({ from: id, sites }: Move): void {
    this.changes({ id })
    this.#movesAway.set(id, this.movesAway({ id }) + 1)
    const there = this.#siteThere.get(id)
    if (there !== undefined && sites.includes(there)) this.#siteThere.delete(id)
  }

  /** A site that a category contains when its change is done; undefined if none is known. */
  siteThere({ id }: CategoryAddress): Site | undefined {
    return this.#siteThere.get(id)
  }

  /** Notes such a site. */
  leaves({ id }: CategoryAddress, site: Site | undefined): void {
    if (site === undefined) this.#siteThere.delete(id)
    else this.#siteThere.set(id, site)
  }
}

/** What became of a change. Sites that are in neither list were not touched, as far as the appliance confirmed. */
export interface CategoryChangeOutcome {
  /** Moves to here included. */
  readonly added: SiteSet
  /** Further sites that were sent, and of which no answer says whether they were added. */
  readonly maybeAdded: SiteSet
  /** Of which sites the appliance has counted fewer as added. */
  readonly undercounted: CountedSites | undefined
  /** Moves from here included. */
  readonly removed: SiteSet
  readonly compiled: boolean
  /** Harmless names that were added for the sake of a compile, and that the appliance has still. */
  readonly leftMarkers: readonly Omit<Marker, 'isCompiled'>[]
  /** All that were added, those included that the appliance has called removed. */
  readonly sentMarkers: readonly Pick<Marker, 'site' | 'category'>[]
  /** The first failure. After it nothing was sent but what takes markers out again. */
  readonly failure: ApplianceError | undefined
  /** The first answer that could not be read, although what can be asked for shows that it was done; not a failure. */
  readonly doubt: ApplianceError | undefined
}

/** A harmless name that was added to a category for the sake of a compile. */
interface Marker {
  readonly site: Site
  /** Number of the category. */
  readonly category: number
  /** Whether the category holds it. If not, it is active until the next compile, as it was there in the last one. */
  readonly isStored: boolean
  /** Whether it was there in the last compile. */
  readonly isCompiled: boolean
}

/** The state of a change while its steps are taken. */
export class ChangeSoFar implements Omit<CategoryChangeOutcome, 'sentMarkers'> {
  added: SiteSet = emptyTable
  maybeAdded: SiteSet = emptyTable
  undercounted: CountedSites | undefined
  removed: SiteSet = emptyTable
  compiled = false
  failure: ApplianceError | undefined
  doubt: ApplianceError | undefined
  #markers: readonly Marker[] = []

  get leftMarkers(): CategoryChangeOutcome['leftMarkers'] {
    return this.#markers
      .filter(({ isStored, isCompiled }) => isStored || isCompiled)
      .map(({ isCompiled: _, ...marker }) => marker)
  }

  /** A marker is in a category, or may be. */
  mark(site: Site, { id }: CategoryAddress): void {
    this.#markers = [...this.#markers, { site, category: id, isStored: true, isCompiled: false }]
  }

  unmark(site: Site): void {
    this.#markers = this.#markers.map((each) => (each.site === site ? { ...each, isStored: false } : each))
  }

  /** A category was compiled: the markers that it holds are active from now on, and no others. */
  noteCompile({ id }: CategoryAddress): void {
    this.compiled = true
    this.#markers = this.#markers.map((each) =>
      each.category === id ? { ...each, isCompiled: each.isStored } : each,
    )
  }

  /** The outcome when nothing more is sent. */
  outcome(): CategoryChangeOutcome {
    const sentMarkers = this.#markers.map(({ site, category }) => ({ site, category }))
    return { ...this, leftMarkers: this.leftMarkers, sentMarkers }
  }
}
