import type { Appliance } from '../../appliance/appliance'
import { ApplianceError } from '../../appliance/errors'
import {
  memberNotShown,
  memberUnconfirmed,
  memberValueDifferent,
  memberValueKept,
} from '../../diagnostics/accounts'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { type DeclaredMember, notShown } from './member-state'

/**
 * What the directory shows of a member that was just set. What was done is done, whether it can be read or not: what cannot be
 * confirmed is a warning.
 */
export async function confirmed(
  uid: string,
  wanted: DeclaredMember,
  { directory }: Appliance,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): Promise<{ readonly gid: number | null; readonly unverified: readonly string[] }> {
  const nothingConfirmed = { gid: wanted.gid, unverified: [] }
  try {
    const member = await directory.members.find(uid, signal)
    if (!member) {
      diagnostics.raise(memberNotShown({ uid }))
      return nothingConfirmed
    }
    const differences = notShown(wanted, member)
    for (const [attribute, value] of differences) {
      if (value === null) continue
      const differs = isEmptyIn(wanted, attribute) ? memberValueKept : memberValueDifferent
      diagnostics.raise(differs({ uid, attribute, value }))
    }
    return { gid: wanted.gid ?? member.gid ?? null, unverified: [...differences.keys()].sort() }
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error
    const { message: reason, advice } = error.told
    diagnostics.raise(memberUnconfirmed({ uid, reason, advice }))
    return nothingConfirmed
  }

  function isEmptyIn(member: DeclaredMember, attribute: string): boolean {
    return Object.entries(member).some(([name, value]) => name === attribute && (value ?? '') === '')
  }
}
