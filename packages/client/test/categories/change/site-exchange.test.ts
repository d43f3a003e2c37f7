import { setImmediate as turn } from 'node:timers/promises'
import { isSite, type Site } from '@webfilter/appliance-names'
import { KeyedMutex } from '@webfilter/concurrency'
import { FewSites } from '@webfilter/site-lists'
import fc from 'fast-check'
import { times } from '../../../../../test/lanes/extent'
import { cancelled } from '../../../src/cancellation'
import { type Meeting, SiteExchange } from '../../../src/categories/change/site-exchange'
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

type Settled = Awaited<ReturnType<SiteExchange['settle']>>

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
  exchange.end(gain())
  await pass(untilBegun)
}

const gain = (...sites: readonly Site[]) => exchange.begin({ category: undefined, add: new FewSites(sites) })
const lose = (id: number, ...sites: readonly Site[]) =>
  exchange.begin({ category: { id }, remove: new FewSites(sites) })

/** Takes what others give away, as a change does whose addition was rejected. */
const take = ({ wanted }: Meeting, id: number) => exchange.take({ id }, wanted)

/** What a promise has come to by now. */
function follow<T>(promise: Promise<T>): { readonly result: () => T | 'waiting' } {
  let result: T | 'waiting' = 'waiting'
  void promise.then((value) => {
    result = value
  })
  return { result: () => result }
}

const settling = (offer: Meeting) => follow(exchange.settle(offer, signal))
const opening = (wish: Meeting) => follow(exchange.opening(signal, wish).then(() => 'over' as const))

function moveAll(wish: Meeting, category: number): void {
  for (const taking of take(wish, category)) taking.done(taking.sites)
  exchange.arrived(wish)
}

describe('a site that one change gives up and another one wants', () => {
  it('is moved if the gaining change came first', async () => {
    const wish = gain(a)
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
    const wish = gain(a, b)
    expect([a, b].map((each) => exchange.isOffered(ads, each))).toEqual([true, false])
    moveAll(wish, trackers)
    await pass(0)
    expect(settled.result()).toEqual({ left: [], moved: [a], stuck: [], unsure: [] })
  })

  it('is kept, once it is wanted, until the gaining change is ready', async () => {
    const settled = settling(lose(ads, a))
    const wish = gain(a)
    await pass(long)
    expect(settled.result()).toBe('waiting')
    moveAll(wish, trackers)
    await pass(0)
    expect(settled.result()).toEqual({ left: [], moved: [a], stuck: [], unsure: [] })
  })

  it('is taken from every category that gives it up', () => {
    lose(ads, a)
    lose(trackers, a, b)
    expect(take(gain(a), games).map(({ from, sites }) => ({ from, sites }))).toEqual([
      { from: ads, sites: [a] },
      { from: trackers, sites: [a] },
    ])
  })

  it('is taken once, however many changes want it', () => {
    lose(ads, a)
    const [first, second] = [gain(a), gain(a)]
    expect(take(first, trackers)).toHaveLength(1)
    expect(take(second, games)).toEqual([])
    expect(exchange.isOffered(ads, a)).toBe(false)
  })

  it('is not taken by the category that gives it up', () => {
    lose(ads, a)
    expect(take(gain(a), ads)).toEqual([])
  })
})

