import { setImmediate as turn } from 'node:timers/promises'
import { isSite, type Site } from '@webfilter/appliance-names'
import { emptyTable, FewSites } from '@webfilter/site-lists'
import fc from 'fast-check'
import { times } from '../../../../../test/lanes/extent'
import { cancelled } from '../../../src/cancellation'
import {
  type Offer,
  type Settlement,
  SiteExchange,
  type Wish,
} from '../../../src/categories/change/site-exchange'
import { kindOf } from '../../caught'

const untilBegun = 100
/** Milliseconds, far longer than any wait for a change to begin. */
const long = 60_000
const { signal } = new AbortController()
const [ads, trackers, games] = [250, 251, 252]

const site = (text: string): Site => {
  if (!isSite(text)) throw new Error(`${text} is not a site`)
  return text
}
const [a, b, c] = [site('a.example'), site('b.example'), site('c.example')]

let exchange: SiteExchange

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] })
  exchange = new SiteExchange({ untilBegun, errors: cancelled })
})

afterEach(() => {
  jest.useRealTimers()
})

/** Lets time pass, and everything happen that follows from it: a deadline is believed a turn of the event loop later. */
async function pass(milliseconds: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(milliseconds)
  for (let turns = 0; turns < 3; turns += 1) await turn()
}

/** Lets the moment pass in which the changes of a run wait for each other. */
async function openingIsOver(): Promise<void> {
  exchange.wish(emptyTable).withdraw()
  await pass(untilBegun)
}

const lose = (category: number, ...sites: readonly Site[]) => exchange.offer(category, new FewSites(sites))

/** Takes what others offer, as a change does whose addition was rejected. */
const take = (wish: Wish, category: number) => wish.take(category, wish.sites)

/** What a promise has come to by now. */
function follow<T>(promise: Promise<T>): { readonly result: () => T | 'waiting' } {
  let result: T | 'waiting' = 'waiting'
  void promise.then((value) => {
    result = value
  })
  return { result: () => result }
}

const settling = (offer: Offer) => follow(offer.settle(signal))
const opening = (wish: Wish) => follow(wish.opening(signal).then(() => 'over' as const))

function moveAll(wish: Wish, category: number): void {
  for (const taking of take(wish, category)) taking.done(taking.sites)
  wish.fulfill()
}

describe('a site that one change gives up and another one wants', () => {
  it('is moved if the gaining change came first', async () => {
    const wish = exchange.wish(new FewSites([a]))
    const begun = opening(wish)
    await pass(untilBegun - 1)
    expect(begun.result()).toBe('waiting')

    const offer = lose(ads, a, b)
    await pass(0)
    expect(begun.result()).toBe('over')
    const settled = settling(offer)
    moveAll(wish, trackers)
    await pass(untilBegun)
    expect(settled.result()).toEqual({ left: [b], moved: [a], stuck: [], unsure: [] })
  })

  it('is moved if the losing change came first', async () => {
    const settled = settling(lose(ads, a))
    await pass(untilBegun - 1)
    const wish = exchange.wish(new FewSites([a, b]))
    expect([...wish.offered()]).toEqual([a])
    moveAll(wish, trackers)
    await pass(0)
    expect(settled.result()).toEqual({ left: [], moved: [a], stuck: [], unsure: [] })
  })

  it('is kept, once it is wanted, until the gaining change is ready', async () => {
    const settled = settling(lose(ads, a))
    const wish = exchange.wish(new FewSites([a]))
    await pass(long)
    expect(settled.result()).toBe('waiting')
    moveAll(wish, trackers)
    await pass(0)
    expect(settled.result()).toEqual({ left: [], moved: [a], stuck: [], unsure: [] })
  })

  it('is taken from every category that gives it up', () => {
    lose(ads, a)
    lose(trackers, a, b)
    expect(take(exchange.wish(new FewSites([a])), games).map(({ from, sites }) => ({ from, sites }))).toEqual(
      [
        { from: ads, sites: [a] },
        { from: trackers, sites: [a] },
      ],
    )
  })

  it('is taken once, however many changes want it', () => {
    lose(ads, a)
    const [first, second] = [exchange.wish(new FewSites([a])), exchange.wish(new FewSites([a]))]
    expect(take(first, trackers)).toHaveLength(1)
    expect(take(second, games)).toEqual([])
    expect(second.offered().size).toBe(0)
  })

  it('is not taken by the category that gives it up', () => {
    lose(ads, a)
    expect(take(exchange.wish(new FewSites([a])), ads)).toEqual([])
  })
})

