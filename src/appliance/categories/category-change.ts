import { siteRemovalUnsupported } from '../../diagnostics/entries/categories'
import { sitesNotMoved } from '../../diagnostics/entries/sites'
import { namesOf } from '../../sites/first-sites'
import type { Site } from '../../sites/site'
import { ApplianceError, asApplianceError } from '../errors'
import type { Log } from '../log'
import type { CategoryApi } from '../settings'
import type { Categories } from './categories'
import type { CategoryAddress } from './category'
import { type CategoryChange, type CategoryStep, type Move, maySkipCompile, stepsOf } from './category-steps'
import type { Offer, SiteExchange, Taking, Wish } from './site-exchange'

/** What became of a change. Sites that are in neither list were not touched, as far as the appliance confirmed. */
export interface CategoryChangeOutcome {
  /** Moves to here included. */
  readonly added: readonly Site[]
  /** Moves from here included. */
  readonly removed: readonly Site[]
  readonly compiled: boolean
  /**
   * The older generation skips a compile where the number of sites is what it was at the last one (field notes, "Compile").
   * Here that may have happened, and nothing tells.
   */
  readonly maySkipCompile: boolean
  /** The first failure; nothing was sent after it. */
  readonly failure: ApplianceError | undefined
  /** An answer that could not be read, although what can be asked for shows that it was done; not a failure. */
  readonly doubt: ApplianceError | undefined
}

/** How a change is carried out, once its category is known. */
export interface HowToChange {
  /** One that is there and stays; undefined where none is known. */
  readonly siteThatStays: Site | undefined
  /** Whether the change is to become active. */
  readonly compile: boolean
  /** An earlier change was stored and not compiled, or may not have been. */
  readonly pending?: boolean
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
  /** Sends what the change needs, and stops at the first failure. Never throws for a failure of the appliance. */
  carryOut(category: CategoryAddress, how: HowToChange, signal: AbortSignal): Promise<CategoryChangeOutcome>
  end(): void
}

export function createCategoryChanges(
  categories: Categories,
  exchange: SiteExchange,
  log: Log,
): CategoryChanges {
  return {
    begin: ({ category, add, remove }) =>
      new Change(
        { categories, log },
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
  readonly log: Log
}

class Change implements ChangeUnderWay {
  readonly #tools: Tools
  readonly #add: readonly Site[]
  readonly #remove: readonly Site[]
  readonly #wish: Wish
  readonly #offer: Offer | undefined
  #takings: readonly Taking[] = []
  #compiledBy: Site | undefined

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
      const steps = stepsOf(generation, change)
      progress.maySkipCompile = generation === 'older' && maySkipCompile(change, steps)
      const lastGain = steps.findLastIndex(({ step }) => step === 'move' || step === 'add')
      for (const [index, step] of steps.entries()) {
        if (index > lastGain) this.#wish.fulfil()
        await this.#take(step, category, change.moves, progress, signal)
        if (progress.failure) break
      }
      if (!progress.failure) this.#wish.fulfil()
    } catch (error) {
      progress.failure = asApplianceError(error)
    }
    return progress
  }

  /** What others give up of their own accord is taken from them; the rest of what they are to give up is taken too. */
  #changeWith({ siteThatStays, compile, takeFrom = [], pending = false }: HowToChange): CategoryChange {
    const given = this.#takings.flatMap((taking) => taking.sites)
    const moves = [...this.#takings, ...without(takeFrom, given)]
    const moved = new Set(moves.flatMap(({ sites }) => sites))
    const add = moved.size === 0 ? this.#add : this.#add.filter((site) => !moved.has(site))
    return { moves, add, remove: this.#remove, siteThatStays, compile, pending }
  }

  /** What a change cannot do is said before anything of it is sent. */
  async #requireOlderRoutes(category: CategoryAddress, signal: AbortSignal): Promise<void> {
    if (!(await this.#tools.categories.hasOlderRoutes(signal)))
      throw cannotTakeOut(category, this.#tools.categories.api)
  }

  async #take(
    step: CategoryStep,
    category: CategoryAddress,
    moves: readonly Move[],
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const { categories } = this.#tools
    progress.compiled = false
    if (step.step === 'move') await this.#move(step.move, category, progress, signal)
    else if (step.step === 'remove') await this.#removeSites(category, progress, signal)
    else if (step.step === 'add') {
      const outcome = await categories.add(category, step.sites, { compile: step.compile }, signal)
      progress.added = progress.added.concat(outcome.confirmed)
      progress.compiled = outcome.compiled
      progress.failure = outcome.failure
      progress.note(outcome.doubt)
    } else {
      this.#compiledBy = step.siteThatIsThere
      progress.note(await categories.compile(category, step.siteThatIsThere, signal))
      if (step.siteThatIsThere === undefined) await this.#compileSources(moves, progress, signal)
      progress.compiled = true
    }
  }

  async #move(move: Move, category: CategoryAddress, progress: Progress, signal: AbortSignal): Promise<void> {
    const { categories, log } = this.#tools
    const { confirmed, failure, doubt } = await categories.move(
      { id: move.from },
      category,
      move.sites,
      signal,
    )
    log.info('moved sites', { from: move.from, to: category.id, sites: confirmed.length })
    this.#takings.find((taking) => taking === move)?.done(confirmed)
    progress.added = progress.added.concat(confirmed)
    progress.failure = failure
    progress.note(doubt)
  }

  /** What nobody under way wants is deleted; what is wanted is moved by those who want it. */
  async #removeSites(category: CategoryAddress, progress: Progress, signal: AbortSignal): Promise<void> {
    const { categories, log } = this.#tools
    const settlement = await this.#offer?.settle(signal)
    const { left, moved, stuck } = settlement ?? { left: this.#remove, moved: [], stuck: [] }
    // The older generation adds the site that it compiles by, which may have been moved away by then.
    const addedAgain = moved.filter((site) => site === this.#compiledBy)
    progress.removed = progress.removed.concat(moved.filter((site) => site !== this.#compiledBy))
    const { confirmed, failure, doubt } = await categories.remove(category, [...left, ...addedAgain], signal)
    log.info('removed sites', { category: category.id, deleted: confirmed.length, moved: moved.length })
    progress.removed = progress.removed.concat(confirmed)
    progress.failure = failure ?? (stuck.length > 0 ? notMoved(category, stuck) : undefined)
    progress.note(doubt)
  }

  /** Categories that gave up sites without a change of their own have nobody else who compiles them. */
  async #compileSources(moves: readonly Move[], progress: Progress, signal: AbortSignal): Promise<void> {
    const sources = moves.filter((move) => !this.#takings.some((taking) => taking === move))
    for (const { from } of sources) {
      progress.note(await this.#tools.categories.compile({ id: from }, undefined, signal))
    }
  }
}

class Progress implements CategoryChangeOutcome {
  added: readonly Site[] = []
  removed: readonly Site[] = []
  compiled = false
  maySkipCompile = false
  failure: ApplianceError | undefined
  doubt: ApplianceError | undefined

  /** Keeps the first doubt. */
  note(doubt: ApplianceError | undefined): void {
    this.doubt ??= doubt
  }
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
