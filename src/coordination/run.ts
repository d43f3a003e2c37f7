import { type Site, simplifyName } from '@webfilter/appliance-names'
import type { ManagedObject } from '@webfilter/terraform-plugin'
import { type AbortErrors, Condition, KeyedMutex, plainReason } from '../concurrency'

import type { SiteSet } from '../sites/table/site-table'
import { CategoryCounts } from './category-counts'
import { CategoryLists, ListRefreshes } from './category-lists'
import { Claims } from './claims'
import { ContestedSites } from './contested-sites'
import { type DirectoryThing, DirectoryThings } from './directory'
import { SharedSites } from './shared-sites'
import { SiteExchange } from './site-exchange'
import { usualWaits, type Waits } from './waits'

/**
 * What the resources of one run know about each other. Terraform calls a provider for each resource separately, plans and applies
 * them side by side, and only references determine their order. A plan uses what was announced before it. Only a list that shares sites
 * with another one waits for the announcement of that one, for a limited time (`SharedSites`). Changes wait for their turn and for each
 * other.
 */
export class Run {
  /** The meeting place of changes that move the same site. */
  readonly exchange: SiteExchange
  readonly #heldUp = new Set<HeldUpChange>()
  readonly #work: WorkUnderWay
  readonly #turns = new KeyedMutex()
  readonly #errors: AbortErrors
  readonly #waits: Waits
  #known: Knowledge

  /** @param errors the errors for a caller that stops waiting; the reason of the signal by default */
  constructor(errors = plainReason, waits = usualWaits) {
    this.#errors = errors
    this.#waits = waits
    this.#known = new Knowledge(errors, waits)
    this.#work = new WorkUnderWay(errors, waits)
    const { untilBegun } = waits
    this.exchange = new SiteExchange({
      untilBegun,
      errors,
      whileWaiting: (wait) => this.#work.whileWaiting(wait),
    })
  }

  /**
   * Begins the next run of a process that lives for several. What the resources of the last one knew of each other holds no more. Changes
   * that are under way still take turns and meet.
   */
  nextRun(): void {
    this.#known = new Knowledge(this.#errors, this.#waits)
  }

  /** Which object declares a thing. */
  get claims(): Claims {
    return this.#known.claims
  }

  /** The lists of sites that resources declare. */
  get lists(): CategoryLists {
    return this.#known.lists
  }

  /** The sites that lists manage, as far as they were read. */
  get refreshes(): ListRefreshes {
    return this.#known.refreshes
  }

  /** How many sites categories contain, where nothing else is reported of them. */
  get counts(): CategoryCounts {
    return this.#known.counts
  }

  /** The sites that one list of a category removes and another one keeps. */
  get shared(): SharedSites {
    return this.#known.shared
  }

  /** The sites that two categories declare, one of which takes them from the other. */
  get contested(): ContestedSites {
    return this.#known.contested
  }

  /** The members, groups and links that resources declare. */
  get directory(): DirectoryThings {
    return this.#known.directory
  }

  /** The orders of certificates that this run deletes while their outcome is unknown, each as the text of all that was sent. */
  get lostOrders(): Set<string> {
    return this.#known.lostOrders
  }

  /** Whether anything was changed in this run, or is being changed. */
  get isApplying(): boolean {
    return this.applying.aborted
  }

  /** Triggered by the first change of this run. */
  get applying(): AbortSignal {
    return this.#known.applying.signal
  }

  /** Works on a resource. Until that ends it may still announce what it gives up, and changes that depend on that wait. */
  async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
    return await this.#work.whileAtWork(work)
  }

  /** Changes of one object take turns. Throws why the caller stops waiting, if the signal is triggered before its turn. */
  async turn<T>(
    thing: 'category' | DirectoryThing,
    name: string,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    this.#known.applying.abort()
    const key = JSON.stringify([thing, thing === 'category' ? simplifyName(name) : name.toLowerCase()])
    return await this.#turns.run(key, signal, () => this.whileAtWork(work), this.#errors.before)
  }

  /** Announces in a plan, or as a change begins, what a list may give up. Replaces what was announced before. */
  mayGiveUp({ category, list, sites }: Giving, by?: ManagedObject): void {
    this.#known.planned.announce(category, list, sites, by)
  }

  /** Announces what a change gives up once nothing holds it up any more, or that it failed and gives up nothing. */
  giveUp({ category, list, sites }: Giving): void {
    this.#known.givenUp.announce(category, list, sites)
    this.#work.changed()
  }

  /** Whether a category may give up a site, as far as its lists have announced by now. */
  mayLeave(category: number, site: Site): boolean {
    return this.#known.planned.has(category, site) || this.#known.givenUp.has(category, site)
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
    const change = { held, giving }
    this.#heldUp.add(change)
    try {
      await this.#work.waitForOthers(() => this.#ableToGoOn().includes(change), signal)
      const able = this.#ableToGoOn()
      if (able.includes(change)) this.giveUp(giving)
      return held.filter((each) => !this.#isGivenUp(each, able))
    } finally {
      this.#heldUp.delete(change)
    }
  }

  /** The changes that are held up only by each other. A change that is refused keeps what it would have given up. */
  #ableToGoOn(): readonly HeldUpChange[] {
    for (let able = [...this.#heldUp]; ; ) {
      const left = able.filter(({ held }) => held.every((each) => this.#isGivenUp(each, able)))
      if (left.length === able.length) return able
      able = left
    }
  }

  #isGivenUp({ site, by }: HeldSite, able: readonly HeldUpChange[]): boolean {
    return by.every(({ id, name }) => {
      const isGiven =
        this.#known.givenUp.has(id, site) ||
        able.some(({ giving }) => giving.category === id && giving.sites.has(site))
      return isGiven && !this.lists.isDeclared(name, site)
    })
  }
}

/** What the resources of one run have said so far. */
class Knowledge {
  readonly claims = new Claims()
  readonly lists = new CategoryLists()
  readonly refreshes = new ListRefreshes()
  readonly counts = new CategoryCounts()
  readonly shared: SharedSites
  readonly contested = new ContestedSites()
  readonly directory = new DirectoryThings()
  readonly lostOrders = new Set<string>()
  readonly planned = new GivenUpSites()
  readonly givenUp = new GivenUpSites()
  readonly applying = new AbortController()

  constructor(errors: AbortErrors, waits: Waits) {
    this.shared = new SharedSites(errors, waits)
  }
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

interface HeldUpChange {
  readonly held: readonly HeldSite[]
  readonly giving: Giving
}

/** A site, and the categories that contain it. */
interface HeldSite {
  readonly site: Site
  readonly by: readonly { readonly id: number; readonly name: string }[]
}

/** The sites that lists give up, as far as they have announced it by now. */
export class GivenUpSites {
  readonly #lists = new Map<number, Map<string | null, SiteSet>>()

  /**
   * Announces what a list gives up; an empty set if nothing.
   *
   * @param category number of the category; undefined if there is none
   * @param list name of the list; null for that of the category itself
   * @param by the plan that announces it, and takes it back when it is withdrawn
   */
  announce(category: number | undefined, list: string | null, sites: SiteSet, by?: ManagedObject): void {
    if (category === undefined) return
    const lists = this.#lists.get(category) ?? new Map<string | null, SiteSet>()
    this.#lists.set(category, lists.set(list, sites))
    by?.whenWithdrawn(() => {
      if (lists.get(list) === sites) lists.delete(list)
    })
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
