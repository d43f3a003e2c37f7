import { canonicalUid } from '@webfilter/appliance-names'
import {
  type DeleteArguments,
  type Diagnostics,
  isUnknown,
  type ManagedObject,
  ProviderError,
  type Unknown,
} from '@webfilter/terraform-plugin'
import { ApplianceError } from '../../../appliance/errors'
import type { DirectoryThings } from '../../../coordination/directory'
import type { Run } from '../../../coordination/run'
import type { Context, ProviderData } from '../../../definitions'
import {
  memberChangesResource,
  memberDeclaredElsewhere,
  memberDeleted,
  memberStays,
  memberTwiceInState,
} from '../../../diagnostics/accounts'
import {
  creationLoginDoubted,
  memberDeletionNotPlanned,
  memberGroupsUnread,
  memberLeftBehind,
  replacedMemberLinks,
} from '../../../diagnostics/replacements'
import { accountOutcome, isKept, type OnDestroy, stayReason } from '../account-outcome'
import type { memberAttributes } from '../member/attributes'
import { isGone } from '../member/state'
import { type MemberNote, type MemberRecord, requireSuccessor, type Successor } from './successor'

interface AccountToDelete {
  readonly uid: string
  readonly adopted: boolean
  readonly on_destroy: OnDestroy
  readonly unverified: readonly string[]
}

/** Whether the account stays if its resource is destroyed or replaced. */
export function staysAtDestroy(adopted: boolean, onDestroy: OnDestroy | Unknown): boolean {
  return stayReason(adopted, isUnknown(onDestroy) ? 'unknown' : onDestroy) !== undefined
}

/**
 * Plans the destroy of a member: warns whether the account is deleted, or refuses the destroy.
 * @returns the note for the deletion, if Terraform plans it in the middle of an apply, as it does for an object that
 * `create_before_destroy` has replaced
 */
export function diagnoseDestroy(
  state: AccountToDelete,
  object: ManagedObject,
  run: Run | undefined,
  diagnostics: Diagnostics,
): MemberNote | undefined {
  const { uid, adopted, on_destroy } = state
  const claims: DirectoryThings | undefined = run?.directory
  const note: MemberNote | undefined = run?.isApplying ? { plan: 'deposed' } : undefined
  if (isGone(state)) return note
  if (staysAtDestroy(adopted, on_destroy) || (note && isKeptBySuccessor(state, run))) {
    diagnoseStaying(state, diagnostics)
    return note
  }
  // The same run has created the member before it destroys this object: the apply keeps the account for it.
  if (claims?.isDeclared('member', canonicalUid(uid))) return note
  const declared = claims?.accounts.declared(uid)
  if (declared === 'change') {
    reportTwoStates(uid, diagnostics)
    return note
  }
  if (declared === 'creation') {
    reportGivenUp(uid, diagnostics)
    return note
  }
  claims?.accounts.leave(uid, object)
  // An object that an apply destroys was planned before, or has its successor.
  if (!note) {
    claims?.accounts.planDeletion(uid, object)
    const doubted = claims?.accounts.plannedDoubtedCreation
    if (doubted !== undefined) reportDoubtedCreation(uid, doubted, diagnostics)
  }
  diagnostics.raise(memberDeleted({ uid, isByOnDestroy: on_destroy === 'delete' }))
  return note
}

/** The plan that comes last of the two refuses: the new member may be all that takes the place of the account. */
export function reportDoubtedCreation(uid: string, login: string, diagnostics: Diagnostics): void {
  diagnostics.raise(creationLoginDoubted({ uid, login }), ['uid'])
}

/** One resource gives up a login and another one creates it. In either order, the account must not be deleted in between. */
export function reportGivenUp(uid: string, diagnostics: Diagnostics): void {
  diagnostics.raise(memberChangesResource({ uid }), ['uid'])
}

/** Two objects of the state have one account: the destroy of one would delete the account of the other, which is to stay. */
export function reportTwoStates(uid: string, diagnostics: Diagnostics): void {
  diagnostics.raise(memberTwiceInState({ uid }), ['uid'])
}

function diagnoseStaying(
  { uid, adopted, on_destroy }: Omit<AccountToDelete, 'unverified'>,
  diagnostics: Diagnostics,
): void {
  diagnostics.raise(memberStays({ uid, isByOnDestroy: on_destroy !== null || !adopted }))
}

/**
 * Whether one of the members that this run created may be the successor of an object that is destroyed after it, and its configuration
 * keeps the account. Terraform does not say which of them it is.
 */
function isKeptBySuccessor({ adopted, on_destroy }: AccountToDelete, run: Run | undefined): boolean {
  return (run?.directory.accounts.arrivals ?? []).some((successor) =>
    isKept(
      accountOutcome(
        { adopted, on_destroy },
        {
          change: 'replaced',
          login: 'other',
          isMove: false,
          isTainted: false,
          createsFirst: true,
          on_destroy: successor.on_destroy,
        },
      ),
    ),
  )
}

/**
 * Deletes an account, unless it is to stay. If a new one takes its place, a last check shows whether that can be created, and the deletion
 * is left to the creation: only that call has the configuration, and can return a state where it fails half-way.
 */
