import type { Site } from '@webfilter/appliance-names'
import { emptyTable, FewSites, type SiteSet, sitesInEither, sitesWithout } from '@webfilter/site-lists'
import { ApplianceError } from '../../errors'
import type { Log } from '../../settings'
import type { Categories } from '../categories'
import type { CategoryAddress, CountedSites } from '../category'
import type { Meeting, SiteExchange, Taking } from './site-exchange'
import type { Addition, CategoryStep, Move } from './steps'

/** What the steps of a change are taken with, and what has come of them so far. */
export interface Work {
  readonly categories: Categories
  readonly log: Log
  readonly exchange: SiteExchange
  /** The change at the exchange. */
  readonly meeting: Meeting
  readonly category: CategoryAddress
  readonly state: ChangeSoFar
  /** What the changes of this run have done with a category. */
  readonly soFar: (category: CategoryAddress) => CategorySoFar
  readonly signal: AbortSignal
}

/** Takes the steps of a change, one after the other up to the first failure. */
export async function takeSteps(steps: readonly CategoryStep[], work: Work): Promise<void> {
  const { exchange, meeting, category, state } = work
  const lastGain = steps.findLastIndex(
    (each) => each.step === 'move' || (each.step === 'add' && each.sites.size > 0),
  )
  const lastCompile = steps.findLastIndex(
    (each) => each.step === 'compile' || (each.step === 'add' && each.compile),
  )
  for (const [index, step] of steps.entries()) {
    if (state.failure) return
    // What has come is to be active before others remove it.
    if (index > lastGain && step.step !== 'compile') exchange.arrived(meeting)
    const isBehindCompiles = step.step === 'unmark' && index > lastCompile
    // The compile before may have been skipped, which is why another one follows.
    if (!isBehindCompiles) state.compiled = false
    const { source: id = category.id } = 'source' in step ? step : {}
    await take(step, isBehindCompiles, { ...work, category: { id } })
  }
}

async function take(step: CategoryStep, isBehindCompiles: boolean, work: Work): Promise<void> {
  if (step.step === 'move') await move(step.move, work)
  else if (step.step === 'add') await addSites(step, work)
  else if (step.step === 'remove') await removeSites(work)
  else if (step.step === 'unmark') await unmark(step.marker, isBehindCompiles, work)
  else {
    if (step.markerIfEmpty !== undefined) await markIfEmpty(step.markerIfEmpty, work)
    if (!work.state.failure) await compile(step.existingSite, work)
  }
}

/**
 * Adds sites. Some releases refuse a site that another category contains (docs/appliance, "Add sites and compile"): then those that
 * others are giving up now are moved from there, and the rest are added again.
 */
async function addSites(step: Addition, work: Work): Promise<void> {
  const { category, exchange, state } = work
  const before = state.unsure
  const unconfirmed = await addOnce(step, work)
  if (state.failure === undefined || !isRejected(state.failure)) return
  const takings = exchange.take(category, unconfirmed)
  if (takings.length === 0) return await sayConflict(unconfirmed, [], work)
  state.failure = undefined
  await moveTaken(takings, work)
  const moved = new FewSites(takings.flatMap(({ sites }) => sites))
  // A third category may have them.
  if (state.failure) return await sayConflict(sitesWithout(moved, state.added), takings, work)
  state.unsure = before
  const sites = sitesWithout(unconfirmed, moved)
  const markers = step.markers.filter((marker) => !state.leftMarkers.some(({ site }) => site === marker))
  if (sites.size + markers.length > 0)
    await sayConflict(await addOnce({ ...step, sites, markers }, work), [], work)
  else if (step.compile) await compile(moved.at(0), work)
}

/**
 * Moves what others give up, up to the first failure. They learn what became of it, whatever happens. Such a release refuses a site as long as
 * a third category contains it, so what several give up is deleted from all of them but the last, from which it is moved.
 */
