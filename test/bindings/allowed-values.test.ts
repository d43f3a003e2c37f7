import type { Attributes } from '@webfilter/terraform-plugin'
import { definitionsOf, isConfigurable } from '@webfilter/terraform-plugin/testing'
import { allowedValues } from '../../packages/constructs/src/allowed-values'
import { provider } from '../../src/provider'

describe('the values that constructs allow', () => {
  it('are those of the provider', async () => {
    const definitions = await definitionsOf(provider.resources)
    const choices = [
      ['provider', choicesOf(provider.attributes)] as const,
      ...definitions.map(({ name, attributes }) => [`appliance_${name}`, choicesOf(attributes)] as const),
    ]
    expect(allowedValues).toEqual(
      Object.fromEntries(
        choices
          .filter(([, { length }]) => length > 0)
          .map(([type, each]) => [type, Object.fromEntries(each)]),
      ),
    )
  })
})

/** Of the attributes that a configuration may set. */
function choicesOf(attributes: Attributes): readonly (readonly [name: string, choices: readonly string[]])[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const { oneOf } = attribute.options
    return oneOf && isConfigurable(attribute) ? [[name, oneOf] as const] : []
  })
}
