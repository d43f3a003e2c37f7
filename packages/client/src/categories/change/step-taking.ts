import type { Site } from '@webfilter/appliance-names'
import { emptyTable, FewSites, type SiteSet, sitesInEither, sitesWithout } from '@webfilter/site-lists'
import { ApplianceError, isDenied, mayHaveWorked } from '../../errors'
import type { Log } from '../../settings'
import type { Categories } from '../categories'
import type { CategoryAddress, CountedSites, Generation } from '../category'
import type { Offer, Taking, Wish } from './site-exchange'
import type { CategoryStep, Compiler, Move } from './steps'

/** What steps work on, and their outcome. */
export interface Work {
  readonly category: CategoryAddress
  /** The generation that adds. */
  readonly by: Generation
  readonly compiler: Compiler
  readonly outcome: OutcomeSoFar
  readonly signal: AbortSignal
}

/** What the steps of one change have to do with other changes that are under way. */
export interface Meeting {
  readonly wish: Wish
  readonly offer: Offer | undefined
  /** Sites that others give up of their own accord, and that the appliance adds to no second category. */
  takings: readonly Taking[]
  /** What the change removes. */
  readonly remove: SiteSet
}

/** What steps are taken with. */
export interface StepTools {
  readonly categories: Categories
  /** How often changes of this run began or ended to move sites away, by the number of the category that they took them from. */
  readonly movedAway: Map<number, number>
  /**
   * What this run has done last with categories, by their numbers: a compile that the older routes have answered with yes, or a request that
   * changes the number of sites.
   */
  readonly last: Map<number, 'compiled' | 'changed'>
  readonly log: Log
}

type Addition = Omit<Extract<CategoryStep, { step: 'add' }>, 'step'>

/** Sends the requests of the steps of a change, one after the other. The results are in the outcome of the work. */
export class StepTaking {
  readonly #tools: StepTools
  readonly #meeting: Meeting

  constructor(tools: StepTools, meeting: Meeting) {
    this.#tools = tools
    this.#meeting = meeting
  }

  /** Takes steps up to the first failure. */
  async takeAll(steps: readonly CategoryStep[], work: Work): Promise<void> {
    const lastGain = steps.findLastIndex(
      (each) => each.step === 'move' || (each.step === 'add' && each.sites.size > 0),
    )
    const lastCompile = steps.findLastIndex(
      (each) => each.step === 'compile' || (each.step === 'add' && each.compile),
    )
    for (const [index, step] of steps.entries()) {
      if (work.outcome.failure) return
      if (index > lastGain) this.#meeting.wish.fulfill()
      if (step.step === 'unmark') await this.unmark(step.marker, index > lastCompile, work)
      else await this.#take(step, work)
    }
  }

