import type { ObjectValue } from '../../src/terraform/values/value'
import { resourceConfig } from './provider-process'

/** What a configuration says of one category. */
export interface DeclaredCategory {
  readonly name: string
  /** In the form in which the appliance stores them. */
  readonly sites: readonly string[]
  readonly onConflict: 'keep' | 'move' | 'fail'
  readonly compile: boolean
  readonly onDestroy: 'remove' | 'keep'
  readonly onRemove: 'remove' | 'keep'
  /** Writes the sites in capitals, with dots behind them: another spelling means nothing. */
  readonly oddSpelling: boolean
}

/** The categories of a configuration, by the addresses of their resources. */
export type Configuration = ReadonlyMap<string, DeclaredCategory>

/** Site names of configurations: few, so that categories have to share them. */
export const declarableSites: readonly string[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((n) => `${n}.example`)

/** Site names that no configuration ever holds. */
export const foreignSites: readonly string[] = ['x.example', 'y.example']

export const addresses: readonly string[] = ['one', 'two', 'three', 'four']

/** One of them is stored by the appliance in another spelling than it is declared in. */
export const categoryNames: readonly string[] = ['ads', 'games', 'Médias', 'news']

/** The configuration as Terraform would read it. Defaults are left out, and so is an empty list unless it is spelled oddly. */
export function resourcesOf(configuration: Configuration): ReadonlyMap<string, ObjectValue> {
  return new Map(
    [...configuration].map(([address, declared]) => [address, resourceConfig(valuesOf(declared))]),
  )
}

function valuesOf({
  name,
  sites,
  onConflict,
  compile,
  onDestroy,
  onRemove,
  oddSpelling,
}: DeclaredCategory): ObjectValue {
  return {
    name,
    ...((sites.length > 0 || oddSpelling) && {
      sites: sites.map((site) => (oddSpelling ? `${site.toUpperCase()}.` : site)),
    }),
    ...(onConflict !== 'keep' && { on_conflict: onConflict }),
    ...(!compile && { compile }),
    ...(onDestroy !== 'remove' && { on_destroy: onDestroy }),
    ...(onRemove !== 'remove' && { on_remove: onRemove }),
  }
}
