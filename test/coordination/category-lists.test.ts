import { CategoryLists } from '../../src/coordination/category-lists'

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
