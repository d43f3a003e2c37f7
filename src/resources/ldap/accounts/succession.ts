import { canonicalUid, sameName } from '@webfilter/appliance-names'
import { type Diagnostics, IncompleteChange, ProviderError } from '@webfilter/terraform-plugin'
import { finishing, throwIfCancelled } from '../../../appliance/cancellation'
import type { Directory } from '../../../appliance/directory/directory'
import type { Member } from '../../../appliance/directory/entries'
import type { Created } from '../../../appliance/directory/members'
import { ApplianceError, mayHaveWorked } from '../../../appliance/errors'
import type { AccountPlace, Accounts, DeferredDeletion } from '../../../coordination/directory'
import type { Context } from '../../../definitions'
import { memberDeclaredElsewhere } from '../../../diagnostics/accounts'
import {
  memberNotRecreated,
  memberNotRelinked,
  memberToBeRecreated,
  replacedMemberNotDeleted,
  replacementImpossible,
  replacementLoginTaken,
  successorLeft,
  successorNotCreated,
} from '../../../diagnostics/replacements'
import { accountOutcome, isKept } from '../account-outcome'
import type { Left } from './completion'
import type { MemberRecord } from './successor'

/** How the successor is created, and what makes its state. */
export interface Creation<S> {
  readonly uid: string
  readonly place: AccountPlace
  readonly on_destroy: 'delete' | 'keep' | null
  /** Sends the request that creates it. */
  create(signal: AbortSignal): Promise<Created>
  /** Sets what a creation does not accept, and links it. */
  complete(created: Created, gids: readonly number[], signal: AbortSignal): Promise<Left | undefined>
  /** The state of a new account, with what is left to be done. */
  created(left: Left | undefined, signal: AbortSignal): Promise<S>
  /** The state of an account that exists already, completed as a new one. */
  adopted(existing: Member, gids: readonly number[], signal: AbortSignal): Promise<S>
}

/**
 * Creates a member in place of an account that its deletion has left to this call. Of the same login, the account is deleted first; of
 * another one, last.
 *
 * @param keep keeps private data beside the state
 * @returns the state of the new member, and the old login if its account could not be deleted
 * @throws {IncompleteChange} with the state of the old member
 */
export async function succeed<S>(
  replaced: DeferredDeletion,
  creation: Creation<S>,
  keep: (record: MemberRecord) => void,
  context: Context,
): Promise<{ readonly state: S; readonly leftBehind?: string }> {
  const { accounts } = context.run.directory
  // Goes with the state of the replaced member, which is kept until its successor is there.
  keep(recordOf(replaced))
  const isSame = replaced.uid === canonicalUid(creation.uid)
  try {
    return await finishing(context.signal, async (late) => {
      const succeeded = isSame
        ? { state: await recreate(replaced, creation, keep, context, late) }
        : await replace(replaced, creation, context, late)
      accounts.settle(creation.uid)
      return succeeded
    })
  } catch (error) {
    throw error instanceof IncompleteChange ? error : new IncompleteChange(replaced.state, error)
  }
}

/** What is kept beside the state of a replaced member. The plan that replaces a tainted object has lost it. */
function recordOf({ record, place, isGone, owed }: DeferredDeletion): MemberRecord {
  const unfinished = { account: isGone, texts: true, password: true, gids: owed }
  return record ?? { ...place, ...((isGone || owed.length > 0) && { unfinished }) }
}

/**
 * Reads the groups of an account, deletes it, creates it again and links it. What fails before the deletion keeps the old state, which
 * Terraform marks as tainted. What fails after it keeps a state that says so, and the links beside it: the next apply goes on from there.
 */
