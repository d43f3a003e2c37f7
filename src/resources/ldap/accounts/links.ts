import type { Directory } from '../../../appliance/directory/directory'
import { ApplianceError } from '../../../appliance/errors'
import { memberNotRecreated, memberNotRelinked } from '../../../diagnostics/entries/replacements'
import type { Accounts } from '../../../run/accounts'
import type { Diagnostics } from '../../../terraform/provider/diagnostics'
import { ProviderError } from '../../../terraform/provider/failures'

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
  const failed: number[] = []
  const reasons = new Set<string>()
  try {
    const there = await groups.ofMember(uid, signal)
    for (const linked of wanted) {
      if (there?.some((group) => group.gid === linked)) continue
      try {
        await groups.link(linked, uid, signal)
      } catch (error) {
        fail([linked], error)
      }
    }
  } catch (error) {
    fail(wanted, error)
  }
  accounts.forgetLinks(uid)
  if (failed.length === 0) return
  diagnostics.raise(memberNotRelinked({ uid, gids: failed, reasons: [...reasons] }))

  function fail(gids: readonly number[], error: unknown): void {
    if (!(error instanceof ApplianceError)) throw error
    failed.push(...gids)
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
