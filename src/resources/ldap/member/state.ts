import {
  type Appliance,
  ApplianceError,
  isInOrganization,
  type Member,
  type Members,
  type MemberText,
  memberTexts,
  type NewMember,
  pause,
} from '@webfilter/appliance-client'
import {
  memberAdoptedAtApply,
  memberExists,
  memberInOtherPlace,
  memberMovedByOthers,
  memberNotShown,
  memberOfAnother,
  memberToBeAdopted,
  memberUnconfirmed,
  memberValuesCleared,
  memberValuesDifferent,
  memberValuesIllegible,
  memberValuesNotEmptied,
  memberValuesStillShown,
} from '@webfilter/appliance-declarations/diagnostics/accounts'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import {
  attributeOf,
  type DeclaredMember,
  isIllegibleFor,
  notShown,
  type ShownInstead,
} from '@webfilter/appliance-declarations/member-values'
import { type Problem, report } from '@webfilter/appliance-declarations/problem'
import { sameName } from '@webfilter/appliance-names'
import { type Diagnostics, isUnknown, ProviderError, type Unknown } from '@webfilter/terraform-plugin'

/** An attribute that the appliance cannot change. */
export type Place = 'organization' | 'gid'

/** Whether the directory shows a member in an organization, or with a primary group. */
export function showsPlace(member: Member, attribute: Place, wanted: string | number): boolean {
  return attribute === 'gid' ? member.gid === wanted : isInOrganization(member, String(wanted)) === true
}

/** Warns in a refresh that others have moved a member, which no apply repairs. */
export function warnOfMove(
  state: DeclaredMember & { readonly uid: string; readonly unverified: readonly string[] },
  member: Member,
  diagnostics: Diagnostics,
): void {
  for (const place of otherPlaces(member, state))
    if (!state.unverified.includes(place.attribute))
      diagnostics.raise(memberMovedByOthers({ uid: state.uid, ...place }))
}

/** Where the directory shows a member, as far as that is another place than the wanted one. */
function otherPlaces(
  member: Member,
  { organization, gid }: { readonly organization: string | Unknown; readonly gid: number | Unknown | null },
) {
  const { organization: found, gid: group } = member
  const isElsewhere =
    found !== undefined &&
    !isUnknown(organization) &&
    organization !== '' &&
    !isInOrganization(member, organization)
  const isInOther = group !== undefined && !isUnknown(gid) && gid && group !== gid
  return [
    ...(isElsewhere ? [{ attribute: 'organization' as const, found, wanted: organization }] : []),
    ...(isInOther ? [{ attribute: 'gid' as const, found: group, wanted: gid }] : []),
  ]
}

/**
 * Warns of the texts of a member that cannot be compared, because letters of them are lost.
 *
 * @param unverified attributes that are not compared anyway
 */
export function warnOfIllegible(
  uid: string,
  wanted: MemberTexts & Pick<DeclaredMember, 'organization'>,
  member: Member,
  diagnostics: Diagnostics,
  unverified: readonly string[] = [],
): void {
  const { encoding } = member
  const { organization = wanted.organization } = member
  const texts = memberTexts
    .filter((text) => isIllegibleFor(wanted[attributeOf[text]] ?? '', text, member))
    .map((text) => attributeOf[text])
  const isPlaceIllegible =
    !sameName(organization, wanted.organization) && isInOrganization(member, wanted.organization)
  const attributes = [...texts, ...(isPlaceIllegible ? ['organization'] : [])].filter(
    (attribute) => !unverified.includes(attribute),
  )
  if (encoding === undefined || attributes.length === 0) return
  diagnostics.raise(memberValuesIllegible({ uid, attributes, encoding }))
}

/** What a creation accepts of a member. */
export function newMember(wanted: DeclaredMember, uid: string, password: string | null): NewMember {
  return {
    uid,
    firstName: wanted.first_name,
    lastName: wanted.last_name,
    email: wanted.email,
    organization: wanted.organization,
    gid: wanted.gid ?? 0,
    password: password ?? undefined,
  }
}

