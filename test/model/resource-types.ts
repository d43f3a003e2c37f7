import { category } from '../../src/resources/category/category'
import { categorySites } from '../../src/resources/category/category-sites'
import type { Attributes } from '../../src/terraform/schema/attribute'
import { isObjectValue, type ObjectValue } from '../../src/terraform/values/value'

/** A type of resource that sequences declare, as Terraform names it. */
export type ResourceType = 'appliance_category' | 'appliance_category_sites'

/** The address of a resource: its type, a dot, and its name in the configuration. */
export type Address = `${ResourceType}.${string}`

/** The attributes of each type. */
export const attributesOf: Readonly<Record<ResourceType, Attributes>> = {
  appliance_category: category.attributes,
  appliance_category_sites: categorySites.attributes,
}

export function typeOf(address: Address): ResourceType {
  return address.startsWith('appliance_category_sites.') ? 'appliance_category_sites' : 'appliance_category'
}

/** A value with all of its attributes; those that are left out are null. */
export function complete(attributes: Attributes, values: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { nested }]) => {
      const value = values[name] ?? null
      return [name, nested && isObjectValue(value) ? complete(nested.attributes, value) : value]
    }),
  )
}
