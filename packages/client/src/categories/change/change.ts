import type { Site } from '@webfilter/appliance-names'
import { emptyTable, FewSites, sitesWithout } from '@webfilter/site-lists'
import { inventedWord } from '../../absence'
import { ApplianceError, asApplianceError } from '../../errors'
import type { Log } from '../../settings'
import type { Categories } from '../categories'
import type { CategoryAddress } from '../category'
import type { BegunChange, SiteExchange } from './site-exchange'
import {
  type CategoryChangeOutcome,
  type CategorySoFar,
  ChangeSoFar,
  takeSteps,
  type Work,
} from './step-taking'
import {
  type CategoryChange,
  type Compiler,
  decisiveMarker,
  type Move,
  siteAfterChange,
  stepsAfterSurprise,
  stepsOf,
} from './steps'

export type { CategoryChangeOutcome } from './step-taking'
export type { Move } from './steps'

/** How a change is carried out, once its category is known. */
export interface HowToChange extends Pick<CategoryChange, 'siteThatStays' | 'compile'> {
  /** These two are false, and there are none of the others, unless given. */
  readonly pending?: boolean
  readonly isNew?: boolean
  /** Sites of the change that other categories hold and are to give up. */
  readonly takeFrom?: readonly Move[]
  /**
   * Milliseconds between two questions about a marker that the appliance has called removed and still returns. Unless given, none is asked for,
   * and the answer is believed.
   */
  readonly untilAskedAgain?: number | undefined
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
  /** Waits for changes of some categories, by the keys of their turns. A removal does not wait for a turn that waits for its own. */
  whileAwaiting<T>(turns: readonly string[], work: () => Promise<T>): Promise<T>
  end(): void
}

/** @param exchange where the changes meet */
export function createCategoryChanges(
  categories: Categories,
  exchange: SiteExchange,
  log: Log,
): CategoryChanges {
  // By the turns of categories; by their numbers as long as no change has said whose turn a category shares.
  const run = new Map<number | string, CategorySoFar>()
  const turns = new Map<number, string>()
  const entryOf = (key: number | string): CategorySoFar => {
    const known = run.get(key) ?? { last: undefined, movesAway: 0, siteThere: undefined }
    run.set(key, known)
    return known
  }
  const soFar = ({ id }: CategoryAddress) => entryOf(turns.get(id) ?? id)

  /** What is done with a category is done with those whose turn it shares. What others have moved away before is not forgotten. */
  function shareTurn({ id }: CategoryAddress, turn: string): void {
    if (turns.has(id)) return
    turns.set(id, turn)
    const [own, shared] = [run.get(id), run.get(turn)]
    if (!own) return
    if (!shared) run.set(turn, own)
    else Object.assign(shared, forgotten, { movesAway: shared.movesAway + own.movesAway })
  }
  return {
    isUncompiled: (category) => soFar(category).last === 'changed',
    beginAnew() {
      for (const known of run.values()) Object.assign(known, forgotten)
    },
    begin(change) {
      const shared = { categories, exchange, soFar, log }
      const meeting = exchange.begin(change)
      return {
        opening: (signal) => exchange.opening(signal, meeting),
        isOffered: (category, site) => exchange.isOffered(category, site),
        carryOut(category, how, signal) {
          if (change.turn !== undefined) shareTurn(category, change.turn)
          return carryOut(change, how, { ...shared, meeting, category, state: new ChangeSoFar(), signal })
        },
        whileAwaiting: (turns, work) => exchange.whileAwaiting(turns, meeting, work),
        end: () => exchange.end(meeting),
      }
    },
  }
}

const forgotten = { last: undefined, siteThere: undefined } as const

async function carryOut(begun: BegunChange, how: HowToChange, work: Work): Promise<CategoryChangeOutcome> {
  const { category, exchange, meeting, state, soFar, signal } = work
  let decisive: Site | undefined
  try {
    await exchange.opening(signal, meeting)
    const wanted = await wantedChange(begun, how, work)
    const compiler = await compilerFor(wanted, work)
    const here = soFar(category)
    const change = { ...wanted, last: here.last, marked: markedSources(wanted, work) }
    here.siteThere = siteAfterChange(change)
    const { movesAway } = here
    const steps = stepsOf(compiler, change, twoMarkers())
    // What the category contains is active already.
    if (steps.length === 0) state.compiled = change.compile
    await takeSteps(steps, work)
    const surprise = { movesAway: here.movesAway !== movesAway, leftOut: state.leftOut }
    state.leftOut = false
    const further = stepsAfterSurprise(compiler, change, steps, surprise, twoMarkers())
    await takeSteps(further, work)
    if (state.leftOut) state.compiled = false
    decisive = decisiveMarker([...steps, ...further], change)
  } catch (error) {
    state.failure = asApplianceError(error)
  }
  // A change that failed may not have added what it was to leave there.
  if (state.failure) soFar(category).siteThere = undefined
  if (state.failure) await tidyUp(state.failure, work)
  else exchange.arrived(meeting)
  if (decisive !== undefined && !state.failure) await lookForMarker(decisive, how.untilAskedAgain, work)
  const { leftMarkers, sentMarkers } = state
  return { ...state, leftMarkers, sentMarkers }
}