/**
 * Looks for a member that was just created. Another state can have created the login at the same time (docs/appliance, "Create a member"):
 * then the account may be that of another person.
 *
 * @returns undefined if the directory does not show it
 * @throws {ProviderError} if its name or address is not the one that was sent, but for letter case and spaces
 */
export async function createdMember(
  uid: string,
  wanted: DeclaredMember,
  { members }: Pick<Appliance['directory'], 'members'>,
  signal: AbortSignal,
): Promise<Member | undefined> {
  for (const delay of delaysUntilShown) {
    await pause(delay, signal)
    const member = await members.find(uid, signal)
    if (!member) continue
    const others = (['firstName', 'lastName', 'email'] as const).flatMap((text) => {
      const [sent, values] = [wanted[attributeOf[text]], member.texts[text] ?? []]
      const isSent = values.some((value) => simplifiedText(value) === simplifiedText(sent))
      const [shown] = values
      return shown === undefined || isSent || isIllegibleFor(sent, text, member)
        ? []
        : [[attributeOf[text], shown] as const]
    })
    if (others.length > 0)
      throw new ProviderError(memberOfAnother({ uid, shown: Object.fromEntries(others) }))
    return member
  }
  return undefined
}

function simplifiedText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

type MemberTexts = Pick<DeclaredMember, (typeof attributeOf)[MemberText]>

/** Whether a plan does not change the texts of a member. */
export function changesNoText(
  prior: MemberTexts,
  proposed: { readonly [A in keyof MemberTexts]: MemberTexts[A] | Unknown },
): boolean {
  return memberTexts.every((text) => prior[attributeOf[text]] === proposed[attributeOf[text]])
}

/** The texts to send for the wanted ones: those that differ, an empty one where a value is to be removed. */
export function textsToSend(wanted: DeclaredMember, there: (text: MemberText) => string): Texts {
  return Object.fromEntries(
    memberTexts
      .map((text) => [text, wanted[attributeOf[text]] ?? ''] as const)
      .filter(([text, value]) => value !== there(text)),
  )
}

/** What was just done with a member. */
export interface MemberChange {
  readonly uid: string
  readonly wanted: DeclaredMember
  /** The texts that an update has set; none where only a creation did. */
  readonly sent: Texts
  /** The state before the change; undefined after a creation. */
  readonly before?: (DeclaredMember & { readonly unverified: readonly string[] }) | undefined
  /** The member as it was read after all of that; undefined if it is to be read. */
  readonly seen?: Member | undefined
}

/**
 * Reads back a member that was just set. The change is done, whether it can be read or not, so what cannot be confirmed is a warning.
 *
 * An appliance may clear what an update leaves out (docs/appliance, "Update a member"). The read shows it; then everything is sent once more,
 * in one request. What is sent of the texts that were not cleared is what the directory shows, which others may have changed.
 */
