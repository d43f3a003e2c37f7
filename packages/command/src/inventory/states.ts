import type { Category } from '@webfilter/appliance-client'
import { canonicalUid, parsedJson, sameName, simplifyName } from '@webfilter/appliance-names'
import { z } from 'zod'
import { fileError } from '../files'
import { groupedBy } from '../grouped'
import { arrayOf } from '../json-shapes'

/** What states contain already. */
export type HeldObjects = ReturnType<typeof heldBy>

/** A state as text, and the path that named it. */
export interface StateText {
  readonly path: string
  readonly text: string
}

/** A resource of a state. */
export interface HeldResource {
  readonly type: string
  /** Its name in the root module; undefined in another module. */
  readonly name: string | undefined
  /** The alias of the provider's block in the root module, empty for the one without; undefined if the state does not say. */
  readonly alias: string | undefined
  readonly values: Readonly<Record<string, unknown>>
}

/** What resources of states are. A category is the same only if number and name are the same, as the appliance reuses numbers. */
export function heldBy(resources: readonly HeldResource[]) {
  const of = (type: string) => resources.filter((each) => each.type === type).map(({ values }) => values)
  const categories = new Set(of('appliance_category').map(({ id, name }) => categoryKey(id, name)))
  // Of a list in a category, a state has only the number of the category.
  const withLists = new Set(of('appliance_category_sites').map(({ category_id: id }) => String(id)))
  const hasService = of('appliance_ldap_service').length > 0
  const groups = of('appliance_ldap_group')
  const members = new Set(of('appliance_ldap_member').map(({ uid }) => canonicalUid(String(uid))))
  const links = new Set(
    of('appliance_ldap_group_membership').map(({ uid, gid }) => `${canonicalUid(String(uid))}/${gid}`),
  )
  return {
    hasCategory: ({ id, name }: Pick<Category, 'id' | 'name'>) =>
      categories.has(categoryKey(id, name)) || withLists.has(String(id)),
    hasService: () => hasService,
    hasGroup: (organization: string, gid: number) =>
      groups.some((group) => group.gid === gid && sameName(String(group.organization), organization)),
    hasMember: (uid: string) => members.has(canonicalUid(uid)),
    hasMembership: (uid: string, gid: number) => links.has(`${canonicalUid(uid)}/${gid}`),
  }
}

function categoryKey(id: unknown, name: unknown): string {
  return `${String(id)} ${simplifyName(String(name))}`
}

/** What to do about a state that cannot be read. */
export const stateAdvice = 'Specify a state, as `terraform state pull` prints it, or an initialized folder.'

/** The managed resources of a state. @throws {Error} if it cannot be read */
export function resourcesOf({ path, text }: StateText): readonly HeldResource[] {
  // Before the first apply, the engine prints nothing.
  if (text.trim() === '') return []
  const { data } = storedState.safeParse(parsedJson(text))
  if (!data) throw fileError(path, 'is not a state that can be read', stateAdvice)
  return data.resources
    .filter(({ mode }) => mode === 'managed')
    .flatMap(({ type, name, module, provider, instances }) =>
      instances.map(({ attributes }) => ({
        type,
        name: module === undefined ? name : undefined,
        alias: aliasIn(provider),
        values: attributes,
      })),
    )
}

/** Such as `berlin` of `provider["registry.terraform.io/webfilter/appliance"].berlin`; undefined of a block in a module. */
function aliasIn(provider = ''): string | undefined {
  const [, alias = ''] = /^provider\["[^"]*"\](?:\.(.+))?$/u.exec(provider) ?? []
  return provider.startsWith('provider[') ? alias : undefined
}

/** Version 4 of the format in which Terraform and OpenTofu store states. */
const storedState = z.object({
  version: z.literal(4),
  resources: arrayOf(
    z.object({
      mode: z.string(),
      type: z.string(),
      name: z.string().optional(),
      module: z.string().optional(),
      provider: z.string().optional(),
      instances: arrayOf(z.object({ attributes: z.record(z.string(), z.unknown()) })),
    }),
  ),
})

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
  const named = states.flatMap(({ path, resources = [] }) =>
    resources.flatMap((resource) => {
      const [kind, name, ...identity] = namesOf(resource)
      if (kind === undefined || typeof name !== 'string') return []
      return [{ kind, name, path, key: JSON.stringify([kind, ...identity]) }]
    }),
  )
  return [...groupedBy(named, ({ key }) => key).values()].flatMap((alike) => {
    const [{ kind, name }] = alike
    const paths = new Set(alike.map(({ path }) => path))
    return paths.size > 1 ? [{ kind, name, states: [...paths] }] : []
  })
}

/** What an object is called, and what the appliance compares of its names; nothing for any other resource. */
function namesOf({
  type,
  values: { name, organization, uid, gid },
}: HeldResource): readonly [kind: string, name: unknown, ...compared: string[]] | readonly [] {
  switch (type) {
    case 'appliance_category':
      return ['category', name, simplifyName(String(name))]
    case 'appliance_ldap_group':
      return ['group', name, String(organization).toLowerCase(), String(name).toLowerCase()]
    case 'appliance_ldap_member':
      return ['member', uid, canonicalUid(String(uid))]
    case 'appliance_ldap_group_membership':
      return ['membership', `${String(uid)}/${String(gid)}`, canonicalUid(String(uid)), String(gid)]
    default:
      return []
  }
}
