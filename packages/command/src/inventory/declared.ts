import { type Category, isIllegible, type Member, memberTexts } from '@webfilter/appliance-client'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { keptImportId } from '@webfilter/appliance-declarations/import-id'
import { memberAttributes } from '@webfilter/appliance-declarations/member-attributes'
import { attributeOf, importedMember } from '@webfilter/appliance-declarations/member-values'
import { canonicalUid, simplifyName } from '@webfilter/appliance-names'
import { validateValues } from '@webfilter/terraform-plugin'
import { Diagnostics } from '@webfilter/terraform-plugin/diagnostics'
import { numberText } from '@webfilter/text'
import { compared } from '../report/names'
import { addressOf, type ExportedBlock, fileBeside, reference, type Written } from './block'
import { identifiersOf } from './identifiers'
import type { Inventory, OrganizationGroup } from './inventory'
import type { HeldObjects } from './states'

/** What an export declares. Blocks with a problem are only comments. */
export interface Declared {
  readonly categories: readonly ExportedBlock[]
  readonly directory: readonly ExportedBlock[]
  /** How many objects the states contain already. */
  readonly held: number
  /** The files of lists, by the numbers of their categories. */
  readonly listFiles: ReadonlyMap<number, string>
  /** Sentences about what is on the appliance and in no block. */
  readonly undeclared: readonly string[]
}

/**
 * Declares what was found. Defaults are left out.
 * @param withLists numbers of the categories that have a list
 */
export async function declare(
  inventory: Inventory,
  withLists: ReadonlySet<number>,
  held: HeldObjects,
): Promise<Declared> {
  const listed = inventory.categories ?? []
  const listFiles = new Map<number, string>()
  const directory = await declareDirectory(inventory, held)
  return {
    categories: declareCategories(listed, held, withLists, listFiles),
    directory: directory.blocks,
    held: listed.filter(held.hasCategory).length + directory.held,
    listFiles,
    undeclared: [
      ...listed
        .filter((each) => isNameless(each) && !held.hasCategory(each))
        .map(({ id }) => `The category number ${id} has no name, so no resource can declare it.`),
      ...inventory.groups.filter(isNameless).map(({ organization, gid }) => {
        const where = `of the organization ${JSON.stringify(organization)}`
        return `The group number ${gid} ${where} has no name, so no resource can declare it.`
      }),
      ...inventory.members.filter(({ uid }) => !held.hasMember(uid)).flatMap(furtherValues),
    ],
  }
}

function isNameless({ name = '' }: { readonly name?: string | undefined }): boolean {
  return name.trim() === ''
}

/** The ID by which a category is imported: its number, unless that is the name of another one. */
export function categoryImportId(
  { id, name }: Pick<Category, 'id' | 'name'>,
  all: readonly Category[],
): string {
  const isName = all.some((other) => other.id !== id && simplifyName(other.name) === String(id))
  return keptImportId(isName ? name : String(id))
}

/**
 * Categories of states have names too, so that no other one gets theirs.
 * @param files filled with the files of lists
 */
function declareCategories(
  found: readonly Category[],
  held: HeldObjects,
  withLists: ReadonlySet<number>,
  files: Map<number, string>,
): readonly ExportedBlock[] {
  const named = found.filter((each) => !isNameless(each)).sort((one, other) => one.id - other.id)
  const firstNamed = new Map(named.toReversed().map(({ name, id }) => [name, id]))
  // The name alone, unless several categories have it.
  const keyOf = ({ name, id }: Category) => (firstNamed.get(name) === id ? name : `${name}\n${id}`)
  const names = identifiersOf(
    named.map((each) => ({ key: keyOf(each), called: [each.name] })),
    'category',
  )
  // Those of states come before all others.
  const inTurn = [...named.filter(held.hasCategory), ...named]
  const firstAlike = new Map(inTurn.toReversed().map((each) => [simplifyName(each.name), each]))
  const free = named.filter((each) => !held.hasCategory(each))
  const blocks = free.map((category): ExportedBlock => {
    const { id, name, description = '' } = category
    const first = firstAlike.get(simplifyName(name))
    const before = first === category ? undefined : first
    const identifier = names.get(keyOf(category)) ?? 'category'
    const file = withLists.has(id) ? `sites/${identifier}.txt` : undefined
    if (file !== undefined) files.set(id, file)
    return writable({
      type: 'appliance_category',
      name: identifier,
      importId: categoryImportId(category, found),
      attributes: {
        name,
        ...(description === '' ? {} : { description }),
        ...(file === undefined ? {} : { sites_file: fileBeside(file) }),
        on_destroy: 'keep',
      },
      dependsOn: [],
      ...(before && {
        problem: `The category ${JSON.stringify(before.name)} (number ${before.id}) has the same name for the appliance, and a configuration can declare only one of them.`,
      }),
    })
  })
  return inOrder(blocks)
}

