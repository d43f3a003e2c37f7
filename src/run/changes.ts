import type { Category } from '@webfilter/appliance-client/categories/category'
import { SiteExchange } from '@webfilter/appliance-client/categories/site-exchange'
import type { Site } from '@webfilter/appliance-names'
import { type AbortErrors, Condition, KeyedMutex, plainReason } from '@webfilter/concurrency'
import { emptyTable, type SiteSet } from '@webfilter/site-lists'
import type { DirectoryThing } from './directory'
import type { ListsOfRun } from './lists'
import { turnOf } from './place'
import { usualWaits } from './waits'

/**
 * The changes of a run. Those of one object take turns. A change that wants what another one gives up waits for it, as long as any is at work
 * that may still say so.
 */
export class Changes {
  /** The meeting place of changes that move the same site. */
  readonly exchange: SiteExchange
  readonly #lists: () => ListsOfRun
  /** The changes that are held up, by what they give up if they go on, an object for each: the sites that others have. */
  readonly #heldUp = new Map<Giving, readonly HeldSite[]>()
  readonly #work: WorkUnderWay
  readonly #turns = new KeyedMutex()
  readonly #errors: AbortErrors
  #said = new SaidOfChanges()

  /** @param lists what the lists of the run have said */
  constructor(lists: () => ListsOfRun, errors = plainReason, waits = usualWaits) {
    this.#lists = lists
    this.#errors = errors
    this.#work = new WorkUnderWay(errors, waits)
    const { untilBegun } = waits
    this.exchange = new SiteExchange({
      untilBegun,
      errors,
      whileWaiting: (wait) => this.#work.whileWaiting(wait),
    })
  }

  /** Begins the next run. Changes that are under way still take turns and meet. */
  nextRun(): void {
    this.#said = new SaidOfChanges()
  }

  /** Whether any has begun in this run. */
  get haveBegun(): boolean {
    return this.begun.aborted
  }

  /** Triggered by the first one of this run. */
  get begun(): AbortSignal {
    return this.#said.begun.signal
  }

  /** Works on a resource. Until that ends it may still announce what it gives up, and changes that depend on that wait. */
  async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
    return await this.#work.whileAtWork(work)
  }

  /**
   * Changes of one object take turns. Throws why the caller stops waiting, if the signal is triggered before its turn.
   * @param wanted what the change of a category is to add: others that give it up wait for the turn, too
   */
  async turn<T>(
    thing: 'category' | DirectoryThing,
    name: string,
    signal: AbortSignal,
    work: () => Promise<T>,
    wanted: SiteSet = emptyTable,
  ): Promise<T> {
    this.#said.begun.abort()
    const key = JSON.stringify([thing, thing === 'category' ? turnOf(name) : name.toLowerCase()])
    const coming = { turn: turnOf(name), wanted, hasTurn: false }
    if (wanted.size > 0) this.exchange.comes(coming)
    const inTurn = () => {
      coming.hasTurn = true
      return this.whileAtWork(work)
    }
    try {
      return await this.#turns.run(key, signal, inTurn, this.#errors.before)
    } finally {
      this.exchange.leave(coming)
    }
  }

  /** Announces in a plan, or as a change begins, what a list may give up. Replaces what was announced before. */
  mayGiveUp(giving: Giving): void {
    this.#said.mayBeGiven.announce(giving)
  }

  /** Announces what a change gives up once nothing holds it up any more, or that it failed and gives up nothing. */
  giveUp(giving: Giving): void {
    this.#said.given.announce(giving)
    this.#work.changed()
  }

  /** Whether a category may give up a site, as far as its lists have announced by now. */
  mayLeave(category: number, site: Site): boolean {
    return this.#said.mayBeGiven.has(category, site)
  }

  /**
   * Waits for others that may give up sites, as long as any is at work and a moment longer. To be called within a turn. Changes that
   * wait for each other, and for nothing else, go on together.
   *
   * @param giving what the change itself gives up if it goes on, which is then announced
   * @returns the sites that some category that holds them does not give up, or that another list of it declares by then
   */
  async notGivenUp<Held extends HeldSite>(
    held: readonly Held[],
    giving: Giving,
    signal: AbortSignal,
  ): Promise<readonly Held[]> {
    this.#heldUp.set(giving, held)
    try {
      await this.#work.waitForOthers(() => this.#ableToGoOn().includes(giving), signal)
      const able = this.#ableToGoOn()
      if (able.includes(giving)) this.giveUp(giving)
      return held.filter((each) => !this.#isGivenUp(each, able))
    } finally {
      this.#heldUp.delete(giving)
    }
  }

  /** What the changes give up that are held up only by each other. A change that is refused keeps what it would have given up. */
  #ableToGoOn(): readonly Giving[] {
    for (let able = [...this.#heldUp.keys()]; ; ) {
      const left = able.filter((giving) =>
        this.#heldUp.get(giving)?.every((each) => this.#isGivenUp(each, able)),
      )
      if (left.length === able.length) return able
      able = left
    }
  }

  #isGivenUp({ site, holders }: HeldSite, able: readonly Giving[]): boolean {
    return holders.every(({ id, name }) => {
      const isGiven =
        this.#said.given.has(id, site) ||
        able.some(({ category, sites }) => category === id && sites.has(site))
      return isGiven && !this.#lists().isDeclared(name, site)
    })
  }
}

