import type { Site } from '@webfilter/appliance-names'
import { type AbortErrors, Condition, plainReason } from '@webfilter/concurrency'
import {
  emptyTable,
  FewSites,
  type SiteSet,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
} from '@webfilter/site-lists'
import type { CategoryAddress } from '../category'
import type { Move } from './steps'

/** A change as it is known before anything is sent. */
export interface BegunChange {
  /** The category; undefined while it is to be created, which has nothing to remove. */
  readonly category: CategoryAddress | undefined
  /** None unless given, as of the next. */
  readonly add?: SiteSet
  readonly remove?: SiteSet
  /** Whose turn it has: see `ComingChange`. Categories of one table share it, as they share what a run has done with them. */
  readonly turn?: string | undefined
}

/** A change that begins once it has its turn: changes of one category are made one after the other. */
export interface ComingChange {
  /** Names the category, and those that have its table. */
  readonly turn: string
  readonly wanted: SiteSet
  hasTurn: boolean
}

/** A change at the exchange, from its beginning to its end. The exchange alone writes it. */
export interface Meeting {
  readonly category: number | undefined
  readonly turn: string | undefined
  /** What it adds, until that is there. */
  wanted: SiteSet
  /** What it removes, but for those of the next four. */
  left: SiteSet
  /** What others are moving to the category that wants it. */
  taken: SiteSet
  /** What others have moved there. */
  moved: SiteSet
  /** Sites that others wanted and did not get. They stay where they are. */
  stuck: SiteSet
  /** What others may have moved. */
  unsure: SiteSet
  /** Changes that have wanted a part of what was left when they or this one began. */
  readonly takers: Set<Meeting>
  /** Those of other categories that do so and are to begin. */
  readonly comers: Set<ComingChange>
  /** The turns for which it waits, by their categories. */
  awaited: readonly string[]
}

/** Sites that one change takes from another category, to be moved from there. */
export interface Taking extends Move {
  /**
   * Reports to the category that gives them up which of them were moved. Must be called; the first call counts.
   * @param unsure those of which it is not known whether they were moved
   */
  done(moved: Iterable<Site>, unsure?: Iterable<Site>): void
}

/**
 * The meeting place for concurrent changes of several categories. If a site leaves one category while another one takes it, it is deleted only
 * once it was added: it is then never missing. The changes of a run begin within moments of each other, so they wait for each other briefly at
 * the beginning of a run. If a change that wants a site has appeared by then, the one that gives it up waits until the site is there, or the other
 * has ended without it. What a change wants is there before it removes anything, and what it finds with others it awaits only for a while. So
 * these waits cannot form a circle.
 *
 * A change that wants a site may still wait for its turn, behind another removal, and that one for a change that waits behind this removal. That
 * would be a circle. So a removal waits for no turn that waits for its own: it begins with the turn that it has.
 */
export class SiteExchange {
  readonly #meetings = new Set<Meeting>()
  readonly #coming = new Set<ComingChange>()
  readonly #changed: Condition
  readonly #whileWaiting: <T>(wait: () => Promise<T>) => Promise<T>
  readonly #untilBegun: number
  #opening: number | undefined

  /**
   * @param options.untilBegun milliseconds
   * @param options.errors what is thrown to a caller that stops waiting: the reason of the signal, unless given
   * @param options.whileWaiting wraps the waiting of a change that gives up sites. Other changes must not wait for that change meanwhile
   */
  constructor(
    options: {
      readonly untilBegun?: number
      readonly errors?: AbortErrors
      readonly whileWaiting?: <T>(wait: () => Promise<T>) => Promise<T>
    } = {},
  ) {
    this.#untilBegun = options.untilBegun ?? usualOpening
    this.#changed = new Condition(options.errors ?? plainReason)
    this.#whileWaiting = options.whileWaiting ?? ((wait) => wait())
  }

