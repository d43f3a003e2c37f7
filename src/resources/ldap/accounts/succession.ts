import { canonicalUid, sameName } from '@webfilter/appliance-names'
import { type Diagnostics, IncompleteChange, ProviderError } from '@webfilter/terraform-plugin'
import type { Directory } from '../../../appliance/directory/directory'
import { ApplianceError, mayHaveWorked } from '../../../appliance/errors'
import type { AccountPlace, Accounts, DeferredDeletion } from '../../../coordination/directory'
import type { Context } from '../../../definitions'
import { memberDeclaredElsewhere } from '../../../diagnostics/accounts'
import {
  memberNotRecreated,
  memberNotRelinked,
  replacedMemberNotDeleted,
  replacementLoginTaken,
  successorLeft,
  successorNotCreated,
} from '../../../diagnostics/replacements'
import { accountOutcome, isKept } from '../account-outcome'

/** How the successor is created, and what makes its state. */
interface Creation<S> {
  readonly uid: string
  readonly place: AccountPlace
  readonly on_destroy: 'delete' | 'keep' | null
  /** Sends the request that creates it. */
  create(signal: AbortSignal): Promise<'confirmed' | 'found'>
  /** Sets the values that a creation does not accept. */
  complete(created: 'confirmed' | 'found', signal: AbortSignal): Promise<void>
  /** Reads it back. */
  read(signal: AbortSignal): Promise<S>
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
 * Creates a member in place of another one: first it is created, completed and linked to the groups of the other, and only when the
 * directory lists it, the other is deleted. If anything fails before that, the new account is removed again and the old one stays, also
 * in the state, so that the next apply repeats all of it.
 *
 * From the first change on, nothing is interrupted: two accounts for one person would remain.
 *
 * @returns the state of the new member, and the old login if its account could not be deleted
 * @throws {IncompleteChange} with the state of the old member
 */
export async function succeed<S>(
  replaced: DeferredDeletion,
  creation: Creation<S>,
  { appliance, run, diagnostics, signal }: Context,
): Promise<{ readonly state: S; readonly leftBehind?: string }> {
  const { members, groups } = appliance.directory
  const { uid } = creation
  const uninterrupted = new AbortController().signal
  let isSent = false
  let created: 'confirmed' | 'found' | undefined
  let state: S
  try {
    // A creation could change the account of another person (field notes, "members").
    if (await members.find(uid, signal))
      throw new ProviderError(replacementLoginTaken({ uid, isManaged: isManaged() }), { path: ['uid'] })
    const links = ((await groups.ofMember(replaced.uid, signal)) ?? []).map(({ gid }) => gid)
    const left = await placeOf(replaced.uid, replaced.place, appliance.directory, signal)
    const wanted = await linksToTakeOver(links, left, creation.place, groups, signal)
    isSent = true
    created = await creation.create(uninterrupted)
    const { failed, reasons } = await restoreLinks(uid, wanted, groups, uninterrupted)
    if (failed.length > 0)
      throw new Unfinished(
        `It could not be linked to the groups ${failed.join(', ')} of the old member: ${reasons.join(' ')}`,
        'Correct the groups in the console of the appliance.',
      )
    await creation.complete(created, uninterrupted)
    if (!(await members.find(uid, uninterrupted)))
      throw new Unfinished(
        'The appliance accepted it, but the directory does not list it.',
        'Check the directory in the console of the appliance.',
      )
    state = await creation.read(uninterrupted)
  } catch (error) {
    throw new IncompleteChange(replaced.state, await undone(error))
  }
  run.directory.accounts.settle(uid)
  return (await run.turn('member', replaced.uid, uninterrupted, deleteReplaced))
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
        await members.delete(replaced.uid, uninterrupted)
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

/** Where an account is as the directory shows it, and otherwise as the state has it, which does not have a group that the appliance chose. */
export async function placeOf(
  uid: string,
  { organization, gid }: AccountPlace,
  { members }: Directory,
  signal: AbortSignal,
): Promise<AccountPlace> {
  const found = await members.find(uid, signal)
  return { organization: found?.organization ?? organization, gid: found?.gid ?? (gid || null) }
}

/**
 * The groups of an account that its successor is linked to: all but the primary group if the successor has another one, or is in another
 * organization. Where that group is not known, no group of the organization that it leaves is kept: one of them is the primary group.
 */
async function linksToTakeOver(
  gids: readonly number[],
  from: AccountPlace,
  to: AccountPlace,
  groups: Directory['groups'],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const isMoved = !sameName(from.organization, to.organization)
  const left =
    isMoved && !from.gid ? (await groups.list(from.organization, signal)).map(({ gid }) => gid) : [from.gid]
  return gids.filter((gid) => gid === to.gid || !left.includes(gid) || (!isMoved && !to.gid))
}

/**
 * Links a member that was created again to the groups that it was in when this run deleted it, as far as it is to be in them. A group that
 * it cannot be linked to is a warning, because the member exists.
 */
export async function relink(
  uid: string,
  place: AccountPlace,
  accounts: Accounts,
  { groups }: Directory,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): Promise<void> {
  const links = accounts.linksOf(uid)
  if (!links) return
  const wanted = await linksToTakeOver(links.gids, links.place, place, groups, signal)
  const { failed, reasons } = await restoreLinks(uid, wanted, groups, signal)
  accounts.forgetLinks(uid)
  if (failed.length > 0) diagnostics.raise(memberNotRelinked({ uid, gids: failed, reasons }))
}

/**
 * Links a member to groups that it is not in yet.
 * @returns the groups that it could not be linked to, and why
 */
async function restoreLinks(
  uid: string,
  gids: readonly number[],
  groups: Directory['groups'],
  signal: AbortSignal,
): Promise<{ readonly failed: readonly number[]; readonly reasons: readonly string[] }> {
  const failed: number[] = []
  const reasons = new Set<string>()
  try {
    const there = await groups.ofMember(uid, signal)
    for (const gid of gids) {
      if (there?.some((group) => group.gid === gid)) continue
      try {
        await groups.link(gid, uid, signal)
      } catch (error) {
        fail([gid], error)
      }
    }
  } catch (error) {
    fail(gids, error)
  }
  return { failed, reasons: [...reasons] }

  function fail(some: readonly number[], error: unknown): void {
    if (!(error instanceof ApplianceError)) throw error
    failed.push(...some)
    reasons.add(error.message)
  }
}

/** The failed creation of a member that this run deleted, with the groups that it was linked to, which nothing else names. */
export function withLostLinks(error: unknown, uid: string, accounts: Accounts): unknown {
  const links = accounts.linksOf(uid)
  if (!links || !(error instanceof ApplianceError || error instanceof ProviderError)) return error
  const { message: reason, advice } = error.diagnostic
  return new ProviderError(memberNotRecreated({ uid, gids: links.gids, reason, advice }), { cause: error })
}
