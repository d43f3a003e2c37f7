import type { Site } from '@webfilter/appliance-names'
import { emptyTable, FewSites, sitesWithout } from '@webfilter/site-lists'
import { inventedWord } from '../../absence'
import { ApplianceError, asApplianceError } from '../../errors'
import type { Log } from '../../settings'
import type { Categories } from '../categories'
import type { CategoryAddress } from '../category'
import type { BegunChange, SiteExchange } from './site-exchange'
import { type CategoryChangeOutcome, ChangeSoFar, RunSoFar, takeSteps, type Work } from './step-taking'
import {
  type CategoryChange,
  type Compiler,
  type Move,
  siteAfterChange,
  stepsAfterMovesAway,
  stepsOf,
} from './steps'

/** How a change is carried out, once its category is known. */
export interface HowToChange extends Pick<CategoryChange, 'siteThatStays' | 'compile'> {
  /** These two are false, and there are none of the others, unless given. */
  readonly pending?: boolean
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

/** @param exchange where the changes meet */
export function createCategoryChanges(
  categories: Categories,
  exchange: SiteExchange,
  log: Log,
): CategoryChanges {
  const run = new RunSoFar()
  return {
    isUncompiled: (category) => run.last(category) === 'changed',
    beginAnew: () => run.beginAnew(),
    begin(change) {
      const meeting = exchange.begin(change)
      return {
        opening: (signal) => exchange.opening(signal, meeting),
        isOffered: (category, site) => exchange.isOffered(category, site),
        carryOut: (category, how, signal) =>
          carryOut(change, how, { categories, exchange, meeting, run, log, category, signal }),
        end: () => exchange.end(meeting),
      }
    },
  }
}

async function carryOut(
  begun: BegunChange,
  how: HowToChange,
  work: Omit<Work, 'by' | 'compiler'>,
): Promise<CategoryChangeOutcome> {
  const { categories, category, exchange, meeting, run, signal } = work
  const state = new ChangeSoFar()
  try {
    await exchange.opening(signal, meeting)
    const wanted = await wantedChange(begun, how, work)
    const by = await categories.generation(signal)
    const compiler = wanted.compile ? await compilerOf(categories, signal) : by
    if (wanted.moves.length + wanted.remove.size > 0) await requireOlderRoutes(work)
    const change = { ...wanted, last: run.last(category), marked: markedSources(wanted, run) }
    run.leaves(category, siteAfterChange(change))
    const movesBefore = run.movesAway(category)
    const steps = stepsOf(compiler, change, [inventedMarker(), inventedMarker()])
    // What the category contains is active already.
    if (steps.length === 0) state.compiled = change.compile
    await takeSteps(steps, state, { ...work, by, compiler })
    if (run.movesAway(category) !== movesBefore) {
      const further = stepsAfterMovesAway(compiler, change, steps, inventedMarker())
      await takeSteps(further, state, { ...work, by, compiler })
    }
  } catch (error) {
    state.failure = asApplianceError(error)
  }
  if (state.failure) await tidyUp(state, state.failure, work)
  else exchange.arrived(meeting)
  return state.outcome()
}

/** The change, but for what others may still do to its categories. */
async function wantedChange(
  { add = emptyTable, remove = emptyTable }: BegunChange,
  { siteThatStays, compile, pending = false, isNew = false, takeFrom: moves = [] }: HowToChange,
  { categories, category, signal }: Pick<Work, 'categories' | 'category' | 'signal'>,
): Promise<Omit<CategoryChange, 'last' | 'marked'>> {
  const moved = new FewSites(moves.flatMap(({ sites }) => sites))
  const change = { moves, add: sitesWithout(add, moved), remove, siteThatStays, compile, pending, isNew }
  if (!compile || siteAfterChange(change) !== undefined) return { ...change, holdsOthers: false }
  const items = (await categories.count(category, signal)) ?? 0
  return { ...change, holdsOthers: items > remove.size }
}

/** The routes that can compile: the older ones count only if the appliance has them. */
async function compilerOf(categories: Categories, signal: AbortSignal): Promise<Compiler> {
  const generation = await categories.generation(signal)
  if (generation === 'older') return generation
  const hasOlderRoutes = await categories.hasOlderRoutes(signal).catch((error: unknown) => {
    // An answer that cannot be understood shows that the routes exist.
    if (error instanceof ApplianceError && ['failed', 'unreadable'].includes(error.kind)) return true
    throw error
  })
  return hasOlderRoutes ? 'both' : generation
}

/** What a change cannot do is said before anything of it is sent. */
async function requireOlderRoutes({
  categories,
  category: { id },
  signal,
}: Pick<Work, 'categories' | 'category' | 'signal'>): Promise<void> {
  if (await categories.hasOlderRoutes(signal)) return
  throw new ApplianceError({
    kind: 'route-missing',
    incident: { is: 'site-removal-unsupported', id, api: categories.api },
  })
}

/** The categories that give up sites, unless a site is known that stays there. */
function markedSources({ moves }: Pick<CategoryChange, 'moves'>, run: RunSoFar): CategoryChange['marked'] {
  return moves.flatMap(({ from: id, sites }) => {
    const there = run.siteThere({ id })
    return there !== undefined && !sites.includes(there) ? [] : [{ id, marker: inventedMarker() }]
  })
}

/** Removes the markers, unless the caller has canceled the change or the appliance does not answer. */
async function tidyUp(
  state: ChangeSoFar,
  { kind }: ApplianceError,
  { categories, run, signal }: Pick<Work, 'categories' | 'run' | 'signal'>,
): Promise<void> {
  if (!['failed', 'refused', 'unreadable', 'interrupted'].includes(kind)) return
  for (const { site, category: id, isStored } of state.leftMarkers) {
    if (!isStored) continue
    run.changes({ id })
    const { failure } = await categories.remove({ id }, new FewSites([site]), signal)
    if (!failure) state.unmark(site)
  }
}

/**
 * A name that stands for no website and that no category contains: names below `.invalid` cannot be registered (RFC 2606), and sixteen random
 * letters occur nowhere else.
 */
export function inventedMarker(): Site {
  return `${inventedWord(16)}.invalid` as Site
}
