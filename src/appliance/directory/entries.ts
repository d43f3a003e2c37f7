import { sameName } from '@webfilter/appliance-names'

/** The attributes of a member that are texts, and that the update route takes (interface document, 2.7). */
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
}

/** What a member is created with (interface document, 2.7). */
export interface NewMember {
  readonly uid: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly organization: string
  /** 0 lets the appliance choose the group (field notes, "members"). */
  readonly gid: number
  /** Secret. Without it the request carries none. */
  readonly password: string | undefined
}

/** A group of the directory. Groups are addressed by their number. */
export interface Group {
  readonly gid: number
  /** Undefined if the directory reports the number alone. */
  readonly name: string | undefined
}

/** The group of a name, compared without case; an exact match goes first. */
export function groupNamed(name: string, groups: readonly Group[]): Group | undefined {
  return (
    groups.find((group) => group.name === name) ??
    groups.find((group) => group.name !== undefined && sameName(group.name, name))
  )
}
