import { CategoryLists } from '../../src/run/category-lists'

const ads = { category: 'ads', list: null }

describe('the lists of a run', () => {
  it('know of one that another resource was to let go of, and has still', () => {
    const lists = new CategoryLists()
    expect(lists.isNotLetGo(ads)).toBe(false)
    lists.failToLetGo(ads)
    expect(lists.isNotLetGo({ ...ads, category: 'ADS' })).toBe(true)
    expect(lists.isNotLetGo({ ...ads, list: 'desk' })).toBe(false)
  })

  it('tell of another category that is to be created with the same table', () => {
    const lists = new CategoryLists()
    expect(lists.createTable('category_ads', 'Ads!')).toBeUndefined()
    expect(lists.createTable('category_ads', 'ads?')).toBe('Ads!')
    expect(lists.createTable('category_ads', 'ads!')).toBeUndefined()
    expect(lists.createTable('category_news', 'news')).toBeUndefined()
  })
})