describe('a change without a partner', () => {
  it('that gains waits for others until the opening of the run is over', async () => {
    const begun = opening(exchange.wish(new FewSites([a])))
    lose(ads, b)
    await pass(untilBegun - 1)
    expect(begun.result()).toBe('waiting')
    await pass(1)
    expect(begun.result()).toBe('over')
  })

  it('that loses deletes its sites when the opening of the run is over', async () => {
    const settled = settling(lose(ads, a))
    await pass(untilBegun - 1)
    expect(settled.result()).toBe('waiting')
    await pass(1)
    expect(settled.result()).toEqual({ left: [a], moved: [], stuck: [], unsure: [] })
  })

  it('that gains nothing does not wait', async () => {
    const begun = opening(exchange.wish(emptyTable))
    await pass(0)
    expect(begun.result()).toBe('over')
  })

  it('that gains later in the run does not wait', async () => {
    await openingIsOver()
    const begun = opening(exchange.wish(new FewSites([a])))
    await pass(0)
    expect(begun.result()).toBe('over')
  })

  it('that loses later in the run does not wait, if nothing wants its sites by then', async () => {
    await openingIsOver()
    const settled = settling(lose(ads, a))
    await pass(0)
    expect(settled.result()).toEqual({ left: [a], moved: [], stuck: [], unsure: [] })
  })
})

describe('categories that take from each other', () => {
  it('in pairs add before they delete', async () => {
    const [wishOfAds, wishOfTrackers] = [exchange.wish(new FewSites([b])), exchange.wish(new FewSites([a]))]
    const [offerOfAds, offerOfTrackers] = [lose(ads, a), lose(trackers, b)]
    await Promise.all([wishOfAds.opening(signal), wishOfTrackers.opening(signal)])
    wishOfAds.fulfill()
    const settledAds = settling(offerOfAds)
    const settledTrackers = settling(offerOfTrackers)
    await pass(untilBegun)
    expect(settledTrackers.result()).toEqual({ left: [b], moved: [], stuck: [], unsure: [] })
    expect(settledAds.result()).toBe('waiting')

    wishOfTrackers.fulfill()
    await pass(0)
    expect(settledAds.result()).toEqual({ left: [a], moved: [], stuck: [], unsure: [] })
  })

  it('in a ring of three add before they delete, and none waits forever', async () => {
    const ring = [
      { wish: exchange.wish(new FewSites([c])), offer: lose(ads, a) },
      { wish: exchange.wish(new FewSites([a])), offer: lose(trackers, b) },
      { wish: exchange.wish(new FewSites([b])), offer: lose(games, c) },
    ]
    const settled = ring.map(({ wish, offer }) => {
      const added = wish.opening(signal).then(() => wish.fulfill())
      return follow(added.then(() => offer.settle(signal)))
    })
    await pass(untilBegun)
    expect(settled.map(({ result }) => result())).toEqual([
      { left: [a], moved: [], stuck: [], unsure: [] },
      { left: [b], moved: [], stuck: [], unsure: [] },
      { left: [c], moved: [], stuck: [], unsure: [] },
    ])
  })
})

describe('a partner', () => {
  it('that fails before it takes a site leaves it where it is', async () => {
    const settled = settling(lose(ads, a, b))
    exchange.wish(new FewSites([a])).withdraw()
    await pass(untilBegun)
    expect(settled.result()).toEqual({ left: [b], moved: [], stuck: [a], unsure: [] })
  })

  it('that fails while it moves leaves what was not moved where it is', async () => {
    const settled = settling(lose(ads, a, b))
    const wish = exchange.wish(new FewSites([a, b]))
    const [taking] = take(wish, trackers)
    taking?.done([b])
    taking?.done([a, b])
    wish.withdraw()
    await pass(untilBegun)
    expect(settled.result()).toEqual({ left: [], moved: [b], stuck: [a], unsure: [] })
  })

  it('that fails while it moves says of which sites it does not know where they are', async () => {
    const settled = settling(lose(ads, a, b, c))
    const wish = exchange.wish(new FewSites([a, b, c]))
    const [taking] = take(wish, trackers)
    taking?.done([b], [c])
    wish.withdraw()
    await pass(untilBegun)
    expect(settled.result()).toEqual({ left: [], moved: [b], stuck: [a], unsure: [c] })
  })

  it('that fails in a swap leaves the site where it is', async () => {
    const wish = exchange.wish(new FewSites([a]))
    const settled = settling(lose(ads, a))
    await pass(untilBegun)
    expect(settled.result()).toBe('waiting')
    wish.withdraw()
    await pass(0)
    expect(settled.result()).toEqual({ left: [], moved: [], stuck: [a], unsure: [] })
  })

  it('that was fulfilled may end in any way', async () => {
    const wish = exchange.wish(new FewSites([a]))
    const settled = settling(lose(ads, a))
    wish.fulfill()
    wish.withdraw()
    await pass(untilBegun)
    expect(settled.result()).toEqual({ left: [a], moved: [], stuck: [], unsure: [] })
  })

  it('that takes long is waited for until it has the site, and then the site is deleted', async () => {
    const settled = settling(lose(ads, a))
    const wish = exchange.wish(new FewSites([a]))
    await pass(long)
    expect(settled.result()).toBe('waiting')
    wish.fulfill()
    await pass(0)
    expect(settled.result()).toEqual({ left: [a], moved: [], stuck: [], unsure: [] })
    expect(take(wish, trackers)).toEqual([])
  })

  it('that is moving a site is waited for until it reports the outcome', async () => {
    const settled = settling(lose(ads, a))
    const [taking] = take(exchange.wish(new FewSites([a])), trackers)
    await pass(long)
    expect(settled.result()).toBe('waiting')
    taking?.done([a])
    await pass(0)
    expect(settled.result()).toEqual({ left: [], moved: [a], stuck: [], unsure: [] })
  })

  it('that has withdrawn its offer has nothing to give', () => {
    const offer = lose(ads, a)
    const wish = exchange.wish(new FewSites([a]))
    offer.withdraw()
    expect(wish.offered().size).toBe(0)
    expect(take(wish, trackers)).toEqual([])
  })

  it('that has settled has nothing more to give', async () => {
    const settled = settling(lose(ads, a))
    await pass(untilBegun)
    expect(settled.result()).not.toBe('waiting')
    expect(take(exchange.wish(new FewSites([a])), trackers)).toEqual([])
  })
})

