import type { Site } from '@webfilter/appliance-names'
import { emptyTable, FewSites, noFiles, type SiteSet, sitesWithout, tableOf } from '@webfilter/site-lists'
import { ManagedObject } from '@webfilter/terraform-plugin/testing'
import { ListsOfRun } from '../../src/run/lists'
import type { PlannedRow } from '../../src/run/lists-planned'
import type { ListPlace } from '../../src/run/place'
import { usualWaits } from '../../src/run/waits'

const ads = { id: '250', name: 'Ads' }
const ownList = { category: ads, list: null }
const desk = { category: ads, list: 'desk' }
const { signal } = new AbortController()

const sites = (...names: string[]): SiteSet => new FewSites(names.map((name) => `${name}.example` as Site))
const names = (set: SiteSet) => [...set].map((site) => site.replace('.example', '')).sort()

/** An object that is planned or changed. */
const object = (role: 'stored' | 'new' = 'stored') =>
  new ManagedObject({ typeName: 'appliance_category', role, token: undefined })

let lists: ListsOfRun

beforeEach(() => {
  lists = new ListsOfRun()
})

/** The plan of a list of the state, which has arrived. */
function planned(place: ListPlace = ownList, row: Partial<PlannedRow> = {}) {
  const plan = lists.plan(place, object())
  plan.announce({ ...place, ...row })
  return plan
}

describe('lists that are read', () => {
  const read = (managed: SiteSet, place: Parameters<ListsOfRun['read']>[0] = ownList) =>
    lists.read(place, managed, false)

  it('are compared with the count alone where a category has only one', () => {
    const one = read(sites('a', 'b', 'c'))
    expect(one.managedBeyond(2)).toBe(3)
    expect(one.managedBeyond(3)).toBeUndefined()
    expect(one.managedBeyond(undefined)).toBeUndefined()
  })

  it('are compared with the count together, each site once, by those that began before the answer', () => {
    const own = read(sites('a', 'b'))
    expect(own.managedBeyond(3)).toBeUndefined()
    const other = read(tableOf(sites('b', 'c', 'd')), { ...desk, category: { ...ads, name: 'ADS' } })
    expect(own.managedBeyond(3)).toBe(4)
    expect(own.others()).toEqual([other])
    expect(other.managedBeyond(3)).toBe(4)
    expect(other.managedBeyond(4)).toBeUndefined()
  })

  it('count with their latest content, if one is read again', () => {
    read(sites('a', 'b'))
    read(sites('a'))
    expect(read(sites('c'), desk).managedBeyond(2)).toBeUndefined()
  })

  it('do not count if the number or the name differs, or they manage nothing', () => {
    read(sites('x'), { ...ownList, category: { ...ads, id: '251' } })
    read(sites('y'), { ...ownList, category: { ...ads, name: 'News' } })
    read(sites(), desk)
    const one = read(sites('a'))
    expect(one.managedBeyond(1)).toBeUndefined()
    expect(one.managedBeyond(0)).toBe(1)
    expect(read(sites(), desk).managedBeyond(0)).toBeUndefined()
  })

  it('are known until they are changed, and so are a few of their sites', () => {
    const [own, other] = [read(sites('a', 'b', 'c')), read(sites('x'), desk)]
    expect([...other.witnesses()]).toEqual(['a.example', 'b.example'])
    expect([...own.witnesses()]).toEqual(['x.example'])
    expect(lists.wasRead(ownList)).toBe(true)
    expect([lists.manages(ads, sites('c', 'd')), lists.manages(ads, sites('d'))]).toEqual([true, false])

    lists.change({ category: 'ads', list: null }, sites('a'), object()).settles(ads)
    lists.change({ category: 'ads', list: 'desk' }, undefined).ends(ads)
    expect([lists.wasRead(ownList), lists.wasRead(desk)]).toEqual([false, false])
    expect([...lists.witnesses()]).toEqual([])
    expect([...lists.settledSites()]).toEqual(['a.example'])
  })
})

