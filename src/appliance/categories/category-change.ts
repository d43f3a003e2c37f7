import { siteRemovalUnsupported } from '../../diagnostics/entries/categories'
import { sitesNotMoved } from '../../diagnostics/entries/sites'
import { namesOf } from '../../sites/first-sites'
import type { Site } from '../../sites/site'
import { ApplianceError, asApplianceError } from '../errors'
import type { Log } from '../log'
import type { CategoryApi } from '../settings'
import type { Categories } from './categories'
import type { CategoryAddress, Generation } from './category'
import {
  type CategoryChange,
  type CategoryStep,
  type Move,
  siteThereAfter,
  stepsOf,
  stepsThatCompile,
} from './category-steps'
import { type CategoryChangeOutcome, Progress } from './change-outcome'
import { inventedMarkers } from './markers'
import type { Offer, SiteExchange, Taking, Wish } from './site-exchange'

/** How a change is carried out, once its category is known. */
export interface HowToChange {
  /** One that is there and stays; undefined where none is known. */
  readonly siteThatStays: Site | undefined
  /** Whether the change is to become active. */
  readonly compile: boolean
  /** An earlier change was stored and not compiled, or may not have been. */
  readonly pending?: boolean
  /** The category was made for this change. */
  readonly isNew?: boolean
  /** Sites of the change that other categories hold and are to give up. */
  readonly takeFrom?: readonly Move[]
}

/** Begins changes of categories that know of each other while they are under way. */
export interface CategoryChanges {
  /**
   * Begins a change, before anything is sent for it, so that others under way learn of it: a site that leaves one category
   * while another one takes it is moved. `end` must be called, however it ends.
   */
  begin(change: BegunChange): ChangeUnderWay

  /** Whether a change that is under way wants a site, which may be moved away from where it is. */
  isWanted(site: Site): boolean
}

/** A change as it is known before anything is sent. */
export interface BegunChange {
  /** The category; undefined while it is to be created, which has nothing to remove. */
  readonly category: CategoryAddress | undefined
  readonly add: readonly Site[]
  readonly remove: readonly Site[]
}

/** A change from its beginning to its `end`. */
export interface ChangeUnderWay {
  /** Sites of the change that others under way are giving up. Throws `cancelled`. */
  offered(signal: AbortSignal): Promise<ReadonlySet<Site>>
  /** Sends what the change needs, up to the first failure. Never throws for a failure of the appliance. */
  carryOut(category: CategoryAddress, how: HowToChange, signal: AbortSignal): Promise<CategoryChangeOutcome>
  end(): void
}

export function createCategoryChanges(
  categories: Categories,
  exchange: SiteExchange,
  log: Log,
): CategoryChanges {
  const movedAway = new Map<number, number>()
  const sitesThere = new Map<number, Site>()
  return {
    isWanted: (site) => exchange.isWanted(site),
    begin: ({ category, add, remove }) =>
      new Change(
        { categories, movedAway, sitesThere, log },
        add,
        remove,
        exchange.wish(add),
        // What gains as well as loses compiles its gain first, which moves away from it would hide from the appliance.
        category && remove.length > 0
          ? exchange.offer(category.id, remove, { movable: add.length === 0 })
          : undefined,
      ),
  }
}

interface Tools {
  readonly categories: Categories
  /** How often changes of this run began or ended to move sites away, by the number of the category that they took them from. */
  readonly movedAway: Map<number, number>
  /** For each category that a change of this run is about, a site that is there when it is done. */
  readonly sitesThere: Map<number, Site>
  readonly log: Log
}

class Change implements ChangeUnderWay {
  readonly #tools: Tools
  readonly #add: readonly Site[]
  readonly #remove: readonly Site[]
  readonly #wish: Wish
  readonly #offer: Offer | undefined
  #takings: readonly Taking[] = []

  constructor(
    tools: Tools,
    add: readonly Site[],
    remove: readonly Site[],
    wish: Wish,
    offer: Offer | undefined,
  ) {
    this.#tools = tools
    this.#add = add
    this.#remove = remove
    this.#wish = wish
    this.#offer = offer
  }

  async offered(signal: AbortSignal): Promise<ReadonlySet<Site>> {
    await this.#wish.opening(signal)
    return this.#wish.offered()
  }

  end(): void {
    this.#wish.withdraw()
    this.#offer?.withdraw()
    for (const taking of this.#takings) taking.done([])
  }

  async carryOut(
    category: CategoryAddress,
    how: HowToChange,
    signal: AbortSignal,
  ): Promise<CategoryChangeOutcome> {
    const progress = new Progress()
    try {
      await this.#wish.opening(signal)
      this.#takings = this.#wish.take(category.id)
      const change = this.#changeWith(how)
      const by = await this.#generationFor(category, change, signal)
      if (change.moves.length + change.remove.length > 0) await this.#requireOlderRoutes(category, signal)
      await this.#makeChange(change, { category, by, progress, signal })
    } catch (error) {
      progress.failure = asApplianceError(error)
    }
    if (!progress.failure) this.#wish.fulfil()
    else await this.#tidyUp(category, progress, progress.failure, signal)
    return progress
  }

  /**
   * The generation that adds and compiles. The autonomous service compiles some time after it has answered, and no empty category. So
   * the older routes, if there are some, compile one that is emptied.
   */
  async #generationFor(
    category: CategoryAddress,
    change: CategoryChange,
    signal: AbortSignal,
  ): Promise<Generation> {
    const { categories } = this.#tools
    const generation = await categories.generation(signal)
    if (generation === 'older' || !change.compile || siteThereAfter(change) !== undefined) return generation
    const items = await categories.count(category, signal)
    if (items !== undefined && items > change.remove.length) return generation
    return (await categories.hasOlderRoutes(signal)) ? 'older' : generation
  }

