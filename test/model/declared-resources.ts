import { type ObjectValue, unknown } from '@webfilter/terraform-plugin'
import type { Declared, Found, Value } from '@webfilter/terraform-plugin/testing'
import { type Address, attributesOf, complete, typeOf } from './resource-types'

/** What a configuration says of one resource, as Terraform reads it. */
export interface DeclaredResource {
  /** Those that are left out are null, or come from elsewhere. */
  readonly values: ObjectValue
  /** By the names of attributes: the value is that of another resource, as `category_id = appliance_category.one.id` says. */
  readonly references: Readonly<Record<string, Reference>>
  readonly lifecycle?: Declared['lifecycle']
}

export interface Reference {
  readonly address: Address
  readonly attribute: string
}

/** What is declared, by the addresses of the resources. */
export type DeclaredResources = ReadonlyMap<Address, DeclaredResource>

/** A resource as Terraform's core takes it. */
export function declaredAs(address: Address, { values, references, lifecycle }: DeclaredResource): Declared {
  const typeName = typeOf(address)
  const config = (found: Found) => {
    const referred = Object.entries(references).map(([name, reference]): [string, Value] => [
      name,
      found(reference.address)?.[reference.attribute] ?? unknown,
    ])
    return complete(attributesOf[typeName], { ...values, ...Object.fromEntries(referred) })
  }
  const dependencies = [
    ...Object.values(references).map((reference) => reference.address),
    ...(lifecycle?.replacedWith ?? []),
  ]
  return {
    kind: 'managed',
    typeName,
    provider: 'appliance',
    dependencies,
    config,
    ...(lifecycle && { lifecycle }),
  }
}