describe('sites that one list gives up and another one keeps', () => {
  const there = async () => sites('b', 'c')

  it('are known to the list that comes second, and to no other', async () => {
    const keeper = planned(ownList, { stays: there })
    const giver = planned(desk, { leaves: sites('a', 'b'), surelyStays: sites('b') })
    expect(names(await giver.kept(ads, sites('a', 'b')))).toEqual(['b'])
    // What is sure to stay is lost by nobody.
    expect(names(await keeper.lost(ads, there))).toEqual([])
    planned(desk, { leaves: sites('a', 'b') })
    expect(names(await keeper.lost(ads, there))).toEqual(['b'])
  })

  it('are known to one of the two even if reading their sites takes long', async () => {
    let tell: (known: SiteSet) => void = () => {}
    const unpacked = new Promise<SiteSet>((resolve) => {
      tell = resolve
    })
    planned(ownList, { stays: () => unpacked })
    const leaving = lists.change({ category: 'ads', list: 'desk' }, undefined).leave(ads, sites('a', 'b'))
    const lost = planned().lost(ads, async () => sites('a', 'b'))
    tell(sites('b'))
    expect(names(await leaving)).toEqual(['a'])
    // What stays there for the first of them stays for all.
    expect(names(await lost)).toEqual(['a'])
  })

  it('are known to both if both were read before, as the first one waits for the second', async () => {
    const [one, two] = [sites('a', 'b'), sites('b', 'c')]
    lists.read(ownList, one, true)
    lists.read(desk, two, true)

    // The second list stays, and is planned first.
    const keeper = planned(desk, { stays: async () => two })
    let isKnown = false
    const waiting = keeper
      .othersArePlanned(ads, async () => two, signal)
      .then(() => {
        isKnown = true
      })
    await new Promise(setImmediate)
    expect(isKnown).toBe(false)

    const giver = lists.plan(ownList, object())
    giver.announce({ ...ownList, leaves: sites('b') })
    await waiting
    expect(names(await keeper.lost(ads, async () => two))).toEqual(['b'])
    expect(names(await giver.kept(ads, one))).toEqual(['b'])
  })

  it('are waited for only by a list that has them, and only for a plan that follows', async () => {
    const controller = new AbortController()
    lists.read(ownList, sites('a'), true)
    lists.read({ ...ownList, list: 'planned' }, sites('a'), false)
    const own = planned(desk)
    await own.othersArePlanned(ads, async () => sites('c'), controller.signal)
    const waiting = own.othersArePlanned(ads, async () => sites('a'), controller.signal)
    controller.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
  })

  it('are not waited for where the list that has them is gone, or its object is tainted', async () => {
    const read = lists.read(ownList, sites('a'), true)
    lists.read(desk, sites('a'), true)
    const waiting = planned({ ...desk, list: 'other' }).othersArePlanned(ads, async () => sites('a'), signal)
    read.ends()
    lists.plan(null, object('new')).announce({ ...desk, category: { name: 'ADS' } })
    await waiting
  })

  it('leave if they are waited for in vain, while a list is planned that may take their place', async () => {
    lists = new ListsOfRun(undefined, { ...usualWaits, untilPlanned: 0 })
    const read = lists.read(desk, sites('a', 'b'), true)
    read.holds({ files: null, removed: sites('a', 'b'), token: undefined })
    const own = planned(ownList, { stays: async () => sites('a') })
    const left = async () => names(await own.othersArePlanned(ads, async () => sites('a'), signal))
    // One that only leaves the state removes nothing.
    expect(await left()).toEqual([])

    const created = lists.plan(null, object('new'))
    created.arrives()
    expect(await left()).toEqual(['a', 'b'])
    const kept = await created.keptOfUnplanned(signal)
    expect([...kept].map(([id, all]) => [id, names(all)])).toEqual([[ads.id, ['a']]])

    // Its plan takes long.
    lists.plan(desk, object())
    expect(await left()).toEqual([])
    expect([...(await created.keptOfUnplanned(signal))]).toEqual([])
  })

  it('are waited for in the plan of a removal, while another list, also a new one, may still declare them', async () => {
    const news = { category: { id: '251', name: 'news' }, list: null }
    lists.read(news, sites('c'), true)
    const newOne = lists.plan(null, object('new'))
    const order: string[] = []
    const waiting = planned()
      .allArePlanned(signal)
      .then(() => order.push('planned'))
    await new Promise((resolve) => setTimeout(resolve, 200))
    order.push('new')
    newOne.arrives()
    await new Promise((resolve) => setImmediate(resolve))
    order.push('other')
    lists.plan(news, object()).arrives()
    await waiting
    expect(order).toEqual(['new', 'other', 'planned'])
  })

  it('are not kept by the list itself, any of whose sites may stay or leave', async () => {
    const own = planned(ownList, { stays: async () => sites('a'), leaves: sites('a') })
    expect((await own.kept(ads, sites('a'))).size).toBe(0)
    expect((await own.lost(ads, async () => sites('a'))).size).toBe(0)
  })

  it('belong to the category by its number and its name as the appliance writes it', async () => {
    planned(ownList, { leaves: sites('a') })
    const lostIn = async (category: typeof ads) =>
      (await planned(desk).lost(category, async () => sites('a'))).size
    expect(await lostIn({ ...ads, name: 'ADS' })).toBe(1)
    expect(await lostIn({ ...ads, id: '251' })).toBe(0)
    expect(await lostIn({ ...ads, name: 'news' })).toBe(0)
  })

  it('are said by the last plan of an object, not by those before it', async () => {
    // A state may have one list under two addresses.
    const [copy, own] = [object(), object()]
    lists.plan(ownList, copy).announce({ ...ownList, stays: async () => sites('a') })
    lists.plan(ownList, own).announce({ ...ownList, stays: async () => sites('a', 'b') })
    copy.withdraw()
    expect(names(await planned(desk).kept(ads, sites('a', 'b')))).toEqual(['a', 'b'])
    own.withdraw()
    expect(names(await planned(desk).kept(ads, sites('a', 'b')))).toEqual([])
  })

  it('are removed by none of several lists that leave', async () => {
    const [one, two] = [sites('a', 'b'), sites('b', 'c')]
    planned(ownList, { stays: async () => sites('b') })
    const change = lists.change({ category: 'ads', list: 'desk' }, undefined)
    expect(names(await change.leave(ads, one))).toEqual(['a'])
    expect(names(await change.leave(ads, two))).toEqual(['c'])
    expect(names(await change.lost(ads, () => sites('a', 'b', 'c')))).toEqual(['a', 'c'])
  })
})

