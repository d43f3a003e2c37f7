import { canonicalUid } from '@webfilter/appliance-names'
import { type Config, isUnknown, type ProposedState, type State } from '@webfilter/terraform-plugin'
import type { Directory } from '../../../appliance/directory/directory'
import type { Accounts } from '../../../coordination/accounts'
import { memberMoveForbidden } from '../../../diagnostics/replacements'
import type { LookContext } from '../../../look-in-plan'

import type { memberAttributes } from '../member/attributes'
import { reportGivenUp, staysAtDestroy } from './departure'
import { warnOfLoss } from './loss'
import { movesOf, type Place } from './move'
import { diagnoseMoves } from './move-diagnostics'
import type { MemberRecord } from './private-data'
import { groupsOfReplaced, reportSuccessor, successorIn } from './successor'

type Attributes = typeof memberAttributes

interface PlannedChange extends LookContext {
  readonly config: Config<Attributes>
  readonly prior: State<Attributes>
  readonly proposed: ProposedState<Attributes>
  readonly record: MemberRecord | undefined
  readonly directory: Directory | undefined
  readonly accounts: Accounts | undefined
  readonly signal: AbortSignal
}

/** How a member in the state becomes what the configuration says. */
export interface Change {
  readonly isReplacement: boolean
  /** The attributes by which it is replaced; a new login replaces it anyway. */
  readonly replacing: readonly Place[]
}

/** Says of a member in the state whether it can become what the configuration says, and at what cost. */
export async function diagnoseChange(planned: PlannedChange): Promise<Change> {
  const { config, prior, proposed, record, directory, accounts, diagnostics, signal } = planned
  const { uid } = proposed
  const successor = successorIn({ ...config, uid, organization: proposed.organization })
  if (isUnknown(uid) || canonicalUid(uid) !== canonicalUid(prior.uid)) {
    if (!staysAtDestroy(prior.adopted, config.on_destroy)) {
      if (accounts?.declared(prior.uid)) reportGivenUp(prior.uid, diagnostics)
      else accounts?.leave(prior.uid)
    }
    await diagnoseReplacement()
    return { isReplacement: true, replacing: [] }
  }
  const { organization, on_move } = proposed
  const moves = movesOf(prior, { organization, gid: config.gid, on_move }, record)
  diagnoseMoves(uid, moves, diagnostics)
  const replacing = moves.filter(({ kind }) => kind === 'replaces').map(({ attribute }) => attribute)
  if (replacing.length === 0 || diagnostics.hasErrors) return { isReplacement: false, replacing: [] }
  if (staysAtDestroy(prior.adopted, config.on_destroy)) {
    const isAdopted = config.on_destroy === null
    diagnostics.raise(memberMoveForbidden({ uid, isAdopted }), replacing.slice(0, 1))
  } else await diagnoseReplacement()
  return { isReplacement: true, replacing }

  async function diagnoseReplacement(): Promise<void> {
    const stays = staysAtDestroy(prior.adopted, config.on_destroy)
    await reportSuccessor(successor, { replaced: prior.uid, stays }, directory, accounts, planned, signal)
    if (diagnostics.hasErrors) return
    const isDeferred = !stays && successor.uid !== canonicalUid(prior.uid)
    const groups = isDeferred ? await groupsOfReplaced(prior.uid, directory, signal) : undefined
    warnOfLoss({ replaced: prior.uid, stays, successor, groups }, diagnostics)
  }
}
