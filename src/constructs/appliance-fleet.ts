import { TerraformStack } from 'cdktf'
import type { Construct } from 'constructs'
import { ApplianceProvider, type ApplianceProviderConfig } from '../../bindings/cdktf/provider'
import { FilteringPolicy, type FilteringPolicyConfig, type PolicyCategories } from './filtering-policy'
import { mapValues } from './map-values'
import type { CategoryExceptions } from './policy/declared'
import { categoriesWithExceptions } from './policy/exceptions'
import { problemsOfProviderSecrets } from './provider-secrets'
import { quoted } from './wording'

/** An appliance of a fleet, and its differences from the policy. */
export interface FleetApplianceConfig<Key extends string = string> {
  /**
   * Provider settings of the appliance. Its token comes from the environment of the run, or from a variable: `provider.token`. The
   * same applies to headers, the client key and the tokens of endpoints. The synth rejects any of these that is plain text.
   */
  readonly provider: Omit<ApplianceProviderConfig, 'token' | 'alias'>
  /** Exceptions, by the keys of the policy's categories. */
  readonly exceptions?: CategoryExceptions<Key>
  /** Additional categories of this appliance. */
  readonly categories?: PolicyCategories
}

export interface ApplianceFleetConfig<Name extends string = string, Key extends string = string> {
  readonly policy: Omit<FilteringPolicyConfig<Key>, 'provider'>
  readonly appliances: { readonly [N in Name]: FleetApplianceConfig<NoInfer<Key>> }
}

/** Stack, provider and policy of one appliance of a fleet. */
export interface FleetAppliance {
  readonly stack: TerraformStack
  readonly provider: ApplianceProvider
  /** Its ID is the name of the appliance, so that the addresses of its resources contain that name. */
  readonly policy: FilteringPolicy
}

/**
 * One policy on many appliances. Each appliance has a stack with its own state and its own run, so an appliance that is down does
 * not block the others. The stack of appliance `rome` in fleet `branches` is `branches-rome`.
 *
 * A fleet is not a construct itself, because an app may reject constructs between it and its stacks. The policy must not refer to a
 * stack. The synth rejects exceptions that match nothing and secrets that are plain text, and reports those of all appliances at
 * once.
 *
 * ```ts
 * const fleet = new ApplianceFleet(app, 'branches', {
 *   policy: { categories: { ads: { name: 'Advertising', sites: ['doubleclick.net', 'adserver.example'] } } },
 *   appliances: {
 *     berlin: { provider: { baseUrl: 'https://berlin.example.org' } },
 *     rome: {
 *       provider: { baseUrl: 'https://rome.example.org' },
 *       exceptions: { ads: { remove: ['adserver.example'] } },
 *     },
 *   },
 * })
 * for (const [name, { stack }] of Object.entries(fleet.appliances)) {
 *   new S3Backend(stack, { bucket: 'states', key: `branches/${name}` })
 * }
 * ```
 */
export class ApplianceFleet<Name extends string = string, Key extends string = string> {
  readonly appliances: { readonly [N in Name]: FleetAppliance }

  constructor(scope: Construct, id: string, { policy, appliances }: ApplianceFleetConfig<Name, Key>) {
    const problems: string[] = []
    const validate = () => [...problems, ...problemsOfSecrets(this.appliances)]
    this.appliances = mapValues(appliances, (appliance, name) => {
      const { provider, exceptions = {}, categories = {} } = appliance
      const resulting = categoriesWithExceptions(policy.categories, exceptions, categories)
      problems.push(...problemsOn(name, resulting.problems))

      const stack = new TerraformStack(scope, `${id}-${name}`)
      stack.node.addValidation({ validate })
      return {
        stack,
        provider: new ApplianceProvider(stack, 'appliance', provider),
        policy: new FilteringPolicy(stack, name, { ...policy, categories: resulting.categories }),
      }
    })
  }
}

/** Looked for at synth, as secrets may be set after the fleet is made. */
function problemsOfSecrets(appliances: { readonly [name: string]: FleetAppliance }): readonly string[] {
  return Object.entries(appliances).flatMap(([name, { provider }]) =>
    problemsOn(name, problemsOfProviderSecrets(provider)),
  )
}

function problemsOn(appliance: string, problems: readonly string[]): readonly string[] {
  return problems.map((problem) => `On appliance ${quoted(appliance)}, ${problem}`)
}
