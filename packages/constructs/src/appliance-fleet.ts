import { Aspects, TerraformStack } from 'cdktf'
import { Construct } from 'constructs'
import { constructId } from './construct-ids'
import { FilteringPolicy, type FilteringPolicyConfig } from './filtering-policy'
import {
  type DeclaredAppliance,
  type DeclaredAppliances,
  type FleetAppliance,
  type FleetApplianceConfig,
  type FleetApplianceWith,
  providerIn,
  warningsOfAddress,
} from './fleet-appliance'
import type { TakenFrom } from './keys'
import { quoted, warnOnce } from './messages'
import type { CategoryException, CategoryExceptions } from './policy/declared'
import { categoriesWithExceptions } from './policy/sites'

export type { CategoryException, CategoryExceptions, FleetAppliance, FleetApplianceConfig }

export interface ApplianceFleetConfig<
  Key extends string = string,
  Exceptions = AnyAppliances,
  Own = AnyAppliances,
> {
  readonly policy: Pick<FilteringPolicyConfig<Key>, 'categories' | 'sharedSites'>
  /** Appliances, by their names. */
  readonly appliances: DeclaredAppliances<Key, Exceptions, Own>
  /**
   * Called once for each appliance, as soon as its stack has the provider and the policy. This is the place for a backend, for
   * variables, for Aspects, and for further resources. A category is optional here, because exceptions can declare it absent.
   */
  readonly forEachStack?: (appliance: FleetAppliance<never, TakenFrom<Key>>) => void
}

/** Appliances of which the compiler knows neither the names nor anything else. */
interface AnyAppliances {
  readonly [name: string]: unknown
}

/**
 * One policy on many appliances. Each appliance has a stack with its own state and its own run, so an appliance that is down does
 * not block the others. The stack of appliance `rome` in fleet `branches` is `branches-rome`.
 *
 * The stacks are directly in the scope, because `cdktn` rejects other constructs in an app if `failOnConstructsOutsideOfStacks` is
 * set. `NestedApplianceFleet` is a construct between the two.
 *
 * The policy must not refer to a stack. The synth rejects exceptions that match nothing, and reports those of all appliances at once.
 * It also rejects secrets that are plain text.
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
 *   forEachStack: ({ name, stack }) => {
 *     new S3Backend(stack, { bucket: 'states', key: `branches/${name}` })
 *   },
 * })
 * fleet.appliances.rome.policy.categories.ads.id
 * ```
 *
 * @typeParam Key keys of the policy's categories
 * @typeParam Exceptions exceptions by the names of the appliances: only their keys are kept, and which of them are `'absent'`
 * @typeParam Own additional categories by the names of the appliances: only their keys are kept
 */
export class ApplianceFleet<Key extends string = string, Exceptions = AnyAppliances, Own = AnyAppliances> {
  /** Appliances, by their names; those of `addAppliance` as well. */
  readonly appliances: {
    readonly [Name in keyof Exceptions]: FleetApplianceWith<
      Key,
      Exceptions[Name],
      Name extends keyof Own ? Own[Name] : unknown
    >
  }
  readonly #scope: Construct
  readonly #id: string
  readonly #config: Pick<ApplianceFleetConfig<Key>, 'policy' | 'forEachStack'>
  readonly #declared: Record<string, FleetAppliance> = {}
  readonly #problems: string[] = []

  constructor(scope: Construct, id: string, config: ApplianceFleetConfig<Key, Exceptions, Own>) {
    this.#scope = scope
    this.#id = id
    this.#config = config
    for (const [name, appliance] of Object.entries<FleetApplianceConfig>(config.appliances)) {
      this.#declare(name, appliance)
    }
    // Which keys each policy has, its exceptions say. The compiler cannot follow that through categoriesWithExceptions.
    this.appliances = this.#declared as typeof this.appliances
  }

  /**
   * Adds an appliance, with a stack like the others.
   *
   * @param name must be none of the fleet's
   */
  addAppliance<ItsExceptions = unknown, ItsOwn = unknown>(
    name: string,
    appliance: DeclaredAppliance<Key, ItsExceptions, ItsOwn>,
  ): FleetApplianceWith<Key, ItsExceptions, ItsOwn> {
    return this.#declare(name, appliance as FleetApplianceConfig) as FleetApplianceWith<
      Key,
      ItsExceptions,
      ItsOwn
    >
  }

