import type { App, TerraformStack } from 'cdktf'
import type { Category } from '../bindings/cdktf/category/index'
import {
  ApplianceFleet,
  type ApplianceFleetConfig,
  type CategoryExceptions,
  type FleetApplianceConfig,
  NestedApplianceFleet,
} from '../src/appliance-fleet'
import { FilteringPolicy, type PolicyCategory } from '../src/filtering-policy'

/**
 * What the compiler accepts and what it refuses: this file is checked with `npm run types`, in both flavors, and never run. A
 * comment that expects an error is an error itself if there is none.
 */
export function namesAndKeys(app: App): void {
  const fleet = new ApplianceFleet(app, 'branches', {
    policy: { categories: { ads: { name: 'Ads', sites: ['one.example'] }, games: { name: 'Games' } } },
    appliances: {
      berlin: {
        provider: {
          baseUrl: 'https://berlin.example',
          endpoints: { analysis: { url: 'https://a.example' } },
        },
      },
      rome: {
        provider: { onUnreachable: 'fail' },
        exceptions: { games: 'absent', ads: { remove: ['one.example'], onConflict: 'move' } },
        categories: { local: { name: 'Locale', sites: ['locale.example'] } },
      },
    },
    forEachStack: ({ policy }) => {
      accepts<Category | undefined>(policy.categories.ads)
      // @ts-expect-error: exceptions may declare it absent.
      policy.categories.ads.id
      // @ts-expect-error: no category of the policy.
      policy.categories.adz
    },
  })
  const { berlin, rome } = fleet.appliances
  accepts<readonly Category[]>([berlin.policy.categories.ads, berlin.policy.categories.games])
  accepts<readonly Category[]>([rome.policy.categories.ads, rome.policy.categories.local])
  // @ts-expect-error: no category of the policy.
  rome.policy.categories.adz
  // @ts-expect-error: absent in Rome.
  rome.policy.categories.games
  // @ts-expect-error: in Rome only.
  berlin.policy.categories.local
  // @ts-expect-error: no appliance of the fleet.
  fleet.appliances.nowhere

  const paris = fleet.addAppliance('paris', {
    provider: {},
    exceptions: { games: 'absent' },
    categories: { local: { name: 'Local' } },
  })
  accepts<readonly Category[]>([paris.policy.categories.ads, paris.policy.categories.local])
  // @ts-expect-error: absent in Paris.
  paris.policy.categories.games
  // @ts-expect-error: no category of the policy.
  paris.policy.categories.adz
  // @ts-expect-error: no category of the policy.
  fleet.addAppliance('lyon', { provider: {}, exceptions: { adz: 'absent' } })
  // @ts-expect-error: misspelled.
  fleet.addAppliance('lyon', { providr: {} })
  accepts<ApplianceFleet>(fleet)
}

export function nestedFleets(app: App): void {
  const { rome } = new NestedApplianceFleet(app, 'branches', {
    policy: { categories: { ads: { name: 'Ads' }, games: { name: 'Games' } } },
    appliances: { rome: { provider: {}, exceptions: { games: 'absent' } } },
  }).appliances
  accepts<Category>(rome.policy.categories.ads)
  // @ts-expect-error: absent in Rome.
  rome.policy.categories.games
}

export function misspelledOptions(app: App): void {
  new ApplianceFleet(app, 'branches', {
    policy: { categories: { ads: { name: 'Ads' }, games: { name: 'Games' } } },
    appliances: {
      // @ts-expect-error: provider.
      berlin: { providr: {} },
      // @ts-expect-error: baseUrl.
      oslo: { provider: { baseUr: 'https://oslo.example' } },
      // @ts-expect-error: "older".
      bergen: { provider: { categoryApi: 'oldest' } },
      // @ts-expect-error: tokens are set later, from variables.
      turku: { provider: { token: 'hunter2' } },
      // @ts-expect-error: no category of the policy, beside one that is.
      rome: { provider: {}, exceptions: { ads: 'absent', adz: 'absent' } },
      // @ts-expect-error: no category of the policy.
      milan: { provider: {}, exceptions: { adz: { add: ['one.example'] } } },
      // @ts-expect-error: add.
      turin: { provider: {}, exceptions: { ads: { ad: ['one.example'] } } },
      // @ts-expect-error: "move".
      siena: { provider: {}, exceptions: { ads: { onConflict: 'mvoe' } } },
      // @ts-expect-error: name.
      pisa: { provider: {}, categories: { local: { nam: 'Locale' } } },
    },
  })
}

/** What the program computes keeps as much as its own types say. */
export function computed(
  app: App,
  exceptions: CategoryExceptions<'ads' | 'games'>,
  appliances: Readonly<Record<string, FleetApplianceConfig<'ads'>>>,
  categories: Readonly<Record<string, PolicyCategory>>,
  config: ApplianceFleetConfig,
): void {
  const ads = { name: 'Ads' }
  const doubtful = new ApplianceFleet(app, 'doubtful', {
    policy: { categories: { ads, games: { name: 'Games' } } },
    appliances: { rome: { provider: {}, exceptions } },
  }).appliances.rome.policy.categories.ads
  accepts<Category | undefined>(doubtful)
  // @ts-expect-error: it may be absent.
  doubtful.id

  const many = new ApplianceFleet(app, 'many', { policy: { categories: { ads } }, appliances })
  accepts<Category | undefined>(many.appliances.somewhere?.policy.categories.ads)
  const fromFile = new ApplianceFleet(app, 'from-file', {
    policy: { categories },
    appliances: { rome: { provider: {}, exceptions: { games: 'absent' } } },
  })
  accepts<Category | undefined>(fromFile.appliances.rome.policy.categories.whatever)
  accepts<ApplianceFleet>(new ApplianceFleet(app, 'annotated', config))
}

function accepts<Type>(value: Type): Type {
  return value
}

export function exceptionsOfPolicies(
  stack: TerraformStack,
  computedOnes: CategoryExceptions<'ads' | 'games'>,
): void {
  const categories = { ads: { name: 'Ads' }, games: { name: 'Games' } }
  const policy = new FilteringPolicy(stack, 'policy', {
    categories,
    exceptions: { ads: { add: ['one.example'], onConflict: 'move' }, games: 'absent' },
  })
  accepts<Category>(policy.categories.ads)
  // @ts-expect-error: absent.
  policy.categories.games
  const { ads } = new FilteringPolicy(stack, 'doubtful', { categories, exceptions: computedOnes }).categories
  // @ts-expect-error: it may be absent.
  ads.id
  // @ts-expect-error: no category of the policy.
  new FilteringPolicy(stack, 'key', { categories, exceptions: { adz: 'absent' } })
  // @ts-expect-error: no category of the policy, beside one that is.
  new FilteringPolicy(stack, 'keys', { categories, exceptions: { games: 'absent', adz: 'absent' } })
  new FilteringPolicy(stack, 'option', {
    categories,
    // @ts-expect-error: onConflict, beside an option that is spelled correctly.
    exceptions: { ads: { add: ['a.example'], onConflct: 'move' } },
  })
}