/**
 * Looks for the marker that the last compile rests on. The appliance may keep what it has called removed, and then skip the compile. Only a
 * positive answer counts.
 */
async function lookForMarker(marker: Site, between: number | undefined, work: Work): Promise<void> {
  const { categories, category, state, soFar, signal } = work
  if (between === undefined || !state.compiled) return
  try {
    const listed = await categories.recall(category.id, signal)
    const sites = new FewSites([marker])
    const asked = { sites, first: sites, isDeclared: () => false, between }
    if (!listed || (await categories.remaining(listed, asked, signal)).size === 0) return
    state.failure = new ApplianceError({
      kind: 'failed',
      incident: { is: 'placeholder-still-there', id: category.id, placeholder: marker },
    })
    soFar(category).last = 'changed'
    state.keep(marker)
  } catch (error) {
    const failure = asApplianceError(error)
    if (failure?.kind !== 'cancelled') return
    state.failure = failure
    state.compiled = false
  }
}

/** The change, but for what others may still do to its categories. */
async function wantedChange(
  { add = emptyTable, remove = emptyTable }: BegunChange,
  { siteThatStays, compile, pending = false, isNew = false, takeFrom: moves = [] }: HowToChange,
  { categories, category, signal }: Work,
): Promise<Omit<CategoryChange, 'last' | 'marked'>> {
  const moved = new FewSites(moves.flatMap(({ sites }) => sites))
  const change = { moves, add: sitesWithout(add, moved), remove, siteThatStays, compile, pending, isNew }
  if (!compile || siteAfterChange(change) !== undefined) return { ...change, holdsOthers: false }
  const items = (await categories.count(category, signal)) ?? 0
  return { ...change, holdsOthers: items > remove.size }
}

/** The routes that can compile: the older ones count only if the appliance has them. What a change cannot do is said before anything is sent. */
async function compilerFor(
  { moves, remove, compile }: Pick<CategoryChange, 'moves' | 'remove' | 'compile'>,
  { categories, category: { id }, signal }: Work,
): Promise<Compiler> {
  const generation = await categories.generation(signal)
  const mayBeBoth = compile && generation !== 'older'
  const areBoth = mayBeBoth && (await categories.hasOlderRoutes(signal).catch(isAnswered))
  const takesOut = moves.length + remove.size > 0
  if (takesOut && !(await categories.hasOlderRoutes(signal)))
    throw new ApplianceError({
      kind: 'route-missing',
      incident: { is: 'site-removal-unsupported', id, api: categories.api },
    })
  return areBoth ? 'both' : generation
}

/** An answer that cannot be understood shows that the routes exist. */
function isAnswered(error: unknown): true {
  if (error instanceof ApplianceError && ['failed', 'unreadable'].includes(error.kind)) return true
  throw error
}

/** The categories that give up sites, unless a site is known that stays there. */
function markedSources({ moves }: Pick<CategoryChange, 'moves'>, { soFar }: Work): CategoryChange['marked'] {
  return moves.flatMap(({ from: id, sites }) => {
    const there = soFar({ id }).siteThere
    return there !== undefined && !sites.includes(there) ? [] : [{ id, marker: inventedMarker() }]
  })
}

/** Removes the markers, unless the caller has canceled the change or the appliance does not answer. */
async function tidyUp({ kind }: ApplianceError, { categories, state, soFar, signal }: Work): Promise<void> {
  if (!['failed', 'refused', 'unreadable', 'interrupted'].includes(kind)) return
  for (const { site, category: id, isStored } of state.leftMarkers) {
    if (!isStored) continue
    soFar({ id }).last = 'changed'
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

function twoMarkers(): readonly [one: Site, other: Site] {
  return [inventedMarker(), inventedMarker()]
}
