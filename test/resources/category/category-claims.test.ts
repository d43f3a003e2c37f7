import { CategoryClaims } from '../../../src/resources/category/category-claims'
import { ProviderError } from '../../../src/terraform/provider/failures'

const ads = { category: 'ads', list: null }

describe('the claims of a run', () => {
  it('refuse a list that another resource was to release, and has still', () => {
    const claims = new CategoryClaims()
    claims.refuseNotReleased(ads)
    claims.failToRelease(ads)
    expect(refusalOf(() => claims.refuseNotReleased({ ...ads, category: 'ADS' }))?.told).toMatchObject({
      code: 'category-not-released',
      message: 'Another resource was to cease to manage category "ADS" before, and failed.',
    })
    claims.refuseNotReleased({ ...ads, list: 'desk' })
  })

  it('tell of another category that is to be created with the same table', () => {
    const claims = new CategoryClaims()
    expect(claims.createTable('category_ads', 'Ads!')).toBeUndefined()
    expect(claims.createTable('category_ads', 'ads?')).toBe('Ads!')
    expect(claims.createTable('category_ads', 'ads!')).toBeUndefined()
    expect(claims.createTable('category_news', 'news')).toBeUndefined()
  })
})

function refusalOf(work: () => void): ProviderError | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
}
