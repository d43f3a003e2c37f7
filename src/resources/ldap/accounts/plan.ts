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
import type { Appliance } from '../../../appliance/appliance'
import type { Directory } from '../../../appliance/directory/directory'
import type { Member } from '../../../appliance/directory/entries'
import type { Accounts, DirectoryThings } from '../../../coordination/directory'
import type { LookContext } from '../../../definitions'
import { memberNotChecked, memberWithoutPassword } from '../../../diagnostics/accounts'
import {
  memberMovedByOthers,
  memberMoveForbidden,
  memberMoveRefused,
  memberMoveUnclear,
  memberMoveUnknown,
  memberReadopted,
  memberReplaced,
  memberReplacedByAnother,
  replacedMemberStays,
} from '../../../diagnostics/replacements'
import { lookIntoDirectory } from '../directory-looks'
import type { memberAttributes } from '../member/attributes'
import { diagnoseAdoption, reportExisting, reportOtherPlace } from '../member/state'
import { reportDoubtedCreation, reportGivenUp, staysAtDestroy } from './deletion'
import {
  groupsOfReplaced,
  type MemberNote,
  type MemberRecord,
  reportSuccessor,
  type Successor,
  successorIn,
} from './successor'

type Attributes = typeof memberAttributes

interface PlannedChange extends LookContext {
  readonly config: Config<Attributes>
  readonly prior: State<Attributes>
  readonly proposed: ProposedState<Attributes>
  readonly record: MemberRecord | undefined
  /** Whether an earlier apply was interrupted before it replaced the account. */
  readonly isInterrupted: boolean
  readonly directory: Directory | undefined
  readonly accounts: Accounts | undefined
  readonly object: ManagedObject
  readonly signal: AbortSignal
}

/** How a member of the state gets to the values of the configuration. */
interface Change {
  readonly isReplacement: boolean
  /** The attributes by which it is replaced; a new login replaces it anyway. */
  readonly replacing: readonly Place[]
}

