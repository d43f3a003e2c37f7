import type { ApplianceProviderConfig } from '../../bindings/cdktf/provider'
import type { WithAllowedValues } from '../allowed-values'
import type { FormerKeys } from '../former-keys'
import type { CategoryExceptions, KeptExceptions, PolicyCategories, PolicyCategory } from '../policy/declared'
import type { TakenFrom } from '../taken-from'

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