async function moveTaken(takings: readonly Taking[], work: Work): Promise<void> {
  const { categories, state, soFar, signal } = work
  try {
    for (const [index, taking] of takings.entries()) {
      const from = { id: taking.from }
      const later = new Set(takings.slice(index + 1).flatMap(({ sites }) => sites))
      const shared = taking.sites.filter((site) => later.has(site))
      let deleted: SiteSet = emptyTable
      if (shared.length > 0) {
        leave(soFar(from), shared)
        const deletion = await categories.remove(from, new FewSites(shared), signal)
        deleted = deletion.confirmed
        state.failure = deletion.failure
        if (state.failure) return taking.done(deleted, shared)
      }
      const sites = taking.sites.filter((site) => !later.has(site))
      const { confirmed, unsure } = await move({ ...taking, sites }, work)
      taking.done([...deleted, ...confirmed], unsure)
      if (state.failure) return
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
  { categories, category, state, signal }: Work,
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

/** @returns the sites of which it is not known that they were added */
async function addOnce(
  step: Addition,
  { categories, category, state, soFar, signal }: Work,
): Promise<SiteSet> {
  const { sites, compile, by } = step
  const here = soFar(category)
  here.last = 'changed'
  const { movesAway } = here
  const markers = new FewSites(step.markers)
  const all = sitesInEither(sites, markers)
  const addition = await categories.add(category, all, { compile, by }, signal)
  const { confirmed, unsure, failure, undercounted, doubt } = addition
  for (const marker of markers) if (confirmed.has(marker) || unsure.has(marker)) state.mark(marker, category)
  state.added = sitesInEither(state.added, sitesWithout(confirmed, markers))
  state.unsure = sitesInEither(state.unsure, sitesWithout(unsure, markers))
  state.leftOut ||= undercounted !== undefined && step.source === undefined
  const counted = undercounted && sitesWithout(undercounted.sites, markers)
  if (undercounted && counted && counted.size > 0) state.undercounted ??= { ...undercounted, sites: counted }
  state.failure = failure
  state.doubt ??= doubt
  if (addition.compiled) state.noteCompile(category)
  if (addition.compiled && !doubt && here.movesAway === movesAway) here.last = 'compiled'
  return sitesWithout(addition.unconfirmed, markers)
}

/** Adds a marker to a category that is empty on the autonomous service alone. Nothing can be removed there, so the marker stays. */
async function markIfEmpty(marker: Site, work: Work): Promise<void> {
  const items = await work.categories.count(work.category, work.signal)
  if (items !== 0) return
  await addSites(
    { step: 'add', sites: emptyTable, markers: [marker], by: 'autonomous', compile: false },
    work,
  )
}

/** @param isBehindCompiles then nothing depends on the marker any more: if it cannot be removed, it is left there */
async function unmark(marker: Site, isBehindCompiles: boolean, work: Work): Promise<void> {
  const { categories, category, state, soFar, signal } = work
  soFar(category).last = 'changed'
  const { failure, doubt } = await categories.remove(category, new FewSites([marker]), signal)
  if (!failure) state.unmark(marker)
  if (failure && (!isBehindCompiles || failure.kind === 'cancelled')) state.failure = failure
  state.doubt ??= doubt
}

/** @param site one that exists, for the older routes; undefined if the autonomous service is to compile */
async function compile(site: Site | undefined, work: Work): Promise<void> {
  const { categories, category, state, soFar, signal, log } = work
  const here = soFar(category)
  const { movesAway } = here
  const by = site === undefined ? 'autonomous' : 'older'
  const doubt = await categories.compile(category, site, signal, by)
  state.doubt ??= doubt
  state.noteCompile(category)
  if (by === 'autonomous') return
  // It may have been done before sites were moved away since it was sent.
  if (!doubt && here.movesAway === movesAway) here.last = 'compiled'
  // It compiles all categories but empty ones: there the marker stays active. Only the autonomous list shows whether one is empty.
  for (const { site: marker, category: id, isStored } of state.leftMarkers) {
    if (isStored || id === category.id) continue
    const items = await categories.count({ id }, signal)
    if (items !== 0) state.noteCompile({ id })
    if (items === undefined)
      log.info('a placeholder name stays active if the category is empty', { category: id, marker })
  }
}

async function move(moved: Move, { categories, category, state, soFar, signal, log }: Work) {
  const { from, sites } = moved
  soFar(category).last = 'changed'
  leave(soFar({ id: from }), sites)
  const outcome = await categories
    .move({ id: from }, category, new FewSites(sites), signal)
    .finally(() => leave(soFar({ id: from }), sites))
  const { confirmed, unsure, failure, doubt } = outcome
  log.info('moved sites', { from, to: category.id, sites: confirmed.size })
  state.added = sitesInEither(state.added, confirmed)
  state.unsure = sitesInEither(state.unsure, unsure)
  state.failure = failure
  state.doubt ??= doubt
  return outcome
}

/** Notes that a change begins or ends to move sites away from a category. */
function leave(from: CategorySoFar, sites: readonly Site[]): void {
  from.last = 'changed'
  from.movesAway += 1
  if (from.siteThere !== undefined && sites.includes(from.siteThere)) from.siteThere = undefined
}

/** Waits for the concurrent changes that want some of the sites. Then deletes all but those that such a change failed to get. */
async function removeSites(work: Work): Promise<void> {
  const { categories, category, exchange, meeting, state, soFar, signal, log } = work
  soFar(category).last = 'changed'
  const { left, moved, stuck, unsure } = await exchange.settle(meeting, signal)
  state.removed = sitesInEither(state.removed, moved)
  const { confirmed, unsure: unanswered, failure, doubt } = await categories.remove(category, left, signal)
  log.info('removed sites', { category: category.id, deleted: confirmed.size, moved: moved.size })
  state.removed = sitesInEither(state.removed, confirmed)
  state.unsure = [unsure, unanswered].reduce(sitesInEither, state.unsure)
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

/** What the changes of a run have done with one category so far. */
export interface CategorySoFar {
  /**
   * What was done last: a compile that the older routes have answered with yes, or a request that changes the number of sites;
   * undefined if neither.
   */
  last: 'compiled' | 'changed' | undefined
  /** How often changes have begun or ended to move sites away to other categories. */
  movesAway: number
  /** A site that it contains when its change is done; undefined if none is known. */
  siteThere: Site | undefined
}

/** The state of a change while its steps are taken. Sites in neither list were not touched, as far as the appliance confirmed. */
export class ChangeSoFar {
  /** Moves to here included. */
  added: SiteSet = emptyTable
  /** Further sites that were sent, and of which no answer says whether they were added or removed. */
  unsure: SiteSet = emptyTable
  /** A batch may have left out sites or markers, by the numbers of its answer. */
  leftOut = false
  /** Of which sites the appliance has counted fewer as added. */
  undercounted: CountedSites | undefined
  /** Moves from here included. */
  removed: SiteSet = emptyTable
  compiled = false
  /** The first failure. After it nothing is sent but what takes markers out again. */
  failure: ApplianceError | undefined
  /** The first answer that could not be read, although what can be asked for shows that it was done; not a failure. */
  doubt: ApplianceError | undefined
  #markers: readonly Marker[] = []

  /** Harmless names that were added for the sake of a compile, and that the appliance has still. */
  get leftMarkers(): readonly Omit<Marker, 'isCompiled'>[] {
    const left = this.#markers.filter(({ isStored, isCompiled }) => isStored || isCompiled)
    return left.map(({ isCompiled: _, ...marker }) => marker)
  }

  /** All that were added, those included that the appliance has called removed. */
  get sentMarkers(): readonly Pick<Marker, 'site' | 'category'>[] {
    return this.#markers.map(({ site, category }) => ({ site, category }))
  }

  /** A marker is in a category, or may be. */
  mark(site: Site, { id }: CategoryAddress): void {
    this.#markers = [...this.#markers, { site, category: id, isStored: true, isCompiled: false }]
  }

  unmark(site: Site): void {
    this.#markers = this.#markers.map((each) => (each.site === site ? { ...each, isStored: false } : each))
  }

  /** The appliance has called a marker removed, and has it still. What was compiled since may not be. */
  keep(site: Site): void {
    this.compiled = false
    this.#markers = this.#markers.map((each) => (each.site === site ? { ...each, isStored: true } : each))
  }

  /** A category was compiled: the markers that it holds are active from now on, and no others. */
  noteCompile({ id }: CategoryAddress): void {
    this.compiled = true
    this.#markers = this.#markers.map((each) =>
      each.category === id ? { ...each, isCompiled: each.isStored } : each,
    )
  }
}

/** What became of a change. */
export type CategoryChangeOutcome = Readonly<Omit<ChangeSoFar, 'mark' | 'unmark' | 'keep' | 'noteCompile'>>

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
