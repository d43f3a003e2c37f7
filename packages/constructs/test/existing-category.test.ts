import { DataResource, type TerraformStack, Testing } from 'cdktf'
import { ApplianceProvider } from '../bindings/cdktf/provider/index'
import { ExistingCategory } from '../src/existing-category'
import { problemsIn, reference, resourcesIn, stackWithProvider } from './synthesized'

describe('a category that exists', () => {
  let stack: TerraformStack

  beforeEach(() => {
    stack = stackWithProvider()
  })

  it('is looked up by its name, and has lists of sites with their options', () => {
    const malware = ExistingCategory.fromName(stack, 'malware', 'Malware')
    malware.addList('desk', { sites: ['phish.example'], onConflict: 'move', compile: false })
    malware.addList('feed', { name: 'Feed of the vendor', sitesFile: __filename })

    const { data } = JSON.parse(Testing.synth(stack, true))
    const [found] = Object.keys(data.appliance_category)
    expect(data.appliance_category).toEqual({ [String(found)]: { name: 'Malware' } })
    const category_id = reference(`data.appliance_category.${found}.id`)
    expect(Object.values(resourcesIn(stack, 'appliance_category_sites'))).toEqual([
      { category_id, name: 'desk', sites: ['phish.example'], on_conflict: 'move', compile: false },
      { category_id, name: 'Feed of the vendor', sites_file: expect.stringMatching(/^assets\/.*\.ts$/) },
    ])
  })

  it('is its number, which nothing has to look up', () => {
    const malware = ExistingCategory.fromId(stack, 'malware', '250')
    expect(malware.data).toBeUndefined()
    malware.addList('desk', { sites: ['phish.example'] })
    expect(JSON.parse(Testing.synth(stack, true)).data).toBeUndefined()
    expect(Object.values(resourcesIn(stack, 'appliance_category_sites'))).toEqual([
      { category_id: '250', name: 'desk', sites: ['phish.example'] },
    ])
  })

  it('is on the appliance of its provider, as its lists are', () => {
    const provider = new ApplianceProvider(stack, 'other', { alias: 'other' })
    ExistingCategory.fromName(stack, 'malware', 'Malware', { provider }).addList('desk', { sites: [] })
    const { data, resource } = JSON.parse(Testing.synth(stack, true))
    expect(
      [data.appliance_category, resource.appliance_category_sites].flatMap((all) =>
        Object.values<Record<string, unknown>>(all).map((each) => each.provider),
      ),
    ).toEqual(['appliance.other', 'appliance.other'])
  })

  it('is refused with what is wrong in each of its lists, as it is synthesized', () => {
    const malware = ExistingCategory.fromId(stack, 'malware', '250')
    const desk = malware.addList('desk', { sites: ['phish.example'] })
    malware.addList('feed', { sitesFile: 'no/such/file.txt' })
    malware.addList('gone', { sites: ['com'] }).moveToId('appliance_category_sites.elsewhere')
    desk.sites = ['co.uk', 'phish.example', 'www.phish.example']
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      expect.stringMatching(/^List "desk" contains public suffixes/),
      expect.stringMatching(/^List "desk" contains sites a second time: "phish\.example" as/),
      expect.stringMatching(/^The file "no\/such\/file\.txt" of list "feed" does not exist\./),
    ])
  })

  it('can be depended on with its lists', () => {
    const malware = ExistingCategory.fromId(stack, 'malware', '250')
    const [desk] = [malware.addList('desk', { sites: ['phish.example'] })]
    new DataResource(stack, 'later', { dependsOn: [malware] })
    expect(malware.resources).toEqual([desk])
    const { locals, resource } = JSON.parse(Testing.synth(stack))
    expect(Object.values(locals)).toEqual([[reference(`appliance_category_sites.${desk.friendlyUniqueId}`)]])
    expect(resource.terraform_data.later.depends_on).toEqual([`local.${Object.keys(locals)[0]}`])
  })

  it('has options that the provider knows', () => {
    const malware = ExistingCategory.fromId(stack, 'malware', '250')
    // @ts-expect-error: no value of onDestroy
    malware.addList('desk', { sites: ['phish.example'], onDestroy: 'delete' })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      expect.stringMatching(/^The attribute onDestroy of "malware\/desk" is "delete"/),
    ])
  })
})
