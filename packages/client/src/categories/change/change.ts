import type { Site } from '@webfilter/appliance-names'
import { emptyTable, FewSites, type SiteSet, sitesWithout } from '@webfilter/site-lists'
import { inventedWord } from '../../absence'
import { ApplianceError, asApplianceError } from '../../errors'
import type { CategoryApi, Log } from '../../settings'
import type { Categories } from '../categories'
import type { CategoryAddress } from '../category'
import type { SiteExchange } from './site-exchange'
import {
  type CategoryChangeOutcome,
  type Meeting,
  OutcomeSoFar,
  StepTaking,
  type StepTools,
  type Work,
} from './step-taking'
import {
  type CategoryChange,
  type CategoryStep,
  type Compiler,
  type Markers,
  type Move,
  siteAfterChange,
  stepsOf,
  stepsThatCompile,
} from './steps'

/** How a change is carried out, once its category is known. */
interface HowToChange {
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
   * while another one takes it is deleted once it was added. `end` must be called, however it ends.
   */
  begin(change: BegunChange): ChangeUnderWay

  /** Whether this run has changed the number of sites of a category, and compiled nothing there since. */
  isUncompiled(category: CategoryAddress): boolean

  /** Begins the next run: others may have changed any category since. */
  beginAnew(): void
}

/** A change as it is known before anything is sent. */
export interface BegunChange {
  /** The category; undefined while it is to be created, which has nothing to remove. */
  readonly category: CategoryAddress | undefined
  /** None unless given, as of the next. */
  readonly add?: SiteSet
  readonly remove?: SiteSet
}

/** A change from its beginning to its `end`. */
export interface ChangeUnderWay {
  /** Waits for those changes that begin with it. Throws `cancelled`. */
  opening(signal: AbortSignal): Promise<void>
  /** Whether a category is giving up a site now. */
  isOffered(category: number, site: Site): boolean
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
  const last = new Map<number, 'compiled' | 'changed'>()
  const sitesThere = new Map<number, Site>()
  return {
    isUncompiled: ({ id }) => last.get(id) === 'changed',
    beginAnew: () => last.clear(),
    begin: ({ category, add = emptyTable, remove = emptyTable }) =>
      new Change({ categories, movedAway, last, sitesThere, log }, add, {
        wish: exchange.wish(add),
        offer: category && remove.size > 0 ? exchange.offer(category.id, remove) : undefined,
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
  readonly #add: SiteSet
  readonly #meeting: Meeting
  readonly #steps: StepTaking

  constructor(tools: Tools, add: SiteSet, meeting: Meeting) {
    this.#tools = tools
    this.#add = add
    this.#meeting = meeting
    this.#steps = new StepTaking(tools, meeting)
  }

  opening(signal: AbortSignal): Promise<void> {
    return this.#meeting.wish.opening(signal)
  }

  isOffered(category: number, site: Site): boolean {
    return this.#meeting.wish.isOffered(category, site)
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
    const outcome = new OutcomeSoFar()
    try {
      await this.#meeting.wish.opening(signal)
      const change = await this.#changeWith(category, how, signal)
      const by = await this.#tools.categories.generation(signal)
      const compiler = change.compile ? await this.#compiler(signal) : by
      if (change.moves.length + change.remove.size > 0) await this.#requireOlderRoutes(category, signal)
      await this.#makeChange(change, { category, by, compiler, outcome, signal })
    } catch (error) {
      outcome.failure = asApplianceError(error)
    }
    if (!outcome.failure) this.#meeting.wish.fulfill()
    else await this.#tidyUp(outcome, outcome.failure, signal)
    return outcome.end()
  }

  /** The routes that can compile: the older ones count only if the appliance has them. */
  async #compiler(signal: AbortSignal): Promise<Compiler> {
    const { categories } = this.#tools
    const generation = await categories.generation(signal)
    if (generation === 'older') return generation
    const hasOlderRoutes = await categories.hasOlderRoutes(signal).catch((error: unknown) => {
      // An answer that cannot be understood shows that the routes exist.
      if (error instanceof ApplianceError && ['failed', 'unreadable'].includes(error.kind)) return true
      throw error
    })
    return hasOlderRoutes ? 'both' : generation
  }

  async #makeChange(change: CategoryChange, work: Work): Promise<void> {
    const { category, outcome } = work
    const { sitesThere } = this.#tools
    const site = siteAfterChange(change)
    if (site === undefined) sitesThere.delete(category.id)
    else sitesThere.set(category.id, site)
    const sources = change.compile ? this.#sourcesOf(change) : []
    if (sources.length === 0 || site === undefined) return await this.#takeSteps(change, work)
    const marked = sources
      .filter(({ siteThatStays }) => siteThatStays === undefined)
      .map(({ id }) => ({ marker: inventedMarkers()[0], work: { ...work, category: { id } } }))
    for (const { marker, work: ofSource } of marked) {
      if (!outcome.failure)
        await this.#steps.addSites({ sites: emptyTable, markers: [marker], compile: true }, ofSource)
    }
    if (!outcome.failure) await this.#takeSteps(change, work)
    for (const { marker, work: ofSource } of marked) {
      if (!outcome.failure) await this.#steps.unmark(marker, false, ofSource)
    }
    if (marked.length > 0 && !outcome.failure) await this.#compileAll(site, marked, work)
  }

  async #takeSteps(change: CategoryChange, work: Work): Promise<void> {
    const { category, compiler, outcome } = work
    const { movedAway, last } = this.#tools
    const steps = stepsOf(compiler, { ...change, last: last.get(category.id) }, inventedMarkers())
    const movesBefore = movedAway.get(category.id)
    // What the category contains is active already.
    if (steps.length === 0 && change.compile) outcome.compiled = true
    await this.#steps.takeAll(steps, work)
    const isDisturbed = movedAway.get(category.id) !== movesBefore
    const site = siteAfterChange(change)
    if (
      isDisturbed &&
      !outcome.failure &&
      site !== undefined &&
      movesMayHideChange(compiler, change, steps)
    ) {
      await this.#steps.takeAll(stepsThatCompile(site, inventedMarkers()[0]), work)
    }
  }

