import { canonicalUid } from '@webfilter/appliance-names'
import { hiddenNames, shownNames } from '../report/names'
import { counted } from '../report/phrase'
import { forEachAppliance } from './appliances'
import { type Change, type Subject, subjectOn } from './change'
import type { Plan } from './plan'
import { type Attributes, comingName, type PlannedResource, plannedResource } from './planned-resource'
import { candidatesFor, namesInData } from './references'

export const membershipType = 'appliance_ldap_group_membership'

/**
 * The lines about members of groups of one appliance, one for each group and direction.
 * @param parts of the resources, as one cause changes them
 * @param absence of the account of a membership after the apply
 */
export function membershipChanges(
  parts: readonly PlannedResource[],
  resources: readonly PlannedResource[],
  groupOf: GroupNaming,
  absence: (membership: PlannedResource) => string | undefined = () => undefined,
): readonly Change[] {
  const lines = new Map<string, MembershipLine>()
  const adoptedGroups = new Set(
    resources
      .filter(({ type, origin }) => type === 'appliance_ldap_group' && origin === 'adopted')
      .map(({ after }) => after?.text('name')),
  )
  const newLogins = new Set(
    resources
      .filter(({ type, origin }) => type === 'appliance_ldap_member' && origin === 'created')
      .map((member) => loginOn(member, 'after')),
  )
  for (const resource of parts) {
    if (resource.type !== membershipType || (resource.action === 'none' && !resource.readdressed)) continue
    const [from, to] = [groupOf(resource, 'before'), groupOf(resource, 'after')]
    const stays = isSameGroup(from, to) && loginOn(resource, 'before') === loginOn(resource, 'after')
    const removal = resource.isUnseen && resource.action !== 'forget' ? 'removed-if-present' : 'removed'
    if (from && !stays) lineOf(removal, from, resource).add(resource, 'before')
    if (to && !stays) lineOf(additionOf(resource, to), to, resource).add(resource, 'after')
    const again = stays ? sectionOfSame(resource) : undefined
    if (from && again) lineOf(again, from, resource).add(resource, 'after')
  }
  return [...lines.values()].map((line) => line.change())

  /** What stays the same is neither lost nor gained. What gets another address has a line of its own, and is created there. */
  function sectionOfSame(resource: PlannedResource): MembershipSection | undefined {
    if (resource.readdressed) return resource.isUnseen ? 'added-if-missing' : undefined
    return absence(resource) === undefined ? 'changed' : 'impossible'
  }

  /** The provider looks for memberships only in groups whose number is known. */
  function additionOf(resource: PlannedResource, group: NamedGroup): MembershipSection {
    if (absence(resource) !== undefined) return 'impossible'
    if (resource.origin === 'adopted') return 'adopted'
    const isNewMember = newLogins.has(loginOn(resource, 'after'))
    const mayBeThere = adoptedGroups.has(group.name) || resource.origin === 'unasked'
    return mayBeThere && !isNewMember ? 'added-if-missing' : 'added'
  }

  function lineOf(
    section: MembershipSection,
    group: NamedGroup,
    { action, isManagedElsewhere }: PlannedResource,
  ) {
    const left = action === 'forget' ? (isManagedElsewhere ? 'to another' : 'unmanaged') : 'removed'
    const key = JSON.stringify([section, left, group.name, group.isPresumed ?? false])
    const line = lines.get(key) ?? new MembershipLine(section, group, left)
    lines.set(key, line)
    return line
  }
}

/** The login of a membership or a member as logins are compared, which is without case. */
export function loginOn(resource: PlannedResource, side: 'before' | 'after'): string | undefined {
  const uid = resource[side]?.text('uid')
  return uid === undefined ? undefined : canonicalUid(uid)
}

/** What becomes of a link that a resource gives up. */
type Left = 'removed' | 'unmanaged' | 'to another'

type MembershipSection =
  | 'added'
  | 'added-if-missing'
  | 'adopted'
  | 'impossible'
  | 'removed'
  | 'removed-if-present'
  | 'changed'

class MembershipLine {
  readonly #section: MembershipSection
  readonly #subject: Subject
  readonly #isPresumed: boolean
  readonly #isOpen: boolean
  readonly #left: Left
  readonly #logins: string[] = []
  readonly #addresses: string[] = []
  #isSensitive = false

  constructor(section: MembershipSection, group: NamedGroup, left: Left) {
    const { isPresumed = false, isOpen = false, ...subject } = group
    this.#section = section
    this.#subject = subject
    this.#isPresumed = isPresumed
    this.#isOpen = isOpen
    this.#left = left
  }

  add(resource: PlannedResource, side: 'before' | 'after'): void {
    const attributes = resource[side]
    this.#isSensitive ||= attributes?.isSensitive('uid') ?? false
    const { address } = resource
    const login = attributes?.text('uid') ?? comingName(address)
    this.#logins.push(this.#isOpen ? `${login} (${address})` : login)
    this.#addresses.push(address)
  }

  change(): Change {
    const count = this.#logins.length
    const line = {
      subject: this.#subject,
      noun: 'member',
      names: this.#isSensitive ? hiddenNames(count) : shownNames(this.#logins),
      addresses: this.#addresses,
    } as const
    const { ending, ...form } = this.#formOf(count)
    return { ...line, ...form, says: [...counted(count, 'member'), ...(ending ? [ending] : [])] }
  }

