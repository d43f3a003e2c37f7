import { canonicalUid, mayRefuseLogin } from '@webfilter/appliance-names'
import { type Config, type Diagnostics, isUnknown } from '@webfilter/terraform-plugin'
import type { Appliance } from '../../../appliance/appliance'
import type { Member } from '../../../appliance/directory/member'
import type { DirectoryThings } from '../../../coordination/directory-things'
import { memberNotChecked, memberWithoutPassword } from '../../../diagnostics/accounts'
import { memberReadopted } from '../../../diagnostics/replacements'
import type { LookContext } from '../../../look-in-plan'

import { lookIntoDirectory } from '../directory-looks'
import { diagnoseAdoption, reportExisting, reportOtherPlace } from '../member/adoption'
import type { memberAttributes } from '../member/attributes'
import { reportDoubtedCreation, reportGivenUp, staysAtDestroy } from './departure'
import { warnOfLoss } from './loss'
import type { MemberNote, Successor } from './private-data'
import { reportSuccessor, successorIn } from './successor'

interface PlannedCreation extends LookContext {
  readonly config: Config<typeof memberAttributes>
  /** What the first plan noted, where this is the second plan of a replacement. */
  readonly noted: MemberNote | undefined
  readonly appliance: Appliance | undefined
  readonly claims: DirectoryThings | undefined
  readonly signal: AbortSignal
}

/**
 * Says what the creation of a member leads to, which may be the second half of a replacement.
 * @returns what its first half, the deletion, is to know
 */
export async function diagnoseCreation(planned: PlannedCreation): Promise<MemberNote> {
  const { config, noted, appliance, claims, diagnostics, signal } = planned
  const { uid } = config
  const successor = successorIn(config)
  // The creation itself looks once more: an error here would end the apply while no state has the account that is replaced.
  if (successor.uid !== null && claims?.accounts.succeededBy(successor.uid)) return noteOf(null)
  if (noted?.plan === 'change') return await diagnoseReplacement(noted.uid, noted.adopted, noted.isTold)
  if (!isUnknown(uid) && claims?.accounts.isLeaving(uid)) {
    reportGivenUp(uid, diagnostics)
    return noteOf(null)
  }

  let isAbsent = false
  const found =
    isUnknown(uid) || !appliance
      ? undefined
      : await lookIntoDirectory(
          (failure) => memberNotChecked({ uid, failure }),
          planned,
          async () => {
            const { member } = await appliance.directory.members.look(uid, signal)
            isAbsent = member === undefined
            return member
          },
        )
  // Terraform says nothing of a tainted state, and of one that another resource is to give up. Either takes the account with it.
  const stored = isUnknown(uid) || isAbsent ? undefined : claims?.accounts.stored(uid)
  const isDeleted = stored && !staysAtDestroy(stored.adopted, stored.on_destroy)
  if (isDeleted && !isUnknown(uid)) {
    if (found && config.on_move !== 'replace') reportOtherPlace(found, { ...config, uid }, diagnostics)
    // If this is another resource than the one in the state, the deletion goes by what that one has applied.
    return await diagnoseReplacement(uid, stored.adopted, false, true)
  }
  if (!found) diagnoseNew()
  else if (!isUnknown(uid)) diagnoseExisting(found, uid)
  return noteOf(stored ? false : null)

  function noteOf(deletes: boolean | null): MemberNote {
    return { plan: 'creation', successor, of: successor.uid, deletes }
  }

  async function diagnoseReplacement(
    replaced: string,
    adopted: boolean,
    isTold = false,
    stateDeletes = false,
  ): Promise<MemberNote> {
    const stays = staysAtDestroy(adopted, config.on_destroy)
    const isSame = successor.uid === canonicalUid(replaced)
    if (stays && isSame && !stateDeletes) {
      diagnoseStay(replaced)
    } else {
      await reportSuccessor(
        successor,
        { replaced, stays: stays && !stateDeletes },
        appliance?.directory,
        claims?.accounts,
        planned,
        signal,
      )
      if (!isTold && !diagnostics.hasErrors) warnOfLoss({ replaced, stays, successor }, diagnostics)
    }
    return { plan: 'creation', successor, of: canonicalUid(replaced), deletes: !stays }
  }

  function diagnoseNew(): void {
    warnWithoutPassword(successor, diagnostics)
    const { uid: login } = successor
    if (login === null || !mayRefuseLogin(login)) return
    claims?.accounts.planDoubtedCreation(login)
    const deleted = claims?.accounts.plannedDeletion
    if (deleted !== undefined) reportDoubtedCreation(deleted, login, diagnostics)
  }

  function diagnoseExisting(found: Member, uid: string): void {
    if (config.on_existing === 'fail') reportExisting(uid, diagnostics)
    else diagnoseAdoption(found, { ...config, uid }, diagnostics)
  }

  function diagnoseStay(replaced: string): void {
    if (config.on_existing === 'fail') {
      reportExisting(replaced, diagnostics)
      return
    }
    diagnostics.raise(memberReadopted({ uid: replaced }))
  }
}

function warnWithoutPassword({ hasPassword, uid }: Successor, diagnostics: Diagnostics): void {
  if (!hasPassword) diagnostics.raise(memberWithoutPassword({ uid }), ['password'])
}