describe('a change that is canceled', () => {
  it('while it waits for others to begin ends at once', async () => {
    const controller = new AbortController()
    const kind = kindOf(exchange.wish(new FewSites([a])).opening(controller.signal))
    controller.abort()
    expect(await kind).toBe('cancelled')
  })

  it('while it waits for takers of its sites gives no more away', async () => {
    const controller = new AbortController()
    const kind = kindOf(lose(ads, a).settle(controller.signal))
    const wish = exchange.wish(new FewSites([a]))
    controller.abort()
    expect(await kind).toBe('cancelled')
    expect(take(wish, trackers)).toEqual([])
  })

  it('while others move its sites does not wait for them', async () => {
    const controller = new AbortController()
    const offer = lose(ads, a)
    const [taking] = take(exchange.wish(new FewSites([a])), trackers)
    const kind = kindOf(offer.settle(controller.signal))
    await pass(untilBegun)
    controller.abort()
    expect(await kind).toBe('cancelled')
    expect(() => taking?.done([a])).not.toThrow()
  })

  it('leaves no timer behind', async () => {
    const controller = new AbortController()
    const kinds = [
      kindOf(lose(ads, a).settle(controller.signal)),
      kindOf(exchange.wish(new FewSites([b])).opening(controller.signal)),
    ]
    controller.abort()
    await Promise.all(kinds)
    expect(jest.getTimerCount()).toBe(0)
  })
})

describe('whatever the changes of a run are and however they end', () => {
  interface Change {
    readonly gains: readonly Site[]
    readonly loses: readonly Site[]
    /** Milliseconds after the run. */
    readonly begins: number
    readonly ends: 'added' | 'moved' | 'failed'
    /** Milliseconds after it could. */
    readonly late: number
  }
  const change: fc.Arbitrary<Change> = fc
    .record({
      gains: fc.subarray([a, b, c]),
      loses: fc.subarray([a, b, c]),
      begins: fc.nat(150),
      ends: fc.constantFrom('added' as const, 'moved' as const, 'failed' as const),
      late: fc.nat(500),
    })
    .filter(({ gains, loses }) => !loses.some((site) => gains.includes(site)))

  it('every site that is given up is left, moved or stuck, exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        exchange = new SiteExchange({ untilBegun, errors: cancelled })
        const settled = changes.map((each, category) => follow(carryOut(each, category)))
        // A deadline is believed only when the process has time.
        for (let rounds = 0; rounds < 5; rounds += 1) await pass(1_000)
        for (const [index, { result }] of settled.entries()) {
          expect(everything(result())).toEqual(changes[index]?.loses.toSorted())
        }
      }),
      { numRuns: times(200) },
    )
  })

  async function carryOut(
    { gains, loses, begins, ends, late }: Change,
    category: number,
  ): Promise<Settlement> {
    await new Promise<void>((resolve) => setTimeout(resolve, begins))
    const wish = exchange.wish(new FewSites(gains))
    const offer = exchange.offer(category, new FewSites(loses))
    await wish.opening(signal)
    await new Promise<void>((resolve) => setTimeout(resolve, late))
    if (ends === 'moved') moveAll(wish, category)
    else if (ends === 'added') wish.fulfill()
    else wish.withdraw()
    return await offer.settle(signal)
  }

  function everything(settlement: Settlement | 'waiting'): readonly Site[] | 'waiting' {
    if (settlement === 'waiting') return settlement
    return [...settlement.left, ...settlement.moved, ...settlement.stuck].toSorted()
  }
})