  #formOf(count: number): Pick<Change, 'section' | 'action' | 'certainty'> & { ending: string } {
    switch (this.#section) {
      case 'added-if-missing':
        return { section: 'added', action: 'add', certainty: 'if-missing', ending: ' added if missing' }
      case 'added': {
        const ending = this.#isPresumed ? ' (presumably: the group has the same key)' : ''
        return { section: 'added', action: 'add', ending }
      }
      case 'adopted': {
        const are = count === 1 ? 'is' : 'are'
        return { section: 'changed', action: 'adopt', ending: ` that ${are} already in the group, adopted` }
      }
      case 'impossible': {
        const ending = ' not added: without an account after the apply'
        return { section: 'changed', action: 'update', ending }
      }
      case 'removed-if-present':
        return {
          section: 'removed',
          action: 'remove',
          certainty: 'if-present',
          ending: ' removed if present',
        }
      case 'removed': {
        if (this.#left === 'removed') return { section: 'removed', action: 'remove', ending: '' }
        const isUnmanaged = this.#left === 'unmanaged'
        const ending = isUnmanaged
          ? ' no longer managed, but still in the group'
          : ', managed by another resource from now on'
        return { section: 'changed', action: 'forget', ending }
      }
      case 'changed':
        return { section: 'changed', action: 'replace', ending: ' removed and added again' }
    }
  }
}

/** Names of the directory have no letter case. */
export function isSameGroup(one: Subject | undefined, other: Subject | undefined): boolean {
  return one?.name.toLowerCase() === other?.name.toLowerCase()
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
  const differing = new Set(applied.map(({ change }) => change))
  const sidesOf = (all: readonly PlannedResource[], appliance: string) =>
    all
      .filter((group) => group.appliance === appliance)
      .flatMap(({ before, after }) => [before, after].flatMap((side) => (side ? namedBy(side) : [])))
  // Each appliance has numbers of its own. What a data source has read is what has a number now; a state may not have been refreshed.
  const namesOf = forEachAppliance(
    (appliance) =>
      new Map([...sidesOf(groups, appliance), ...namesInData(plan, /^appliance_ldap_/, 'gid', appliance)]),
  )
  const formerNamesOf = forEachAppliance(
    (appliance) => new Map([...namesOf(appliance), ...sidesOf(formerGroups, appliance)]),
  )
  return (resource, side) => {
    const attributes = resource[side]
    if (!attributes) return undefined
    const { appliance } = resource
    if (attributes.isSensitive('gid')) return subjectOn(appliance, 'group', '(sensitive)')
    const gid = attributes.text('gid')
    const isFormer = side === 'before' && (differing.has(resource.change) || resource.change.isUnseen)
    const names = isFormer ? formerNamesOf(appliance) : namesOf(appliance)
    if (gid !== undefined) return subjectOn(appliance, 'group', names.get(gid) ?? gid)
    const candidates = candidatesFor(resource, 'gid', 'appliance_ldap_group', groups, plan)
    const again = candidates.resources.length === 0 ? withNumberAgain(resource) : undefined
    if (again) return again
    return {
      ...subjectOn(appliance, 'group', nameOfOne(candidates.resources)),
      ...(candidates.isPresumed && { isPresumed: true }),
      ...(candidates.resources.length !== 1 && { isOpen: true }),
    }
  }

  /**
   * The group of a link that gets its number again, if no other number comes with the apply: a plan does not have local values and outputs, through
   * which a configuration can lead from the one to the other.
   */
  function withNumberAgain({ appliance, before }: PlannedResource): NamedGroup | undefined {
    const [only, ...others] = groups.filter(
      (group) => group.appliance === appliance && plannedAtAddress(group)?.isUnknown('gid'),
    )
    const isSame = only?.before !== undefined && only.before.text('gid') === before?.text('gid')
    const name = only?.after?.isSensitive('name') ? '(sensitive)' : only?.after?.text('name')
    return isSame && name !== undefined && others.length === 0
      ? subjectOn(appliance, 'group', name)
      : undefined
  }
}

/** What the engine plans at the address of an object. What has another address has its number already. */
function plannedAtAddress({ change, after }: PlannedResource): Attributes | undefined {
  return change.atAddress ? plannedResource(change.atAddress).after : after
}

function namedBy(side: Attributes): readonly (readonly [gid: string, name: string])[] {
  const [gid, name] = [side.text('gid'), side.isSensitive('name') ? undefined : side.text('name')]
  return gid === undefined || name === undefined ? [] : [[gid, name]]
}

/** Of several instances, what their addresses have in common. Which of them it is, comes with the apply. */
function nameOfOne(candidates: readonly PlannedResource[]): string {
  const [group, ...others] = candidates
  if (group === undefined) return unknownGroup
  const name = group.after?.isSensitive('name') ? undefined : group.after?.text('name')
  if (others.length === 0) return name ?? comingName(group.address)
  const blocks = new Set(
    candidates.map(({ address }) => address.replace(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]$/, '')),
  )
  const [block, ...otherBlocks] = blocks
  return block === undefined || otherBlocks.length > 0 ? unknownGroup : block
}

const unknownGroup = '(known after apply)'
