import { firstPersonalCategory } from '@webfilter/appliance-client'
import { compared } from '../report/names'
import type { ExportedType } from './block'
import type { Inventory, ListedKind } from './inventory'
import type { HeldObjects } from './states'

/** In the order of reports: what several of a kind are called, and what declares one. */
export const kinds = {
  category: { plural: 'categories', type: 'appliance_category' },
  group: { plural: 'groups', type: 'appliance_ldap_group' },
  membership: { plural: 'memberships', type: 'appliance_ldap_group_membership' },
} as const satisfies Readonly<Record<ListedKind, { readonly plural: string; readonly type: ExportedType }>>

export const listedKinds = Object.keys(kinds) as readonly ListedKind[]

/** An object on an appliance. */
export type ListedObject =
  | { readonly kind: 'category'; readonly id: number; readonly name: string }
  | { readonly kind: 'group'; readonly organization: string; readonly gid: number; readonly name: string }
  /** Its name is that of the group, empty if the appliance does not return it. */
  | { readonly kind: 'membership'; readonly uid: string; readonly gid: number; readonly name: string }

/** All of an inventory, in the order of their numbers and logins. */
export function listedObjects({ categories, groups, memberships }: Inventory): readonly ListedObject[] {
  const byNumber = [...(categories ?? [])].sort((one, other) => one.id - other.id)
  const names = new Map(groups.map(({ gid, name = '' }) => [gid, name]))
  return [
    ...byNumber.map(({ id, name }) => ({ kind: 'category', id, name }) as const),
    ...groups
      .map(({ organization, gid, name = '' }) => ({ kind: 'group', organization, gid, name }) as const)
      .sort((one, other) => compared(one.organization, other.organization) || one.gid - other.gid),
    ...memberships
      .map(
        ({ uid, gid, name }) =>
          ({ kind: 'membership', uid, gid, name: name ?? names.get(gid) ?? '' }) as const,
      )
      .sort((one, other) => compared(one.uid, other.uid) || one.gid - other.gid),
  ]
}

export function isHeld(object: ListedObject, held: HeldObjects): boolean {
  if (object.kind === 'category') return held.hasCategory(object)
  if (object.kind === 'group') return held.hasGroup(object.organization, object.gid)
  return held.hasMembership(object.uid, object.gid)
}

/** Whether an object was delivered with the appliance: only categories have numbers that say so. */
export function isOfFactory(object: ListedObject): boolean {
  return object.kind === 'category' && object.id < firstPersonalCategory
}
