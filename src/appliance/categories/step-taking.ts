import { sitesNotMoved } from '../../diagnostics/entries/sites'
import { namesOf } from '../../sites/first-sites'
import type { Site } from '../../sites/site'
import { ApplianceError, mayHaveWorked } from '../errors'
import type { Log } from '../log'
import type { Categories } from './categories'
import type { CategoryAddress, Generation } from './category'
import type { CategoryStep, Move } from './category-steps'
import type { Progress } from './change-outcome'
import type { Offer, Taking, Wish } from './site-exchange'

/** Where steps are taken, and what becomes of them. */
export interface Work {
  readonly category: CategoryAddress
  readonly by: Generation
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** What the steps of one change have to do with other changes that are under way. */
export interface Meeting {
  readonly wish: Wish
  readonly offer: Offer | undefined
  /** Sites that others give up of their own accord. */
  takings: readonly Taking[]
  /** What the change takes out. */
  readonly remove: readonly Site[]
}

/** What steps are taken with. */
export interface StepTools {
  readonly categories: Categories
  /** How often changes of this run began or ended to move sites away, by the number of the category that they took them from. */
  readonly movedAway: Map<number, number>
  readonly log: Log
}

/** Sends what the steps of a change say, one after the other. What became of them stands in the progress of the work. */
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
      (each) => each.step === 'move' || (each.step === 'add' && each.sites.length > 0),
    )
    const lastCompile = steps.findLastIndex(
      (each) => each.step === 'compile' || (each.step === 'add' && each.compile),
    )
    for (const [index, step] of steps.entries()) {
      if (work.progress.failure) return
      if (index > lastGain) this.#meeting.wish.fulfil()
      if (step.step === 'unmark') await this.unmark(step.marker, index > lastCompile, work)
      else await this.#take(step, work)
    }
  }

  async #take(step: Exclude<CategoryStep, { step: 'unmark' }>, work: Work): Promise<void> {
    const { category, by, progress, signal } = work
    progress.compiled = false
    if (step.step === 'move') await this.#move(step.move, work)
    else if (step.step === 'remove') await this.#removeSites(work)
    else if (step.step === 'add') await this.addSites(step, work)
    else {
      if (step.markerIfEmpty !== undefined) await this.#markIfEmpty(step.markerIfEmpty, work)
      if (progress.failure) return
      progress.note(await this.#tools.categories.compile(category, step.siteThatIsThere, signal, by))
      progress.noteCompile(category)
    }
  }

  async addSites(
    { sites, markers, compile }: Omit<Extract<CategoryStep, { step: 'add' }>, 'step'>,
    { category, by, progress, signal }: Work,
  ): Promise<void> {
    const all = markers.length > 0 ? [...sites, ...markers] : sites
    const outcome = await this.#tools.categories.add(category, all, { compile, by }, signal)
    const { confirmed, failure } = outcome
    // An addition whose compile failed has worked, too.
    const maybeAdded = failure?.kind === 'failed' || mayHaveWorked(failure)
    for (const marker of markers) {
      if (maybeAdded || confirmed.includes(marker)) progress.mark(marker, category)
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
    if (items === 0) await this.addSites({ sites: [], markers: [marker], compile: false }, work)
  }

  /** Behind the last compile nothing depends on it any more: what cannot be taken out then is left there. */
  async unmark(marker: Site, isBehindCompiles: boolean, { category, progress, signal }: Work): Promise<void> {
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
    this.#meeting.takings.find((taking) => taking === move)?.done(confirmed)
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
    const settlement = await this.#meeting.offer?.settle(signal)
    const { left, moved, stuck } = settlement ?? { left: this.#meeting.remove, moved: [], stuck: [] }
    progress.removed = progress.removed.concat(moved)
    const { confirmed, failure, doubt } = await categories.remove(category, left, signal)
    log.info('removed sites', { category: category.id, deleted: confirmed.length, moved: moved.length })
    progress.removed = progress.removed.concat(confirmed)
    progress.failure = failure ?? (stuck.length > 0 ? notMoved(category, stuck) : undefined)
    progress.note(doubt)
  }
}

function notMoved({ id }: CategoryAddress, stuck: readonly Site[]): ApplianceError {
  return new ApplianceError({
    kind: 'failed',
    told: sitesNotMoved({ id, sites: namesOf(new Set(stuck), 10) }),
  })
}