describe('lists that are changed', () => {
  const owner = { category: 'ads', list: null }

  it('leave what others declare, by the name of the category alone, until their object is changed again', () => {
    const other = object()
    lists.change({ category: 'ADS', list: 'desk' }, sites('a'), other)
    const own = lists.change(owner, undefined)
    expect(names(own.declaredByNone(sites('a', 'b')))).toEqual(['b'])
    expect(lists.isDeclared('Ads', 'a.example' as Site)).toBe(true)
    other.withdraw()
    expect(names(own.declaredByNone(sites('a', 'b')))).toEqual(['a', 'b'])
  })

  it('leave what the same list declares that a state has at another address', () => {
    lists.change(owner, sites('a'), object())
    const own = lists.change(owner, sites('b'), object())
    expect(names(own.declaredByNone(sites('a', 'c')))).toEqual(['c'])
  })

  it('know what was removed in the run and not added again', () => {
    const confirmed = (added: SiteSet, removed: SiteSet) => ({ added, removed })
    lists.confirm(ads, confirmed(sites(), sites('a', 'b')))
    lists.confirm(ads, confirmed(sites('b'), sites('c')))
    const own = lists.change(owner, undefined)
    expect(names(own.gone(ads, sites('a', 'b', 'd')))).toEqual(['a'])
    expect(names(sitesWithout(sites('a'), own.gone({ ...ads, id: '251' }, sites('a'))))).toEqual(['a'])
  })

  it('find a site that another one has added and keeps', () => {
    const own = lists.change(owner, sites('a'))
    own.settles()
    expect(own.siteOfOthers(() => true)).toBeUndefined()
    lists.change({ ...owner, list: 'desk' }, sites('x', 'y')).settles()
    expect(own.siteOfOthers(() => true)).toBe('x.example')
    expect(own.siteOfOthers((site) => site !== 'x.example')).toBe('y.example')
  })

  it('are not filled where another resource should have given them up and still has them', () => {
    lists.change(owner, undefined).fails()
    expect(lists.change({ ...owner, category: 'ADS' }, sites('a')).isStillHeld()).toBe(true)
    expect(lists.change({ ...owner, list: 'desk' }, sites('a')).isStillHeld()).toBe(false)
  })

  it('leave what stays because of on_destroy to a list of the same name only', async () => {
    lists.change({ category: 'ads', list: null }, undefined).releases(ads, () => sites('a', 'b'), true)
    const takenOver = (list: string | null) => lists.released(ads, list, async () => sites('b'))
    expect(names((await takenOver(null))?.sites ?? emptyTable)).toEqual(['b'])
    expect(await takenOver('desk')).toBeUndefined()
  })

  it('report another category that is to be created with the same table', () => {
    expect(lists.createTable('category_ads', 'Ads!')).toBeUndefined()
    expect(lists.createTable('category_ads', 'ads?')).toBe('Ads!')
    expect(lists.createTable('category_ads', 'ads!')).toBeUndefined()
    expect(lists.createTable('category_news', 'news')).toBeUndefined()
  })
})