/** Plans the change of a member: whether the appliance can carry it out, and what a replacement loses. */
export async function diagnoseChange(planned: PlannedChange): Promise<Change> {
  const { config, prior, proposed, record, isInterrupted, directory, accounts, object, diagnostics, signal } =
    planned
  const { uid } = proposed
  const successor = successorIn({ ...config, uid, organization: proposed.organization })
  if (isUnknown(uid) || canonicalUid(uid) !== canonicalUid(prior.uid)) {
    if (!staysAtDestroy(prior.adopted, config.on_destroy)) {
      if (accounts?.declared(prior.uid)) reportGivenUp(prior.uid, diagnostics)
      else accounts?.leave(prior.uid, object)
    }
    await diagnoseReplacement()
    return { isReplacement: true, replacing: [] }
  }
  const { organization, on_move } = proposed
  const moves = movesOf(prior, { organization, gid: config.gid, on_move }, record, isInterrupted)
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

interface PlannedCreation extends LookContext {
  readonly config: Config<typeof memberAttributes>
  /** The note of the first plan, if this is the second plan of a replacement. */
  readonly noted: MemberNote | undefined
  readonly isInterrupted: boolean
  readonly appliance: Appliance | undefined
  readonly claims: DirectoryThings | undefined
  readonly object: ManagedObject
  readonly signal: AbortSignal
}

/**
 * Plans the creation of a member, which may be the second half of a replacement.
 * @returns the note for the first half, which is the deletion
 */
export async function diagnoseCreation(planned: PlannedCreation): Promise<MemberNote> {
  const { config, noted, isInterrupted, appliance, claims, object, diagnostics, signal } = planned
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
  // Terraform does not show a tainted state, nor one that another resource is to give up. With either, the account is deleted.
  const stored = isUnknown(uid) || isAbsent ? undefined : claims?.accounts.stored(uid)
  const isDeleted = stored && !stored.isGone && !staysAtDestroy(stored.adopted, stored.on_destroy)
  if (isDeleted && !isUnknown(uid)) {
    if (found && config.on_move !== 'replace') reportOtherPlace(found, { ...config, uid }, diagnostics)
    // If another resource has the account in the state, the deletion acts by what that one has applied.
    return await diagnoseReplacement(uid, stored.adopted, false, true)
  }
  if (!found) diagnoseNew()
  else if (!isUnknown(uid)) diagnoseExisting(found, uid)
  return noteOf(stored ? false : null)

  function noteOf(deletes: boolean | null, of = successor.uid): MemberNote {
    const owed = (of !== null && claims?.accounts.stored(of)?.owed) || []
    return { plan: 'creation', successor, of, deletes, owed }
  }

  async function diagnoseReplacement(
    replaced: string,
    adopted: boolean,
    isDiagnosed = false,
    stateDeletes = false,
  ): Promise<MemberNote> {
    const stays = staysAtDestroy(adopted, config.on_destroy)
    const isSame = successor.uid === canonicalUid(replaced)
    if (stays && isSame && !stateDeletes) {
      diagnoseReadoption(replaced)
    } else {
      await reportSuccessor(
        successor,
        { replaced, stays: stays && !stateDeletes },
        appliance?.directory,
        claims?.accounts,
        planned,
        signal,
      )
      if (!isDiagnosed && !diagnostics.hasErrors) warnOfLoss({ replaced, stays, successor }, diagnostics)
    }
    return noteOf(!stays, canonicalUid(replaced))
  }

  function diagnoseNew(): void {
    warnWithoutPassword(successor, diagnostics)
    const { uid: login } = successor
    if (login === null || !mayRefuseLogin(login)) return
    claims?.accounts.planDoubtedCreation(login, object)
    const deleted = claims?.accounts.plannedDeletion
    if (deleted !== undefined) reportDoubtedCreation(deleted, login, diagnostics)
  }

  function diagnoseExisting(found: Member, uid: string): void {
    if (config.on_existing === 'fail') reportExisting(uid, diagnostics)
    else diagnoseAdoption(found, { ...config, uid, isInterrupted: isInterrupted && !stored }, diagnostics)
  }

  function diagnoseReadoption(replaced: string): void {
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

interface Replacement {
  /** The login that is deleted, unless it stays. */
  readonly replaced: string
  readonly stays: boolean
  readonly successor: Successor
  /** The groups that the account is in, which a successor with another login is linked to; undefined if they are not known. */
  readonly groups?: readonly string[] | undefined
}

/**
 * Warns of what is lost with an account that is replaced. Terraform shows the warnings of the first plan of a replacement only, and that
 * plan does not know of `-replace`.
 */
function warnOfLoss({ replaced, stays, successor, groups }: Replacement, diagnostics: Diagnostics): void {
  const unknown = (['uid', 'organization', 'gid'] as const).filter((name) => successor[name] === null)
  const facts = { uid: replaced, unknown }
  if (stays) diagnostics.raise(replacedMemberStays(facts))
  else if (successor.uid === canonicalUid(replaced)) diagnostics.raise(memberReplaced(facts))
  else diagnostics.raise(memberReplacedByAnother({ ...facts, groups }))
}

/** The attributes that the appliance cannot change. */
type Place = 'organization' | 'gid'

/** How the plan treats a difference in one of them. */
type Move =
  /** The configuration was changed, and lets the member be replaced. */
  | { readonly attribute: Place; readonly kind: 'replaces' }
  /** It cannot be done. */
  | {
      readonly attribute: Place
      readonly kind: 'refused'
      /** Whose change it is; `unknown` if what was last applied is not known. */
      readonly by: 'configuration' | 'others' | 'unknown'
      readonly found: string | number
      readonly wanted: string | number
    }
  /** Whether it changes is not known yet, and no replacement is allowed. */
  | { readonly attribute: Place; readonly kind: 'unknown' }

interface WantedPlace {
  readonly organization: string | Unknown
  readonly gid: number | Unknown | null
  readonly on_move: 'replace' | 'fail' | Unknown | null
}

interface FoundPlace {
  /** Empty if an import could not read it. */
  readonly organization: string
  readonly gid: number | null
}

/**
 * How a configuration differs from the place of a member. Only a value that differs from the one that was last applied is a wish to
 * move it: anything else is drift, which replaces nobody. What could not be read may be stated without a move.
 *
 * @param record what was last applied; undefined if that is not known
 * @param isInterrupted whether an earlier apply was to move the member, and was interrupted: without a record, as after an import, a
 * difference then is the wish of the configuration
 */
export function movesOf(
  prior: FoundPlace,
  wanted: WantedPlace,
  record: MemberRecord | undefined,
  isInterrupted = false,
): readonly Move[] {
  const unrecorded = isInterrupted || undefined
  const { organization, gid, on_move } = wanted
  const moves: Move[] = []
  if (prior.organization !== '') {
    if (isUnknown(organization)) moves.push(unknownMove('organization'))
    else if (!sameName(organization, prior.organization)) {
      const isNew = record ? !sameName(organization, record.organization) : unrecorded
      moves.push(move('organization', isNew, prior.organization, organization))
    }
  }
  // 0 is what a configuration said that let the appliance choose: which group it chose is not known.
  if (prior.gid !== null && prior.gid !== 0 && gid !== null && gid !== 0) {
    if (isUnknown(gid)) moves.push(unknownMove('gid'))
    else if (gid !== prior.gid)
      moves.push(move('gid', record ? gid !== record.gid : unrecorded, prior.gid, gid))
  }
  return moves

  function move(
    attribute: Place,
    isNew: boolean | undefined,
    found: string | number,
    to: string | number,
  ): Move {
    if (isNew && on_move === 'replace') return { attribute, kind: 'replaces' }
    const by = isNew === undefined ? 'unknown' : isNew ? 'configuration' : 'others'
    return { attribute, kind: 'refused', by, found, wanted: to }
  }

  function unknownMove(attribute: Place): Move {
    return { attribute, kind: on_move === 'replace' ? 'replaces' : 'unknown' }
  }
}

/**
 * Whether the record is older than a configuration that took over what others had changed: nothing else needs to be changed,
 * but the next drift would then look like a wish.
 */
export function isOutdated(record: MemberRecord | undefined, { organization, gid }: WantedPlace): boolean {
  if (!record) return false
  // What is not known yet may turn out to be what others made of it.
  if (isUnknown(organization) || isUnknown(gid)) return true
  if (!sameName(organization, record.organization)) return true
  return typeof gid === 'number' && gid !== 0 && gid !== record.gid
}

/** Reports each move that is not carried out: why, and what to do. */
function diagnoseMoves(uid: string, moves: readonly Move[], diagnostics: Diagnostics): void {
  const unknown = moves.filter(({ kind }) => kind === 'unknown').map(({ attribute }) => attribute)
  if (unknown.length > 0)
    diagnostics.raise(memberMoveUnknown({ uid, attributes: unknown }), unknown.slice(0, 1))
  for (const move of moves) {
    if (move.kind !== 'refused') continue
    const { attribute, by, found, wanted } = move
    diagnostics.raise(refusals[by]({ uid, attribute, found, wanted }), [attribute])
  }
}

/** By whose change it is. */
const refusals = {
  configuration: memberMoveRefused,
  others: memberMovedByOthers,
  unknown: memberMoveUnclear,
} as const
