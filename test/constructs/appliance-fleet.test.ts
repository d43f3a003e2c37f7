import { type App, TerraformVariable, Testing, Token } from 'cdktf'
import type {} from 'cdktf/lib/testing/adapters/jest'
import { ApplianceProvider } from '../../bindings/cdktf/provider'
import { ApplianceFleet } from '../../src/constructs/appliance-fleet'
import { problemsIn, reference, resourcesIn } from './synthesized'

Testing.setupJest()

const policy = {
  categories: {
    ads: { name: 'Ads', sites: ['one.example', 'two.example'] },
    games: { name: 'Games', sites: ['play.example'] },
  },
}

describe('a fleet', () => {
  let app: App

  beforeEach(() => {
    app = Testing.app()
  })

  it('has a stack for each appliance, with the provider and the policy', () => {
    const { appliances } = new ApplianceFleet(app, 'branches', {
      policy,
      appliances: {
        berlin: { provider: { baseUrl: 'https://berlin.example' } },
        rome: { provider: { baseUrl: 'https://rome.example' } },
      },
    })
    expect(() => app.synth()).not.toThrow()
    const { berlin, rome } = appliances
    expect([berlin.stack.node.path, rome.stack.node.path]).toEqual(['branches-berlin', 'branches-rome'])
    expect(Testing.synth(rome.stack)).toHaveProviderWithProperties(ApplianceProvider, {
      base_url: 'https://rome.example',
    })
    for (const { stack } of [berlin, rome]) {
      expect(Object.values(resourcesIn(stack, 'appliance_category'))).toEqual([
        { name: 'Ads', sites: ['one.example', 'two.example'] },
        { name: 'Games', sites: ['play.example'] },
      ])
    }
  })

  it('names the appliance in the name of each of its resources', () => {
    const { rome } = new ApplianceFleet(app, 'branches', { policy, appliances: { rome: { provider: {} } } })
      .appliances
    expect(Object.keys(resourcesIn(rome.stack, 'appliance_category'))).toEqual([
      expect.stringMatching(/^rome_ads_/),
      expect.stringMatching(/^rome_games_/),
    ])
  })

  it('makes exceptions on one appliance alone', () => {
    const { berlin, rome } = new ApplianceFleet(app, 'branches', {
      policy,
      appliances: {
        berlin: { provider: {} },
        rome: {
          provider: {},
          exceptions: {
            ads: { remove: ['www.Two.example'], add: ['three.example'], compile: false },
            games: 'absent',
          },
          categories: { local: { name: 'Locale', sites: ['locale.example'] } },
        },
      },
    }).appliances
    expect(Object.values(resourcesIn(berlin.stack, 'appliance_category'))).toEqual([
      { name: 'Ads', sites: ['one.example', 'two.example'] },
      { name: 'Games', sites: ['play.example'] },
    ])
    expect(Object.values(resourcesIn(rome.stack, 'appliance_category'))).toEqual([
      { name: 'Ads', sites: ['one.example', 'three.example'], compile: false },
      { name: 'Locale', sites: ['locale.example'] },
    ])
  })

  it('refuses exceptions that fit nothing, those of all appliances at once', () => {
    new ApplianceFleet<string, string>(app, 'branches', {
      policy,
      appliances: {
        berlin: { provider: {}, exceptions: { adz: 'absent' } },
        rome: { provider: {}, exceptions: { ads: { remove: ['nine.example'] } } },
      },
    })
    expect(problemsIn(() => app.synth())).toEqual([
      expect.stringMatching(/^On appliance "berlin", an exception names the category "adz"/),
      expect.stringMatching(/^On appliance "rome", category "ads" does not contain .*: "nine\.example"\./),
    ])
  })

  it('refuses what an exception brings into two categories', () => {
    new ApplianceFleet(app, 'branches', {
      policy,
      appliances: { rome: { provider: {}, exceptions: { ads: { add: ['play.example'] } } } },
    })
    expect(problemsIn(() => app.synth())).toEqual([
      expect.stringMatching(/^Categories "ads" and "games" have sites in common: "play\.example"\./),
    ])
  })

  describe('with secrets of a provider', () => {
    const refusal = (what: string, environment: string) =>
      `On appliance "rome", ${what} of the provider is plain text, which anyone can read in the configuration. Use a sensitive ` +
      `TerraformVariable of its stack, or the environment variable ${environment}.`

    it('refuses those that are texts, without telling them', () => {
      new ApplianceFleet(app, 'branches', {
        policy,
        appliances: {
          rome: {
            provider: {
              headers: { 'X-Api-Key': 'hunter2' },
              tls: { clientKey: 'hunter2', serverName: 'rome.example' },
              endpoints: {
                records: { url: 'https://records.example', token: 'hunter2' },
                categoriesLegacy: { token: 'hunter2', tokenHeader: 'X-Token' },
              },
            },
          },
        },
      })
      expect(problemsIn(() => app.synth())).toEqual([
        refusal('the header "X-Api-Key"', 'APPLIANCE_HEADERS'),
        refusal('the client key', 'APPLIANCE_CLIENT_KEY'),
        refusal('the token for "records"', 'APPLIANCE_RECORDS_TOKEN'),
        refusal('the token for "categoriesLegacy"', 'APPLIANCE_CATEGORIES_LEGACY_TOKEN'),
      ])
    })

    it('refuses a token that is set as a text once the fleet is made', () => {
      const { rome } = new ApplianceFleet(app, 'branches', { policy, appliances: { rome: { provider: {} } } })
        .appliances
      rome.provider.token = 'hunter2'
      expect(problemsIn(() => app.synth())).toEqual([refusal('the token', 'APPLIANCE_TOKEN')])
    })

    it('takes those that variables bring, alone, in texts and as a whole', () => {
      const { berlin, rome } = new ApplianceFleet(app, 'branches', {
        policy,
        appliances: {
          berlin: { provider: { headers: { Authorization: reference('var.authorization') } } },
          rome: { provider: {} },
        },
      }).appliances
      const secret = new TerraformVariable(rome.stack, 'secret', { type: 'string', sensitive: true })
      const headers = new TerraformVariable(berlin.stack, 'headers', { type: 'map(string)', sensitive: true })
      rome.provider.token = secret.stringValue
      rome.provider.headers = { Authorization: `Bearer ${secret.stringValue}` }
      rome.provider.tls = { clientKey: secret.stringValue }
      rome.provider.endpoints = { records: { token: secret.stringValue } }
      expect(problemsIn(() => app.synth())).toEqual([])
      berlin.provider.headers = Token.asStringMap(headers.value)
      berlin.provider.tls = headers.value
      expect(problemsIn(() => app.synth())).toEqual([])
    })
  })

  it('lets stacks and providers be changed past it', () => {
    const { rome } = new ApplianceFleet(app, 'branches', { policy, appliances: { rome: { provider: {} } } })
      .appliances
    const token = new TerraformVariable(rome.stack, 'token', { type: 'string', sensitive: true })
    rome.provider.token = token.stringValue
    expect(Testing.synth(rome.stack, true)).toHaveProviderWithProperties(ApplianceProvider, {
      token: reference('var.token'),
    })
  })
})
