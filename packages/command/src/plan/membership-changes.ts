import { canonicalUid } from '@webfilter/appliance-names'
import { isJsonObject } from '@webfilter/text'
import { type Group, groupedBy, remembered } from '../grouped'
import { hiddenNames, shownNames } from '../report/names'
import { counted, say } from '../report/phrase'
import { type Change, type Subject, subjectOn } from './change'
import type { Plan } from './plan'
import { Attributes, comingName, type PlannedResource } from './planned-resource'
import { candidatesFor, keyAtEnd, namesInData } from './references'

export const membershipType = 'appliance_ldap_group_membership'

/**
 * The lines about members of groups of one appliance, one for each group and direction.
 * @param parts of the resources, as one cause changes them
 * @param absence of the account of a membership after the apply, by its login on a side of the plan
 */
export function membershipChanges(
  parts: readonly PlannedResource[],
  resources: readonly PlannedResource[],
  groupOf: GroupNaming,
  absence: (membership: PlannedResource, side?: 'before' | 'after') => string | undefined = () => undefined,
): readonly Change[] {
  const adoptedGroups = resources.filter(
    ({ type, origin }) => type === 'appliance_ldap_group' && origin === 'adopted',
  )
  const newLogins = new Set(
    resources
      .filter(({ type, origin }) => type === 'appliance_ldap_member' && origin === 'created')
      .map((member) => loginOn(member, 'after')),
  )
  const links = parts.flatMap((resource): readonly (Link | undefined)[] => {
    if (resource.type !== membershipType || (resource.action === 'none' && !resource.readdressedFrom))
      return []
    const [from, to] = [groupOf(resource, 'before'), groupOf(resource, 'after')]
    const stays = isSameGroup(from, to) && loginOn(resource, 'before') === loginOn(resource, 'after')
    if (stays) {
      const outcome = outcomeOfSame(resource)
      return [from && outcome && { outcome, group: from, resource, side: 'after' }]
    }
    const isSameAccount = loginOn(resource, 'before') === loginOn(resource, 'after')
    if (from && to?.isOpen && isSameAccount && absence(resource) === undefined && !resource.isUnseen)
      return [{ outcome: 'may-return', group: from, resource, side: 'before' }]
    return [
      from && { outcome: removalOf(resource), group: from, resource, side: 'before' },
      to && { outcome: additionOf(resource, to), group: to, resource, side: 'after' },
    ]
  })
  const lines = groupedBy(
    links.filter((link) => link !== undefined),
    ({ outcome, group }) => JSON.stringify([outcome, keyOfGroup(group), group.isPresumed ?? false]),
  )
  return [...lines.values()].map(lineOf)

  /** What stays the same is neither lost nor gained. What gets another address has a line of its own, and is created there. */
  function outcomeOfSame(resource: PlannedResource): LinkOutcome | undefined {
    if (resource.readdressedFrom) return resource.isUnseen ? 'added-if-missing' : undefined
    return absence(resource) === undefined ? 'changed' : 'impossible'
  }

  /** A membership that is only forgotten goes with its account all the same. */
  function removalOf(resource: PlannedResource): LinkOutcome {
    const { action, isManagedElsewhere, isUnseen } = resource
    if (action !== 'forget') return isUnseen ? 'removed-if-present' : 'removed'
    if (isManagedElsewhere) return 'taken-over'
    return absence(resource, 'before') === 'deleted' ? 'removed-with-account' : 'unmanaged'
  }

  /** The provider looks for memberships only in groups whose number is known. */
  function additionOf(resource: PlannedResource, group: NamedGroup): LinkOutcome {
    if (absence(resource) !== undefined) return 'impossible'
    if (resource.origin === 'adopted') return 'adopted'
    const isNewMember = newLogins.has(loginOn(resource, 'after'))
    const isAdopted = adoptedGroups.some(
      ({ after }) =>
        after?.text('name') === group.name &&
        (group.organization ?? after.text('organization')) === after.text('organization'),
    )
    const mayBeThere = isAdopted || resource.origin === 'unasked'
    return mayBeThere && !isNewMember ? 'added-if-missing' : 'added'
  }
}

/** The login of a membership or a member as logins are compared, which is without case. */
export function loginOn(resource: PlannedResource, side: 'before' | 'after'): string | undefined {
  const uid = resource[side]?.text('uid')
  return uid === undefined ? undefined : canonicalUid(uid)
}

