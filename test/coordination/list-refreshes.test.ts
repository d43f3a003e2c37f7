import type { Site } from '@webfilter/appliance-names'
import { ListRefreshes } from '../../src/coordination/category-lists'
import { tableOf } from '../../src/sites/table/site-table'

const ads = { id: '250', name: 'Ads' }
const sites = (...names: string[]) => new Set(names.map((name) => `${name}.example` as Site))

describe('lists of one category', () => {
  it('of which there is only one are compared with the count alone', () => {
    const read = new ListRefreshes().begin(ads, null, sites('a', 'b', 'c'))
    expect(read.shortage(2)).toEqual({ managed: 3, others: [] })
    expect(read.shortage(3)).toBeUndefined()
    expect(read.shortage(undefined)).toBeUndefined()
  })

  it('are compared with the count together, each site once, by those that began before the answer', () => {
    const reads = new ListRefreshes()
    const own = reads.begin(ads, null, sites('a', 'b'))
    expect(own.shortage(3)).toBeUndefined()
    const desk = reads.begin({ ...ads, name: 'ADS' }, 'desk', tableOf([...sites('b', 'c', 'd')]))
    expect(own.shortage(3)).toEqual({ managed: 4, others: [desk] })
    expect(desk.shortage(3)).toEqual({ managed: 4, others: [own] })
    expect(desk.shortage(4)).toBeUndefined()
  })

  it('count with their latest content, if one is read again', () => {
    const reads = new ListRefreshes()
    reads.begin(ads, null, sites('a', 'b'))
    reads.begin(ads, null, sites('a'))
    expect(reads.begin(ads, 'desk', sites('c')).shortage(2)).toBeUndefined()
  })

  it('do not count if the number or the name differs, or they manage nothing', () => {
    const reads = new ListRefreshes()
    reads.begin({ id: '251', name: 'Ads' }, null, sites('x'))
    reads.begin({ id: '250', name: 'News' }, null, sites('y'))
    reads.begin(ads, 'empty', sites())
    const read = reads.begin(ads, null, sites('a'))
    expect(read.shortage(1)).toBeUndefined()
    expect(read.shortage(0)).toEqual({ managed: 1, others: [] })
    expect(reads.begin(ads, 'empty', sites()).shortage(0)).toBeUndefined()
  })
})
