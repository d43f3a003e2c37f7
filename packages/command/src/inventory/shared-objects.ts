import { canonicalUid, simplifyName } from '@webfilter/appliance-names'
import type { HeldResource } from './states'

/** An object whose name is in several states. */
export interface SharedObject {
  readonly kind: string
  /** As the first state writes it. */
  readonly name: string
  /** The paths of the states. */
  readonly states: readonly string[]
}

/**
 * What several states contain by its name: each apply of one undoes what the other did, or the states are not about the same appliance. By
 * name, because another appliance gives the same name another number. Categories that are only read, and lists in them, are not included.
 */
export function sharedObjects(
  states: readonly { readonly path: string; readonly resources: readonly HeldResource[] | undefined }[],
): readonly SharedObject[] {
  const found = new Map<
    string,
    { readonly kind: string; readonly name: string; readonly states: Set<string> }
  >()
  for (const { path, resources = [] } of states) {
    for (const { type, values } of resources) {
      const named = nameIn(type, values)
      if (named === undefined) continue
      const { key, ...object } = named
      const known = found.get(key) ?? { ...object, states: new Set<string>() }
      known.states.add(path)
      found.set(key, known)
    }
  }
  return [...found.values()]
    .filter((each) => each.states.size > 1)
    .map((each) => ({ ...each, states: [...each.states] }))
}

function nameIn(
  type: string,
  { name, organization, uid, gid }: HeldResource['values'],
): { readonly key: string; readonly kind: string; readonly name: string } | undefined {
  const [kind, shown, ...identity] =
    type === 'appliance_category'
      ? ['category', name, simplifyName(String(name))]
      : type === 'appliance_ldap_group'
        ? ['group', name, String(organization).toLowerCase(), String(name).toLowerCase()]
        : type === 'appliance_ldap_member'
          ? ['member', uid, canonicalUid(String(uid))]
          : type === 'appliance_ldap_group_membership'
            ? ['membership', `${String(uid)}/${String(gid)}`, canonicalUid(String(uid)), String(gid)]
            : []
  if (kind === undefined || typeof shown !== 'string') return undefined
  return { key: JSON.stringify([kind, ...identity]), kind, name: shown }
}