/** What becomes of a link of a member to a group. */
type LinkOutcome = keyof typeof forms

interface Link {
  readonly outcome: LinkOutcome
  readonly group: NamedGroup
  readonly resource: PlannedResource
  /** Where its login stands. */
  readonly side: 'before' | 'after'
}

/** What the line about some links says of each outcome, behind their number. */
const forms = {
  'added-if-missing': {
    section: 'added',
    action: 'add',
    certainty: 'if-missing',
    ending: ' added if missing',
  },
  added: { section: 'added', action: 'add', ending: '' },
  adopted: { section: 'changed', action: 'adopt', ending: ' that are already in the group, adopted' },
  impossible: {
    section: 'changed',
    action: 'update',
    ending: ' not added: without an account after the apply',
  },
  'removed-if-present': {
    section: 'removed',
    action: 'remove',
    certainty: 'if-present',
    ending: ' removed if present',
  },
  removed: { section: 'removed', action: 'remove', ending: '' },
  'removed-with-account': { section: 'removed', action: 'remove', ending: ' removed with the account' },
  'may-return': {
    section: 'removed',
    action: 'replace',
    certainty: 'possible',
    ending: ' removed, and added to a group that is known only after the apply and may be the same',
  },
  unmanaged: { section: 'changed', action: 'forget', ending: ' no longer managed, but still in the group' },
  'taken-over': { section: 'changed', action: 'forget', ending: ', managed by another resource from now on' },
  changed: { section: 'changed', action: 'replace', ending: ' removed and added again' },
} as const satisfies Readonly<
  Record<string, Pick<Change, 'section' | 'action' | 'certainty'> & { readonly ending: string }>
>

/** The line about links of a group of which the same becomes. */
function lineOf(links: Group<Link>): Change {
  const [{ outcome, group }] = links
  const { isPresumed, isOpen, ...subject } = group
  const { ending, ...form } = forms[outcome]
  const said = links.length === 1 ? ending.replace(/^ that are/, ' that is') : ending
  const presumed = isPresumed && outcome === 'added' ? ' (presumably: the group has the same key)' : ''
  const logins = links.map(({ resource, side }) => {
    const { address } = resource
    const login = resource[side]?.text('uid') ?? comingName(address)
    return isOpen ? `${login} (${address})` : login
  })
  const isSensitive = links.some(({ resource, side }) => resource[side]?.isSensitive('uid'))
  return {
    ...form,
    subject,
    says: say`${counted(links.length, 'member')}${[`${said}${presumed}`]}`,
    noun: 'member',
    names: isSensitive ? hiddenNames(links.length) : shownNames(logins),
    addresses: links.map(({ resource }) => resource.address),
  }
}

export function isSameGroup(one: Subject | undefined, other: Subject | undefined): boolean {
  return (one && keyOfGroup(one)) === (other && keyOfGroup(other))
}

/** Names of the directory have no letter case. */
export function keyOfGroup({ name, organization = '', appliance = '' }: Subject): string {
  return JSON.stringify([name.toLowerCase(), organization.toLowerCase(), appliance])
}

export interface NamedGroup extends Subject {
  /** Not certain: it is the group with the key of the membership. */
  readonly isPresumed?: boolean
  /** Which one it is, comes with the apply: the addresses of the memberships say more, as they have keys. */
  readonly isOpen?: boolean
}

/** Names the group of a membership, or the primary group of a member. */
export type GroupNaming = (resource: PlannedResource, side: 'before' | 'after') => NamedGroup | undefined

/**
 * Only the number of a group is known; what else the plan has of that number, or the configuration, gives the name. A number is named by what has it
 * now, and of what the refresh found to differ as the last apply left it, by what had it then: appliances give numbers again.
 *
 * @param resources to which the configuration refers
 * @param applied what the refresh found to differ
 */
