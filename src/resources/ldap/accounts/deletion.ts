import type { Appliance } from '@webfilter/appliance-client'
import { type AccountInState, stayReason } from '@webfilter/appliance-declarations/account-outcome'
import {
  creationLoginDoubted,
  memberChangesResource,
  memberDeclaredElsewhere,
  memberDeleted,
  memberStays,
  memberStillThere,
  memberTwiceInState,
} from '@webfilter/appliance-declarations/diagnostics/accounts'
import type { memberAttributes } from '@webfilter/appliance-declarations/member-attributes'
import { canonicalUid } from '@webfilter/appliance-names'
import {
  type DeleteArguments,
  type Diagnostics,
  type ManagedObject,
  ProviderError,
} from '@webfilter/terraform-plugin'
import type { ProviderData } from '../../../provider-data'
import type { Run } from '../../../run/run'
import type { MemberNote, MemberRecord } from './private-data'

interface AccountToDelete extends AccountInState {
  readonly uid: string
}

/** Plans the destroy of a member: warns whether the account is deleted, or refuses the destroy. */
export function diagnoseDestroy(
  state: AccountToDelete,
  object: ManagedObject,
  run: Run | undefined,
  diagnostics: Diagnostics,
): void {
  const { uid, adopted, on_destroy } = state
  const things = run?.directory
  if (stayReason(adopted, on_destroy)) {
    reportStaying(state, diagnostics)
    return
  }
  // `create_before_destroy`: the same run has created the object that takes the account over.
  if (things?.isDeclared('member', canonicalUid(uid))) return
  const declared = things?.accounts.declared(uid)
  if (declared === 'change') {
    reportTwoStates(uid, diagnostics)
    return
  }
  if (declared === 'creation') {
    reportGivenUp(uid, diagnostics)
    return
  }
  things?.accounts.leave(uid, object)
  const doubted = things?.accounts.plannedDoubtedCreation
  if (doubted !== undefined) reportDoubtedCreation(uid, doubted, diagnostics)
  diagnostics.raise(memberDeleted({ uid, isByOnDestroy: on_destroy === 'delete' }))
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

function reportStaying({ uid, adopted, on_destroy }: AccountToDelete, diagnostics: Diagnostics): void {
  const because = on_destroy === null && adopted ? 'adopted' : 'on_destroy'
  diagnostics.raise(memberStays({ uid, because }))
}

/**
 * Deletes an account if its block has gone, and unless it is to stay. A deletion that is half of a replacement sends nothing: the creation
 * takes the account over, if it has the same login.
 */
export async function deleteAccount({
  state,
  noted,
  record,
  object,
  appliance,
  run,
  diagnostics,
  signal,
}: DeleteArguments<
  typeof memberAttributes,
  ProviderData<Appliance>,
  MemberRecord,
  MemberNote
>): Promise<void> {
  const uid = canonicalUid(state.uid)
  const { accounts } = run.directory
  const isDeclared = run.directory.isDeclared('member', uid) || accounts.declared(uid) !== undefined
  if (object.deletion !== 'destroy') {
    accounts.replace(uid, { adopted: state.adopted, owed: record?.unfinished?.gids ?? [] })
    const isTakenOver = isDeclared || (noted?.plan === 'creation' && noted.of === uid)
    if (!isTakenOver) diagnostics.raise(memberStays({ uid, because: 'replaced' }))
    return
  }
  if (isDeclared) {
    diagnostics.raise(memberDeclaredElsewhere(state))
    return
  }
  if (stayReason(state.adopted, state.on_destroy)) {
    reportStaying(state, diagnostics)
    return
  }
  const { members } = appliance.directory
  await members.delete(uid, signal)
  if (await members.remains(uid, run.waits.untilGone, signal))
    throw new ProviderError(memberStillThere({ uid }))
  accounts.forget(uid)
}