export async function confirmMember(
  { uid, wanted, sent, before, seen }: MemberChange,
  { directory }: Appliance,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): Promise<Confirmed> {
  const nothingConfirmed = { shown: { gid: wanted.gid, unverified: [] }, instead: undefined }
  try {
    let member = await found(hasCleared)
    const cleared = member ? clearedIn(member) : []
    if (member && cleared.length > 0) {
      diagnostics.raise(memberValuesCleared({ uid, attributes: cleared.map((text) => attributeOf[text]) }))
      const failure = await failureOf(directory.members.update(uid, everythingIn(member), signal))
      if (failure) return { ...nothingConfirmed, lost: { texts: cleared, failure } }
      member = await found(() => false)
    }
    if (!member) {
      diagnostics.raise(memberNotShown({ uid }))
      return nothingConfirmed
    }
    warnOfIllegible(uid, wanted, member, diagnostics)
    const differences = differencesOf(member)
    const [kept, different] = shownOtherwise(wanted, differences)
    if (Object.keys(kept).length > 0) diagnostics.raise(memberValuesStillShown({ uid, shown: kept }))
    if (Object.keys(different).length > 0) diagnostics.raise(memberValuesDifferent({ uid, shown: different }))
    const unverified = [...differences.keys()].sort()
    return {
      shown: { gid: wanted.gid ?? member.gid ?? null, unverified },
      instead: differences.size > 0 ? Object.fromEntries(differences) : undefined,
    }
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error
    const { message: reason, advice } = diagnosticOf(error)
    diagnostics.raise(memberUnconfirmed({ uid, reason, advice }))
    return nothingConfirmed
  }

  /** The member as it was set, or in another way that needs no second look, or else as it is shown last. */
  async function found(isEnough: (member: Member) => boolean): Promise<Member | undefined> {
    let member = seen
    for (const delay of delaysUntilShown) {
      await pause(delay, signal)
      if (member === undefined || delay > 0) member = await directory.members.find(uid, signal)
      if (member && (isEnough(member) || ![...differencesOf(member)].some(mayBeStale))) return member
    }
    return member
  }

  function hasCleared(member: Member): boolean {
    return clearedIn(member).length > 0
  }

  /** The texts that the update left out, and that the directory has shown before. */
  function clearedIn(member: Member): readonly MemberText[] {
    if (Object.keys(sent).length === 0) return []
    return memberTexts.filter(
      (text) =>
        sent[text] === undefined &&
        before?.unverified.includes(attributeOf[text]) !== true &&
        (wanted[attributeOf[text]] ?? '') !== '' &&
        shownOf(member, text) === undefined,
    )
  }

  /** All texts, as what is left out would be cleared again. */
  function everythingIn(member: Member): Texts {
    const all = memberTexts.map(
      (text) => [text, sent[text] ?? shownOf(member, text) ?? wanted[attributeOf[text]] ?? ''] as const,
    )
    return Object.fromEntries(all.filter(([, value]) => value !== ''))
  }

  /** A change does not move the member: where others have moved it to is no answer to the change. */
  function differencesOf(member: Member): ReadonlyMap<string, string | null> {
    const isAsked = (attribute: string) =>
      before === undefined || before.unverified.includes(attribute) || !places.has(attribute)
    return new Map([...notShown(wanted, member)].filter(([attribute]) => isAsked(attribute)))
  }

  /** Whether a later look may show the value. One that was not returned before the change either is left out of the answers. */
  function mayBeStale([attribute, value]: readonly [string, string | null]): boolean {
    return value !== null || before?.unverified.includes(attribute) !== true
  }
}

function shownOf({ texts }: Member, text: MemberText): string | undefined {
  return texts[text]?.find((value) => value !== '')
}

async function failureOf(work: Promise<void>): Promise<ApplianceError | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof ApplianceError) return error
    throw error
  }
}

const places: ReadonlySet<string> = new Set<Place>(['organization', 'gid'])

/** What a member's state takes from the directory after a change, and what its record does. */
interface Confirmed {
  readonly shown: { readonly gid: number | null; readonly unverified: readonly string[] }
  /** Undefined if everything is verified, or nothing could be read. */
  readonly instead: ShownInstead | undefined
  /** The texts that the update has cleared, and that could not be sent once more. */
  readonly lost?: { readonly texts: readonly MemberText[]; readonly failure: ApplianceError }
}

/** Milliseconds before each look after a change: a replica or a cache may still show what was there before. */
const delaysUntilShown: readonly number[] = [0, 500, 1500]

/** What the directory shows instead of attributes that were to be emptied, and instead of others. */
function shownOtherwise(wanted: DeclaredMember, differences: ReadonlyMap<string, string | null>) {
  const shown = [...differences].flatMap(([attribute, value]) =>
    value === null ? [] : [[attribute, value] as const],
  )
  const emptied = new Set(
    Object.entries(wanted).flatMap(([name, value]) => ((value ?? '') === '' ? [name] : [])),
  )
  return [
    Object.fromEntries(shown.filter(([attribute]) => emptied.has(attribute))),
    Object.fromEntries(shown.filter(([attribute]) => !emptied.has(attribute))),
  ] as const
}

/** Texts of a member to send; an empty one removes a value. */
export type Texts = Readonly<Partial<Record<MemberText, string>>>

/**
 * Sets texts of a member; an empty one removes a value. That is documented of `mobile` alone (docs/appliance, "Update a member"), and an
 * appliance may refuse it for others. Such a refusal is a warning, so that the other texts are set, and later applies do not fail.
 *
 * @throws {ApplianceError} if the appliance refuses a value that is not empty
 */
