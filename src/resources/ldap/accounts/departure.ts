import { type OnDestroy, stayReason } from '../../../accounts/account-outcome'
import { ApplianceError } from '../../../appliance/errors'
import {
  memberChangesResource,
  memberDeclaredElsewhere,
  memberDeleted,
  memberStays,
  memberTwiceInState,
} from '../../../diagnostics/entries/accounts'
import {
  memberDeletionNotPlanned,
  memberGroupsUnread,
  memberToBeRecreated,
} from '../../../diagnostics/entries/replacements'
import { canonicalUid } from '../../../names/directory-name'
import type { DirectoryThings } from '../../../run/directory-things'
import type { Diagnostics } from '../../../terraform/provider/diagnostics'
import { ProviderError } from '../../../terraform/provider/failures'
import { isUnknown, type Unknown } from '../../../terraform/values/unknown'
import type { Context } from '../../context'
import type { MemberNote } from './private-data'
import { requireSuccessor } from './successor'

interface Departing {
  readonly uid: string
  readonly gid: number | null
  readonly adopted: boolean
  readonly on_destroy: OnDestroy
}

/** Whether a destroy leaves the account. */
export function staysAtDestroy(adopted: boolean, onDestroy: OnDestroy | Unknown): boolean {
  return stayReason(adopted, isUnknown(onDestroy) ? 'unknown' : onDestroy) !== undefined
}

/** Says what a destroy makes of the account, or why it cannot be done. */
export function diagnoseDeparture(
  state: Departing,
  claims: DirectoryThings | undefined,
  diagnostics: Diagnostics,
): void {
  const { uid, adopted, on_destroy } = state
  if (staysAtDestroy(adopted, on_destroy)) {
    diagnoseStaying(state, diagnostics)
    return
  }
  // Created in this very run, before what it replaces is destroyed: the apply leaves the account to it.
  if (claims?.isDeclared('member', canonicalUid(uid))) return
  const declared = claims?.accounts.declared(uid)
  if (declared === 'change') {
    reportTwoStates(uid, diagnostics)
    return
  }
  if (declared === 'creation') {
    reportGivenUp(uid, diagnostics)
    return
  }
  claims?.accounts.leave(uid)
  diagnostics.raise(memberDeleted({ uid, isByOnDestroy: on_destroy === 'delete' }))
}

/** One resource gives a login up, and another one creates it: whichever comes first, the account must not go in between. */
export function reportGivenUp(uid: string, diagnostics: Diagnostics): void {
  diagnostics.raise(memberChangesResource({ uid }), ['uid'])
}

/** Two objects of the state have one account: what destroys the one would take it from the other, which is to stay. */
export function reportTwoStates(uid: string, diagnostics: Diagnostics): void {
  diagnostics.raise(memberTwiceInState({ uid }), ['uid'])
}

function diagnoseStaying({ uid, on_destroy }: Departing, diagnostics: Diagnostics): void {
  diagnostics.raise(memberStays({ uid, isByOnDestroy: on_destroy === 'keep' }))
}

/**
 * Deletes an account, unless it is to stay. Where a new one is to come in its place, that it can be created is looked for once
 * more; the links of the account are kept for whichever resource of this run creates its login again.
 *
 * @param noted what the plan noted: that of a creation where this is half of a replacement
 */
export async function depart(
  state: Departing,
  noted: MemberNote | undefined,
  { appliance, run, diagnostics, signal }: Context,
): Promise<void> {
  const { directory } = appliance
  const uid = canonicalUid(state.uid)
  const { accounts } = run.directory
  const isHeld = run.directory.isDeclared('member', uid) || accounts.declared(uid) !== undefined
  if (isHeld) {
    diagnostics.raise(memberDeclaredElsewhere(state))
    return
  }
  const replacement = noted?.plan === 'creation' ? noted : undefined
  if (replacement && replacement.of !== uid && !staysAtDestroy(state.adopted, state.on_destroy))
    throw new ProviderError(memberDeletionNotPlanned(state), { path: ['uid'] })
  if (!(replacement?.deletes ?? !staysAtDestroy(state.adopted, state.on_destroy))) {
    diagnoseStaying(state, diagnostics)
    return
  }
  if (replacement) await requireSuccessor(replacement.successor, uid, directory, signal)
  const isReplaced = replacement !== undefined && (replacement.successor.uid ?? uid) === uid
  const gids = await linkedGids(isReplaced)
  if (gids || isReplaced) accounts.keepLinks(uid, { gids: gids ?? [], own: state.gid })
  await directory.members.delete(uid, signal)
  // Terraform may end before it creates the member again, and shows no warning of a plan that -replace asks for.
  if (isReplaced) diagnostics.raise(memberToBeRecreated({ uid: state.uid, gids: gids ?? [] }))

  /** A member that nothing is known to create again is deleted also where its groups cannot be read. */
  async function linkedGids(isNeeded: boolean): Promise<readonly number[] | undefined> {
    try {
      return (await directory.groups.ofMember(uid, signal))?.map(({ gid }) => gid)
    } catch (error) {
      if (isNeeded || signal.aborted || !(error instanceof ApplianceError)) throw error
      diagnostics.raise(memberGroupsUnread({ uid, reason: error.message }))
      return undefined
    }
  }
}
