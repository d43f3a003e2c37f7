import { type Attributes, isObjectValue, type ObjectValue } from '@webfilter/terraform-plugin'
import { category } from '../../src/resources/category/category'
import { categorySites } from '../../src/resources/category/category-sites'
import { ldapGroup } from '../../src/resources/ldap/ldap-group'
import { ldapGroupMembership } from '../../src/resources/ldap/ldap-group-membership'
import { ldapMember } from '../../src/resources/ldap/ldap-member'

/** A type of resource that sequences declare, as Terraform names it. */
export type ResourceType =
  | 'appliance_category'
  | 'appliance_category_sites'
  | 'appliance_ldap_member'
  | 'appliance_ldap_group'
  | 'appliance_ldap_group_membership'

/** The address of a resource: its type, a dot, and its name in the configuration. */
export type Address = string

/** The attributes of each type. */
export const attributesOf: Readonly<Record<ResourceType, Attributes>> = {
  appliance_category: category.attributes,
  appliance_category_sites: categorySites.attributes,
  appliance_ldap_member: ldapMember.attributes,
  appliance_ldap_group: ldapGroup.attributes,
  appliance_ldap_group_membership: ldapGroupMembership.attributes,
}

export function typeOf(address: Address): ResourceType {
  const type = address.slice(0, address.indexOf('.'))
  if (isResourceType(type)) return type
  throw new Error(`${address} is of no type that sequences declare.`)
}

function isResourceType(type: string): type is ResourceType {
  return Object.hasOwn(attributesOf, type)
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
