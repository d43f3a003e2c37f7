import { definitionsOf, isConfigurable } from '@webfilter/terraform-plugin/testing'
import { secretAttributes } from '../../packages/constructs/src/stack/resource-secrets'
import { provider } from '../../src/provider'

describe('the attributes that constructs take for secrets', () => {
  it('are the sensitive ones of all resources', async () => {
    const definitions = await definitionsOf(provider.resources)
    const sensitive = definitions.flatMap(({ name, attributes }) => {
      const names = Object.entries(attributes)
        .filter(([, attribute]) => isConfigurable(attribute) && attribute.options.sensitive)
        .map(([attribute]) => attribute)
      return names.length > 0 ? [[`appliance_${name}`, names] as const] : []
    })
    expect(Object.entries(secretAttributes).map(([type, names]) => [type, Object.keys(names)])).toEqual(
      sensitive,
    )
  })
})
