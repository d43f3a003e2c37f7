import { type App, LocalBackend, TerraformVariable, Testing } from 'cdktf'
import type {} from 'cdktf/lib/testing/adapters/jest'
import { ApplianceProvider } from '../bindings/cdktf/provider/index'
import { ApplianceFleet, type FleetAppliance } from '../src/appliance-fleet'
import type { PolicyCategories } from '../src/filtering-policy'
import { problemsIn, reference, resourcesIn, warningsIn } from './synthesized'

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
    const computed: PolicyCategories = policy.categories
    new ApplianceFleet(app, 'branches', {
      policy: { categories: computed },
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

  it('refuses a token that is set as a text once the fleet is made', () => {
    const { rome } = new ApplianceFleet(app, 'branches', { policy, appliances: { rome: { provider: {} } } })
      .appliances
    rome.provider.token = 'hunter2'
    expect(problemsIn(() => app.synth())).toEqual([
      expect.stringMatching(
        /^The token of "appliance" is plain text, .* environment variable APPLIANCE_TOKEN\.$/,
      ),
    ])
  })

  it('sends headers by their own names', () => {
    const { rome } = new ApplianceFleet(app, 'branches', {
      policy,
      appliances: { rome: { provider: { headers: { 'X-Api-Key': reference('var.key') } } } },
    }).appliances
    expect(Testing.synth(rome.stack, true)).toHaveProviderWithProperties(ApplianceProvider, {
      headers: { 'X-Api-Key': reference('var.key') },
    })
  })

  it('expects of each appliance its own interfaces, by their own names', () => {
    const expected = (address: string) => ({
      interfaces: { 'eth0.10': address, Eth1: '00:0c:29:4f:8e:35' },
      certificateFingerprints: ['A0'.repeat(32)],
    })
    const { berlin, rome } = new ApplianceFleet(app, 'branches', {
      policy,
      appliances: {
        berlin: { provider: { expect: expected('00:0c:29:4f:8e:05') } },
        rome: { provider: { expect: expected('00:0c:29:4f:8e:06') } },
      },
    }).appliances
    expect(
      [berlin, rome].map(({ stack }) => JSON.parse(Testing.synth(stack, true)).provider.appliance[0].expect),
    ).toEqual(
      ['00:0c:29:4f:8e:05', '00:0c:29:4f:8e:06'].map((address) => ({
        interfaces: { 'eth0.10': address, Eth1: '00:0c:29:4f:8e:35' },
        certificate_fingerprints: ['A0'.repeat(32)],
      })),
    )
  })

  it('calls its hook for each appliance, with the provider and the policy', () => {
    const fleet = new ApplianceFleet(app, 'branches', {
      policy,
      appliances: { berlin: { provider: {} }, rome: { provider: {}, exceptions: { games: 'absent' } } },
      forEachStack: ({ name, stack, provider, policy: { categories } }) => {
        new LocalBackend(stack, { path: `${name}.tfstate` })
        provider.token = new TerraformVariable(stack, 'token', {
          type: 'string',
          sensitive: true,
        }).stringValue
        if (categories.games) categories.games.onDestroy = 'keep'
      },
    })
    const oslo = fleet.addAppliance('oslo', { provider: {} })
    const { berlin, rome } = fleet.appliances
    expect([berlin, rome, oslo].map(({ stack }) => JSON.parse(Testing.synth(stack, true)))).toEqual(
      ['berlin', 'rome', 'oslo'].map((name) =>
        expect.objectContaining({
          provider: { appliance: [{ token: reference('var.token') }] },
          terraform: expect.objectContaining({ backend: { local: { path: `${name}.tfstate` } } }),
        }),
      ),
    )
    expect(Object.values(resourcesIn(oslo.stack, 'appliance_category'))).toContainEqual(
      expect.objectContaining({ name: 'Games', on_destroy: 'keep' }),
    )
  })

  describe('to which an appliance is added', () => {
    it('gives it a stack like the others', () => {
      const fleet = new ApplianceFleet(app, 'branches', { policy, appliances: { berlin: { provider: {} } } })
      const oslo = fleet.addAppliance('oslo', {
        provider: { baseUrl: 'https://oslo.example' },
        exceptions: { games: 'absent' },
        categories: { local: { name: 'Lokal' } },
      })
      expect(oslo.stack.node.path).toBe('branches-oslo')
      expect(Object.keys(oslo.policy.categories)).toEqual(['local', 'ads'])
      expect(Object.values(fleet.appliances)).toContain(oslo)
    })

    it('refuses its exceptions that fit nothing with those of the others', () => {
      const fleet = new ApplianceFleet(app, 'branches', { policy, appliances: { berlin: { provider: {} } } })
      fleet.addAppliance('oslo', { provider: {}, exceptions: { ads: { remove: ['nine.example'] } } })
      expect(problemsIn(() => app.synth())).toEqual([
        expect.stringMatching(/^On appliance "oslo", category "ads" does not contain/),
      ])
    })
  })

  describe('with two appliances at one address', () => {
    const warnings = ({ stack }: FleetAppliance) => {
      Testing.synth(stack, true)
      return warningsIn(stack)
    }

    it('warns of the second one, once', () => {
      const { berlin, rome, oslo } = new ApplianceFleet(app, 'branches', {
        policy,
        appliances: {
          berlin: { provider: { baseUrl: 'https://proxy.example' } },
          rome: { provider: { baseUrl: 'https://Proxy.example/' } },
          oslo: { provider: { baseUrl: 'https://oslo.example' } },
        },
      }).appliances
      expect([berlin, rome, oslo].map(warnings)).toEqual([
        [],
        [
          '[branches-rome] The provider has the same address as that of "berlin", so several stacks manage one appliance. Correct baseUrl, or remove one ' +
            'of them from the fleet.',
        ],
        [],
      ])
    })

    it('takes addresses from the environment, from variables, and with listeners of their own', () => {
      const baseUrl = 'https://gateway.example'
      const { appliances } = new ApplianceFleet(app, 'branches', {
        policy,
        appliances: {
          berlin: { provider: {} },
          rome: { provider: {} },
          oslo: { provider: { baseUrl: reference('var.address') } },
          turku: { provider: { baseUrl: reference('var.address') } },
          paris: { provider: { baseUrl, endpoints: { categories: { url: `${baseUrl}:9601` } } } },
          lyon: { provider: { baseUrl, endpoints: { categories: { url: `${baseUrl}:9602` } } } },
        },
      })
      expect(Object.values<FleetAppliance>(appliances).flatMap(warnings)).toEqual([])
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