  /** A change waits for its turn. `leave` must be called when that is over. */
  comes(coming: ComingChange): void {
    for (const giver of this.#meetings) if (isComingFor(coming, giver)) giver.comers.add(coming)
    this.#coming.add(coming)
  }

  /** The turn of a change is over, or does not come any more. If the change has never begun, what it wanted stays where it is. */
  leave(coming: ComingChange): void {
    if (!this.#coming.delete(coming)) return
    for (const giver of this.#meetings) if (giver.comers.delete(coming)) keep(giver, coming)
    this.#changed.changed()
  }

  /** A change begins. `end` must be called. */
  begin({ category, add = emptyTable, remove = emptyTable, turn }: BegunChange): Meeting {
    const none = { taken: emptyTable, moved: emptyTable, stuck: emptyTable, unsure: emptyTable }
    const left = category ? remove : emptyTable
    const others = { takers: new Set<Meeting>(), comers: new Set<ComingChange>(), awaited: [] }
    const meeting: Meeting = { category: category?.id, turn, wanted: add, left, ...none, ...others }
    for (const coming of this.#coming) {
      if (coming.hasTurn && coming.turn === turn) this.#begins(coming)
      else if (isComingFor(coming, meeting)) meeting.comers.add(coming)
    }
    for (const other of this.#meetings) {
      if (isTaker(meeting, other)) other.takers.add(meeting)
      if (isTaker(other, meeting)) meeting.takers.add(other)
    }
    this.#meetings.add(meeting)
    // A run begins with its first change.
    this.#openingEnds()
    this.#changed.changed()
    return meeting
  }

  /**
   * Waits until the changes have begun that begin with the first one of a run, which may be the caller's. Throws why the caller stops waiting,
   * if the signal is triggered.
   * @param meeting a change that does not wait on if others give up all that it wants
   */
  async opening(signal: AbortSignal, meeting?: Meeting): Promise<void> {
    const isOffered = () => meeting !== undefined && this.#areOffered(meeting.wanted)
    await this.#changed.wait(isOffered, signal, () => this.#openingEnds())
  }

  /** Whether a category gives a site away right now. */
  isOffered(category: number, site: Site): boolean {
    return [...this.#meetings].some((each) => each.category === category && each.left.has(site))
  }

  /** Whether a change that is under way wants a site. */
  isWanted(site: Site): boolean {
    return [...this.#meetings].some(({ wanted }) => wanted.has(site))
  }

  /** Takes the part of some sites that other categories give away right now. */
  take({ id }: CategoryAddress, sites: SiteSet): readonly Taking[] {
    return [...this.#meetings].flatMap((giver) => {
      const { category: from, left } = giver
      const taken = sitesInBoth(left, sites)
      if (from === undefined || from === id || taken.size === 0) return []
      giver.left = sitesWithout(left, taken)
      giver.taken = sitesInEither(giver.taken, taken)
      this.#changed.changed()
      return { from, sites: [...taken], done: (...became) => this.#report(giver, taken, ...became) }
    })
  }

  /** What the change wanted is there: changes that kept it for this may remove it. */
  arrived(meeting: Meeting): void {
    if (meeting.wanted.size === 0) return
    meeting.wanted = emptyTable
    this.#changed.changed()
  }

  /**
   * Waits for the changes that want what this one removes, which then gives away no more. Throws as `opening`.
   * @returns what is left to be deleted, and what became of the rest
   */
  async settle(
    meeting: Meeting,
    signal: AbortSignal,
  ): Promise<Pick<Meeting, 'left' | 'moved' | 'stuck' | 'unsure'>> {
    const isNothingLeft = () => meeting.left.size === 0
    const isNobodyComing = () => {
      const turns = new Set([...meeting.comers].map(({ turn }) => turn))
      meeting.awaited = [...turns].filter((turn) => !this.#waits(turn, meeting.turn))
      if (meeting.awaited.length > 0) return false
      return meeting.taken.size === 0 && ![...meeting.takers].some((taker) => isTaker(taker, meeting))
    }
    try {
      await this.#whileWaiting(async () => {
        await this.#changed.wait(isNothingLeft, signal, () => this.#openingEnds())
        await this.#changed.wait(isNobodyComing, signal)
      })
      const { left, moved, stuck, unsure } = meeting
      return { left, moved, stuck, unsure }
    } finally {
      meeting.left = emptyTable
      meeting.awaited = []
    }
  }

  /** Does some work in which a change waits for changes of other categories, and so perhaps for their turns. */
  async whileAwaiting<T>(turns: readonly string[], meeting: Meeting, work: () => Promise<T>): Promise<T> {
    meeting.awaited = turns
    this.#changed.changed()
    try {
      return await work()
    } finally {
      meeting.awaited = []
    }
  }

  #begins(coming: ComingChange): void {
    this.#coming.delete(coming)
    for (const giver of this.#meetings) giver.comers.delete(coming)
  }

  /** Whether a turn in one category cannot end before a turn in another one has ended, perhaps because of a third. */
  #waits(turn: string, other: string | undefined, passed = new Set<string>()): boolean {
    if (turn === other) return true
    if (passed.has(turn)) return false
    passed.add(turn)
    const waiting = [...this.#meetings].filter((each) => each.turn === turn)
    return waiting.some(({ awaited }) => awaited.some((next) => this.#waits(next, other, passed)))
  }

  /** Ends a change. Sites that it wanted and did not get stay where they are. */
  end(meeting: Meeting): void {
    for (const giver of this.#meetings) if (giver.takers.delete(meeting)) keep(giver, meeting)
    meeting.wanted = emptyTable
    this.#meetings.delete(meeting)
    this.#changed.changed()
  }

  #report(giver: Meeting, taken: SiteSet, moved: Iterable<Site>, unsure: Iterable<Site> = []): void {
    const open = sitesInBoth(taken, giver.taken)
    const there = sitesInBoth(open, new FewSites(moved))
    const doubtful = sitesWithout(sitesInBoth(open, new FewSites(unsure)), there)
    const stuck = sitesWithout(sitesWithout(open, there), doubtful)
    giver.taken = sitesWithout(giver.taken, open)
    giver.moved = sitesInEither(giver.moved, there)
    giver.unsure = sitesInEither(giver.unsure, doubtful)
    giver.stuck = sitesInEither(giver.stuck, stuck)
    this.#changed.changed()
  }

  /** Whether others give away all of some sites right now. */
  #areOffered(sites: SiteSet): boolean {
    let missing = sites
    for (const { left } of this.#meetings) missing = sitesWithout(missing, left)
    return missing.size === 0
  }

  #openingEnds(): number {
    this.#opening ??= performance.now()
    return this.#opening + this.#untilBegun
  }
}

/** For how many milliseconds changes wait for those that begin with the first one: within this time, an engine begins with the objects of a run. */
export const usualOpening = 150

/** Whether a change wants what another one gives away. */
function isTaker({ wanted }: Pick<Meeting, 'wanted'>, { left }: Meeting): boolean {
  return sitesInBoth(left, wanted).size > 0
}

/** The same of one that is to begin, in another category. */
function isComingFor(coming: ComingChange, giver: Meeting): boolean {
  return coming.turn !== giver.turn && isTaker(coming, giver)
}

/** What a change wanted and did not get stays where it is, because a wrong category is better than none. */
function keep(giver: Meeting, { wanted }: Pick<Meeting, 'wanted'>): void {
  const kept = sitesInBoth(giver.left, wanted)
  giver.left = sitesWithout(giver.left, kept)
  giver.stuck = sitesInEither(giver.stuck, kept)
}