  async #makeChange(change: CategoryChange, work: Work): Promise<void> {
    const { category, by, progress } = work
    const { movedAway, sitesThere } = this.#tools
    const site = siteThereAfter(change)
    if (site === undefined) sitesThere.delete(category.id)
    else sitesThere.set(category.id, site)
    const steps = stepsOf(by, change, inventedMarkers())
    const departures = movedAway.get(category.id)
    await this.#takeAll(steps, work)
    const isDisturbed = movedAway.get(category.id) !== departures
    if (isDisturbed && !progress.failure && site !== undefined && departuresMayHide(by, change, steps)) {
      await this.#takeAll(stepsThatCompile(site, inventedMarkers()[0]), work)
    }
    if (change.compile) await this.#compileSources(change.moves, work)
  }

  async #takeAll(steps: readonly CategoryStep[], work: Work): Promise<void> {
    const lastGain = steps.findLastIndex(
      (each) => each.step === 'move' || (each.step === 'add' && each.sites.length > 0),
    )
    const lastCompile = steps.findLastIndex(
      (each) => each.step === 'compile' || (each.step === 'add' && each.compile),
    )
    for (const [index, step] of steps.entries()) {
      if (work.progress.failure) return
      if (index > lastGain) this.#wish.fulfil()
      if (step.step === 'unmark') await this.#unmark(step.marker, index > lastCompile, work)
      else await this.#take(step, work)
    }
  }

  /** Takes out what was there for a compile only, unless the appliance is not to be asked any more, or does not answer. */
  async #tidyUp(
    category: CategoryAddress,
    progress: Progress,
    { kind }: ApplianceError,
    signal: AbortSignal,
  ): Promise<void> {
    const markers = progress.leftMarkers
      .filter((marker) => marker.isStored && marker.category === category.id)
      .map(({ site }) => site)
    if (markers.length === 0 || !['failed', 'refused', 'unreadable', 'interrupted'].includes(kind)) return
    const { confirmed } = await this.#tools.categories.remove(category, markers, signal)
    for (const marker of confirmed) progress.unmark(marker)
  }

  /** What others give up of their own accord is taken from them; the rest of what they are to give up is taken too. */
  #changeWith(how: HowToChange): CategoryChange {
    const { siteThatStays, compile, takeFrom = [], pending = false, isNew = false } = how
    const given = this.#takings.flatMap((taking) => taking.sites)
    const moves = [...this.#takings, ...without(takeFrom, given)]
    const moved = new Set(moves.flatMap(({ sites }) => sites))
    const add = moved.size === 0 ? this.#add : this.#add.filter((site) => !moved.has(site))
    return { moves, add, remove: this.#remove, siteThatStays, compile, pending, isNew }
  }

  /** What a change cannot do is said before anything of it is sent. */
  async #requireOlderRoutes(category: CategoryAddress, signal: AbortSignal): Promise<void> {
    if (!(await this.#tools.categories.hasOlderRoutes(signal)))
      throw cannotTakeOut(category, this.#tools.categories.api)
  }

  async #take(step: Exclude<CategoryStep, { step: 'unmark' }>, work: Work): Promise<void> {
    const { category, by, progress, signal } = work
    progress.compiled = false
    if (step.step === 'move') await this.#move(step.move, work)
    else if (step.step === 'remove') await this.#removeSites(work)
    else if (step.step === 'add') await this.#addSites(step, work)
    else {
      if (step.markerIfEmpty !== undefined) await this.#markIfEmpty(step.markerIfEmpty, work)
      if (progress.failure) return
      progress.note(await this.#tools.categories.compile(category, step.siteThatIsThere, signal, by))
      progress.noteCompile(category)
    }
  }

  async #addSites(
    { sites, markers, compile }: Omit<Extract<CategoryStep, { step: 'add' }>, 'step'>,
    { category, by, progress, signal }: Work,
  ): Promise<void> {
    const all = markers.length > 0 ? [...sites, ...markers] : sites
    const outcome = await this.#tools.categories.add(category, all, { compile, by }, signal)
    const { confirmed, failure } = outcome
    for (const marker of markers) {
      if (confirmed.includes(marker) || (failure && mayHaveActed(failure))) progress.mark(marker, category)
    }
    const added = markers.length > 0 ? confirmed.filter((site) => !markers.includes(site)) : confirmed
    progress.added = progress.added.concat(added)
    progress.failure = failure
    if (outcome.compiled) progress.noteCompile(category)
    progress.note(outcome.doubt)
  }

  /** Of what the autonomous service alone has no more sites of, so that nothing can be taken out of it again: the name stays. */
  async #markIfEmpty(marker: Site, work: Work): Promise<void> {
    const items = await this.#tools.categories.count(work.category, work.signal)
    if (items === 0) await this.#addSites({ sites: [], markers: [marker], compile: false }, work)
  }

  /** Behind the last compile nothing depends on it any more: what cannot be taken out then is left there. */
  async #unmark(
    marker: Site,
    isBehindCompiles: boolean,
    { category, progress, signal }: Work,
  ): Promise<void> {
    // The compile before may have been skipped, which is why another one follows.
    if (!isBehindCompiles) progress.compiled = false
    const { failure, doubt } = await this.#tools.categories.remove(category, [marker], signal)
    if (!failure) progress.unmark(marker)
    if (failure && (!isBehindCompiles || failure.kind === 'cancelled')) progress.failure = failure
    progress.note(doubt)
  }

  async #move(move: Move, { category, progress, signal }: Work): Promise<void> {
    const { categories, log } = this.#tools
    this.#countDeparture(move)
    const { confirmed, failure, doubt } = await categories
      .move({ id: move.from }, category, move.sites, signal)
      .finally(() => this.#countDeparture(move))
    log.info('moved sites', { from: move.from, to: category.id, sites: confirmed.length })
    this.#takings.find((taking) => taking === move)?.done(confirmed)
    progress.added = progress.added.concat(confirmed)
    progress.failure = failure
    progress.note(doubt)
  }

  #countDeparture({ from }: Move): void {
    const { movedAway } = this.#tools
    movedAway.set(from, (movedAway.get(from) ?? 0) + 1)
  }

  /** What nobody under way wants is deleted; what is wanted is moved by those who want it. */
  async #removeSites({ category, progress, signal }: Work): Promise<void> {
    const { categories, log } = this.#tools
    const settlement = await this.#offer?.settle(signal)
    const { left, moved, stuck } = settlement ?? { left: this.#remove, moved: [], stuck: [] }
    progress.removed = progress.removed.concat(moved)
    const { confirmed, failure, doubt } = await categories.remove(category, left, signal)
    log.info('removed sites', { category: category.id, deleted: confirmed.length, moved: moved.length })
    progress.removed = progress.removed.concat(confirmed)
    progress.failure = failure ?? (stuck.length > 0 ? notMoved(category, stuck) : undefined)
    progress.note(doubt)
  }

  /** Categories that gave up sites without a change of their own have nobody else who compiles them, and may be empty now. */
  async #compileSources(moves: readonly Move[], { progress, signal }: Work): Promise<void> {
    const sources = moves.filter((move) => !this.#takings.some((taking) => taking === move))
    for (const { from: id, sites } of sources) {
      if (progress.failure) return
      const there = this.#tools.sitesThere.get(id)
      const siteThatStays = there && !sites.includes(there) ? there : undefined
      const change: CategoryChange = { ...compilationAlone, siteThatStays }
      const by = await this.#generationFor({ id }, change, signal)
      const steps = stepsOf(by, change, inventedMarkers())
      await this.#takeAll(steps, { category: { id }, by, progress, signal })
    }
  }
}