export function groupNaming(
  resources: readonly PlannedResource[],
  plan: Plan,
  applied: readonly PlannedResource[] = [],
): GroupNaming {
  const isGroup = ({ type }: PlannedResource) => type === 'appliance_ldap_group'
  const groups = resources.filter(isGroup)
  const formerGroups = applied.filter(isGroup)
  const former = new Set(applied.map(({ before }) => before))
  const sidesOf = (all: readonly PlannedResource[], appliance: string) =>
    all
      .filter((group) => group.appliance === appliance)
      .flatMap(({ before, after }) => [before, after].flatMap((side) => (side ? [side] : [])))
  // Each appliance has numbers of its own. What a data source has read is what has a number now; a state may not have been refreshed.
  const namesOf = remembered((appliance: string) => {
    const known = new Map(sidesOf(groups, appliance).flatMap(namedBy))
    const organizations = organizationsInData(plan, appliance)
    const read = [...namesInData(plan, /^appliance_ldap_/, 'gid', appliance)].map(([gid, name]) => {
      const own = known.get(gid)
      return [gid, own?.name === name ? own : { name, organization: organizations.get(gid) }] as const
    })
    return new Map([...known, ...read])
  })
  const formerNamesOf = remembered(
    (appliance: string) =>
      new Map([...namesOf(appliance), ...sidesOf(formerGroups, appliance).flatMap(namedBy)]),
  )
  const organizationsOf = remembered((appliance: string) => {
    const managed = sidesOf([...groups, ...formerGroups], appliance).map((side) => ({
      name: side.text('name'),
      organization: side.text('organization'),
    }))
    return groupedBy([...managed, ...namesOf(appliance).values()], ({ name }) => name?.toLowerCase())
  })
  return (resource, side) => {
    const attributes = resource[side]
    if (!attributes) return undefined
    const { appliance } = resource
    if (attributes.isSensitive('gid')) return subjectOn(appliance, 'group', '(sensitive)')
    const gid = attributes.text('gid')
    const isFormer = former.has(attributes) || (side === 'before' && resource.isUnseen)
    const names = isFormer ? formerNamesOf(appliance) : namesOf(appliance)
    if (gid !== undefined) return subjectOf(names.get(gid) ?? { name: gid }, appliance)
    const candidates = candidatesFor(resource, 'gid', 'appliance_ldap_group', groups, plan)
    return {
      ...subjectOf(oneOf(candidates.resources), appliance),
      ...(candidates.isPresumed && { isPresumed: true }),
      ...(candidates.resources.length !== 1 && { isOpen: true }),
    }
  }

  /** Says the organization only if a group of another one has the same name. */
  function subjectOf({ name, organization }: KnownGroup, appliance: string): NamedGroup {
    const namesakes = organizationsOf(appliance).get(name.toLowerCase()) ?? []
    const isOne = new Set(namesakes.map(({ organization: of }) => of?.toLowerCase())).size < 2
    const subject = subjectOn(appliance, 'group', name)
    return isOne || organization === undefined ? subject : { ...subject, organization }
  }
}

/** The organizations of the groups that data sources have listed, by their numbers. */
function organizationsInData({ data }: Plan, appliance: string): ReadonlyMap<string, string> {
  const lists = data.filter(
    (source) => source.type === 'appliance_ldap_groups' && (source.appliance ?? '') === appliance,
  )
  return new Map(
    lists.flatMap(({ values, sensitive_values }) => {
      const list = new Attributes(values ?? {}, {}, sensitive_values)
      const organization = list.textUnlessSensitive('organization')
      const groups = list.value('groups')
      if (organization === undefined || !Array.isArray(groups)) return []
      return groups.filter(isJsonObject).map(({ gid }) => [String(gid), organization] as const)
    }),
  )
}

interface KnownGroup {
  readonly name: string
  readonly organization?: string | undefined
}

function namedBy(side: Attributes): readonly (readonly [gid: string, KnownGroup])[] {
  const [gid, name] = [side.text('gid'), side.textUnlessSensitive('name')]
  const organization = side.textUnlessSensitive('organization')
  return gid === undefined || name === undefined ? [] : [[gid, { name, organization }]]
}

/** Of several instances, what their addresses have in common. Which of them it is, comes with the apply. */
function oneOf(candidates: readonly PlannedResource[]): KnownGroup {
  const [group, ...others] = candidates
  if (group === undefined) return { name: unknownGroup }
  if (others.length === 0) {
    const name = group.after?.textUnlessSensitive('name') ?? comingName(group.address)
    return { name, organization: group.after?.textUnlessSensitive('organization') }
  }
  const blocks = new Set(candidates.map(({ address }) => address.replace(keyAtEnd, '')))
  const [block, ...otherBlocks] = blocks
  return { name: block === undefined || otherBlocks.length > 0 ? unknownGroup : block }
}

const unknownGroup = '(known after apply)'
