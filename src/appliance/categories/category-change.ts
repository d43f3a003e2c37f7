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
  return {
    isWanted: (site) => exchange.isWanted(site),
    begin: ({ category, add, remove }) =>
      new Change(
        { categories, movedAway, log },
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
      const generation = await this.#tools.categories.generation(signal)
      const change = this.#changeWith(how)
      if (change.moves.length + change.remove.length > 0) await this.#requireOlderRoutes(category, signal)
      const steps = stepsOf(generation, change, inventedMarkers())
      const departures = this.#tools.movedAway.get(category.id)
      await this.#takeAll(steps, category, change, progress, signal)
      const isDisturbed = this.#tools.movedAway.get(category.id) !== departures
      if (isDisturbed && !progress.failure && departuresMayHide(generation, steps)) {
        await this.#compileAgain(category, change, progress, signal)
      }
      if (!progress.failure) this.#wish.fulfil()
    } catch (error) {
      progress.failure = asApplianceError(error)
    }
    if (progress.failure) await this.#tidyUp(category, progress, progress.failure, signal)
    return progress
  }

  async #takeAll(
    steps: readonly CategoryStep[],
    category: CategoryAddress,
    { moves }: Pick<CategoryChange, 'moves'>,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const lastGain = steps.findLastIndex(
      (each) => each.step === 'move' || (each.step === 'add' && each.sites.length > 0),
    )
    for (const [index, step] of steps.entries()) {
      if (index > lastGain) this.#wish.fulfil()
      const isLast = index === steps.length - 1
      if (step.step === 'unmark') await this.#unmark(step.marker, category, isLast, progress, signal)
      else await this.#take(step, category, moves, progress, signal)
      if (progress.failure) break
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
    if (markers.length === 0 || !['failed', 'refused', 'unreadable'].includes(kind)) return
    const { confirmed } = await this.#tools.categories.remove(category, markers, signal)
    for (const marker of confirmed) progress.unmark(marker, true)
  }

  /** By way of a name that comes and goes, so that the appliance cannot skip it. */
  async #compileAgain(
    category: CategoryAddress,
    change: CategoryChange,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const siteThatIsThere = siteThereAfter(change)
    if (!change.compile || siteThatIsThere === undefined) return
    const steps = stepsThatCompile(siteThatIsThere, inventedMarkers()[0])
    await this.#takeAll(steps, category, { moves: [] }, progress, signal)
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

  async #take(
    step: Exclude<CategoryStep, { step: 'unmark' }>,
    category: CategoryAddress,
    moves: readonly Move[],
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    progress.compiled = false
    if (step.step === 'move') await this.#move(step.move, category, progress, signal)
    else if (step.step === 'remove') await this.#removeSites(category, progress, signal)
    else if (step.step === 'add') await this.#addSites(step, category, progress, signal)
    else {
      const { siteThatIsThere, markerIfEmpty } = step
      if (markerIfEmpty !== undefined) await this.#markIfEmpty(markerIfEmpty, category, progress, signal)
      if (progress.failure) return
      progress.note(await this.#tools.categories.compile(category, siteThatIsThere, signal))
      if (siteThatIsThere === undefined) await this.#compileSources(moves, progress, signal)
      progress.compiled = !progress.failure
    }
  }

  async #addSites(
    { sites, markers, compile }: Extract<CategoryStep, { step: 'add' }>,
    category: CategoryAddress,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    for (const marker of markers) progress.mark(marker, category)
    const all = markers.length > 0 ? [...sites, ...markers] : sites
    const outcome = await this.#tools.categories.add(category, all, { compile }, signal)
    const { confirmed } = outcome
    const added = markers.length > 0 ? confirmed.filter((site) => !markers.includes(site)) : confirmed
    progress.added = progress.added.concat(added)
    progress.compiled = outcome.compiled
    progress.failure = outcome.failure
    progress.note(outcome.doubt)
  }

  /** The autonomous service compiles some time after it has answered, so that the name has to stay. */
  async #markIfEmpty(
    marker: Site,
    category: CategoryAddress,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const items = await this.#tools.categories.count(category, signal)
    if (items !== undefined && items > 0) return
    await this.#addSites(
      { step: 'add', sites: [], markers: [marker], compile: false },
      category,
      progress,
      signal,
    )
  }

  /** Behind the last compile nothing depends on it any more: what cannot be taken out then is left there. */
  async #unmark(
    marker: Site,
    category: CategoryAddress,
    isLast: boolean,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const { failure, doubt } = await this.#tools.categories.remove(category, [marker], signal)
    if (!failure) progress.unmark(marker, isLast)
    if (failure && (!isLast || failure.kind === 'cancelled')) progress.failure = failure
    progress.note(doubt)
  }

  async #move(move: Move, category: CategoryAddress, progress: Progress, signal: AbortSignal): Promise<void> {
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
  async #removeSites(category: CategoryAddress, progress: Progress, signal: AbortSignal): Promise<void> {
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

  /** Categories that gave up sites without a change of their own have nobody else who compiles them. */
  async #compileSources(moves: readonly Move[], progress: Progress, signal: AbortSignal): Promise<void> {
    const sources = moves.filter((move) => !this.#takings.some((taking) => taking === move))
    for (const { from: id } of sources) {
      await this.#markIfEmpty(inventedMarkers()[0], { id }, progress, signal)
      if (progress.failure) return
      progress.note(await this.#tools.categories.compile({ id }, undefined, signal))
    }
  }
}

/**
 * Whether the number of sites may have been the same at the last compile of these steps as at the one before, if others moved some away
 * in between: the older generation skips such a compile. Between the compiles of steps that take something out it only falls.
 */
function departuresMayHide(generation: Generation, steps: readonly CategoryStep[]): boolean {
  return generation === 'older' && !steps.some(({ step }) => step === 'remove' || step === 'unmark')
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