async function declareDirectory({ service, groups, members, memberships }: Inventory, held: HeldObjects) {
  const blocks: ExportedBlock[] = []
  let heldCount = 0
  const isHeld = (yes: boolean) => {
    if (yes) heldCount += 1
    return yes
  }
  if (service !== undefined && service !== 'not installed' && !isHeld(held.hasService()))
    blocks.push(declareService(service))
  const dependsOn = blocks.filter(({ problem }) => problem === undefined).map(addressOf)
  const own = declareGroups(
    groups,
    ({ organization, gid }) => isHeld(held.hasGroup(organization, gid)),
    dependsOn,
  )
  blocks.push(...inOrder(own.blocks))
  const groupOf = (gid: number): Written => {
    const block = own.byGid.get(gid)
    return block ? reference(block, 'gid') : gid
  }
  const free = members.filter(({ uid }) => !isHeld(held.hasMember(uid)))
  const memberNames = identifiersOf(
    members.map(({ uid }) => ({ key: canonicalUid(uid), called: [uid] })),
    'member',
  )
  const memberBlocks = new Map<string, ExportedBlock>()
  for (const member of free) {
    const name = memberNames.get(canonicalUid(member.uid)) ?? 'member'
    memberBlocks.set(canonicalUid(member.uid), await declareMember(member, name, groupOf, dependsOn))
  }
  blocks.push(...inOrder([...memberBlocks.values()]))
  const linkNames = identifiersOf(
    memberships.map(({ uid, gid, name }) => {
      const group = own.byGid.get(gid)?.name ?? 'group'
      return {
        key: `${uid}/${gid}`,
        called: [`${uid} ${name ?? group}`, `${memberNames.get(canonicalUid(uid)) ?? uid} ${group}`],
      }
    }),
    'membership',
  )
  const links = memberships.filter(({ uid, gid }) => !isHeld(held.hasMembership(uid, gid)))
  const linkBlocks = links.map(({ uid, gid }): ExportedBlock => {
    const member = memberBlocks.get(uid)
    const isDeclared = member !== undefined && member.problem === undefined
    const attributes = { uid: isDeclared ? reference(member, 'uid') : uid, gid: groupOf(gid) }
    const isBare = !isDeclared && typeof attributes.gid === 'number'
    return writable({
      type: 'appliance_ldap_group_membership',
      name: linkNames.get(`${uid}/${gid}`) ?? 'membership',
      importId: `${uid}/${gid}`,
      attributes,
      dependsOn: isBare ? dependsOn : [],
    })
  })
  blocks.push(...inOrder(linkBlocks))
  return { blocks, held: heldCount }
}

function declareService(state: 'running' | 'stopped'): ExportedBlock {
  return {
    type: 'appliance_ldap_service',
    name: 'directory',
    importId: 'openldap',
    attributes: {},
    dependsOn: [],
    ...(state === 'stopped' && { problem: 'The service is stopped, and an apply would start it.' }),
  }
}

