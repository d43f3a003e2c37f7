import type { Message } from '../../src/plan/messages'
import { categoryChange } from '../review/plans'
import { linesOf, reviewed } from '../review/review-of'

const ads = categoryChange('ads', null, ['a.example'])
const gone = categoryChange('ads', ['a.example'], null)
const warned: Message = {
  severity: 'warning',
  summary: 'A missing object was last changed at another address of the appliance',
  detail: 'appliance_category "ads" was not found.\n\n[appliance:former-address]',
  address: 'appliance_category.ads',
  code: 'former-address',
}

/** A configuration with some provider blocks, of which the category has the first. */
function blocks(...urls: readonly string[]) {
  const full_name = 'registry.terraform.io/webfilter/appliance'
  const all = urls.map((url, index) => {
    const expressions = { base_url: { constant_value: url } }
    return [index === 0 ? 'appliance' : `appliance.b${index}`, { name: 'appliance', full_name, expressions }]
  })
  const resource = { type: 'appliance_category', name: 'ads', provider_config_key: 'appliance' }
  return {
    resource_drift: [gone],
    configuration: { provider_config: Object.fromEntries(all), root_module: { resources: [resource] } },
  }
}

const created = '+ category ads: created, or adopted if it already exists; 1 site: a.example'
const settings = { findings: { 'provider-warning': 'off' } }

describe('an object that is not found', () => {
  it('is no drift if the provider says that it was at another address', async () => {
    const review = await reviewed([ads], {
      further: blocks('https://a.example'),
      messages: [warned],
      settings,
    })
    expect(review.changes.map(({ cause }) => cause)).toEqual(['change'])
    expect(linesOf(review)).toEqual([created])
    const drifted = await reviewed([ads], { further: blocks('https://a.example') })
    expect(drifted.changes.map(({ cause }) => cause)).toEqual(['drift'])
  })

  it('still counts as gone where all is gone', async () => {
    const [news, goneNews] = [categoryChange('news', null, []), categoryChange('news', [], null)]
    const further = { ...blocks('https://a.example'), resource_drift: [gone, goneNews] }
    const messages = [warned, { ...warned, address: 'appliance_category.news' }]
    const { outcome } = await reviewed([ads, news], { further, messages })
    expect(outcome).toBe('refused')
  })

  it('is recorded as gone by a plan that only refreshes', async () => {
    const review = await reviewed([], { further: blocks('https://a.example'), messages: [warned], settings })
    expect(linesOf(review)).toEqual(['~ category ads: recorded as no longer on the appliance, with 1 site'])
  })

  it('may be on another appliance if there are several, unless the provider knows it', async () => {
    const unknown =
      '! former-provider-unknown (repairs drift): 1 object not found: a plan does not say whether the provider block has changed, so the former appliance may have what is missing here: appliance_category.ads'
    const further = blocks('https://a.example', 'https://b.example')
    expect(linesOf(await reviewed([ads], { further }))).toEqual([unknown, created])
    expect(linesOf(await reviewed([ads], { further, messages: [warned], settings }))).toEqual([created])
    expect(
      linesOf(await reviewed([ads], { further: blocks('https://a.example', 'https://a.example') })),
    ).toEqual([created])
  })
})