/** Where steps are taken, and what becomes of them. */
interface Work {
  readonly category: CategoryAddress
  readonly by: Generation
  readonly progress: Progress
  readonly signal: AbortSignal
}

const compilationAlone: CategoryChange = {
  moves: [],
  add: [],
  remove: [],
  siteThatStays: undefined,
  compile: true,
  pending: false,
  isNew: false,
}

/**
 * Whether the number of sites may have been the same at the last compile of these steps as at the one before, if others moved some away
 * in between: the older generation skips such a compile. Between the compiles of steps that take something out it only falls.
 */
function departuresMayHide(
  by: Generation,
  { compile }: CategoryChange,
  steps: readonly CategoryStep[],
): boolean {
  return by === 'older' && compile && !steps.some(({ step }) => step === 'remove' || step === 'unmark')
}

/** Whether a request that failed may have been carried out. */
function mayHaveActed({ kind, nothingSent, nothingDone }: ApplianceError): boolean {
  if (nothingSent || nothingDone) return false
  return !['misconfigured', 'unreachable', 'forbidden', 'route-missing'].includes(kind)
}

function without(moves: readonly Move[], sites: readonly Site[]): readonly Move[] {
  const given = new Set(sites)
  return moves
    .map(({ from, sites: of }) => ({ from, sites: of.filter((site) => !given.has(site)) }))
    .filter((move) => move.sites.length > 0)
}

function cannotTakeOut({ id }: CategoryAddress, api: CategoryApi): ApplianceError {
  return new ApplianceError({
    kind: 'route-missing',
    told: siteRemovalUnsupported({ category: `category ${id}`, api }),
  })
}

function notMoved({ id }: CategoryAddress, stuck: readonly Site[]): ApplianceError {
  return new ApplianceError({
    kind: 'failed',
    told: sitesNotMoved({ id, sites: namesOf(new Set(stuck), 10) }),
  })
}