async function recreate<S>(
  replaced: DeferredDeletion,
  creation: Creation<S>,
  keep: (record: MemberRecord) => void,
  { appliance, run, diagnostics, signal }: Context,
  late: AbortSignal,
): Promise<S> {
  const { members } = appliance.directory
  const { uid } = creation
  let state: object = replaced.state
  let gids = replaced.owed
  let outcome: 'not deleted' | 'unknown' | 'deleted' = replaced.isGone ? 'deleted' : 'not deleted'
  try {
    if (replaced.isGone) {
      const { member } = await members.look(uid, signal)
      if (member) return await creation.adopted(member, gids, late)
    } else if (await members.find(uid, signal)) await deleteReplaced()
    const made = await creation.create(late)
    return await creation.created(await creation.complete(made, gids, late), late)
  } catch (error) {
    throw new IncompleteChange(state, explained(error))
  }

  async function deleteReplaced(): Promise<void> {
    const links = await linksToTakeOver(
      replaced,
      creation,
      run.directory.accounts,
      appliance.directory,
      signal,
    )
    gids = links.gids
    const record = recordOf(replaced)
    // Without it, the next run may not recognize that the account is gone.
    const known = { ...record, absence: record.absence ?? (await members.absence(signal)) }
    throwIfCancelled(signal)
    keep({ ...known, unfinished: { account: true, texts: true, password: true, gids } })
    try {
      await members.delete(uid, late)
    } catch (error) {
      if (!mayHaveWorked(error)) keep(known)
      else outcome = 'unknown'
      // An appliance that has not answered may still be at it: what is kept says that the account may be gone.
      if (outcome === 'not deleted' || (await members.look(uid, late)).member) throw error
    }
    outcome = 'deleted'
    state = { ...replaced.state, unverified: ['uid'] }
    // Terraform shows no warning of a plan that -replace asks for.
    diagnostics.raise(memberToBeRecreated({ uid, gids: links.gids }))
    reportDoubtful(uid, links, diagnostics)
  }

  function explained(error: unknown): unknown {
    if (!(error instanceof ApplianceError || error instanceof ProviderError)) return error
    const { message: reason, advice } = error.diagnostic
    const path = error instanceof ProviderError ? error.path : undefined
    return new ProviderError(
      outcome === 'not deleted'
        ? replacementImpossible({ uid, reason, advice, isTainted: true })
        : memberNotRecreated({ uid, gids, isCertain: outcome === 'deleted', reason, advice }),
      { cause: error, ...(path && { path }) },
    )
  }
}

/** What is wrong with a successor that the appliance accepted. */
class Unfinished extends Error {
  /** @param advice what to do about it */
  constructor(
    message: string,
    readonly advice: string,
  ) {
    super(message)
  }
}

/**
 * Creates a member in place of another login: first it is created, completed and linked to the groups of the other, and only when the
 * directory lists it, the other is deleted. If anything fails before that, the new account is removed again and the old one stays, also
 * in the state, so that the next apply repeats all of it.
 */
