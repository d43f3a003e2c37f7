import type { Appliance } from '../../appliance/appliance'
import { canonicalUid } from '../../appliance/directory/member'
import { ApplianceError } from '../../appliance/errors'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { ProviderError } from '../../terraform/provider/failures'
import { isUnknown, type Unknown } from '../../terraform/values/unknown'
import type { DirectoryClaims } from '../ldap/directory-claims'
import type { MemberNote } from './member-private-data'
import { requireSuccessor } from './successor'

interface Departing {
  readonly uid: string
  readonly gid: number | null
  readonly adopted: boolean
  readonly on_destroy: 'delete' | 'keep' | null
}

/** Whether a destroy leaves the account: as `on_destroy` says, else what was adopted stays and what was created goes. */
export function staysAtDestroy(adopted: boolean, onDestroy: 'delete' | 'keep' | Unknown | null): boolean {
  if (isUnknown(onDestroy)) return true
  return onDestroy === null ? adopted : onDestroy === 'keep'
}

/** Says what a destroy makes of the account, or why it cannot be done. */
export function announceDeparture(
  state: Departing,
  claims: DirectoryClaims | undefined,
  diagnostics: Diagnostics,
): void {
  const { uid, adopted, on_destroy } = state
  if (staysAtDestroy(adopted, on_destroy)) {
    announceStaying(state, diagnostics)
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
  diagnostics.warn(
    `Member ${JSON.stringify(uid)} will be deleted`,
    `${on_destroy === 'delete' ? 'on_destroy is "delete"' : 'Terraform created or imported it'}: the account goes with its password ` +
      'and its links to groups. To keep it, apply on_destroy = "keep" first.',
  )
}

/** Terraform tells a plan nothing of what a tainted resource had before. */
function unannounced(uid: string): ProviderError {
  return new ProviderError(
    `Member ${JSON.stringify(uid)} was not deleted, as the plan did not say so: its resource is tainted, and its login was changed.`,
    'Run terraform untaint for the resource, and plan again: the plan then says what becomes of the account.',
    { path: ['uid'] },
  )
}

/** Terraform may end before it creates the member again, and shows no warning of a plan that -replace asks for. */
function tellWhatIsToCome(uid: string, gids: readonly number[], diagnostics: Diagnostics): void {
  diagnostics.warn(
    `Member ${JSON.stringify(uid)} was deleted, to be created again`,
    (gids.length > 0 ? `It was linked to the groups ${gids.join(', ')}, and is linked to them again. ` : '') +
      'If the apply ended before that, apply again: the member is created; then link it in the console to those of its groups that no ' +
      'appliance_ldap_group_membership declares.',
  )
}

/** One resource gives a login up, and another one creates it: whichever comes first, the account must not go in between. */
export function reportGivenUp(uid: string, diagnostics: Diagnostics): void {
  diagnostics.error(
    `Member ${JSON.stringify(uid)} changes its resource`,
    'One resource of the configuration creates this login, and another one, which has it in the state, gives it up in the same run. The ' +
      'account would be deleted before it is sure that it can be created again. If the resource got another name, use a moved block; ' +
      'else apply the change of the one that gives it up first.',
    ['uid'],
  )
}

/** Two objects of the state have one account: what destroys the one would take it from the other, which is to stay. */
export function reportTwoStates(uid: string, diagnostics: Diagnostics): void {
  diagnostics.error(
    `Member ${JSON.stringify(uid)} is in the state twice`,
    'One of the two is to be destroyed, with the account that the other declares. This happens where an apply ended before it could ' +
      'forget the older one. Nothing is planned. Take the one that is not in the configuration out of the state with terraform state ' +
      'rm; where both have the same address, take it out of the state and apply: the account is adopted.',
    ['uid'],
  )
}

function announceStaying({ uid, on_destroy }: Departing, diagnostics: Diagnostics): void {
  diagnostics.warn(
    `Member ${JSON.stringify(uid)} will stay on the appliance`,
    on_destroy === 'keep'
      ? 'on_destroy is "keep": Terraform only forgets it.'
      : 'It was adopted, and on_destroy says nothing else: Terraform only forgets it. To have it deleted, apply on_destroy = "delete" ' +
          'first.',
  )
}

interface Surroundings {
  readonly appliance: Appliance
  readonly directoryClaims: DirectoryClaims
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
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
  { appliance, directoryClaims, diagnostics, signal }: Surroundings,
): Promise<void> {
  const { directory } = appliance
  const uid = canonicalUid(state.uid)
  const { accounts } = directoryClaims
  const isHeld = directoryClaims.isDeclared('member', uid) || accounts.declared(uid) !== undefined
  if (isHeld) {
    diagnostics.warn(
      `Member ${JSON.stringify(state.uid)} was not deleted`,
      'Another resource of this configuration declares it. To give a resource another name, use a moved block.',
    )
    return
  }
  const replacement = noted?.plan === 'creation' ? noted : undefined
  if (replacement && replacement.of !== uid && !staysAtDestroy(state.adopted, state.on_destroy))
    throw unannounced(state.uid)
  if (!(replacement?.deletes ?? !staysAtDestroy(state.adopted, state.on_destroy))) {
    announceStaying(state, diagnostics)
    return
  }
  if (replacement) await requireSuccessor(replacement.successor, uid, directory, signal)
  const isReplaced = replacement !== undefined && (replacement.successor.uid ?? uid) === uid
  const gids = await linkedGids(isReplaced)
  if (gids) accounts.keepLinks(uid, { gids, own: state.gid })
  await directory.members.delete(uid, signal)
  if (isReplaced) tellWhatIsToCome(state.uid, gids ?? [], diagnostics)

  /** A member that nothing is known to create again is deleted also where its groups cannot be read. */
  async function linkedGids(isNeeded: boolean): Promise<readonly number[] | undefined> {
    try {
      return (await directory.groups.ofMember(uid, signal))?.map(({ gid }) => gid)
    } catch (error) {
      if (isNeeded || signal.aborted || !(error instanceof ApplianceError)) throw error
      diagnostics.warn(
        `The groups of member ${JSON.stringify(uid)} could not be read before it was deleted`,
        `${error.message} If the member is created again, link it by hand to the groups that no ` +
          'appliance_ldap_group_membership declares.',
      )
      return undefined
    }
  }
}