  /** Categories that give up sites without a change of their own, and a site that is known to stay there. */
  #sourcesOf({ moves }: CategoryChange): readonly Source[] {
    return moves.map(({ from: id, sites }) => {
      const there = this.#tools.sitesThere.get(id)
      return { id, siteThatStays: there && !sites.includes(there) ? there : undefined }
    })
  }

  /**
   * The older generation compiles all categories with one request, other than those that are empty: in such a one the marker stays active
   * that was there in the compile before. Only the autonomous list shows whether one is empty.
   */
  async #compileAll(
    site: Site,
    marked: readonly { readonly marker: Site; readonly work: Work }[],
    { category, outcome, signal }: Work,
  ): Promise<void> {
    const { categories, log } = this.#tools
    await this.#steps.compile(category, site, 'older', outcome, signal)
    for (const { marker, work } of marked) {
      const items = await categories.count(work.category, signal)
      if (items === 0) continue
      outcome.noteCompile(work.category)
      if (items !== undefined) continue
      log.info('a placeholder name stays active if the category is empty', {
        category: work.category.id,
        marker,
      })
    }
  }

  /** Removes the markers, unless the caller has canceled the change or the appliance does not answer. */
  async #tidyUp(outcome: OutcomeSoFar, { kind }: ApplianceError, signal: AbortSignal): Promise<void> {
    if (!['failed', 'refused', 'unreadable', 'interrupted'].includes(kind)) return
    for (const { site, category: id, isStored } of outcome.leftMarkers) {
      if (!isStored) continue
      this.#tools.last.set(id, 'changed')
      const { failure } = await this.#tools.categories.remove({ id }, new FewSites([site]), signal)
      if (!failure) outcome.unmark(site)
    }
  }

  async #changeWith(
    category: CategoryAddress,
    how: HowToChange,
    signal: AbortSignal,
  ): Promise<CategoryChange> {
    const { siteThatStays, compile, takeFrom = [], pending = false, isNew = false } = how
    const moved = new FewSites(takeFrom.flatMap(({ sites }) => sites))
    const add = sitesWithout(this.#add, moved)
    const { remove } = this.#meeting
    const change = {
      moves: takeFrom,
      add,
      remove,
      siteThatStays,
      compile,
      pending,
      isNew,
      last: undefined,
      holdsOthers: false,
    }
    if (!compile || siteAfterChange(change) !== undefined) return change
    const items = (await this.#tools.categories.count(category, signal)) ?? 0
    return { ...change, holdsOthers: items > remove.size }
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

/**
 * Whether the number of sites may have been the same at the last compile of these steps as at the one before, if others moved some away
 * in between: such a compile is skipped. Between the compiles of steps that take something out and add nothing it only falls.
 */
function movesMayHideChange(
  compiler: Compiler,
  { compile, add }: CategoryChange,
  steps: readonly CategoryStep[],
): boolean {
  const onlyFalls = add.size === 0 && steps.some(({ step }) => step === 'remove' || step === 'unmark')
  return compiler !== 'autonomous' && compile && !onlyFalls
}

function cannotTakeOut({ id }: CategoryAddress, api: CategoryApi): ApplianceError {
  return new ApplianceError({
    kind: 'route-missing',
    incident: { is: 'site-removal-unsupported', id, api },
  })
}

/**
 * Two names that stand for no website and that no category contains: names below `.invalid` cannot be registered (RFC 2606), and
 * sixteen random letters occur nowhere else.
 */
export function inventedMarkers(): Markers {
  return [marker(), marker()]
}

function marker(): Site {
  return `${inventedWord(16)}.invalid` as Site
}
