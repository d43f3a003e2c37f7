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

/** A member as the directory tells it. */
export interface Member {
  /** In lower case. */
  readonly uid: string
  /**
   * All values of each attribute that the record holds. An empty list is an attribute without a value; one that is missing is
   * not told, which need not mean that it has no value.
   */
  readonly texts: Readonly<Partial<Record<MemberText, readonly string[]>>>
  /** Undefined where the record does not tell. */
  readonly organization: string | undefined
  /** The group that the member belongs to by itself; undefined where the record does not tell. */
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
