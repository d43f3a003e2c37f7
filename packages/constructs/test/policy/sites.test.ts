import { TerraformStack, TerraformVariable, Testing } from 'cdktf'
import { categoriesWithExceptions } from '../../src/policy/sites'

const ads = { name: 'Ads', sites: ['one.example', 'two.example'] }

describe('the categories of an appliance with exceptions', () => {
  it('are those of the policy where there are none', () => {
    expect(categoriesWithExceptions({ ads }, {}, {})).toEqual({ categories: { ads }, problems: [] })
  })

  it('have options in place of those of the policy', () => {
    const { categories } = categoriesWithExceptions(
      { ads },
      { ads: { name: 'Pubblicità', verify: 'none' } },
      {},
    )
    expect(categories).toEqual({ ads: { ...ads, name: 'Pubblicità', verify: 'none' } })
  })

  it('have a file in place of a list, and a list in place of a file', () => {
    const malware = { name: 'Malware', sitesFile: 'malware.txt' }
    const exceptions = { ads: { sitesFile: 'ads.txt' }, malware: { sites: ['bad.example'] } }
    expect(categoriesWithExceptions({ ads, malware }, exceptions, {})).toEqual({
      categories: {
        ads: { name: 'Ads', sitesFile: 'ads.txt' },
        malware: { name: 'Malware', sites: ['bad.example'] },
      },
      problems: [],
    })
  })

  it('have sites where the policy has none', () => {
    const { categories } = categoriesWithExceptions(
      { ads: { name: 'Ads' } },
      { ads: { add: ['a.example'] } },
      {},
    )
    expect(categories).toEqual({ ads: { name: 'Ads', sites: ['a.example'] } })
  })

  it('keep references among sites that are removed', () => {
    const stack = new TerraformStack(Testing.app(), 'stack')
    const site = new TerraformVariable(stack, 'site', { type: 'string' }).stringValue
    const sites = [site, 'one.example']
    const { categories } = categoriesWithExceptions(
      { ads: { ...ads, sites } },
      { ads: { remove: ['one.example'] } },
      {},
    )
    expect(categories.ads?.sites).toEqual([site])
  })

  it('cannot add to lists, or remove from them, that are not known', () => {
    const stack = new TerraformStack(Testing.app(), 'stack')
    const sites = new TerraformVariable(stack, 'sites', { type: 'list(string)' }).listValue
    const policy = { file: { name: 'File', sitesFile: 'list.txt' }, list: { name: 'List', sites } }
    const exceptions = { file: { add: ['a.example'] }, list: { remove: ['a.example'] } }
    expect(categoriesWithExceptions(policy, exceptions, {}).problems).toEqual([
      expect.stringMatching(/^category "file" has a list that is not known at synth/),
      expect.stringMatching(/^category "list" has a list that is not known at synth/),
    ])
  })

  it('cannot have the key of a category of the policy twice', () => {
    const { categories, problems } = categoriesWithExceptions({ ads }, {}, { ads: { name: 'Other' } })
    expect(categories).toEqual({ ads })
    expect(problems).toEqual([expect.stringMatching(/^category "ads" is also in the policy\./)])
  })

  it('keep what an exception sets to undefined', () => {
    const policy = { ads: { ...ads, onDestroy: 'keep' as const } }
    const exceptions = {
      ads: { name: undefined, sites: undefined, sitesFile: undefined, onDestroy: undefined },
    }
    expect(categoriesWithExceptions(policy, exceptions as never, {})).toEqual({
      categories: policy,
      problems: [],
    })
  })
})