describe('a list that is created where the state has one', () => {
  const owner = { category: 'ads', list: null }
  const old = { files: null, removed: sites('a'), token: 'one' }
  const successor = {
    category: 'ads',
    compile: true,
    removal_limit: null,
    list: { attributes: noFiles, planned: async () => sites('b'), isUncertain: false },
  }
  const steps = {
    refresh: () => {
      lists.read(ownList, sites('a'), true).holds(old)
      return []
    },
    creation: () => lists.plan(null, object('new')).succeeds(owner, successor),
    destroy: () => lists.plan(ownList, object()).givesWay(owner, old),
  }
  const known: (keyof typeof steps)[][] = [
    ['refresh', 'creation'],
    ['refresh', 'creation', 'destroy'],
    ['refresh', 'destroy', 'creation'],
    ['creation', 'refresh', 'destroy'],
    ['creation', 'destroy'],
    ['creation', 'destroy', 'destroy'],
    ['destroy', 'creation'],
  ]

  it.each(known.map((order) => [order]))('is known once to one of the two in the order %j', (order) => {
    const told = order.flatMap((step) => steps[step]() ?? [])
    expect(told).toEqual([order.at(-1) === 'destroy' && !isToldBefore(order) ? successor : old])
  })

  /** Whether the creation comes after something that says what the state has. */
  function isToldBefore(order: readonly string[]): boolean {
    return order.indexOf('creation') > 0
  }

  it('is not taken for one of another name', () => {
    lists.read(desk, sites(), true).holds(old)
    lists.read({ ...ownList, category: { ...ads, name: 'news' } }, sites(), true).holds(old)
    expect(lists.plan(null, object('new')).succeeds(owner, successor)).toBeUndefined()
  })

  it('is known while the state has it at a second address that is being read', () => {
    steps.refresh()
    lists.read(ownList, sites('a'), true)
    expect(steps.creation()).toBe(old)
  })

  it('is compared with nothing that was deleted before', () => {
    steps.destroy()
    lists.change(owner, undefined).ends(ads)
    expect(steps.creation()).toBeUndefined()
    lists.change(owner, undefined).ends(ads)
    expect(steps.destroy()).toBeUndefined()
  })
})

describe('a list that is planned', () => {
  it('gets what other lists of its category declare that were announced before it', () => {
    const declares = (list: string | null) => ({
      owner: { category: 'ads', list },
      takes: false,
      sites: async () => sites('a'),
    })
    const [own, other] = [declares(null), declares('desk')]
    planned({ ...desk, category: { ...ads, name: 'news' } }, { declares: declares('of another category') })
    const first = planned(ownList, { declares: own })
    const second = planned(desk, { declares: other })
    expect([[...first.beside()], [...second.beside()]]).toEqual([[], [[other, own]]])
  })
})