/** What the changes of one run, and the plans of the lists that they change, have said so far. */
class SaidOfChanges {
  readonly begun = new AbortController()
  readonly mayBeGiven = new GivenUpSites()
  readonly given = new GivenUpSites()
}

/** What a change gives up. */
export interface Giving {
  /** Number of the category; undefined while there is none, which has nothing to give up. */
  readonly category: number | undefined
  /** Name of the list; null for that of the category itself. */
  readonly list: string | null
  /** Empty if nothing. */
  readonly sites: SiteSet
}

/** A site, and the categories that contain it. */
interface HeldSite {
  readonly site: Site
  readonly holders: readonly Pick<Category, 'id' | 'name'>[]
}

/** The sites that lists give up, as far as they have announced it by now. */
export class GivenUpSites {
  readonly #lists = new Map<number, Map<string | null, SiteSet>>()

  /** Announces what a list gives up, in place of what was announced before under the same name: a plan is made again, or carried out. */
  announce({ category, list, sites }: Giving): void {
    if (category === undefined) return
    const lists = this.#lists.get(category) ?? new Map<string | null, SiteSet>()
    this.#lists.set(category, lists.set(list, sites))
  }

  /** Whether a category gives up a site. */
  has(category: number, site: Site): boolean {
    const lists = this.#lists.get(category)?.values() ?? []
    return [...lists].some((sites) => sites.has(site))
  }
}

/**
 * How many resources a run is at work on. Terraform works on ten of them at once, or on as many as `-parallelism` says, and begins the
 * next one when one is done. It does not report how many are still to come. A change that depends on another one therefore waits as
 * long as any is at work, and a moment longer.
 */
export class WorkUnderWay {
  readonly #changed: Condition
  readonly #untilNextBegins: number
  readonly #waiting = new Set<symbol>()
  #atWork = 0
  #lastChange = performance.now()

  constructor(errors = plainReason, { untilNextBegins } = usualWaits) {
    this.#changed = new Condition(errors)
    this.#untilNextBegins = untilNextBegins
  }

  /** Works on a resource. Until that ends it may still announce what it does, and changes that depend on that wait. */
  async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
    this.#count(1)
    try {
      return await work()
    } finally {
      this.#count(-1)
    }
  }

  /**
   * Waits until it is decided what others do, or no resource is at work that could decide it. To be called while at work. Waiting
   * changes do not wait for each other. They give up one after the other, because each one that ends makes room for a resource that
   * Terraform has not begun, which may be the one that the others wait for. Throws the reason for which the caller stops waiting, if
   * the signal is triggered.
   */
  async waitForOthers(isDecided: () => boolean, signal: AbortSignal): Promise<void> {
    const own = Symbol()
    this.#waiting.add(own)
    try {
      await this.whileWaiting(() => this.#changed.wait(isDecided, signal, () => this.#givesUpAt(own)))
    } finally {
      this.#waiting.delete(own)
    }
  }

  /** Waits for other resources of the run, which must not wait for this one. To be called while at work. */
  async whileWaiting<T>(wait: () => Promise<T>): Promise<T> {
    this.#count(-1)
    try {
      return await wait()
    } finally {
      this.#count(1)
    }
  }

  /** Makes the waiting changes check again. */
  changed(): void {
    this.#changed.changed()
  }

  #givesUpAt(own: symbol): number {
    const [first] = this.#waiting
    return this.#atWork > 0 || first !== own
      ? Number.POSITIVE_INFINITY
      : this.#lastChange + this.#untilNextBegins
  }

  #count(difference: 1 | -1): void {
    this.#atWork += difference
    this.#lastChange = performance.now()
    this.#changed.changed()
  }
}
