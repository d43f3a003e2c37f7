import { Fn, type TerraformStack, TerraformVariable, Testing } from 'cdktf'
import { ApplianceProvider } from '../../bindings/cdktf/provider'
import { checkStackOf } from '../../src/stack-checks'
import { problemsIn, reference, stackWithProvider } from '../synthesized'

describe('headers of a provider', () => {
  let stack: TerraformStack
  let secret: string

  beforeEach(() => {
    stack = stackWithProvider()
    secret = new TerraformVariable(stack, 'secret', { type: 'string', sensitive: true }).stringValue
    checkStackOf(stack)
  })

  it('are refused if the library changes their names', () => {
    const headers = { 'X-Api-Key': secret, Authorization: secret }
    new ApplianceProvider(stack, 'other', { alias: 'other', headers })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      'The library writes the header "X-Api-Key" of "other" under another name. Set it with addOverride(\'headers\', { … }) of the ' +
        'provider instead of headers.',
    ])
  })

  it('are taken from an override, and from a reference', () => {
    const provider = stack.node.findChild('appliance') as ApplianceProvider
    provider.addOverride('headers', { 'X-Api-Key': secret })
    const headers = Fn.merge([{ 'X-Api-Key': secret }]) as unknown as Record<string, string>
    new ApplianceProvider(stack, 'other', { alias: 'other', headers })
    expect(JSON.parse(Testing.synth(stack, true)).provider.appliance).toEqual([
      { headers: { 'X-Api-Key': reference('var.secret') } },
      { alias: 'other', headers: reference('merge({"X-Api-Key" = var.secret})') },
    ])
  })
})