  #declare(name: string, appliance: FleetApplianceConfig): FleetAppliance {
    const { policy, forEachStack } = this.#config
    const { provider, exceptions = {}, categories = {} } = appliance
    const resulting = categoriesWithExceptions(policy.categories, exceptions, categories)
    this.#problems.push(...resulting.problems.map((problem) => `On appliance ${quoted(name)}, ${problem}`))

    const others = Object.values(this.#declared)
    const { id: stackId, problems: ofStack } = constructId(this.#scope, `${this.#id}-${name}`)
    const stack = new TerraformStack(this.#scope, stackId)
    const { id: policyId, problems: ofPolicy } = constructId(stack, name)
    this.#problems.push(...[...ofStack, ...ofPolicy].map((problem) => `Appliance ${quoted(name)} ${problem}`))
    const declared: FleetAppliance = {
      name,
      stack,
      provider: providerIn(stack, provider),
      policy: new FilteringPolicy(stack, policyId, {
        categories: resulting.categories,
        sharedSites: policy.sharedSites,
        formerly: appliance.formerly,
        // They are applied already. Even empty, they say that other policies have the same shared sites.
        exceptions: appliance.exceptions && {},
      }),
    }
    this.#declared[name] = declared
    stack.node.addValidation({
      validate: () => {
        warnOnce(stack, warningsOfAddress(declared, others))
        return [...this.#problems]
      },
    })
    forEachStack?.(declared as FleetAppliance<never, TakenFrom<Key>>)
    return declared
  }
}

/**
 * A fleet that is a construct, with its stacks below it: `fleet.node.children` are the stacks, and an Aspect of the fleet visits all of
 * them. Names of stacks, addresses of resources and states are those of `ApplianceFleet`.
 *
 * Two things differ. `cdktn` rejects the app if `failOnConstructsOutsideOfStacks` is set in its context, which `cdktn init` does for
 * new projects. And the commands of CDKTF do not find the stacks of such a fleet as dependencies of other stacks, because they compare
 * paths with names: pass `--ignore-missing-stack-dependencies`, or apply the stacks with Terraform.
 *
 * ```ts
 * const fleet = new NestedApplianceFleet(app, 'branches', { policy, appliances })
 * Aspects.of(fleet).add(new KeepOnDestroy())
 * ```
 *
 * @typeParam Key keys of the policy's categories
 * @typeParam Exceptions exceptions by the names of the appliances: only their keys are kept, and which of them are `'absent'`
 * @typeParam Own additional categories by the names of the appliances: only their keys are kept
 */
export class NestedApplianceFleet<
  Key extends string = string,
  Exceptions = AnyAppliances,
  Own = AnyAppliances,
> extends Construct {
  /** Appliances, by their names; those of `addAppliance` as well. */
  readonly appliances: ApplianceFleet<Key, Exceptions, Own>['appliances']
  readonly #fleet: ApplianceFleet<Key, Exceptions, Own>

  constructor(scope: Construct, id: string, config: ApplianceFleetConfig<Key, Exceptions, Own>) {
    super(scope, id)
    this.#fleet = new ApplianceFleet(this, id, {
      ...config,
      forEachStack: (appliance) => {
        visitWithAspectsOf(this, appliance.stack)
        config.forEachStack?.(appliance)
      },
    })
    this.appliances = this.#fleet.appliances
  }

  /**
   * Adds an appliance, with a stack like the others.
   *
   * @param name must be none of the fleet's
   */
  addAppliance<ItsExceptions = unknown, ItsOwn = unknown>(
    name: string,
    appliance: DeclaredAppliance<Key, ItsExceptions, ItsOwn>,
  ): FleetApplianceWith<Key, ItsExceptions, ItsOwn> {
    return this.#fleet.addAppliance(name, appliance)
  }
}

/** The libraries begin with the Aspects of a stack: they ask nothing above it. */
function visitWithAspectsOf(fleet: Construct, stack: TerraformStack): void {
  Aspects.of(stack).add({
    visit: (construct) => {
      for (const aspect of Aspects.of(fleet).all) aspect.visit(construct)
    },
  })
}
