import { type ObjectValue, unknown } from '@webfilter/terraform-plugin'
import type { Value } from '@webfilter/terraform-plugin/testing'

import { type Address, attributesOf, complete, typeOf } from './resource-types'

/** What a configuration says of one resource, as Terraform reads it. */
export interface DeclaredResource {
  /** Those that are left out are null, or come from elsewhere. */
  readonly values: ObjectValue
  /** By the names of attributes: the value is that of another resource, as `category_id = appliance_category.one.id` says. */
  readonly references: Readonly<Record<string, Reference>>
}

export interface Reference {
  readonly address: Address
  readonly attribute: string
}

/** What is declared, by the addresses of the resources. */
export type DeclaredResources = ReadonlyMap<Address, DeclaredResource>

/** The resources that a resource refers to. */
export function dependenciesOf(declared: DeclaredResource | undefined): readonly Address[] {
  return Object.values(declared?.references ?? {}).map(({ address }) => address)
}

/** The configuration as the provider gets it. @param found values of the resources that it refers to, as far as there are any */
export function configOf(
  address: Address,
  { values, references }: DeclaredResource,
  found: (address: Address) => ObjectValue | null | undefined,
): ObjectValue {
  const referred = Object.entries(references).map(([name, reference]): [string, Value] => [
    name,
    found(reference.address)?.[reference.attribute] ?? unknown,
  ])
  return complete(attributesOf[typeOf(address)], { ...values, ...Object.fromEntries(referred) })
}
