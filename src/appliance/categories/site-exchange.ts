import type { Site } from '../../sites/site'
import { untilAborted } from '../cancellation'
import { Alarm } from './alarm'

/**
 * Where changes of several categories that are under way at once meet. A site that leaves one category while another one
 * takes it is better moved than deleted and added: it is then never missing. Nobody waits for long: the changes of a run
 * begin within moments of each other, so there is one moment at the beginning of a run in which they wait for each other;
 * later, who gives a site away waits a shorter moment for somebody to want it, and longer only once somebody does.
 */
export class SiteExchange {
  readonly #offers = new Set<Offer>()
  readonly #wishes = new Set<Wish>()
  readonly #patience: Patience
  #opening: number | undefined

  constructor(patience: Patience = defaultPatience) {
    this.#patience = patience
  }

  /**
   * Says that a category is to lose sites. Those that are not movable are kept until whoever wants them has them too. Ends
   * with `settle` or `withdraw`, one of which must be called.
   */
  offer(category: number, sites: readonly Site[], { movable }: { readonly movable: boolean }): Offer {
    const now = performance.now()
    const deadlines = {
      forAWish: Math.max(this.#openingEnds(), now + this.#patience.forAWish),
      forTheTaking: now + this.#patience.forTheTaking,
    }
    const offer = new Offer(category, sites, movable, deadlines, () => this.#offers.delete(offer))
    this.#offers.add(offer)
    for (const wish of this.#wishes) {
      offer.notice(wish)
      wish.wake()
    }
    return offer
  }

  /** Says that a change that is under way will want sites. Ends with `fulfil` or `withdraw`, one of which must be called. */
  wish(sites: readonly Site[]): Wish {
    const wish = new Wish(sites, this.#openingEnds(), this.#offers, () => this.#wishes.delete(wish))
    this.#wishes.add(wish)
    for (const offer of this.#offers) offer.notice(wish)
    return wish
  }

  /** Waits until those have begun that begin with the first change of a run, which the caller's may be. Throws `cancelled`. */
  async opening(signal: AbortSignal): Promise<void> {
    const ends = this.#openingEnds()
    await new Alarm().waitUntil(
      () => ends,
      () => false,
      signal,
    )
  }

  /** Whether a change that is under way wants a site. */
  isWanted(site: Site): boolean {
    return [...this.#wishes].some((wish) => wish.sites.has(site))
  }

  #openingEnds(): number {
    this.#opening ??= performance.now()
    return this.#opening + this.#patience.opening
  }
}

/** How long changes wait for each other; milliseconds. */
export interface Patience {
  /** From the first change of a run on: until then everybody waits for everybody. */
  readonly opening: number
  /** Later, from an offer on: for anybody to want it. */
  readonly forAWish: number
  /** From an offer on: for one who wants it to be ready. A category may have to be created first. */
  readonly forTheTaking: number
}

const defaultPatience: Patience = { opening: 150, forAWish: 25, forTheTaking: 15_000 }

/** Sites that one change takes from another category, to be moved from there. */
export interface Taking {
  readonly from: number
  readonly sites: readonly Site[]
  /** Tells the category that gives what became of them. Must be called, with nothing where nothing worked. */
  done(moved: readonly Site[]): void
}

/** What became of the sites of an offer. */
export interface Settlement {
  /** Nobody took them: they are to be deleted. */
  readonly left: readonly Site[]
  /** Moved to where they were wanted. */
  readonly moved: readonly Site[]
  /** Taken, but not moved: they are where they were. */
  readonly stuck: readonly Site[]
}

class Wish {
  readonly #list: readonly Site[]
  #sites: ReadonlySet<Site> | undefined
  /** How it ended: whether the sites are there. */
  readonly ended: Promise<'fulfilled' | 'withdrawn'>
  readonly #openingEnds: number
  readonly #offers: Iterable<Offer>
  readonly #alarm = new Alarm()
  #end: (how: 'fulfilled' | 'withdrawn') => void = () => {}

  constructor(sites: readonly Site[], openingEnds: number, offers: Iterable<Offer>, forget: () => void) {
    this.#list = sites
    this.#openingEnds = openingEnds
    this.#offers = offers
    this.ended = new Promise((settled) => {
      this.#end = (how) => {
        forget()
        settled(how)
      }
    })
  }

  /** The sites, made a set only where there is an offer to look them up for: it may be a million that nobody gives away. */
  get sites(): ReadonlySet<Site> {
    this.#sites ??= new Set(this.#list)
    return this.#sites
  }

  /** What others give away of it right now; nothing is taken. */
  offered(): ReadonlySet<Site> {
    return new Set([...this.#offers].flatMap((offer) => offer.offers(this.sites)))
  }

  /** Waits for those who begin with it. Throws `cancelled` when the signal is triggered. */
  async opening(signal: AbortSignal): Promise<void> {
    const complete = () => this.#list.length === 0 || this.offered().size === this.#list.length
    await this.#alarm.waitUntil(() => this.#openingEnds, complete, signal)
  }

  /** Takes what other categories give away of it right now and can be moved. */
  take(category: number): readonly Taking[] {
    const takings: Taking[] = []
    for (const offer of this.#offers) {
      const taking = offer.category === category ? undefined : offer.takeFrom(this.sites)
      if (taking) takings.push(taking)
    }
    return takings
  }

  /** The sites are there: whoever kept them for that may let go of them. */
  fulfil(): void {
    this.#end('fulfilled')
  }

  /** Whoever wanted the sites has failed, or is done. Does nothing where it was fulfilled before. */
  withdraw(): void {
    this.#end('withdrawn')
  }

  wake(): void {
    this.#alarm.ring()
  }
}

class Offer {
  readonly category: number
  readonly #movable: boolean
  readonly #open: Set<Site>
  readonly #stuck = new Set<Site>()
  readonly #waitedFor = new Set<Wish>()
  readonly #takings: Promise<{ readonly taken: readonly Site[]; readonly moved: readonly Site[] }>[] = []
  readonly #deadlines: { readonly forAWish: number; readonly forTheTaking: number }
  readonly #forget: () => void
  readonly #alarm = new Alarm()

  constructor(
    category: number,
    sites: readonly Site[],
    movable: boolean,
    deadlines: { readonly forAWish: number; readonly forTheTaking: number },
    forget: () => void,
  ) {
    this.category = category
    this.#open = new Set(sites)
    this.#movable = movable
    this.#deadlines = deadlines
    this.#forget = forget
  }

  notice(wish: Wish): void {
    if (this.offers(wish.sites).length === 0) return
    this.#waitedFor.add(wish)
    void wish.ended.then((how) => {
      this.#waitedFor.delete(wish)
      if (how === 'withdrawn') this.#keep(this.offers(wish.sites))
      this.#alarm.ring()
    })
  }

  offers(wanted: ReadonlySet<Site>): readonly Site[] {
    return [...this.#open].filter((site) => wanted.has(site))
  }

  takeFrom(wanted: ReadonlySet<Site>): Taking | undefined {
    const sites = this.#movable ? this.offers(wanted) : []
    if (sites.length === 0) return undefined
    for (const site of sites) this.#open.delete(site)
    let done: Taking['done'] = () => {}
    this.#takings.push(
      new Promise((resolve) => {
        done = (moved) => resolve({ taken: sites, moved })
      }),
    )
    this.#alarm.ring()
    return { from: this.category, sites, done }
  }

  withdraw(): void {
    this.#forget()
  }

  /** Waits for those who want sites, then closes the offer. Throws `cancelled` when the signal is triggered. */
  async settle(signal: AbortSignal): Promise<Settlement> {
    const nothingLeft = () => this.#open.size === 0
    try {
      await this.#alarm.waitUntil(() => this.#deadlines.forAWish, nothingLeft, signal)
      const nobodyComes = () => [...this.#waitedFor].every((wish) => this.offers(wish.sites).length === 0)
      await this.#alarm.waitUntil(() => this.#deadlines.forTheTaking, nobodyComes, signal)
    } finally {
      this.#forget()
    }
    const left = [...this.#open]
    this.#open.clear()
    const takings = await untilAborted(Promise.all(this.#takings), signal)
    const moved = new Set(takings.flatMap((taking) => taking.moved))
    const notMoved = takings.flatMap((taking) => taking.taken).filter((site) => !moved.has(site))
    return { left, moved: [...moved], stuck: [...notMoved, ...this.#stuck] }
  }

  /** Whoever wanted these has failed: better in the wrong category than in none. */
  #keep(sites: readonly Site[]): void {
    for (const site of sites) {
      this.#open.delete(site)
      this.#stuck.add(site)
    }
  }
}

export type { Offer, Wish }
