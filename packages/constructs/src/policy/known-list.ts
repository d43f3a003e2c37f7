import type { IConstruct } from 'constructs'
import { isKnown } from '../known-values'
import type { SynthesizedAttributes } from '../synthesized'

/** A list of a policy, as far as it is known at synth. */
export interface KnownList {
  /** Key of the list in its policy. */
  readonly key: string
  /** Name of the provider: lists on different appliances have nothing to do with each other. */
  readonly provider: string
  /** How many entries the list has, those included that only Terraform will know. */
  readonly siteCount: number
  /** Those that are known, as they were typed. */
  readonly sites: readonly string[]
  /** Whether the list can have other sites: those of a file, and those that a reference brings. */
  readonly isOpen: boolean
}

/** Resources whose sites a policy or an existing category checks. The checks of a stack leave them out. */
export const checkedByTheirConstructs = new WeakSet<IConstruct>()

export function knownList(key: string, attributes: SynthesizedAttributes): KnownList {
  const { sites_file: file, provider = 'appliance' } = attributes
  const sites = attributes.sites ?? []
  const entries = Array.isArray(sites) ? sites.map(String) : []
  const known = entries.filter(isKnown)
  return {
    key,
    provider: String(provider),
    siteCount: entries.length,
    sites: known,
    isOpen: (file ?? undefined) !== undefined || !Array.isArray(sites) || known.length < entries.length,
  }
}