async function replace<S>(
  replaced: DeferredDeletion,
  creation: Creation<S>,
  { appliance, run, diagnostics, signal }: Context,
  late: AbortSignal,
): Promise<{ readonly state: S; readonly leftBehind?: string }> {
  const { members } = appliance.directory
  const { uid } = creation
  const uninterrupted = new AbortController().signal
  let isSent = false
  let created: Created | undefined
  let state: S
  try {
    // A creation could change the account of another person (field notes, "members").
    if (await members.find(uid, signal))
      throw new ProviderError(replacementLoginTaken({ uid, isManaged: isManaged() }), { path: ['uid'] })
    const links = await linksToTakeOver(
      replaced,
      creation,
      run.directory.accounts,
      appliance.directory,
      signal,
    )
    throwIfCancelled(signal)
    isSent = true
    created = await creation.create(late)
    const left = await creation.complete(created, links.gids, late)
    if (left && left.unfinished.gids.length > 0)
      throw new Unfinished(
        `It could not be linked to the groups ${left.unfinished.gids.join(', ')} of the old member: ${left.reasons.join(' ')}`,
        'Correct the groups in the console of the appliance.',
      )
    if (left) throw left.failure
    if (!(await members.find(uid, late)))
      throw new Unfinished(
        'The appliance accepted it, but the directory does not list it.',
        'Check the directory in the console of the appliance.',
      )
    state = await creation.created(undefined, late)
    reportDoubtful(uid, links, diagnostics)
  } catch (error) {
    throw new IncompleteChange(replaced.state, await undone(error))
  }
  return replaced.isGone || (await run.turn('member', replaced.uid, uninterrupted, deleteReplaced))
    ? { state }
    : { state, leftBehind: replaced.uid }

  function isManaged(): boolean {
    return run.directory.accounts.stored(uid) !== undefined
  }

  /** Removes the new account again, if this run has created it for certain. */
  async function undone(error: unknown): Promise<unknown> {
    const isReadable = error instanceof ApplianceError || error instanceof ProviderError
    if (!isReadable && !(error instanceof Unfinished)) return error
    const { message: reason, advice } = isReadable ? error.diagnostic : error
    const failure = { uid, replaced: replaced.uid, reason, advice }
    const options = {
      ...(error instanceof ProviderError && error.path && { path: error.path }),
      cause: error,
    }
    if (created === undefined) {
      const mayExist = isSent && mayHaveWorked(error)
      return new ProviderError(successorNotCreated({ ...failure, mayExist }), options)
    }
    try {
      if (created === 'found') throw error
      await members.delete(uid, uninterrupted)
      return new ProviderError(successorNotCreated({ ...failure, mayExist: false }), options)
    } catch {
      return new ProviderError(successorLeft(failure), options)
    }
  }

  /** @returns whether the old account needs no further work */
  async function deleteReplaced(): Promise<boolean> {
    const { directory } = run
    if (directory.isDeclared('member', replaced.uid) || directory.accounts.declared(replaced.uid)) {
      diagnostics.raise(memberDeclaredElsewhere({ uid: replaced.uid }))
    } else if (!isKeptByConfiguration()) {
      try {
        await members.delete(replaced.uid, late)
      } catch (error) {
        if (!(error instanceof ApplianceError)) throw error
        const { message: reason, advice } = error.diagnostic
        diagnostics.raise(replacedMemberNotDeleted({ uid: replaced.uid, successor: uid, reason, advice }))
        return false
      }
    }
    await directory.journal.remove({ replaced: replaced.uid, successor: canonicalUid(uid) })
    return true
  }

  function isKeptByConfiguration(): boolean {
    const { isTainted } = replaced
    const change = {
      change: 'replaced',
      login: 'other',
      isMove: false,
      createsFirst: false,
      isTainted,
    } as const
    return isKept(accountOutcome(replaced, { ...change, on_destroy: creation.on_destroy }))
  }
}

/** The groups that a successor is to be linked to. */
interface TakenOver {
  readonly gids: readonly number[]
  /** Those among which is the primary group that the account leaves, of which nothing shows which one it is. */
  readonly doubtful: readonly number[]
}

/**
 * The groups of an account that its successor is linked to: all but the primary group if the successor has another one, or is in another
 * organization, and but for those that this run removes. The directory's record shows the primary group; the state does not have one that
 * the appliance chose. If neither is known, no group of the organization that it leaves is taken over.
 */
async function linksToTakeOver(
  { uid, place, owed, isGone }: DeferredDeletion,
  { place: to }: { readonly place: AccountPlace },
  accounts: Accounts,
  { members, groups }: Directory,
  signal: AbortSignal,
): Promise<TakenOver> {
  if (isGone) return { gids: owed, doubtful: [] }
  const found = await members.find(uid, signal)
  const linked = ((await groups.ofMember(uid, signal)) ?? []).map(({ gid }) => gid)
  const organization = found?.organization ?? place.organization
  const primary = found?.gid ?? (place.gid || null)
  const isMoved = !sameName(organization, to.organization)
  const isUnclear = isMoved && primary === null
  const left = isUnclear ? (await groups.list(organization, signal)).map(({ gid }) => gid) : [primary]
  const isLeft = (gid: number) => gid !== to.gid && left.includes(gid) && (isMoved || Boolean(to.gid))
  const gids = [...new Set([...linked, ...owed])].filter((gid) => !accounts.isUnlinked(uid, gid))
  return {
    gids: gids.filter((gid) => !isLeft(gid)),
    doubtful: isUnclear ? gids.filter(isLeft) : [],
  }
}

function reportDoubtful(uid: string, { doubtful }: TakenOver, diagnostics: Diagnostics): void {
  if (doubtful.length === 0) return
  const reasons = ['One of them was its primary group there, and the directory does not show which one.']
  diagnostics.raise(memberNotRelinked({ uid, gids: doubtful, reasons }))
}
