import {
  isInOrganization,
  type Member,
  type MemberText,
  mayBeSame,
  memberTexts,
} from '@webfilter/appliance-client'
import { sameName } from '@webfilter/appliance-names'

/** The attributes of the resource that contain a member's texts, by the client's names. */
export const attributeOf = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  title: 'title',
  telephoneNumber: 'telephone_number',
  mobile: 'mobile',
} as const satisfies Readonly<Record<MemberText, string>>

/** What a configuration or a state says of a member, as far as the directory returns it too. */
export interface DeclaredMember {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly title: string | null
  readonly telephone_number: string | null
  readonly mobile: string | null
  readonly organization: string
  /** Null or 0 if the appliance chooses. */
  readonly gid: number | null
}

/** What the directory showed instead of unverified attributes when they were set; null for nothing. */
export type ShownInstead = Readonly<Record<string, string | null>>

/**
 * A state after a read: the values of the directory, in the form that the state had if both mean the same. What was not verified is examined
 * again. A value that the directory shows as it was set is verified from then on, and another one than it showed then is a change by others.
 *
 * The organization and the group stay as they are, because the appliance cannot move a member back: see {@link warnOfMove}. Only what an
 * import could not read, and a group that the appliance chose, follow the directory.
 *
 * @param record undefined if no apply has stored one
 */
export function readInto<S extends DeclaredMember & { readonly unverified: readonly string[] }>(
  state: S,
  member: Member,
  record?: { readonly gid?: number | null | undefined; readonly instead?: ShownInstead | undefined },
): S {
  const { instead = {} } = record ?? {}
  const different = state.unverified.length > 0 ? notShown(state, member) : new Map<string, string | null>()
  const unverified = state.unverified.filter((attribute) => {
    const shown = different.get(attribute)
    return shown !== undefined && (instead[attribute] === undefined || instead[attribute] === shown)
  })
  const isVerified = (attribute: string) => !unverified.includes(attribute)
  const { organization, gid } = member
  return {
    ...state,
    ...Object.fromEntries(
      memberTexts
        .filter((text) => isVerified(attributeOf[text]))
        .map((text) => [attributeOf[text], textForState(text, state, member)]),
    ),
    organization: state.organization === '' ? (organization ?? '') : state.organization,
    gid: state.gid === null || (record?.gid === null && state.gid !== 0) ? (gid ?? state.gid) : state.gid,
    unverified,
  }
}

/** The state of an imported member: everything except its password, which is not known. */
export function importedMember(member: Member) {
  const nothing = {
    uid: member.uid,
    first_name: '',
    last_name: '',
    email: '',
    title: null,
    telephone_number: null,
    mobile: null,
    organization: '',
    gid: null,
    password: null,
    password_wo: null,
    password_wo_version: null,
    on_existing: 'adopt' as const,
    on_destroy: null,
    deletion_protection: null,
    adopted: false,
    unverified: [],
    id: member.uid,
  }
  return readInto(nothing, member)
}

/** In a directory, an empty text and none are the same. The state keeps the one that it had. */
function textForState(text: MemberText, state: DeclaredMember, member: Member): string | null {
  const before = state[attributeOf[text]]
  const values = member.texts[text] ?? []
  if (before !== null && (values.includes(before) || isIllegibleFor(before, text, member))) return before
  const isRequired = text === 'firstName' || text === 'lastName' || text === 'email'
  return values[0] ?? (isRequired || before === '' ? '' : null)
}

/** Whether letters are lost of a text that the directory returned, without which it may be this one. */
export function isIllegibleFor(wanted: string, text: MemberText, { texts, encoding }: Member): boolean {
  return encoding !== undefined && (texts[text] ?? []).some((value) => mayBeSame(value, wanted))
}

/** The attributes that the directory does not show as they were just set, with what it shows instead; null for nothing. */
export function notShown(wanted: DeclaredMember, member: Member): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>()
  for (const text of memberTexts) {
    const value = wanted[attributeOf[text]] ?? ''
    const values = member.texts[text] ?? []
    const isShown = value === '' ? values.length === 0 : values.includes(value)
    if (isShown) continue
    found.set(attributeOf[text], isIllegibleFor(value, text, member) ? null : (values[0] ?? null))
  }
  const { organization, gid } = member
  if (organization === undefined || !sameName(organization, wanted.organization)) {
    found.set('organization', isInOrganization(member, wanted.organization) ? null : (organization ?? null))
  }
  if (wanted.gid && gid !== wanted.gid) found.set('gid', gid === undefined ? null : String(gid))
  return found
}
