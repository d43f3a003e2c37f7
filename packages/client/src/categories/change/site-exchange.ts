import type { Site } from '@webfilter/appliance-names'
import { type AbortErrors, Condition, plainReason, unlessAborted } from '@webfilter/concurrency'
import { emptyTable, type SiteSet, sitesInBoth, sitesInEither, sitesWithout } from '@webfilter/site-lists'

/**
 * The meeting place for concurrent changes of several categories. If a site leaves one category while another one takes it, it is deleted only
 * once it was added: it is then never missing. The changes of a run begin within moments of each other, so they wait for each other briefly at
 * the beginning of a run. If a change that wants a site has appeared by then, the one that gives it up waits until the site is there, or the other
 * has ended without it. Additions wait for no removal, so the waits cannot form a circle.
 */
export class SiteExchange {
  readonly #offers = new Set<Offer>()
  readonly #wishes = new Set<Wish>()
  readonly #untilBegun: number
  readonly #errors: AbortErrors
  readonly #whileWaiting: WhileWaiting
  #opening: number | undefined

  constructor({
    untilBegun = usualOpening,
    errors = plainReason,
    whileWaiting = (wait) => wait(),
  }: Partial<SiteExchangeOptions> = {}) {
    this.#whileWaiting = whileWaiting
    this.#untilBegun = untilBegun
    this.#errors = errors
  }

  /** Says that a category is to lose sites. Ends with `settle` or `withdraw`, one of which must be called. */
  offer(category: number, sites: SiteSet): Offer {
    const offer: Offer = new Offer(category, sites, {
      openingEnds: this.#openingEnds(),
      errors: this.#errors,
      whileWaiting: this.#whileWaiting,
      forget: () => this.#offers.delete(offer),
    })
    this.#offers.add(offer)
    for (const wish of this.#wishes) {
      offer.notice(wish)
      wish.wake()
    }
    return offer
  }

  /** Says that a change that is under way will want sites. Ends with `fulfill` or `withdraw`, one of which must be called. */
  wish(sites: SiteSet): Wish {
    const wish = new Wish(sites, this.#openingEnds(), this.#offers, this.#errors, () =>
      this.#wishes.delete(wish),
    )
    this.#wishes.add(wish)
    for (const offer of this.#offers) offer.notice(wish)
    return wish
  }

  /** Waits until the changes have begun that begin with the first one of a run, which may be the caller's. Throws as above. */
  async opening(signal: AbortSignal): Promise<void> {
    const ends = this.#openingEnds()
    await new Condition(this.#errors).wait(
      () => false,
      signal,
      () => ends,
    )
  }

  /** Whether a change that is under way wants a site. */
  isWanted(site: Site): boolean {
    return [...this.#wishes].some((wish) => wish.sites.has(site))
  }

  #openingEnds(): number {
    this.#opening ??= performance.now()
    return this.#opening + this.#untilBegun
  }
}

/** For how many milliseconds changes wait for those that begin with the first one: within this time, an engine begins with the objects of a run. */
export const usualOpening = 150

interface SiteExchangeOptions {
  /** Milliseconds. */
  readonly untilBegun: number
  /** What is thrown to a caller that stops waiting: the reason of the signal, unless given. */
  readonly errors: AbortErrors
  /** Wraps the waiting of a change that gives up sites. Other changes must not wait for that change in the meantime. */
  readonly whileWaiting: WhileWaiting
}

type WhileWaiting = <T>(wait: () => Promise<T>) => Promise<T>

/** Sites that one change takes from another category, to be moved from there. */
export interface Taking {
  readonly from: number
  readonly sites: readonly Site[]
  /**
   * Reports the outcome to the category that gives them up. Must be called, with an empty list if nothing was moved.
   *
   * @param unsure those of which it is not known whether they were moved; none, unless given
   */
  done(moved: readonly Site[], unsure?: readonly Site[]): void
}

/** What became of the sites of an offer. */
export interface Settlement {
  /** Not taken: they are to be deleted. */
  readonly left: SiteSet
  /** Moved to where they were wanted. */
  readonly moved: readonly Site[]
  /** Taken, but not moved: they are where they were. */
  readonly stuck: readonly Site[]
  /** Taken, and perhaps moved. */
  readonly unsure: readonly Site[]
}

class Wish {
  readonly sites: SiteSet
  /** How it ended: whether the sites are there. */
  readonly ended: Promise<'fulfilled' | 'withdrawn'>
  readonly #openingEnds: number
  readonly #offers: Iterable<Offer>
  readonly #changed: Condition
  #end: (how: 'fulfilled' | 'withdrawn') => void = () => {}

  constructor(
    sites: SiteSet,
    openingEnds: number,
    offers: Iterable<Offer>,
    errors: AbortErrors,
    forget: () => void,
  ) {
    this.sites = sites
    this.#changed = new Condition(errors)
    this.#openingEnds = openingEnds
    this.#offers = offers
    this.ended = new Promise((settled) => {
      this.#end = (how) => {
        forget()
        settled(how)
      }
    })
  }

