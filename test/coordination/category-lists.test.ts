import type { Site } from '@webfilter/appliance-names'
import { Diagnostics } from '@webfilter/terraform-plugin'
import { CategoryLists, ListRefreshes } from '../../src/coordination/category-lists'
import { tableOf } from '../../src/sites/table/site-table'

const ads = { category: 'ads', list: null }

describe('the lists of a run', () => {
  it('remember one that another resource should have given up and still has', () => {
    const lists = new CategoryLists()
    expect(lists.hasFailedRemoval(ads)).toBe(false)
    lists.failRemoval(ads)
    expect(lists.hasFailedRemoval({ ...ads, category: 'ADS' })).toBe(true)
    expect(lists.hasFailedRemoval({ ...ads, list: 'desk' })).toBe(false)
  })

  it('report another category that is to be created with the same table', () => {
    const lists = new CategoryLists()
    expect(lists.createTable('category_ads', 'Ads!')).toBeUndefined()
    expect(lists.createTable('category_ads', 'ads?')).toBe('Ads!')
    expect(lists.createTable('category_ads', 'ads!')).toBeUndefined()
    expect(lists.createTable('category_news', 'news')).toBeUndefined()
  })
})

describe('a list that is created where the state has one', () => {
  const call = { diagnostics: new Diagnostics(), signal: new AbortController().signal }
  const old = { files: null, removed: new Set(['a.example' as Site]) }
  const steps = {
    refresh: (lists: CategoryLists) => lists.store({ ...ads, category: 'ADS' }, old),
    creation: (lists: CategoryLists, compare: jest.Mock) => lists.succeed(ads, call, compare),
    destroy: (lists: CategoryLists) => lists.giveWay(ads, call, old),
  }
  const known: (keyof typeof steps)[][] = [
    ['refresh', 'creation'],
    ['refresh', 'creation', 'destroy'],
    ['refresh', 'destroy', 'creation'],
    ['creation', 'refresh', 'destroy'],
    ['creation', 'destroy'],
    ['destroy', 'creation'],
  ]

  it.each(known.map((order) => [order]))('is compared with it once in the order %j', async (order) => {
    const lists = new CategoryLists()
    const compare = jest.fn(async () => {})
    for (const step of order) await steps[step](lists, compare)
    expect(compare.mock.calls).toEqual([[old, call]])
  })

  it('is not compared with one of another name, nor refused where nothing is known', async () => {
    const lists = new CategoryLists()
    const compare = jest.fn(async () => {})
    lists.store({ ...ads, list: 'desk' }, old)
    lists.store({ ...ads, category: 'news' }, old)
    await lists.succeed(ads, call, compare)
    expect(compare).not.toHaveBeenCalled()
  })
})

const numberedAds = { id: '250', name: 'Ads' }
const sites = (...names: string[]) => new Set(names.map((name) => `${name}.example` as Site))

describe('lists of one category', () => {
  it('of which there is only one are compared with the count alone', () => {
    const read = new ListRefreshes().begin(numberedAds, null, sites('a', 'b', 'c'))
    expect(read.shortage(2)).toEqual({ managed: 3, others: [] })
    expect(read.shortage(3)).toBeUndefined()
    expect(read.shortage(undefined)).toBeUndefined()
  })

  it('are compared with the count together, each site once, by those that began before the answer', () => {
    const reads = new ListRefreshes()
    const own = reads.begin(numberedAds, null, sites('a', 'b'))
    expect(own.shortage(3)).toBeUndefined()
    const desk = reads.begin({ ...numberedAds, name: 'ADS' }, 'desk', tableOf([...sites('b', 'c', 'd')]))
    expect(own.shortage(3)).toEqual({ managed: 4, others: [desk] })
    expect(desk.shortage(3)).toEqual({ managed: 4, others: [own] })
    expect(desk.shortage(4)).toBeUndefined()
  })

  it('count with their latest content, if one is read again', () => {
    const reads = new ListRefreshes()
    reads.begin(numberedAds, null, sites('a', 'b'))
    reads.begin(numberedAds, null, sites('a'))
    expect(reads.begin(numberedAds, 'desk', sites('c')).shortage(2)).toBeUndefined()
  })

  it('do not count if the number or the name differs, or they manage nothing', () => {
    const reads = new ListRefreshes()
    reads.begin({ id: '251', name: 'Ads' }, null, sites('x'))
    reads.begin({ id: '250', name: 'News' }, null, sites('y'))
    reads.begin(numberedAds, 'empty', sites())
    const read = reads.begin(numberedAds, null, sites('a'))
    expect(read.shortage(1)).toBeUndefined()
    expect(read.shortage(0)).toEqual({ managed: 1, others: [] })
    expect(reads.begin(numberedAds, 'empty', sites()).shortage(0)).toBeUndefined()
  })
})
