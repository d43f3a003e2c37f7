import { sameName } from '@webfilter/appliance-names'
import type { Unknown } from '@webfilter/terraform-plugin'
import { type Member, type MemberText, memberTexts } from '../../../appliance/directory/member'

/** The attributes of the resource that tell a member's texts, by the client's names. */
export const attributeOf = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  title: 'title',
  telephoneNumber: 'telephone_number',
  mobile: 'mobile',
} as const satisfies Readonly<Record<MemberText, string>>

/** What a configuration or a state says of a member, as far as the directory tells it too. */
export interface DeclaredMember {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly title: string | null
  readonly telephone_number: string | null
  readonly mobile: string | null
  readonly organization: string
  /** Null or 0 where the appliance chooses. */
  readonly gid: number | null
}

/** What a read of the directory makes of a state: what is there, in the form that the state had where both mean the same. */
export function readInto<S extends DeclaredMember & { readonly unverified: readonly string[] }>(
  state: S,
  member: Member,
): S {
  const isTold = (attribute: string) => !state.unverified.includes(attribute)
  const { organization, gid } = member
  return {
    ...state,
    ...Object.fromEntries(
      memberTexts
        .filter((text) => isTold(attributeOf[text]))
        .map((text) => [attributeOf[text], toldText(text, state, member)]),
    ),
    organization:
      organization === undefined || !isTold('organization') || sameName(organization, state.organization)
        ? state.organization
        : organization,
    gid: gid === undefined || !isTold('gid') || state.gid === 0 ? state.gid : gid,
  }
}

/** The state of a member that is imported: everything but its password, of which nothing is known. */
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
    on_move: 'fail' as const,
    on_destroy: null,
    adopted: false,
    unverified: [],
    id: member.uid,
  }
  return readInto(nothing, member)
}

/** An empty text and none are the same in a directory; the state keeps the one that it had. */
function toldText(text: MemberText, state: DeclaredMember, member: Member): string | null {
  const before = state[attributeOf[text]]
  const values = member.texts[text] ?? []
  if (before !== null && values.includes(before)) return before
  const isRequired = text === 'firstName' || text === 'lastName' || text === 'email'
  return values[0] ?? (isRequired || before === '' ? '' : null)
}

type MemberTexts = Pick<DeclaredMember, (typeof attributeOf)[MemberText]>

/** Whether a plan leaves the texts of a member as they are. */
export function changesNoText(
  prior: MemberTexts,
  proposed: { readonly [A in keyof MemberTexts]: MemberTexts[A] | Unknown },
): boolean {
  return memberTexts.every((text) => prior[attributeOf[text]] === proposed[attributeOf[text]])
}

/** What is to be sent so that the directory holds what is wanted: all values, and empty texts for those that go. */
export function textsToSend(
  wanted: DeclaredMember,
  there: (text: MemberText) => string,
): Readonly<Partial<Record<MemberText, string>>> {
  if (memberTexts.every((text) => (wanted[attributeOf[text]] ?? '') === there(text))) return {}
  return Object.fromEntries(
    memberTexts
      .map((text) => [text, wanted[attributeOf[text]] ?? ''] as const)
      .filter(([text, value]) => value !== '' || there(text) !== ''),
  )
}

/** Where the directory does not show what was just set, by attribute, with what it shows instead; null for nothing. */
export function notShown(wanted: DeclaredMember, member: Member): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>()
  for (const text of memberTexts) {
    const value = wanted[attributeOf[text]] ?? ''
    const values = member.texts[text] ?? []
    const isShown = value === '' ? values.length === 0 : values.includes(value)
    if (!isShown) found.set(attributeOf[text], values[0] ?? null)
  }
  const { organization, gid } = member
  if (organization === undefined || !sameName(organization, wanted.organization)) {
    found.set('organization', organization ?? null)
  }
  if (wanted.gid && gid !== wanted.gid) found.set('gid', gid === undefined ? null : String(gid))
  return found
}
