import type { ObjectValue } from '@webfilter/terraform-plugin'
import type { DeclaredResource, DeclaredResources, Reference } from '../declared-resources'
import type { Address } from '../resource-types'

/** The logins that configurations may name. */
export const logins = ['ann.lee', 'bob.lee', 'cat.lee'] as const
/** Logins that the appliance refuses: no account may go for them. */
export const refusedLogins = ['abc', 'administrator'] as const

/** One that no configuration ever names. */
export const neverNamed = 'zoe.never'

export const organizations = ['acme', 'other'] as const

/** Groups of `acme` that others have made, and that sequences may remove. */
export const groupsByHand = ['night', 'day'] as const

/** Groups that configurations declare, in `acme`. */
export const declarableGroups = ['staff', 'desk'] as const

export const memberAddresses: readonly Address[] = ['one', 'two', 'three'].map(
  (name): Address => `appliance_ldap_member.${name}`,
)
export const groupAddresses: readonly Address[] = declarableGroups.map(
  (name): Address => `appliance_ldap_group.${name}`,
)
export const membershipAddresses: readonly Address[] = ['first', 'second'].map(
  (name): Address => `appliance_ldap_group_membership.${name}`,
)

/** A group as a configuration names it: by hand, by reference, none, or one that nobody has. */
export type GroupName = (typeof groupsByHand)[number] | (typeof declarableGroups)[number] | 'none' | 'nowhere'

export interface DeclaredMember {
  readonly kind: 'member'
  readonly uid: string
  readonly organization: string
  readonly group: GroupName
  readonly password: string | null
  readonly title: string | null
  readonly onExisting: 'adopt' | 'fail'
  readonly onDestroy: 'delete' | 'keep' | null
}

export interface DeclaredGroup {
  readonly kind: 'group'
  readonly name: string
  readonly onExisting: 'adopt' | 'fail'
}

export interface DeclaredMembership {
  readonly kind: 'membership'
  /** By reference to the resource that declares the login, where one does. */
  readonly uid: string
  readonly group: GroupName
}

export type Declared = DeclaredMember | DeclaredGroup | DeclaredMembership

/** What is declared, by address. */
export type Configuration = ReadonlyMap<Address, Declared>

/** The members that a configuration declares. */
export function membersIn(configuration: Configuration): readonly (readonly [Address, DeclaredMember])[] {
  return [...configuration].flatMap(([address, declared]) =>
    declared.kind === 'member' ? [[address, declared] as const] : [],
  )
}

/** The resources as Terraform reads them. @param gidOf the number of a group of `acme` by its name, where there is one */
export function resourcesOf(
  configuration: Configuration,
  gidOf: (name: string) => number | undefined,
): DeclaredResources {
  return new Map([...configuration].map(([address, declared]) => [address, resourceOf(declared)]))

  function resourceOf(declared: Declared): DeclaredResource {
    switch (declared.kind) {
      case 'group':
        return {
          values: { name: declared.name, organization: 'acme', on_existing: declared.onExisting },
          references: {},
        }
      case 'membership': {
        const owner = membersIn(configuration).find(([, member]) => member.uid === declared.uid)
        const group = groupOf(declared.group)
        return {
          values: { uid: declared.uid, gid: 5999, ...group.values },
          references: { ...group.references, ...(owner && { uid: { address: owner[0], attribute: 'uid' } }) },
        }
      }
      case 'member': {
        const group = groupOf(declared.group)
        return { values: { ...valuesOf(declared), ...group.values }, references: group.references }
      }
    }
  }

  function groupOf(name: GroupName): { values: ObjectValue; references: Record<string, Reference> } {
    if (name === 'none') return { values: {}, references: {} }
    const address: Address = `appliance_ldap_group.${name}`
    if (configuration.has(address)) return { values: {}, references: { gid: { address, attribute: 'gid' } } }
    return { values: { gid: gidOf(name) ?? 5999 }, references: {} }
  }
}

function valuesOf(member: DeclaredMember): ObjectValue {
  return {
    uid: member.uid,
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@example.org',
    organization: member.organization,
    password: member.password,
    title: member.title,
    on_existing: member.onExisting,
    on_destroy: member.onDestroy,
  }
}
