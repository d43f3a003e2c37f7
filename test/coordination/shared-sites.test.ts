import { SharedSites } from '../../src/coordination/shared-sites'
import { type SiteSet, sitesWithout } from '../../src/sites/table/site-table'
import { sitesOf } from '../appliance/categories/categories-emulated'

const ads = { id: '250', name: 'ads' }
const set = (...texts: readonly string[]): SiteSet => new Set(sitesOf(...texts))
const announced = { isAnnounced: true }

/** A plan that announces something, and is not withdrawn. */
const plan = () => ({ whenWithdrawn() {} })

describe('sites that a destroyed list shares with one that stays', () => {
  it('are known to the list that comes second, and to no other', async () => {
    const removed = set('a.example', 'b.example')
    const there = async () => set('b.example', 'c.example')

    const last = new SharedSites()
    expect([...(await last.stay(ads, there))]).toEqual([])
    expect([...(await last.leave(ads, removed, announced))]).toEqual(['b.example'])
    expect([...(await last.lost(ads, there))]).toEqual([])

    const first = new SharedSites()
    expect([...(await first.leave(ads, removed, announced))]).toEqual([])
    expect([...(await first.stay(ads, there))]).toEqual(['b.example'])
    expect([...(await first.lost(ads, there))]).toEqual(['b.example'])
  })

  it('are known to one of the two even if reading their sites takes long', async () => {
    const shared = new SharedSites()
    let tell: (sites: SiteSet) => void = () => {}
    const unpacked = new Promise<SiteSet>((resolve) => {
      tell = resolve
    })
    const stays = shared.stay(ads, () => unpacked)
    const leaves = shared.leave(ads, set('a.example', 'b.example'), announced)
    const staysToo = shared.stay(ads, async () => set('a.example', 'b.example'))
    tell(set('b.example'))
    expect([...(await stays)]).toEqual([])
    expect([...(await leaves)]).toEqual(['b.example'])
    // What stays there for the first of them stays for all.
    expect([...(await staysToo)]).toEqual(['a.example'])
  })

  it('are known to both if both were read before, as the first one waits for the second', async () => {
    const shared = new SharedSites()
    const { signal } = new AbortController()
    const [one, two] = [set('a.example', 'b.example'), set('b.example', 'c.example')]
    shared.expect(ads, 'one', one)
    shared.expect(ads, 'two', two)

    // The second list stays, and is planned first.
    const staying = plan()
    expect((await shared.stay(ads, async () => two, staying)).size).toBe(0)
    shared.arrive(ads, 'two')
    let isKnown = false
    const waiting = shared
      .othersArePlanned(ads, async () => two, signal)
      .then(() => {
        isKnown = true
      })
    await new Promise(setImmediate)
    expect(isKnown).toBe(false)

    const by = plan()
    const leaving = shared.leave(ads, set('b.example'), { by, isAnnounced: true, remembered: set() })
    shared.arrive(ads, 'one')
    await waiting
    expect([...(await shared.lost(ads, () => two, staying))]).toEqual(['b.example'])
    expect([...(await leaving)]).toEqual(['b.example'])
    expect([...(await shared.kept(ads, set('a.example', 'b.example'), by))]).toEqual(['b.example'])
  })

  it('are waited for only by a list that has them, and not where the apply is sure to leave them', async () => {
    const shared = new SharedSites()
    const controller = new AbortController()
    shared.expect(ads, 'one', set('a.example'))
    await shared.othersArePlanned(ads, async () => set('c.example'), controller.signal)
    const waiting = shared.othersArePlanned(ads, async () => set('a.example'), controller.signal)
    controller.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')

    await shared.leave(ads, set('a.example', 'b.example'), {
      isAnnounced: true,
      remembered: set('a.example'),
    })
    expect([...(await shared.lost(ads, () => set('a.example', 'b.example')))]).toEqual(['b.example'])
  })

  it('are waited for in the plan of a removal, as long as any list or new one may still declare them', async () => {
    const shared = new SharedSites()
    shared.expect({ id: '251', name: 'news' }, null, set('c.example'))
    const newOne = shared.expectNew()
    const order: string[] = []
    const waiting = shared.allArePlanned(new AbortController().signal).then(() => order.push('planned'))
    await new Promise((resolve) => setTimeout(resolve, 200))
    order.push('new')
    newOne()
    await new Promise((resolve) => setImmediate(resolve))
    order.push('other')
    shared.arrive({ id: '251', name: 'news' }, null)
    await waiting
    expect(order).toEqual(['new', 'other', 'planned'])
  })

  it('are not kept by the list itself, any of whose sites may stay or leave', async () => {
    const shared = new SharedSites()
    const by = plan()
    await shared.stay(ads, async () => set('a.example'), by)
    expect((await shared.leave(ads, set('a.example'), { by, isAnnounced: true })).size).toBe(0)
    expect((await shared.lost(ads, () => set('a.example'), by)).size).toBe(0)
  })

  it('belong to the category by its number and its name as the appliance writes it', async () => {
    const shared = new SharedSites()
    await shared.leave(ads, set('a.example'), announced)
    const there = async () => set('a.example')
    expect((await shared.stay({ ...ads, name: 'ADS' }, there)).size).toBe(1)
    expect((await shared.stay({ ...ads, id: '251' }, there)).size).toBe(0)
    expect((await shared.stay({ ...ads, name: 'news' }, there)).size).toBe(0)
  })

  it('are ignored by lists that stay if the destroy was not planned', async () => {
    const shared = new SharedSites()
    await shared.leave(ads, set('a.example'), { isAnnounced: false })
    expect((await shared.stay(ads, async () => set('a.example'))).size).toBe(0)
  })

  it('are removed by none of several destroyed lists, and lost by no list that comes before them', async () => {
    const shared = new SharedSites()
    const [one, two] = [set('a.example', 'b.example'), set('b.example', 'c.example')]
    await shared.stay(ads, async () => set('b.example'))
    const left = [await shared.leave(ads, one, announced), await shared.leave(ads, two, announced)]
    expect(left.map((sites) => [...sites])).toEqual([['b.example'], ['b.example']])
    expect([...sitesWithout(one, left[0] ?? set())]).toEqual(['a.example'])
  })
})
