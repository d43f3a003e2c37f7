import { asTable, FewSites, type SiteSet } from '@webfilter/site-lists'
import { sitesOf } from '../../packages/client/test/categories/categories-emulated'
import { ContestedSites } from '../../src/run/contested-sites'

const set = (...texts: readonly string[]): SiteSet => new FewSites(sitesOf(...texts))
const table = (...texts: readonly string[]): SiteSet => asTable(set(...texts))

function list(category: string, sites: SiteSet, takes = false, name: string | null = null) {
  return { owner: { category, list: name }, takes, sites: async () => sites }
}

/** What each of the lists finds, in their order, as words. */
async function found(...lists: readonly ReturnType<typeof list>[]): Promise<readonly string[]> {
  const contested = new ContestedSites()
  const contests = []
  for (const each of lists) contests.push(...(await contested.declare(each)))
  return contests.map(({ taker, other, sites }) => `${taker.category} from ${other.category}: ${[...sites]}`)
}

describe('sites that two categories declare', () => {
  it.each([
    ['inline', set, set],
    ['in files', table, table],
    ['in a file and inline', table, set],
    ['inline and in a file', set, table],
  ])('%s are found by the second, whichever of the two takes them', async (_, one, other) => {
    const ads = one('a.example', 'b.example')
    const news = other('b.example', 'c.example')
    expect(await found(list('ads', ads), list('news', news, true))).toEqual(['news from ads: b.example'])
    expect(await found(list('ads', ads, true), list('news', news))).toEqual(['ads from news: b.example'])
    expect(await found(list('ads', ads, true), list('news', news, true))).toEqual([
      'news from ads: b.example',
    ])
    expect(await found(list('ads', ads), list('news', news))).toEqual([])
  })

  it('are no matter of lists of one category, whatever its spelling, nor of other sites', async () => {
    const sites = set('a.example')
    expect(await found(list('ads', sites, true), list('ADS', sites, true, 'desk'))).toEqual([])
    expect(await found(list('ads', sites, true), list('news', set('sub.a.example')))).toEqual([])
  })

  it('are found between every two lists, also of one that was announced before any that takes', async () => {
    const a = set('a.example')
    const said = await found(
      list('ads', a),
      list('news', a),
      list('toys', table('a.example'), true),
      list('fun', a),
    )
    expect(said).toEqual([
      'toys from ads: a.example',
      'toys from news: a.example',
      'toys from fun: a.example',
    ])
  })

  it('are found by one of two lists that are planned at the same time', async () => {
    const contested = new ContestedSites()
    const both = [list('ads', set('a.example')), list('news', set('a.example'), true)]
    const contests = await Promise.all(both.map((each) => contested.declare(each)))
    expect(contests.map(({ length }) => length)).toEqual([0, 1])
  })

  it('are not read if no list takes any', async () => {
    const contested = new ContestedSites()
    const sites = jest.fn(async () => set('a.example'))
    for (const category of ['ads', 'news']) {
      await contested.declare({ owner: { category, list: null }, takes: false, sites })
    }
    expect(sites).not.toHaveBeenCalled()
  })
})
