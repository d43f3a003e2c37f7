import { definitionOf, definitionsOf } from '@webfilter/terraform-plugin/testing'
import { provider } from '../../src/provider'

describe('the documentation of what the provider defines', () => {
  it.each(provider.resources)(
    'has what a destroy of $name leaves, and which drift shows',
    async (resource) => {
      const { documentation } = await definitionOf(resource)
      expect(documentation).toMatchObject({
        subcategory: expect.stringMatching(/\S/),
        destroy: expect.stringMatching(/\.$/),
        drift: expect.stringMatching(/\.$/),
      })
    },
  )

  it.each(provider.dataSources)('has the area of the data source $name', async (dataSource) => {
    const { documentation } = await definitionOf(dataSource)
    expect(documentation?.subcategory).toMatch(/\S/)
  })

  it.each(provider.functions ?? [])('has the area of the function $name', async (each) => {
    const { documentation } = await definitionOf(each)
    expect(documentation?.subcategory).toMatch(/\S/)
  })

  it.each(provider.actions ?? [])('has the engines that can run the action $name', async (action) => {
    const { documentation } = await definitionOf(action)
    expect(documentation?.release).toContain('Terraform 1.14 or newer')
  })

  it('lists its pages under the areas of the appliance', async () => {
    const definitions = [
      ...(await definitionsOf(provider.functions ?? [])),
      ...(await definitionsOf(provider.resources)),
      ...(await definitionsOf(provider.dataSources)),
      ...(await definitionsOf(provider.actions ?? [])),
    ]
    const listed = definitions.map(({ documentation }) => documentation?.subcategory)
    const areas = [
      'Categories',
      'User directory',
      'Certificates',
      'Network',
      'Website analysis',
      'Record databases',
      'Operations',
    ]
    expect(listed.filter((area) => !areas.includes(area ?? ''))).toEqual([])
  })
})
