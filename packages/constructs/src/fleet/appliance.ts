import type { TerraformStack } from 'cdktf'
import type { Category } from '../../bindings/cdktf/category'
import type { ApplianceProvider } from '../../bindings/cdktf/provider'
import type { FilteringPolicy } from '../filtering-policy'

/**
 * Stack, provider and policy of one appliance of a fleet.
 *
 * @typeParam Key of the categories that the appliance has
 * @typeParam Doubtful keys of which the compiler cannot see whether the exceptions declare them absent
 */
export interface FleetAppliance<Key extends string = string, Doubtful extends string = never> {
  readonly name: string
  readonly stack: TerraformStack
  readonly provider: ApplianceProvider
  /** Its ID is the name of the appliance, so that the addresses of its resources contain that name. */
  readonly policy: [Doubtful] extends [never]
    ? FilteringPolicy<Key>
    : FilteringPolicy<Key> & { readonly categories: { readonly [K in Doubtful]?: Category } }
}

/** An appliance by its differences: it has the categories of the policy, less those that are absent, and its own. */
export type FleetApplianceWith<Key extends string, Exceptions, Own> = FleetAppliance<
  PresentKeys<Key, Exceptions> | (keyof Own & string),
  DoubtfulKeys<Key, Exceptions>
>

/** Keys of the policy whose exception is not, and cannot be, `'absent'`. */
type PresentKeys<Key extends string, Exceptions> = Key extends keyof Exceptions
  ? 'absent' extends Exceptions[Key]
    ? never
    : Key
  : Key

/** Keys of the policy whose exception can be `'absent'` or something else, as far as its type says. */
type DoubtfulKeys<Key extends string, Exceptions> = Key extends keyof Exceptions
  ? 'absent' extends Exceptions[Key]
    ? Exceptions[Key] extends 'absent'
      ? never
      : Key
    : never
  : never
