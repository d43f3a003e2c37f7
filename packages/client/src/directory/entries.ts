import { sameName } from '@webfilter/appliance-names'
import { mayBeSame } from '../encoding'
import { ApplianceError } from '../errors'
import type { IncidentOf } from '../incidents'
import { quotable } from '../quotation/quotation'
import { noSecrets } from '../quotation/secrets'

/** The attributes of a member that are texts, and that the update route takes (docs/appliance, "Update a member"). */
export type MemberText = 'firstName' | 'lastName' | 'email' | 'title' | 'telephoneNumber' | 'mobile'

export const memberTexts: readonly MemberText[] = [
  'firstName',
  'lastName',
  'email',
  'title',
  'telephoneNumber',
  'mobile',
]

/** A member as the directory reports it. */
export interface Member {
  /** In lower case. */
  readonly uid: string
  /**
   * All values of each attribute that the record holds. An empty list is an attribute without a value; one that is missing is
   * not told, which need not mean that it has no value.
   */
  readonly texts: Readonly<Partial<Record<MemberText, readonly string[]>>>
  /** Undefined if the record does not say. */
  readonly organization: string | undefined
  /** The group that the member belongs to by itself; undefined if the record does not say. */
  readonly gid: number | undefined
  /** What the record was written in, as a clause, if that is not UTF-8: then letters of its texts may be lost. */
  readonly encoding?: string
}

/** Whether a member is in an organization, or may be: letters of its name may be lost. Undefined if the record does not say. */
export function isInOrganization({ organization, encoding }: Member, wanted: string): boolean | undefined {
  if (organization === undefined) return undefined
  return sameName(organization, wanted) || (encoding !== undefined && mayBeNamed(organization, wanted))
}

/** Whether letters of a name are lost, without which it may be another one. */
export function mayBeNamed(illegible: string, name: string): boolean {
  return mayBeSame(illegible, name, (text) => text.trim().toLowerCase())
}

/** What a member is created with (docs/appliance, "Create a member"). */
export interface NewMember {
  readonly uid: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly organization: string
  /** 0 lets the appliance choose the group (docs/appliance, "Create a member"). */
  readonly gid: number
  /** Secret. Without it the request carries none. */
  readonly password: string | undefined
}

/** A group of the directory. Groups are addressed by their number. */
export interface Group {
  readonly gid: number
  /** Undefined if the directory reports the number alone. */
  readonly name: string | undefined
  /** What the name was written in, as a clause, if that is not UTF-8: then letters of it are lost. */
  readonly encoding?: string
}

/** A group that a state has. */
export interface ManagedGroup {
  readonly gid: number
  readonly name: string
  readonly organization: string
}

/** The groups of an organization. */
export interface GroupList {
  readonly groups: readonly Group[]
  /** Entries that are left out because they have no readable number. What the list lacks may be one of them. */
  readonly unreadable?: IncidentOf<'entries-unreadable'>
}

/**
 * The group of a name, compared without case; an exact match goes first.
 *
 * @throws {ApplianceError} as `isGroupNamed` and `groupNumbered`
 */
export function groupNamed(name: string, groups: readonly Group[]): Group | undefined {
  const found =
    groups.find((group) => group.name === name) ??
    groups.find((group) => group.name !== undefined && sameName(group.name, name)) ??
    groups.find((group) => isGroupNamed(group, name))
  return found && groupNumbered(found.gid, groups)
}

/**
 * The group of a number.
 * @throws {ApplianceError} `ambiguous` if the list gives the number to several names
 */
export function groupNumbered(gid: number, groups: readonly Group[]): Group | undefined {
  const [found, ...others] = groups.filter((group) => group.gid === gid)
  if (others.length === 0) return found
  const names = [found, ...others].map((group) => quotable(group?.name ?? '', noSecrets))
  throw new ApplianceError({ kind: 'ambiguous', incident: { is: 'group-number-ambiguous', gid, names } })
}

/** The groups without those that are equal to one before in number and name. One without a name is equal to any of its number. */
export function withoutRepeatedGroups(groups: readonly Group[]): readonly Group[] {
  const kept = new Set<Group>()
  const byNumber = new Map<number, readonly Group[]>()
  // Those with a name go first.
  const inOrder = [...groups].sort(
    (one, other) => Number(one.name === undefined) - Number(other.name === undefined),
  )
  for (const group of inOrder) {
    const { gid, name } = group
    const alike = byNumber.get(gid) ?? []
    if (alike.some((each) => name === undefined || sameName(each.name ?? '', name))) continue
    byNumber.set(gid, [...alike, group])
    kept.add(group)
  }
  return groups.filter((group) => kept.has(group))
}

/**
 * Whether a group has a name, compared without case.
 *
 * @throws {ApplianceError} `unreadable` if letters of its name are lost, without which it may be this one
 */
export function isGroupNamed({ gid, name, encoding }: Group, wanted: string): boolean {
  if (name === undefined) return false
  if (sameName(name, wanted)) return true
  if (encoding === undefined || !mayBeNamed(name, wanted)) return false
  const shown = quotable(name, noSecrets)
  const what = `the name of group ${gid}`
  throw new ApplianceError({
    kind: 'unreadable',
    incident: { is: 'answer-misencoded', what, shown, wanted, encoding },
  })
}