  async #take(step: Exclude<CategoryStep, { step: 'unmark' }>, work: Work): Promise<void> {
    const { category, compiler, outcome, signal } = work
    outcome.compiled = false
    if (step.step === 'move') await this.#move(step.move, work)
    else if (step.step === 'remove') await this.#removeSites(work)
    else if (step.step === 'add') await this.addSites(step, work)
    else {
      if (step.markerIfEmpty !== undefined) await this.#markIfEmpty(step.markerIfEmpty, work)
      if (outcome.failure) return
      const site = step.existingSite
      const by = compiler !== 'both' ? compiler : site === undefined ? 'autonomous' : 'older'
      await this.compile(category, site, by, outcome, signal)
    }
  }

  async compile(
    category: CategoryAddress,
    site: Site | undefined,
    by: Generation,
    outcome: OutcomeSoFar,
    signal: AbortSignal,
  ): Promise<void> {
    const moves = this.#tools.movedAway.get(category.id)
    const doubt = await this.#tools.categories.compile(category, site, signal, by)
    outcome.note(doubt)
    outcome.noteCompile(category)
    if (by === 'older' && !doubt) this.#noteSureCompile(category, moves)
  }

  /** @param moves how often sites were moved away when the compile was sent: it may have been done before those since */
  #noteSureCompile({ id }: CategoryAddress, moves: number | undefined): void {
    if (this.#tools.movedAway.get(id) === moves) this.#tools.last.set(id, 'compiled')
  }

  /**
   * Adds sites. Some releases refuse a site that another category contains (docs/appliance, "Add sites and compile"): then those that
   * others are giving up now are moved from there, and the rest are added again.
   */
  async addSites(step: Addition, work: Work): Promise<void> {
    const { category, outcome, signal, compiler } = work
    const before = outcome.maybeAdded
    const unconfirmed = await this.#addOnce(step, work)
    if (outcome.failure === undefined || !isRejected(outcome.failure)) return
    const takings = this.#meeting.wish.take(category.id, unconfirmed)
    if (takings.length === 0) return await this.#sayConflict(unconfirmed, work)
    this.#meeting.takings = [...this.#meeting.takings, ...takings]
    outcome.failure = undefined
    for (const taking of takings) if (!outcome.failure) await this.#move(taking, work)
    const moved = new FewSites(takings.flatMap(({ sites }) => sites))
    // A third category may have them.
    if (outcome.failure) return await this.#sayConflict(sitesWithout(moved, outcome.added), work, takings)
    outcome.maybeAdded = before
    const left = sitesWithout(unconfirmed, moved)
    const markers = step.markers.filter((marker) => !outcome.leftMarkers.some(({ site }) => site === marker))
    if (left.size + markers.length > 0)
      await this.#sayConflict(await this.#addOnce({ ...step, sites: left, markers }, work), work)
    else if (step.compile && compiler !== 'autonomous')
      await this.compile(category, moved.at(0), 'older', outcome, signal)
  }

  /**
   * Adds to the failure of a rejected addition that another category contains the first of the sites that were not added.
   * @param takings those that give the sites up
   */
  async #sayConflict(
    sites: SiteSet,
    { category, outcome, signal }: Work,
    takings: readonly Taking[] = [],
  ): Promise<void> {
    const { failure } = outcome
    const site = sites.at(0)
    if (failure === undefined || !isRejected(failure) || site === undefined) return
    const { holders } = await this.#tools.categories.holders(new FewSites([site]), signal)
    const ours = [category.id, ...takings.map(({ from }) => from)]
    const other = holders.get(site)?.find(({ id }) => !ours.includes(id))
    if (!other) return
    const rejected = { site, id: category.id, other: other.name, failure: failure.incident }
    outcome.failure = new ApplianceError({
      kind: 'failed',
      incident: { is: 'site-of-another-category', ...rejected },
    })
  }

  /**
   * Only the older generation compiles as part of adding. What the autonomous service adds, the older routes compile after that.
   * @returns the sites of which it is not known that they were added
   */
  async #addOnce(
    { sites, markers, compile }: Addition,
    { category, by: adder, compiler, outcome, signal }: Work,
  ): Promise<SiteSet> {
    const { categories, last, movedAway } = this.#tools
    last.set(category.id, 'changed')
    const moves = movedAway.get(category.id)
    const all = sitesInEither(sites, new FewSites(markers))
    const by = sites.size === 0 && compiler !== 'autonomous' ? 'older' : adder
    const addition = await categories.add(category, all, { compile, by }, signal)
    const { confirmed, maybeAdded, failure } = addition
    // An addition whose compile failed has worked, too.
    const isUnsure = isDenied(failure) || mayHaveWorked(failure)
    const isConfirmed = markers.length > 0 ? confirmed : undefined
    for (const marker of markers) {
      if (isUnsure || isConfirmed?.has(marker)) outcome.mark(marker, category)
    }
    outcome.added = sitesInEither(outcome.added, sitesWithout(confirmed, new FewSites(markers)))
    outcome.maybeAdded = sitesInEither(outcome.maybeAdded, sitesWithout(maybeAdded, new FewSites(markers)))
    outcome.noteCount(addition.undercounted, markers)
    outcome.failure = failure
    if (addition.compiled) {
      outcome.noteCompile(category)
      if (!addition.doubt) this.#noteSureCompile(category, moves)
    }
    outcome.note(addition.doubt)
    const unconfirmed = sitesWithout(addition.unconfirmed, new FewSites(markers))
    if (failure || !compile || by === 'older') return unconfirmed
    await this.compile(category, sites.at(0) ?? markers[0], 'older', outcome, signal)
    return unconfirmed
  }

  /** Adds a marker to a category that is empty on the autonomous service alone. Nothing can be removed there, so the marker stays. */
  async #markIfEmpty(marker: Site, work: Work): Promise<void> {
    const items = await this.#tools.categories.count(work.category, work.signal)
    if (items === 0) await this.addSites({ sites: emptyTable, markers: [marker], compile: false }, work)
  }

  /** After the last compile nothing depends on the marker any more: if it cannot be removed then, it is left there. */
  async unmark(marker: Site, isBehindCompiles: boolean, { category, outcome, signal }: Work): Promise<void> {
    // The compile before may have been skipped, which is why another one follows.
    if (!isBehindCompiles) outcome.compiled = false
    this.#tools.last.set(category.id, 'changed')
    const { failure, doubt } = await this.#tools.categories.remove(category, new FewSites([marker]), signal)
    if (!failure) outcome.unmark(marker)
    if (failure && (!isBehindCompiles || failure.kind === 'cancelled')) outcome.failure = failure
    outcome.note(doubt)
  }

  async #move(move: Move, { category, outcome, signal }: Work): Promise<void> {
    const { categories, last, log } = this.#tools
    for (const id of [move.from, category.id]) last.set(id, 'changed')
    this.#countMove(move)
    const { confirmed, unsure, failure, doubt } = await categories
      .move({ id: move.from }, category, new FewSites(move.sites), signal)
      .finally(() => {
        this.#countMove(move)
        last.set(move.from, 'changed')
      })
    log.info('moved sites', { from: move.from, to: category.id, sites: confirmed.size })
    this.#meeting.takings.find((taking) => taking === move)?.done([...confirmed], unsure)
    outcome.added = sitesInEither(outcome.added, confirmed)
    outcome.maybeAdded = sitesInEither(outcome.maybeAdded, new FewSites(unsure))
    outcome.failure = failure
    outcome.note(doubt)
  }

  #countMove({ from }: Move): void {
    const { movedAway } = this.#tools
    movedAway.set(from, (movedAway.get(from) ?? 0) + 1)
  }

  /** Waits for the concurrent changes that want some of the sites. Then deletes all but those that such a change failed to get. */
  async #removeSites({ category, outcome, signal }: Work): Promise<void> {
    const { categories, last, log } = this.#tools
    last.set(category.id, 'changed')
    const settlement = await this.#meeting.offer?.settle(signal)
    const { left, moved, stuck, unsure } = settlement ?? {
      left: this.#meeting.remove,
      moved: [],
      stuck: [],
      unsure: [],
    }
    outcome.removed = sitesInEither(outcome.removed, new FewSites(moved))
    const { confirmed, failure, doubt } = await categories.remove(category, left, signal)
    log.info('removed sites', { category: category.id, deleted: confirmed.size, moved: moved.length })
    outcome.removed = sitesInEither(outcome.removed, confirmed)
    const isIncomplete = stuck.length + unsure.length > 0
    outcome.failure = failure ?? (isIncomplete ? notMoved(category, stuck, unsure) : undefined)
    outcome.note(doubt)
  }
}

