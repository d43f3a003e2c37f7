import { setImmediate as turn } from 'node:timers/promises'
import { FewSites } from '@webfilter/site-lists'
import { sitesOf } from '../../packages/client/test/categories/categories-emulated'
import { GivenUpSites } from '../../src/run/changes'
import { Run } from '../../src/run/run'

const [a, z] = sitesOf('a.example', 'z.example') as [never, never]
const { signal } = new AbortController()
const [giver, nobodys] = [250, 300]

describe('a site that another category of the run may give up', () => {
  let run: Run

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] })
    run = new Run()
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  async function pass(milliseconds: number): Promise<void> {
    await jest.advanceTimersByTimeAsync(milliseconds)
    for (let turns = 0; turns < 3; turns += 1) await turn()
  }

  /** What a promise has come to by now. */
  function follow<T>(promise: Promise<T>): { readonly result: () => T | 'waiting' } {
    let result: T | 'waiting' = 'waiting'
    void promise.then((value) => {
      result = value
    })
    return { result: () => result }
  }

  const by = (id: number, name: string) => [{ id, name }]
  const giving = (category: number, list: string | null, ...sites: readonly never[]) => ({
    category,
    list,
    sites: new FewSites(sites),
  })
  const nothing = { category: undefined, list: null, sites: new FewSites() }

  const taking = () =>
    follow(
      run.changes.whileAtWork(() =>
        run.changes.notGivenUp([{ site: a, holders: by(giver, 'art') }], nothing, signal),
      ),
    )
  const refused = [{ site: a, holders: [{ id: giver, name: 'art' }] }]

  it('is available to a waiting change as soon as it is announced, even if the giving change works for long', async () => {
    const taker = taking()
    await pass(0)
    void run.changes.whileAtWork(async () => {
      await turn()
      run.changes.giveUp(giving(giver, null, a))
      await new Promise<never>(() => {})
    })
    await pass(0)
    expect(taker.result()).toEqual([])
  })

  it('is available even if another list of the category came first and gives up something else', async () => {
    run.changes.giveUp(giving(giver, null, z))
    const taker = taking()
    await pass(0)
    expect(taker.result()).toBe('waiting')
    run.changes.giveUp(giving(giver, 'desk', a))
    await pass(0)
    expect(taker.result()).toEqual([])
  })

  it('is not available because of a plan, nor after its change has failed', async () => {
    run.changes.mayGiveUp(giving(giver, null, a))
    run.changes.giveUp(giving(giver, null, a))
    run.changes.giveUp(giving(giver, null))
    const taker = taking()
    await pass(1_000)
    expect(taker.result()).toEqual(refused)
    expect(run.changes.mayLeave(giver, a)).toBe(true)
  })

  it('is not available if another list of the category now declares it', async () => {
    run.changes.giveUp(giving(giver, null, a))
    run.lists.change({ category: 'Art', list: 'desk' }, new FewSites([a]))
    const taker = taking()
    await pass(1_000)
    expect(taker.result()).toEqual(refused)
  })

  it('is exchanged by two changes that wait only for each other', async () => {
    const one = follow(
      run.changes.whileAtWork(() =>
        run.changes.notGivenUp([{ site: a, holders: by(1, 'one') }], giving(2, null, z), signal),
      ),
    )
    await pass(100)
    expect(one.result()).toBe('waiting')
    const other = follow(
      run.changes.whileAtWork(() =>
        run.changes.notGivenUp([{ site: z, holders: by(2, 'two') }], giving(1, null, a), signal),
      ),
    )
    await pass(0)
    expect([one.result(), other.result()]).toEqual([[], []])
  })

  it('is kept by a change that is refused, and not taken by the one that waits for it', async () => {
    const art = follow(
      run.changes.whileAtWork(() =>
        run.changes.notGivenUp(
          [{ site: z, holders: by(nobodys, 'by hand') }],
          giving(giver, null, a),
          signal,
        ),
      ),
    )
    const taker = taking()
    for (let rounds = 0; rounds < 2; rounds += 1) await pass(1_000)
    expect(art.result()).toEqual([{ site: z, holders: [{ id: nobodys, name: 'by hand' }] }])
    expect(taker.result()).toEqual(refused)
  })

  it('stays where it is if the change that wants it is refused for another site, however long others are at work', async () => {
    const { exchange } = run.changes
    const wish = exchange.begin({ category: undefined, add: new FewSites([a, z]) })
    const offer = exchange.begin({ category: { id: giver }, remove: new FewSites([a]) })
    const given = follow(run.changes.whileAtWork(() => exchange.settle(offer, signal)))
    const held = [{ site: z, holders: by(nobodys, 'by hand') }]
    const taker = follow(run.changes.whileAtWork(() => run.changes.notGivenUp(held, nothing, signal)))
    let end: () => void = () => {}
    void run.changes.whileAtWork(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
    await pass(60_000)
    expect([taker.result(), given.result()]).toEqual(['waiting', 'waiting'])
    end()
    await pass(1_000)
    // Who gives waits for who takes, and is no longer waited for.
    expect([taker.result(), given.result()]).toEqual([held, 'waiting'])
    exchange.end(wish)
    await pass(0)
    expect(given.result()).toEqual({ left: [], moved: [], stuck: [a], unsure: [] })
  })
})

const [one, other] = sitesOf('a.example', 'b.example') as [never, never]

describe('the record of what lists may give up', () => {
  it('is kept for lists that have announced it, site by site and list by list', () => {
    const givenUp = new GivenUpSites()
    givenUp.announce({ category: 250, list: null, sites: new FewSites([one]) })
    givenUp.announce({ category: 250, list: 'desk', sites: new FewSites() })
    expect([givenUp.has(250, one), givenUp.has(250, other), givenUp.has(251, one)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('has the last announcement of each list', () => {
    const givenUp = new GivenUpSites()
    givenUp.announce({ category: 250, list: null, sites: new FewSites([one]) })
    givenUp.announce({ category: 250, list: null, sites: new FewSites([other]) })
    expect([givenUp.has(250, one), givenUp.has(250, other)]).toEqual([false, true])
  })
})

it('waits for no change that has failed in its turn before it began', async () => {
  const { changes } = new Run()
  const sites = new FewSites([a])
  const failing = changes.turn('category', 'games', signal, () => Promise.reject(new Error('lost')), sites)
  await expect(failing).rejects.toThrow('lost')
  const offer = changes.exchange.begin({ category: { id: giver }, remove: sites, turn: 'ads' })
  const { left } = await changes.whileAtWork(() => changes.exchange.settle(offer, signal))
  expect([...left]).toEqual([a])
}, 10_000)