describe('a change without a partner', () => {
  it('that gains waits for others until the opening of the run is over', async () => {
    const begun = opening(gain(a))
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
    const begun = opening(gain())
    await pass(0)
    expect(begun.result()).toBe('over')
  })

  it('that gains later in the run does not wait', async () => {
    await openingIsOver()
    const begun = opening(gain(a))
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
    const [wishOfAds, wishOfTrackers] = [gain(b), gain(a)]
    const [offerOfAds, offerOfTrackers] = [lose(ads, a), lose(trackers, b)]
    await Promise.all([exchange.opening(signal, wishOfAds), exchange.opening(signal, wishOfTrackers)])
    exchange.arrived(wishOfAds)
    const settledAds = settling(offerOfAds)
    const settledTrackers = settling(offerOfTrackers)
    await pass(untilBegun)
    expect(settledTrackers.result()).toEqual({ left: [b], moved: [], stuck: [], unsure: [] })
    expect(settledAds.result()).toBe('waiting')

    exchange.arrived(wishOfTrackers)
    await pass(0)
    expect(settledAds.result()).toEqual({ left: [a], moved: [], stuck: [], unsure: [] })
  })

  it('in a ring of three add before they delete, and none waits forever', async () => {
    const ring = [
      { wish: gain(c), offer: lose(ads, a) },
      { wish: gain(a), offer: lose(trackers, b) },
      { wish: gain(b), offer: lose(games, c) },
    ]
    const settled = ring.map(({ wish, offer }) => {
      const added = exchange.opening(signal, wish).then(() => exchange.arrived(wish))
      return follow(added.then(() => exchange.settle(offer, signal)))
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
    exchange.end(gain(a))
    await pass(untilBegun)
    expect(settled.result()).toEqual({ left: [b], moved: [], stuck: [a], unsure: [] })
  })

  it('that fails while it moves leaves what was not moved where it is', async () => {
    const settled = settling(lose(ads, a, b))
    const wish = gain(a, b)
    const [taking] = take(wish, trackers)
    taking?.done([b])
    taking?.done([a, b])
    exchange.end(wish)
    await pass(untilBegun)
    expect(settled.result()).toEqual({ left: [], moved: [b], stuck: [a], unsure: [] })
  })

  it('that fails while it moves says of which sites it does not know where they are', async () => {
    const settled = settling(lose(ads, a, b, c))
    const wish = gain(a, b, c)
    const [taking] = take(wish, trackers)
    taking?.done([b], [c])
    exchange.end(wish)
    await pass(untilBegun)
    expect(settled.result()).toEqual({ left: [], moved: [b], stuck: [a], unsure: [c] })
  })

  it('that fails in a swap leaves the site where it is', async () => {
    const wish = gain(a)
    const settled = settling(lose(ads, a))
    await pass(untilBegun)
    expect(settled.result()).toBe('waiting')
    exchange.end(wish)
    await pass(0)
    expect(settled.result()).toEqual({ left: [], moved: [], stuck: [a], unsure: [] })
  })

  it('that was fulfilled may end in any way', async () => {
    const wish = gain(a)
    const settled = settling(lose(ads, a))
    exchange.arrived(wish)
    exchange.end(wish)
    await pass(untilBegun)
    expect(settled.result()).toEqual({ left: [a], moved: [], stuck: [], unsure: [] })
  })

  it('that takes long is waited for until it has the site, and then the site is deleted', async () => {
    const settled = settling(lose(ads, a))
    const wish = gain(a)
    await pass(long)
    expect(settled.result()).toBe('waiting')
    exchange.arrived(wish)
    await pass(0)
    expect(settled.result()).toEqual({ left: [a], moved: [], stuck: [], unsure: [] })
    expect(take(wish, trackers)).toEqual([])
  })

  it('that is moving a site is waited for until it reports the outcome', async () => {
    const settled = settling(lose(ads, a))
    const [taking] = take(gain(a), trackers)
    await pass(long)
    expect(settled.result()).toBe('waiting')
    taking?.done([a])
    await pass(0)
    expect(settled.result()).toEqual({ left: [], moved: [a], stuck: [], unsure: [] })
  })

  it('that has withdrawn its offer has nothing to give', () => {
    const offer = lose(ads, a)
    const wish = gain(a)
    exchange.end(offer)
    expect(exchange.isOffered(ads, a)).toBe(false)
    expect(take(wish, trackers)).toEqual([])
  })

  it('that has settled has nothing more to give', async () => {
    const settled = settling(lose(ads, a))
    await pass(untilBegun)
    expect(settled.result()).not.toBe('waiting')
    expect(take(gain(a), trackers)).toEqual([])
  })
})

describe('a change that waits for its turn', () => {
  const comes = (turn: string, ...sites: readonly Site[]) => {
    const coming = { turn, wanted: new FewSites(sites), hasTurn: false }
    exchange.comes(coming)
    return coming
  }
  const loseIn = (turn: string, id: number, ...sites: readonly Site[]) =>
    exchange.begin({ category: { id }, remove: new FewSites(sites), turn })

  it('is waited for until it has the site', async () => {
    const coming = comes('trackers', a)
    const settled = settling(loseIn('ads', ads, a, b))
    await pass(long)
    expect(settled.result()).toBe('waiting')

    coming.hasTurn = true
    const wish = exchange.begin({ category: { id: trackers }, add: new FewSites([a]), turn: 'trackers' })
    exchange.leave(coming)
    await pass(long)
    expect(settled.result()).toBe('waiting')

    exchange.arrived(wish)
    await pass(0)
    expect(settled.result()).toEqual({ left: [a, b], moved: [], stuck: [], unsure: [] })
  })

  it('is not waited for if it fails before it begins: the sites that it wanted stay where they are', async () => {
    const settled = settling(loseIn('ads', ads, a, b))
    const coming = comes('trackers', a)
    await pass(long)
    expect(settled.result()).toBe('waiting')
    exchange.leave(coming)
    await pass(0)
    expect(settled.result()).toEqual({ left: [b], moved: [], stuck: [a], unsure: [] })
  })

  it('is not waited for if it is one of the same category, or wants something else', async () => {
    comes('ads', a)
    comes('trackers', b)
    const settled = settling(loseIn('ads', ads, a))
    await pass(untilBegun)
    expect(settled.result()).toEqual({ left: [a], moved: [], stuck: [], unsure: [] })
  })

  it('is not waited for as long as the turn before it waits for this one to end', async () => {
    const holder = exchange.begin({ category: { id: trackers }, turn: 'trackers' })
    comes('trackers', a)
    const settled = settling(loseIn('ads', ads, a))
    await pass(long)
    expect(settled.result()).toBe('waiting')
    void exchange.whileAwaiting(['ads'], holder, () => pass(long))
    await pass(0)
    expect(settled.result()).toEqual({ left: [a], moved: [], stuck: [], unsure: [] })
  })

  it('is not waited for if its turn cannot come before', async () => {
    const [first, second, third] = [
      loseIn('ads', ads, a),
      loseIn('trackers', trackers, b),
      loseIn('games', games, c),
    ]
    comes('trackers', a)
    comes('games', b)
    comes('ads', c)
    const settled = [first, second, third].map(settling)
    await pass(long)
    expect(settled.map(({ result }) => result() === 'waiting')).toEqual([true, true, false])
  })
})

describe('a change that is canceled', () => {
  it('while it waits for others to begin ends at once', async () => {
    const controller = new AbortController()
    const kind = kindOf(exchange.opening(controller.signal, gain(a)))
    controller.abort()
    expect(await kind).toBe('cancelled')
  })

  it('while it waits for takers of its sites gives no more away', async () => {
    const controller = new AbortController()
    const kind = kindOf(exchange.settle(lose(ads, a), controller.signal))
    const wish = gain(a)
    controller.abort()
    expect(await kind).toBe('cancelled')
    expect(take(wish, trackers)).toEqual([])
  })

  it('while others move its sites does not wait for them', async () => {
    const controller = new AbortController()
    const offer = lose(ads, a)
    const [taking] = take(gain(a), trackers)
    const kind = kindOf(exchange.settle(offer, controller.signal))
    await pass(untilBegun)
    controller.abort()
    expect(await kind).toBe('cancelled')
    expect(() => taking?.done([a])).not.toThrow()
  })

  it('leaves no timer behind', async () => {
    const controller = new AbortController()
    const kinds = [
      kindOf(exchange.settle(lose(ads, a), controller.signal)),
      kindOf(exchange.opening(controller.signal, gain(b))),
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

  async function carryOut({ gains, loses, begins, ends, late }: Change, category: number): Promise<Settled> {
    await new Promise<void>((resolve) => setTimeout(resolve, begins))
    const wish = gain(...gains)
    const offer = lose(category, ...loses)
    await exchange.opening(signal, wish)
    await new Promise<void>((resolve) => setTimeout(resolve, late))
    if (ends === 'moved') moveAll(wish, category)
    else if (ends === 'added') exchange.arrived(wish)
    else exchange.end(wish)
    return await exchange.settle(offer, signal)
  }

  it('none waits for ever for one that waits for its turn', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), change), { minLength: 4, maxLength: 8 }),
        async (changes) => {
          exchange = new SiteExchange({ untilBegun, errors: cancelled })
          const turns = new KeyedMutex()
          const done = changes.map(([category, each]) => follow(inTurn(each, category, turns)))
          for (let rounds = 0; rounds < 10; rounds += 1) await pass(1_000)
          expect(done.map(({ result }) => result())).not.toContain('waiting')
        },
      ),
      { numRuns: times(500) },
    )
  })

  async function inTurn({ gains, loses, ends, late }: Change, id: number, turns: KeyedMutex) {
    const coming = { turn: String(id), wanted: new FewSites(gains), hasTurn: false }
    exchange.comes(coming)
    const changed = await turns.run(coming.turn, signal, async () => {
      coming.hasTurn = true
      const [add, remove] = [new FewSites(gains), new FewSites(loses)]
      const meeting = exchange.begin({ category: { id }, add, remove, turn: coming.turn })
      await exchange.opening(signal, meeting)
      await new Promise<void>((resolve) => setTimeout(resolve, late))
      if (ends !== 'failed') exchange.arrived(meeting)
      const settled = ends === 'failed' || (await exchange.settle(meeting, signal))
      exchange.end(meeting)
      return settled
    })
    exchange.leave(coming)
    return changed
  }

  function everything(settlement: Settled | 'waiting'): readonly Site[] | 'waiting' {
    if (settlement === 'waiting') return settlement
    return [...settlement.left, ...settlement.moved, ...settlement.stuck].toSorted()
  }
})