/** Whether the appliance has answered that it did not do what it was asked for, or not all of it. */
function isRejected({ kind }: ApplianceError): boolean {
  return kind === 'failed' || kind === 'refused'
}

function notMoved({ id }: CategoryAddress, stuck: readonly Site[], unsure: readonly Site[]): ApplianceError {
  return new ApplianceError({
    kind: 'failed',
    incident: { is: 'sites-not-moved', id, stayed: stuck, unsure },
  })
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
  readonly leftMarkers: readonly LeftMarker[]
  /** All that were added, those included that the appliance has called removed. */
  readonly sentMarkers: readonly Omit<LeftMarker, 'isStored'>[]
  /** The first failure. After it nothing was sent but what takes markers out again. */
  readonly failure: ApplianceError | undefined
  /** An answer that could not be read, although what can be asked for shows that it was done; not a failure. */
  readonly doubt: ApplianceError | undefined
}

/** A harmless name that was added to a category for the sake of a compile. */
interface LeftMarker {
  readonly site: Site
  /** Number of the category. */
  readonly category: number
  /** Whether the category holds it. If not, it is active until the next compile, as it was there in the last one. */
  readonly isStored: boolean
}

/** The outcome of a change while it is made. */
export class OutcomeSoFar {
  added: SiteSet = emptyTable
  maybeAdded: SiteSet = emptyTable
  undercounted: CountedSites | undefined
  removed: SiteSet = emptyTable
  compiled = false
  failure: ApplianceError | undefined
  doubt: ApplianceError | undefined
  readonly #markers: Marker[] = []

  get leftMarkers(): readonly LeftMarker[] {
    return this.#markers.flatMap(({ site, category, isStored, isCompiled }) =>
      isStored || isCompiled ? [{ site, category, isStored }] : [],
    )
  }

  /** The outcome when nothing more is sent. */
  end(): CategoryChangeOutcome {
    const { added, maybeAdded, undercounted, removed, compiled, failure, doubt, leftMarkers } = this
    const sentMarkers = this.#markers.map(({ site, category }) => ({ site, category }))
    return { added, maybeAdded, undercounted, removed, compiled, failure, doubt, leftMarkers, sentMarkers }
  }

  /** A marker is in a category, or may be. */
  mark(site: Site, { id }: CategoryAddress): void {
    this.#markers.push({ site, category: id, isStored: true, isCompiled: false })
  }

  unmark(site: Site): void {
    for (const marker of this.#markers) if (marker.site === site) marker.isStored = false
  }

  /** A category was compiled: the markers that it holds are active from now on, and no others. */
  noteCompile({ id }: CategoryAddress): void {
    this.compiled = true
    for (const marker of this.#markers) if (marker.category === id) marker.isCompiled = marker.isStored
  }

  /** Keeps the first count that is too low, which markers do not make. */
  noteCount(counted: CountedSites | undefined, markers: readonly Site[]): void {
    const sites = counted && sitesWithout(counted.sites, new FewSites(markers))
    if (counted && sites && sites.size > 0) this.undercounted ??= { ...counted, sites }
  }

  /** Keeps the first doubt. */
  note(doubt: ApplianceError | undefined): void {
    this.doubt ??= doubt
  }
}

/** A marker that was sent. */
interface Marker {
  readonly site: Site
  readonly category: number
  isStored: boolean
  /** Whether it was there in the last compile. */
  isCompiled: boolean
}
