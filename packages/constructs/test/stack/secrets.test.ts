import { Aspects, Fn, Lazy, type TerraformStack, TerraformVariable, Testing } from 'cdktf'
import { ApplianceProvider } from '../../bindings/cdktf/provider/index'
import { checkStackOf } from '../../src/stack-checks'
import { problemsIn, reference, stackWithProvider } from '../synthesized'

const refusal = (what: string, environment: string, provider = 'appliance') =>
  `The ${what} of "${provider}" is plain text, which anyone can read in the configuration. Use a sensitive TerraformVariable, or the ` +
  `environment variable ${environment}.`

describe('secrets of providers', () => {
  let stack: TerraformStack
  let provider: ApplianceProvider
  const problems = () => problemsIn(() => Testing.synth(stack, true))

  beforeEach(() => {
    stack = stackWithProvider()
    provider = stack.node.findChild('appliance') as ApplianceProvider
    checkStackOf(stack)
  })

  it('are refused as texts, wherever they stand, and not repeated', () => {
    provider.token = 'hunter2'
    provider.headers = { Authorization: 'hunter2' }
    provider.tls = { clientKey: 'hunter2', serverName: 'rome.example' }
    provider.endpoints = {
      records: { url: 'https://records.example', token: 'hunter2' },
      categoriesLegacy: { token: 'hunter2', tokenHeader: 'X-Token' },
    }
    expect(problems()).toEqual([
      refusal('token for "categories_legacy"', 'APPLIANCE_CATEGORIES_LEGACY_TOKEN'),
      refusal('token for "records"', 'APPLIANCE_RECORDS_TOKEN'),
      refusal('header "authorization"', 'APPLIANCE_HEADERS'),
      refusal('client key', 'APPLIANCE_CLIENT_KEY'),
      refusal('token', 'APPLIANCE_TOKEN'),
    ])
  })

  it.each<[string, () => void]>([
    ['a setter', () => (provider.token = 'hunter2')],
    ['an override', () => provider.addOverride('token', 'hunter2')],
    ['an override with a number', () => provider.addOverride('token', 1234)],
    [
      'a value that is computed late',
      () => (provider.token = Lazy.stringValue({ produce: () => 'hunter2' })),
    ],
    [
      'an Aspect',
      () => Aspects.of(stack).add({ visit: (construct) => construct === provider && setToken(provider) }),
    ],
  ])('are refused if they come from %s', (_, bring) => {
    bring()
    expect(problems()).toEqual([refusal('token', 'APPLIANCE_TOKEN')])
  })

  it.each<[string, () => void]>([
    [
      'with another alias',
      () => {
        provider.token = 'hunter2'
        provider.addOverride('alias', 'late')
      },
    ],
    [
      'beside the declared one',
      () => stack.addOverride('provider.appliance', [{ alias: 'late', token: 'hunter2' }]),
    ],
  ])('are refused on a provider that an override brings %s', (_, bring) => {
    bring()
    expect(problems()).toEqual([refusal('token', 'APPLIANCE_TOKEN', 'appliance.late')])
  })

  it('are refused on each provider of the stack', () => {
    new ApplianceProvider(stack, 'other', { alias: 'other', token: 'hunter2' })
    expect(problems()).toEqual([refusal('token', 'APPLIANCE_TOKEN', 'other')])
  })

  it('are refused from variables that give them away', () => {
    const known = new TerraformVariable(stack, 'known', {
      type: 'string',
      sensitive: true,
      default: 'hunter2',
    })
    const shown = new TerraformVariable(stack, 'shown', { type: 'string' })
    provider.token = known.stringValue
    provider.headers = { Authorization: `Bearer ${shown.stringValue}` }
    expect(problems()).toEqual([
      expect.stringMatching(
        /^The header "authorization" of "appliance" comes from the variable "shown", whose/,
      ),
      expect.stringMatching(/^The token of "appliance" comes from the variable "known", whose default/),
    ])
  })

  it('are taken from variables, alone, in texts and as a whole', () => {
    const secret = new TerraformVariable(stack, 'secret', { type: 'string', sensitive: true })
    provider.token = secret.stringValue
    provider.headers = { Authorization: `Bearer ${secret.stringValue}` }
    provider.tls = { clientKey: secret.stringValue }
    provider.endpoints = { records: { token: secret.stringValue } }
    const all = new ApplianceProvider(stack, 'all', { alias: 'all' })
    all.headers = Fn.merge([{ Authorization: secret.stringValue }]) as unknown as Record<string, string>
    all.addOverride('tls', secret.stringValue)
    expect(() => Testing.synth(stack, true)).not.toThrow()
  })
})

function setToken(provider: ApplianceProvider): void {
  provider.token = 'hunter2'
}

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
