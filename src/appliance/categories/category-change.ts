import { siteRemovalUnsupported } from '../../diagnostics/entries/categories'
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
import type { SiteExchange } from './site-exchange'
import { type Meeting, StepTaking, type StepTools, type Work } from './step-taking'

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

  /** Waits for the changes of a run that begin with the first one, before a change begins that depends on them. Throws `cancelled`. */
  opening(signal: AbortSignal): Promise<void>

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
    opening: (signal) => exchange.opening(signal),
    isWanted: (site) => exchange.isWanted(site),
    begin: ({ category, add, remove }) =>
      new Change({ categories, movedAway, sitesThere, log }, add, {
        wish: exchange.wish(add),
        // What gains as well as loses compiles its gain first, which moves away from it would hide from the appliance.
        offer:
          category && remove.length > 0
            ? exchange.offer(category.id, remove, { movable: add.length === 0 })
            : undefined,
        takings: [],
        remove,
      }),
  }
}

interface Tools extends StepTools {
  /** For each category that a change of this run is about, a site that is there when it is done. */
  readonly sitesThere: Map<number, Site>
}

class Change implements ChangeUnderWay {
  readonly #tools: Tools
  readonly #add: readonly Site[]
  readonly #meeting: Meeting
  readonly #steps: StepTaking

  constructor(tools: Tools, add: readonly Site[], meeting: Meeting) {
    this.#tools = tools
    this.#add = add
    this.#meeting = meeting
    this.#steps = new StepTaking(tools, meeting)
  }

  async offered(signal: AbortSignal): Promise<ReadonlySet<Site>> {
    await this.#meeting.wish.opening(signal)
    return this.#meeting.wish.offered()
  }

  end(): void {
    const { wish, offer, takings } = this.#meeting
    wish.withdraw()
    offer?.withdraw()
    for (const taking of takings) taking.done([])
  }

  async carryOut(
    category: CategoryAddress,
    how: HowToChange,
    signal: AbortSignal,
  ): Promise<CategoryChangeOutcome> {
    const progress = new Progress()
    try {
      await this.#meeting.wish.opening(signal)
      this.#meeting.takings = this.#meeting.wish.take(category.id)
      const change = this.#changeWith(how)
      const by = await this.#generationFor(category, change, signal)
      if (change.moves.length + change.remove.length > 0) await this.#requireOlderRoutes(category, signal)
      await this.#makeChange(change, { category, by, progress, signal })
    } catch (error) {
      progress.failure = asApplianceError(error)
    }
    if (!progress.failure) this.#meeting.wish.fulfil()
    else await this.#tidyUp(progress, progress.failure, signal)
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
    const { sitesThere } = this.#tools
    const site = siteThereAfter(change)
    if (site === undefined) sitesThere.delete(category.id)
    else sitesThere.set(category.id, site)
    const sources = change.compile ? this.#sourcesOf(change) : []
    if (by === 'autonomous' || sources.length === 0 || site === undefined) {
      await this.#takeSteps(change, work)
      for (const source of sources) await this.#compileSource(source, work)
      return
    }
    const marked = sources
      .filter(({ siteThatStays }) => siteThatStays === undefined)
      .map(({ id }) => ({ marker: inventedMarkers()[0], work: { ...work, category: { id } } }))
    for (const { marker, work: ofSource } of marked) {
      if (!progress.failure)
        await this.#steps.addSites({ sites: [], markers: [marker], compile: true }, ofSource)
    }
    if (!progress.failure) await this.#takeSteps(change, work)
    for (const { marker, work: ofSource } of marked) {
      if (!progress.failure) await this.#steps.unmark(marker, false, ofSource)
    }
    if (marked.length > 0 && !progress.failure) await this.#compileAll(site, marked, work)
  }

  async #takeSteps(change: CategoryChange, work: Work): Promise<void> {
    const { category, by, progress } = work
    const { movedAway } = this.#tools
    const steps = stepsOf(by, change, inventedMarkers())
    const departures = movedAway.get(category.id)
    await this.#steps.takeAll(steps, work)
    const isDisturbed = movedAway.get(category.id) !== departures
    const site = siteThereAfter(change)
    if (isDisturbed && !progress.failure && site !== undefined && departuresMayHide(by, change, steps)) {
      await this.#steps.takeAll(stepsThatCompile(site, inventedMarkers()[0]), work)
    }
  }

  /** Categories that give up sites without a change of their own, and a site that is known to stay there. */
  #sourcesOf({ moves }: CategoryChange): readonly Source[] {
    return moves
      .filter((move) => !this.#meeting.takings.some((taking) => taking === move))
      .map(({ from: id, sites }) => {
        const there = this.#tools.sitesThere.get(id)
        return { id, siteThatStays: there && !sites.includes(there) ? there : undefined }
      })
  }

  /** Nobody else compiles it, and it may be empty now. */
  async #compileSource({ id, siteThatStays }: Source, { progress, signal }: Work): Promise<void> {
    if (progress.failure) return
    const change: CategoryChange = { ...compilationAlone, siteThatStays }
    const by = await this.#generationFor({ id }, change, signal)
    const steps = stepsOf(by, change, inventedMarkers())
    await this.#steps.takeAll(steps, { category: { id }, by, progress, signal })
  }

  /**
   * The older generation compiles all categories with one request, other than those that are empty: in such a one the marker stays active
   * that was there in the compile before. Whether one is, it does not tell.
   */
  async #compileAll(
    site: Site,
    marked: readonly { readonly marker: Site; readonly work: Work }[],
    { category, by, progress, signal }: Work,
  ): Promise<void> {
    const { categories, log } = this.#tools
    progress.note(await categories.compile(category, site, signal, by))
    progress.noteCompile(category)
    for (const { marker, work } of marked) {
      progress.noteCompile(work.category)
      log.info('a harmless name stays active if the category is empty', {
        category: work.category.id,
        marker,
      })
    }
  }

  /** Takes out what was there for a compile only, unless the appliance is not to be asked any more, or does not answer. */
  async #tidyUp(progress: Progress, { kind }: ApplianceError, signal: AbortSignal): Promise<void> {
    if (!['failed', 'refused', 'unreadable', 'interrupted'].includes(kind)) return
    for (const { site, category: id, isStored } of progress.leftMarkers) {
      if (!isStored) continue
      const { failure } = await this.#tools.categories.remove({ id }, [site], signal)
      if (!failure) progress.unmark(site)
    }
  }

  /** What others give up of their own accord is taken from them; the rest of what they are to give up is taken too. */
  #changeWith(how: HowToChange): CategoryChange {
    const { siteThatStays, compile, takeFrom = [], pending = false, isNew = false } = how
    const given = this.#meeting.takings.flatMap((taking) => taking.sites)
    const moves = [...this.#meeting.takings, ...without(takeFrom, given)]
    const moved = new Set(moves.flatMap(({ sites }) => sites))
    const add = moved.size === 0 ? this.#add : this.#add.filter((site) => !moved.has(site))
    return { moves, add, remove: this.#meeting.remove, siteThatStays, compile, pending, isNew }
  }

  /** What a change cannot do is said before anything of it is sent. */
  async #requireOlderRoutes(category: CategoryAddress, signal: AbortSignal): Promise<void> {
    if (!(await this.#tools.categories.hasOlderRoutes(signal)))
      throw cannotTakeOut(category, this.#tools.categories.api)
  }
}

/** A category that gives up sites to another one. */
interface Source {
  readonly id: number
  readonly siteThatStays: Site | undefined
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
