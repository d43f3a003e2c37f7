import type { Appliance, Member } from '@webfilter/appliance-client'
import {
  memberLoginChanged,
  memberMoveRefused,
  memberMoveUnknown,
  memberNotChecked,
  memberTakenOver,
  memberWithoutPassword,
} from '@webfilter/appliance-declarations/diagnostics/accounts'
import type { memberAttributes } from '@webfilter/appliance-declarations/member-attributes'
import { canonicalUid, mayRefuseLogin, sameName } from '@webfilter/appliance-names'
import {
  type Config,
  type Diagnostics,
  isUnknown,
  type ManagedObject,
  type ProposedState,
  type State,
  type Unknown,
} from '@webfilter/terraform-plugin'
import type { LookContext } from '../../../provider-data'
import type { DirectoryThings } from '../../../run/directory'
import { lookIntoDirectory } from '../directory-looks'
import { diagnoseAdoption, type Place, reportExisting, showsPlace, warnOfOtherPlace } from '../member/state'
import { reportDoubtedCreation, reportGivenUp } from './deletion'
import type { MemberNote, MemberRecord } from './private-data'

type Attributes = typeof memberAttributes

interface PlannedChange extends LookContext {
  readonly config: Config<Attributes>
  readonly prior: State<Attributes>
  readonly proposed: ProposedState<Attributes>
  readonly appliance: Appliance | undefined
  readonly things: DirectoryThings | undefined
  readonly signal: AbortSignal
}

/**
 * Plans the change of a member. The REST interface can neither rename nor move an account, so another login is rejected, and another place
 * is too, unless the directory shows it already.
 */
export async function diagnoseChange(planned: PlannedChange): Promise<void> {
  const { config, prior, proposed, appliance, things, diagnostics, signal } = planned
  const { uid } = proposed
  if (isUnknown(uid) || canonicalUid(uid) !== canonicalUid(prior.uid)) {
    const isOfAnother = !isUnknown(uid) && things?.accounts.stored(uid) !== undefined
    const login = isUnknown(uid) ? undefined : uid
    diagnostics.raise(memberLoginChanged({ uid: prior.uid, login, isOfAnother }), ['uid'])
    return
  }
  const changed = changedPlaces(prior, { organization: proposed.organization, gid: config.gid })
  const unknown = changed.filter(({ wanted }) => isUnknown(wanted)).map(({ attribute }) => attribute)
  if (unknown.length > 0)
    diagnostics.raise(memberMoveUnknown({ uid, attributes: unknown }), unknown.slice(0, 1))
  if (changed.length === unknown.length || !appliance) return
  const looked = await lookIntoDirectory(
    (failure) => memberNotChecked({ uid, failure }),
    planned,
    async () => ({ member: (await appliance.directory.members.look(uid, signal)).member }),
  )
  if (looked) reportOtherPlaces(uid, changed, looked.member, diagnostics)
}

/** An attribute that the appliance cannot change, with the value of the state and that of the configuration. */
interface ChangedPlace {
  readonly attribute: Place
  readonly known: string | number
  readonly wanted: string | number | Unknown
}

/**
 * In what the configuration differs from the place that the state has. What an import could not read may be stated, and any group fits a
 * configuration that lets the appliance choose one.
 */
export function changedPlaces(
  prior: { readonly organization: string; readonly gid: number | null },
  { organization, gid }: { readonly organization: string | Unknown; readonly gid: number | Unknown | null },
): readonly ChangedPlace[] {
  const isOther = isUnknown(organization) || !sameName(organization, prior.organization)
  return [
    ...(prior.organization !== '' && isOther
      ? [{ attribute: 'organization' as const, known: prior.organization, wanted: organization }]
      : []),
    ...(prior.gid && gid !== null && gid !== 0 && gid !== prior.gid
      ? [{ attribute: 'gid' as const, known: prior.gid, wanted: gid }]
      : []),
  ]
}

/** Reports each of the places that are known and that the directory does not show. */
export function reportOtherPlaces(
  uid: string,
  places: readonly ChangedPlace[],
  member: Member | undefined,
  diagnostics: Diagnostics,
): void {
  for (const { attribute, known, wanted } of places)
    if (!isUnknown(wanted) && !(member && showsPlace(member, attribute, wanted)))
      diagnostics.raise(memberMoveRefused({ uid, attribute, known, wanted }), [attribute])
}

interface PlannedCreation extends LookContext {
  readonly config: Config<Attributes>
  /** The note of the first plan, if this is the second plan of a replacement. */
  readonly noted: MemberNote | undefined
  readonly appliance: Appliance | undefined
  readonly things: DirectoryThings | undefined
  readonly object: ManagedObject
  readonly signal: AbortSignal
}

/**
 * Plans the creation of a member, which may be the second half of a replacement.
 * @returns the note for the first half, which is the deletion
 */
export async function diagnoseCreation(planned: PlannedCreation): Promise<MemberNote> {
  const { config, noted, appliance, things, object, diagnostics, signal } = planned
  const { uid } = config
  const hasPassword = config.password !== null || config.password_wo !== null
  const login = isUnknown(uid) ? null : canonicalUid(uid)
  const replaces = noted?.replaces
  const note: MemberNote = { plan: 'creation', of: login, replaces }
  if (login === null || isUnknown(uid)) {
    warnWithoutPassword(null)
    return note
  }
  if (things?.accounts.isLeaving(uid)) {
    reportGivenUp(uid, diagnostics)
    return note
  }
  const found = await look(uid)
  // Terraform does not show a tainted object to this plan: of its account, only the state is known.
  const isOwn = replaces?.uid === login || things?.accounts.stored(uid) !== undefined
  if (found && isOwn) {
    diagnostics.raise(memberTakenOver({ uid, resetsPassword: hasPassword }))
    warnOfOtherPlace(found, { ...config, uid }, diagnostics)
  } else if (!found) diagnoseNew(login)
  else if (config.on_existing === 'fail') reportExisting(uid, diagnostics)
  else diagnoseAdoption(found, { ...config, uid }, diagnostics)
  return note

  async function look(of: string): Promise<Member | undefined> {
    if (!appliance) return undefined
    const notChecked = (failure: string) => memberNotChecked({ uid: of, failure })
    const { members } = appliance.directory
    return await lookIntoDirectory(notChecked, planned, async () => (await members.look(of, signal)).member)
  }

  function diagnoseNew(of: string): void {
    warnWithoutPassword(of)
    if (!mayRefuseLogin(of)) return
    things?.accounts.planDoubtedCreation(of, object)
    const deleted = things?.accounts.plannedDeletion
    if (deleted !== undefined) reportDoubtedCreation(deleted, of, diagnostics)
  }

  function warnWithoutPassword(of: string | null): void {
    if (!hasPassword) diagnostics.raise(memberWithoutPassword({ uid: of }), ['password'])
  }
}

/**
 * Whether the group that was last applied is configured no more, which the state does not show. One that is configured with the number of
 * the state changes nothing: with `ignore_changes`, Terraform puts that number into the configuration of each plan, but not of its apply.
 */
export function isOutdated(record: MemberRecord | undefined, gid: number | Unknown | null): boolean {
  return typeof record?.gid === 'number' && !gid
}
