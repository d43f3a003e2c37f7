import type { TerraformStack } from 'cdktf'
import type { Category } from '../bindings/cdktf/category/index'
import { ApplianceProvider, type ApplianceProviderConfig } from '../bindings/cdktf/provider/index'
import type { WithAllowedValues } from './allowed-values'
import type { FormerKeys } from './construct-ids'
import type { FilteringPolicy } from './filtering-policy'
import type { TakenFrom } from './keys'
import { quotedInSum } from './messages'
import type { CategoryExceptions, KeptExceptions, PolicyCategories, PolicyCategory } from './policy/declared'
import { entriesIn, isKnown, isKnownMap, resolved } from './synthesized'

/** An appliance of a fleet, and its differences from the policy. */
export interface FleetApplianceConfig<Key extends string = string> {
  /**
   * Provider settings of the appliance. Its token comes from the environment of the run, or from a variable: `provider.token`. The
   * same applies to headers, the client key and the tokens of endpoints. The synth rejects any of these that is plain text.
   */
  readonly provider: Omit<WithAllowedValues<ApplianceProviderConfig, 'provider'>, 'token' | 'alias'>
  /** Exceptions, by the keys of the policy's categories. */
  readonly exceptions?: CategoryExceptions<Key>
  /**
   * Name that the appliance had before, or several: a plan then changes the addresses of its categories in the state. The name of the
   * stack changes too, so keep the state: see "Rename" on the page "CDKTF in practice".
   */
  readonly formerly?: FormerKeys
  /** Additional categories of this appliance. */
  readonly categories?: PolicyCategories
}

/** What an app declares of its appliances, by their names. Of the literals, the compiler keeps the keys. */
export type DeclaredAppliances<Key extends string, Exceptions, Own> = {
  readonly [Name in keyof Exceptions]: WithExceptions<Key, Exceptions[Name]>
} & { readonly [Name in keyof Own]: WithOwn<Own[Name]> } & {
  // Editors take what they suggest from here, and compilers before 5.5 the texts that are choices.
  readonly [name: string]: FleetApplianceConfig<TakenFrom<Key>>
}

/** An appliance that is added to a fleet, of which the compiler keeps the keys. */
export type DeclaredAppliance<Key extends string, Exceptions, Own> = WithExceptions<Key, Exceptions> &
  WithOwn<Own> &
  FleetApplianceConfig<TakenFrom<Key>>

interface WithExceptions<Key extends string, Exceptions>
  extends Pick<FleetApplianceConfig, 'provider' | 'formerly'> {
  readonly exceptions?: KeptExceptions<Key, Exceptions>
}

interface WithOwn<Own> {
  readonly categories?: { readonly [K in keyof Own]: PolicyCategory }
}

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

/**
 * The provider of a stack, with headers and interfaces by their own names: its class makes `x_api_key` of `X-Api-Key` and `eth0_10` of
 * `eth0.10`, an override does not.
 */
export function providerIn(
  stack: TerraformStack,
  config: FleetApplianceConfig['provider'],
): ApplianceProvider {
  const { headers, expect, ...settings } = config
  const { interfaces, ...expected } = expect ?? {}
  const [hasHeaders, hasInterfaces] = [isKnownMap(headers), isKnownMap(interfaces)]
  const provider = new ApplianceProvider(stack, 'appliance', {
    ...settings,
    ...(hasHeaders ? {} : { headers }),
    ...(hasInterfaces ? { expect: expected } : { expect }),
  })
  if (hasHeaders) provider.addOverride('headers', headers)
  if (hasInterfaces) provider.addOverride('expect.interfaces', interfaces)
  return provider
}

/**
 * Warnings about an appliance that is at the address of others: two states then manage the same categories, and each of them undoes
 * what the other one does.
 *
 * @param others of the fleet, declared before it
 */
export function warningsOfAddress(
  appliance: Pick<FleetAppliance, 'stack' | 'provider'>,
  others: readonly Pick<FleetAppliance, 'name' | 'stack' | 'provider'>[],
): readonly string[] {
  const address = addressOf(appliance)
  if (address === undefined) return []
  const same = others.filter((other) => addressOf(other) === address).map(({ name }) => name)
  return same.length === 0
    ? []
    : [
        `The provider has the same address as that of ${quotedInSum(same)}, so several stacks manage one appliance. Correct baseUrl, or ` +
          'remove one of them from the fleet.',
      ]
}

/** Nothing if a part of it comes from the environment, or is known only when Terraform runs. */
function addressOf({ stack, provider }: Pick<FleetAppliance, 'stack' | 'provider'>): string | undefined {
  // Of the provider alone: each stack of a fleet asks all others, and to write them all out takes long.
  const [settings] = provider.toTerraform().provider.appliance.map((each: unknown) => resolved(each, stack))
  const parts = [settings?.base_url, ...urlsIn(settings?.endpoints)]
  return parts.every(isKnownText) ? parts.map(comparable).sort().join(' ') : undefined
}

/** With the area of each, as an area can have a listener of its own. */
function urlsIn(endpoints: unknown): readonly unknown[] {
  if (typeof endpoints === 'string') return [endpoints]
  return Object.entries(endpoints ?? {}).flatMap(([area, endpoint]: [string, unknown]) => {
    const { url } = entriesIn(endpoint)
    return url === undefined ? [] : [typeof url === 'string' ? `${area}=${url}` : url]
  })
}

function isKnownText(part: unknown): part is string {
  return typeof part === 'string' && isKnown(part)
}

function comparable(address: string): string {
  return address.toLowerCase().replace(/(?<!\/)\/+$/, '')
}
