import { SharedSites } from '../../src/run/shared-sites'
import { type SiteSet, sitesWithout } from '../../src/sites/table/site-set'
import { sitesOf } from '../appliance/categories/categories-emulated'

const ads = { id: '250', name: 'ads' }
const set = (...texts: readonly string[]): SiteSet => new Set(sitesOf(...texts))
const told = { isTold: true }

describe('sites that a destroyed list shares with one that stays', () => {
  it('are known to the list that comes second, and to no other', async () => {
    const removed = set('a.example', 'b.example')
    const there = async () => set('b.example', 'c.example')

    const last = new SharedSites()
    expect([...(await last.stay(ads, there))]).toEqual([])
    expect([...(await last.leave(ads, removed, told))]).toEqual(['b.example'])
    expect([...(await last.lost(ads, await there()))]).toEqual([])

    const first = new SharedSites()
    expect([...(await first.leave(ads, removed, told))]).toEqual([])
    expect([...(await first.stay(ads, there))]).toEqual(['b.example'])
    expect([...(await first.lost(ads, await there()))]).toEqual(['b.example'])
  })

  it('are known to one of the two even if reading their sites takes long', async () => {
    const shared = new SharedSites()
    let tell: (sites: SiteSet) => void = () => {}
    const unpacked = new Promise<SiteSet>((resolve) => {
      tell = resolve
    })
    const stays = shared.stay(ads, () => unpacked)
    const leaves = shared.leave(ads, set('a.example', 'b.example'), told)
    const staysToo = shared.stay(ads, async () => set('a.example', 'b.example'))
    tell(set('b.example'))
    expect([...(await stays)]).toEqual([])
    expect([...(await leaves)]).toEqual(['b.example'])
    // What stays there for the first of them stays for all.
    expect([...(await staysToo)]).toEqual(['a.example'])
  })

  it('belong to the category by its number and its name as the appliance writes it', async () => {
    const shared = new SharedSites()
    await shared.leave(ads, set('a.example'), told)
    const there = async () => set('a.example')
    expect((await shared.stay({ ...ads, name: 'ADS' }, there)).size).toBe(1)
    expect((await shared.stay({ ...ads, id: '251' }, there)).size).toBe(0)
    expect((await shared.stay({ ...ads, name: 'news' }, there)).size).toBe(0)
  })

  it('are ignored by lists that stay if the destroy was not planned', async () => {
    const shared = new SharedSites()
    await shared.leave(ads, set('a.example'), { isTold: false })
    expect((await shared.stay(ads, async () => set('a.example'))).size).toBe(0)
  })

  it('are removed by none of several destroyed lists, and lost by no list that comes before them', async () => {
    const shared = new SharedSites()
    const [one, two] = [set('a.example', 'b.example'), set('b.example', 'c.example')]
    await shared.stay(ads, async () => set('b.example'))
    const left = [await shared.leave(ads, one, told), await shared.leave(ads, two, told)]
    expect(left.map((sites) => [...sites])).toEqual([['b.example'], ['b.example']])
    expect([...sitesWithout(one, left[0] ?? set())]).toEqual(['a.example'])
  })
})