  /** The part that others offer right now; nothing is taken. */
  offered(): SiteSet {
    return [...this.#offers].map((offer) => offer.offers(this.sites)).reduce(sitesInEither, emptyTable)
  }

  /** Waits for the changes that begin with it. Throws the reason for which the caller stops waiting, if the signal is triggered. */
  async opening(signal: AbortSignal): Promise<void> {
    const complete = () => this.sites.size === 0 || this.offered().size === this.sites.size
    await this.#changed.wait(complete, signal, () => this.#openingEnds)
  }

  /** Whether a category gives a site away right now. */
  isOffered(category: number, site: Site): boolean {
    return [...this.#offers].some((offer) => offer.category === category && offer.has(site))
  }

  /** Takes the part of some of the sites that other categories offer right now. */
  take(category: number, sites: SiteSet): readonly Taking[] {
    const takings: Taking[] = []
    for (const offer of this.#offers) {
      const taking = offer.category === category ? undefined : offer.takeFrom(sites)
      if (taking) takings.push(taking)
    }
    return takings
  }

  /** The sites have arrived: changes that kept them for this may remove them. */
  fulfill(): void {
    this.#end('fulfilled')
  }

  /** The change that wanted the sites has failed, or is done. Does nothing if the wish was fulfilled before. */
  withdraw(): void {
    this.#end('withdrawn')
  }

  wake(): void {
    this.#changed.changed()
  }
}

/** What became of sites that a change has taken. */
interface TakingOutcome {
  readonly taken: readonly Site[]
  readonly moved: readonly Site[]
  readonly unsure: readonly Site[]
}

interface OfferOptions {
  /** Until when a change that wants a site is waited for, on the clock of `performance.now()`. */
  readonly openingEnds: number
  readonly errors: AbortErrors
  readonly whileWaiting: WhileWaiting
  readonly forget: () => void
}

class Offer {
  readonly category: number
  #open: SiteSet
  readonly #stuck = new Set<Site>()
  readonly #waitedFor = new Set<Wish>()
  readonly #takings: Promise<TakingOutcome>[] = []
  readonly #openingEnds: number
  readonly #errors: AbortErrors
  readonly #whileWaiting: WhileWaiting
  readonly #forget: () => void
  readonly #changed: Condition

  constructor(category: number, sites: SiteSet, options: OfferOptions) {
    this.category = category
    this.#open = sites
    this.#openingEnds = options.openingEnds
    this.#errors = options.errors
    this.#whileWaiting = options.whileWaiting
    this.#forget = options.forget
    this.#changed = new Condition(options.errors)
  }

  notice(wish: Wish): void {
    if (this.offers(wish.sites).size === 0) return
    this.#waitedFor.add(wish)
    void wish.ended.then((how) => {
      this.#waitedFor.delete(wish)
      if (how === 'withdrawn') this.#keep(this.offers(wish.sites))
      this.#changed.changed()
    })
  }

  has(site: Site): boolean {
    return this.#open.has(site)
  }

  offers(wanted: SiteSet): SiteSet {
    return sitesInBoth(this.#open, wanted)
  }

  takeFrom(wanted: SiteSet): Taking | undefined {
    const taken = this.offers(wanted)
    if (taken.size === 0) return undefined
    this.#open = sitesWithout(this.#open, taken)
    const sites = [...taken]
    let done: Taking['done'] = () => {}
    this.#takings.push(
      new Promise((resolve) => {
        done = (moved, unsure = []) => resolve({ taken: sites, moved, unsure })
      }),
    )
    this.#changed.changed()
    return { from: this.category, sites, done }
  }

  withdraw(): void {
    this.#forget()
  }

  /** Makes a waiting `settle` check again. */
  changed(): void {
    this.#changed.changed()
  }

  /**
   * Waits for the changes that want sites, then closes the offer. Throws the reason for which the caller stops waiting, if the signal
   * is triggered.
   */
  async settle(signal: AbortSignal): Promise<Settlement> {
    return await this.#whileWaiting(() => this.#settle(signal))
  }

  async #settle(signal: AbortSignal): Promise<Settlement> {
    const nothingLeft = () => this.#open.size === 0
    try {
      await this.#changed.wait(nothingLeft, signal, () => this.#openingEnds)
      const nobodyComes = () => [...this.#waitedFor].every((wish) => this.offers(wish.sites).size === 0)
      await this.#changed.wait(nobodyComes, signal, () => Number.POSITIVE_INFINITY)
    } finally {
      this.#forget()
    }
    const left = this.#open
    this.#open = emptyTable
    const takings = await unlessAborted(Promise.all(this.#takings), signal, this.#errors)
    const moved = new Set(takings.flatMap((taking) => taking.moved))
    const notMoved = takings.flatMap((taking) => taking.taken).filter((site) => !moved.has(site))
    const doubtful = new Set(takings.flatMap((taking) => taking.unsure))
    const unsure = notMoved.filter((site) => doubtful.has(site))
    const stayed = notMoved.filter((site) => !doubtful.has(site))
    return { left, moved: [...moved], stuck: [...stayed, ...this.#stuck], unsure }
  }

  /** The change that wanted these has failed: better in the wrong category than in none. */
  #keep(sites: SiteSet): void {
    this.#open = sitesWithout(this.#open, sites)
    for (const site of sites) this.#stuck.add(site)
  }
}

export type { Offer, Wish }
