import { secretAttributes } from '../../src/constructs/stack/resource-secrets'
import { provider } from '../../src/provider'
import { definitionsOf } from '../../src/terraform/provider/late-definition'
import { isConfigurable } from '../../src/terraform/schema/attribute'

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