export async function setTexts(
  members: Members,
  uid: string,
  texts: Texts,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): Promise<void> {
  if (Object.keys(texts).length === 0) return
  const refusal = await failureOf(members.update(uid, texts, signal))
  if (!refusal) return
  const emptied = memberTexts.filter((text) => texts[text] === '')
  if (refusal.kind !== 'failed' || emptied.length === 0) throw refusal
  const values = await valuesBeside(emptied)
  if (Object.keys(values).length === 0) throw refusal
  await members.update(uid, values, signal)
  const refusals: Record<string, string> = {}
  for (const text of emptied) {
    const refused = await failureOf(members.update(uid, { ...values, [text]: '' }, signal))
    if (refused && refused.kind !== 'failed') throw refused
    if (refused) refusals[attributeOf[text]] = diagnosticOf(refused).message
  }
  if (Object.keys(refusals).length > 0) diagnostics.raise(memberValuesNotEmptied({ uid, refusals }))

  /** What shows, if it is accepted, that only the empty texts are refused: the others, or else what the directory has. */
  async function valuesBeside(emptied: readonly MemberText[]): Promise<Texts> {
    const others = Object.entries(texts).filter(([, value]) => value !== '')
    if (others.length > 0) return Object.fromEntries(others)
    const member = await members.find(uid, signal)
    return Object.fromEntries(
      memberTexts
        .map((text) => [text, (member && shownOf(member, text)) ?? ''] as const)
        .filter(([text, value]) => value !== '' && !emptied.includes(text)),
    )
  }
}

interface WantedPlace {
  readonly uid: string
  readonly organization: string | Unknown
  readonly gid: number | Unknown | null
  readonly on_destroy: 'delete' | 'keep' | Unknown | null
}

/** Reports that a member exists, with `on_existing = "fail"`. */
export function reportExisting(uid: string, diagnostics: Diagnostics): void {
  diagnostics.raise(memberExists({ uid }), ['uid'])
}

/** The same at apply: the member may have been created after the plan. */
export function refuseExisting(uid: string): never {
  throw new ProviderError(memberExists({ uid }), { path: ['uid'] })
}

/** Warns that an account that is taken over is in another organization or group, where it stays. */
export function warnOfOtherPlace(
  member: Member,
  wanted: Pick<WantedPlace, 'uid' | 'organization' | 'gid'>,
  diagnostics: Diagnostics,
): void {
  for (const place of otherPlaces(member, wanted))
    diagnostics.raise(memberMovedByOthers({ uid: wanted.uid, ...place }))
}

/** Warns that a member is adopted, or reports why it cannot be. */
export function diagnoseAdoption(member: Member, wanted: WantedPlace, diagnostics: Diagnostics): void {
  const problems = problemsOfPlace(member, wanted)
  report(problems, diagnostics)
  if (problems.length > 0) return
  diagnostics.raise(memberToBeAdopted(adoptionOf(wanted)), ['uid'])
}

/** The same at apply: the member may have been created after the plan. */
export function warnOfAdoption(member: Member, wanted: WantedPlace, diagnostics: Diagnostics): void {
  const [problem] = problemsOfPlace(member, wanted)
  if (problem) {
    const { path, ...diagnostic } = problem
    throw new ProviderError(diagnostic, { path })
  }
  diagnostics.raise(memberAdoptedAtApply(adoptionOf(wanted)), ['uid'])
}

function adoptionOf({ uid, on_destroy }: WantedPlace): Parameters<typeof memberAdoptedAtApply>[0] {
  return { uid, on_destroy: isUnknown(on_destroy) ? 'unknown' : on_destroy }
}

/** The interface cannot move a member. One in another organization or group may be another person. */
function problemsOfPlace(member: Member, wanted: WantedPlace): readonly Problem[] {
  return otherPlaces(member, wanted)
    .slice(0, 1)
    .map((place) => ({ ...memberInOtherPlace({ uid: wanted.uid, ...place }), path: [place.attribute] }))
}
