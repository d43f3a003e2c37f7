import { type Diagnostics, ProviderError } from '@webfilter/terraform-plugin'
import type { Directory } from '../../../appliance/directory/directory'
import { ApplianceError } from '../../../appliance/errors'
import type { Accounts } from '../../../coordination/accounts'
import { memberNotRecreated, memberNotRelinked } from '../../../diagnostics/replacements'

/**
 * Links a member that was created again to the groups that it was in when this run deleted it, but for the one that it belonged
 * to by itself where it now belongs to another. What cannot be linked is a warning: the member is there.
 *
 * @param gid the group that it belongs to by itself now; null or 0 where the appliance chose
 */
export async function linkAgain(
  uid: string,
  gid: number | null,
  accounts: Accounts,
  { groups }: Directory,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): Promise<void> {
  const links = accounts.linksOf(uid)
  if (!links) return
  const wanted = links.gids.filter((linked) => !gid || linked === gid || linked !== links.own)
  const { failed, reasons } = await restoreLinks(uid, wanted, groups, signal)
  accounts.forgetLinks(uid)
  if (failed.length > 0) diagnostics.raise(memberNotRelinked({ uid, gids: failed, reasons }))
}

/**
 * Links a member to groups that it is not in yet.
 * @returns the groups that it could not be linked to, and why
 */
export async function restoreLinks(
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

/** A creation that failed of a member that this run deleted, with the groups that it was linked to: nothing else tells of either. */
export function withLostLinks(error: unknown, uid: string, accounts: Accounts): unknown {
  const links = accounts.linksOf(uid)
  if (!links || !(error instanceof ApplianceError || error instanceof ProviderError)) return error
  const { message: reason, advice } = error.told
  return new ProviderError(memberNotRecreated({ uid, gids: links.gids, reason, advice }), { cause: error })
}