function declareGroups(
  groups: readonly OrganizationGroup[],
  isHeld: (group: OrganizationGroup) => boolean,
  dependsOn: readonly string[],
) {
  const named = groups
    .filter((each) => !isNameless(each))
    .map(({ organization, gid, name = '' }) => ({ organization, gid, name }))
    .sort((one, other) => one.gid - other.gid)
  const names = identifiersOf(
    named.map(({ organization, gid, name }) => ({
      key: `${organization}/${name}/${gid}`,
      called: [name, `${organization} ${name}`],
    })),
    'group',
  )
  const blocks: ExportedBlock[] = []
  // Those that are more than comments.
  const byGid = new Map<number, ExportedBlock>()
  const seen = new Map<string, number>()
  for (const { organization, gid, name } of named) {
    const matter = `${organization}/${name}`.toLowerCase()
    const before = seen.get(matter)
    seen.set(matter, before ?? gid)
    const block = writable({
      type: 'appliance_ldap_group',
      name: names.get(`${organization}/${name}/${gid}`) ?? 'group',
      importId: `${organization}/${gid}`,
      attributes: { name, organization },
      dependsOn,
      ...(before !== undefined && {
        problem: `The group number ${before} of the organization has the same name, and a configuration can declare only one of them.`,
      }),
    })
    if (isHeld({ organization, gid, name })) continue
    blocks.push(block)
    if (block.problem === undefined && !byGid.has(gid)) byGid.set(gid, block)
  }
  return { blocks, byGid }
}

async function declareMember(
  member: Member,
  name: string,
  groupOf: (gid: number) => Written,
  dependsOn: readonly string[],
): Promise<ExportedBlock> {
  const imported = importedMember(member)
  const { uid, first_name, last_name, email, organization } = imported
  const { gid, title, telephone_number, mobile } = imported
  const required = { uid, first_name, last_name, email, organization }
  const optional = Object.fromEntries(
    Object.entries({ title, telephone_number, mobile }).flatMap(([key, value]) =>
      value === null || value === '' ? [] : [[key, value]],
    ),
  )
  const lacking = Object.entries(required).flatMap(([key, value]) => (value === '' ? [key] : []))
  const problem =
    lacking.length > 0
      ? `The directory returns no value for ${lacking.join(', ')}, which the resource requires.`
      : await problemOf({ ...required, ...optional })
  return writable({
    type: 'appliance_ldap_member',
    name,
    importId: keptImportId(uid),
    attributes: {
      ...required,
      ...(gid === null || gid === 0 ? {} : { gid: groupOf(gid) }),
      ...optional,
      on_destroy: 'keep',
    },
    dependsOn,
    ...(problem !== undefined && { problem }),
  })
}

/**
 * The block, as a comment if a text in it cannot be written. Half of a character would make every block of its file invalid, and a lost
 * letter would declare another object.
 */
function writable(block: ExportedBlock): ExportedBlock {
  if (block.problem !== undefined) return block
  const texts = [block.importId, ...Object.values(block.attributes)].filter(
    (each) => typeof each === 'string',
  )
  const longest = Math.max(...texts.map(({ length }) => length))
  if (longest > longestText)
    return {
      ...block,
      problem: `A text in it has ${numberText(longest)} characters, for which reports and files have no room. Shorten it on the appliance.`,
    }
  const half =
    'A text in it contains half of a character (a lone surrogate), which no configuration can contain.'
  if (texts.some((text) => /\p{Surrogate}/u.test(text))) return { ...block, problem: half }
  const lost = 'A letter in it is lost, because the answer of the appliance was not in UTF-8.'
  return texts.some(isIllegible) ? { ...block, problem: lost } : block
}

/** Characters. Nothing that people write there has as many. */
const longestText = 4_096

/** The attributes of which the directory has more values than a resource declares. */
function furtherValues({ uid, texts }: Member): readonly string[] {
  return memberTexts.flatMap((text) => {
    const count = texts[text]?.length ?? 0
    if (count < 2) return []
    const what = `${counted(count, 'value')} of ${attributeOf[text]}`
    return `The member ${JSON.stringify(uid)} has ${what}, and the resource declares only the first one.`
  })
}

/** Why the provider would reject values of a member; undefined if it would not. */
async function problemOf(values: Readonly<Record<string, string>>): Promise<string | undefined> {
  const diagnostics = new Diagnostics()
  await validateValues(memberAttributes, values, { diagnostics, writeOnlyAllowed: true, isQuoted: true })
  return diagnostics.all[0]?.message
}

/** As a reader looks for them. */
function inOrder(blocks: readonly ExportedBlock[]): readonly ExportedBlock[] {
  return [...blocks].sort((one, other) => compared(one.name, other.name))
}