export async function deleteAccount({
  state,
  noted,
  record,
  appliance,
  run,
  diagnostics,
  signal,
}: DeleteArguments<typeof memberAttributes, ProviderData, MemberRecord, MemberNote>): Promise<void> {
  const { directory } = appliance
  const uid = canonicalUid(state.uid)
  const { accounts, journal } = run.directory
  const isHeld = run.directory.isDeclared('member', uid) || accounts.declared(uid) !== undefined
  if (isHeld) {
    diagnostics.raise(memberDeclaredElsewhere(state))
    return
  }
  const staysByState = staysAtDestroy(state.adopted, state.on_destroy)
  const replacement = noted?.plan === 'creation' ? noted : undefined
  // Terraform shows the plan of the new member nothing of a tainted object: such a plan is about the new login.
  const isTainted = replacement !== undefined && replacement.of !== uid
  if (!isGone(state) && stays()) {
    diagnoseStaying(state, diagnostics)
    return
  }
  if (replacement) await leaveTo(knownSuccessor(replacement.successor), replacement.owed)
  else if (isGone(state)) return
  else {
    if (noted?.plan === 'deposed') await removeDeposed()
    else await directory.members.delete(uid, signal)
    accounts.forget(uid)
  }

  function stays(): boolean {
    if (noted?.plan === 'deposed') return staysByState || isKeptBySuccessor(state, run)
    if (isTainted || !replacement) return staysByState
    return !(replacement.deletes ?? !staysByState)
  }

  function knownSuccessor(successor: Successor): Successor & { readonly uid: string } {
    if (successor.uid === null) throw new ProviderError(memberDeletionNotPlanned(state), { path: ['uid'] })
    return { ...successor, uid: successor.uid }
  }

  async function leaveTo(
    successor: Successor & { readonly uid: string },
    owed: readonly number[],
  ): Promise<void> {
    await requireSuccessor(successor, uid, directory, accounts, signal)
    await journal.add({ replaced: uid, successor: successor.uid })
    const { adopted, organization, gid, on_destroy } = state
    accounts.defer(successor.uid, {
      uid,
      place: { organization, gid },
      adopted,
      on_destroy,
      isGone: isGone(state),
      owed: [...new Set([...owed, ...(record?.unfinished?.gids ?? [])])],
      isTainted,
      state,
      record,
    })
  }

  /**
   * The account of an object that was replaced before: which member succeeds it is not known, so nothing is linked for it. It is deleted
   * even if its groups cannot be read.
   */
  async function removeDeposed(): Promise<void> {
    const gids = await linkedGids()
    await directory.members.delete(uid, signal)
    const further = gids.filter((gid) => gid !== state.gid)
    if (further.length > 0) diagnostics.raise(replacedMemberLinks({ uid: state.uid, gids: further }))
  }

  async function linkedGids(): Promise<readonly number[]> {
    try {
      return ((await directory.groups.ofMember(uid, signal)) ?? []).map(({ gid }) => gid)
    } catch (error) {
      if (signal.aborted || !(error instanceof ApplianceError)) throw error
      diagnostics.raise(memberGroupsUnread({ uid, reason: error.message }))
      return []
    }
  }
}

/**
 * Warns of accounts that an unfinished replacement has left on the appliance and that no resource of this run manages, as the journal or
 * the member's own private data say. Accounts that are gone or managed by now are removed from the journal.
 *
 * @param uid the planned login; either login of a replacement leads to the other one
 */
export async function reportLeftBehind(
  uid: string,
  record: MemberRecord | undefined,
  { appliance, run, diagnostics, signal }: Pick<Context, 'appliance' | 'run' | 'diagnostics' | 'signal'>,
): Promise<void> {
  const login = canonicalUid(uid)
  const { accounts, journal } = run.directory
  // In the middle of an apply they are under way.
  if (run.isApplying) return
  const written = (await journal.entries()).filter(
    ({ replaced, successor }) => replaced !== successor && (replaced === login || successor === login),
  )
  const isWritten = written.some(({ replaced }) => replaced === record?.leftBehind)
  const ofRecord =
    record?.leftBehind !== undefined && !isWritten ? [{ replaced: record.leftBehind, successor: login }] : []
  for (const entry of [...written, ...ofRecord]) {
    const other = entry.replaced === login ? entry.successor : entry.replaced
    const isManaged = accounts.stored(other) !== undefined || accounts.declared(other) !== undefined
    const presence = isManaged ? 'managed' : await lookFor(other)
    if (presence === 'there') diagnostics.raise(memberLeftBehind({ uid: other, ...entry }))
    else if (presence !== 'unknown') await journal.remove(entry)
  }

  /** An account that cannot be looked up stays in the journal: a later plan looks again. */
  async function lookFor(other: string): Promise<'there' | 'absent' | 'unknown'> {
    try {
      const { member, unproven } = await appliance.directory.members.look(other, signal)
      if (member) return 'there'
      return unproven ? 'unknown' : 'absent'
    } catch (error) {
      if (error instanceof ApplianceError && !signal.aborted) return 'unknown'
      throw error
    }
  }
}

/** Whether an earlier apply was to delete an account and create it again, and was interrupted before, as the journal says. */
export async function wasInterrupted(uid: string, run: Run | undefined): Promise<boolean> {
  if (!run || run.isApplying) return false
  const login = canonicalUid(uid)
  const entries = await run.directory.journal.entries()
  return entries.some(({ replaced, successor }) => replaced === login && successor === login)
}
