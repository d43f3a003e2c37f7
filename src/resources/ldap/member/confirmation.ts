import type { Diagnostics } from '@webfilter/terraform-plugin'
import type { Appliance } from '../../../appliance/appliance'
import { ApplianceError } from '../../../appliance/errors'
import {
  memberNotShown,
  memberUnconfirmed,
  memberValuesDifferent,
  memberValuesKept,
} from '../../../diagnostics/accounts'
import { type DeclaredMember, notShown } from './state'

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
    const [kept, different] = shownOtherwise(wanted, differences)
    if (Object.keys(kept).length > 0) diagnostics.raise(memberValuesKept({ uid, shown: kept }))
    if (Object.keys(different).length > 0) diagnostics.raise(memberValuesDifferent({ uid, shown: different }))
    return { gid: wanted.gid ?? member.gid ?? null, unverified: [...differences.keys()].sort() }
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error
    const { message: reason, advice } = error.told
    diagnostics.raise(memberUnconfirmed({ uid, reason, advice }))
    return nothingConfirmed
  }
}

/** What the directory shows in place of what was to be emptied, and in place of something else; by attribute. */
function shownOtherwise(wanted: DeclaredMember, differences: ReadonlyMap<string, string | null>) {
  const shown = [...differences].flatMap(([attribute, value]) =>
    value === null ? [] : [[attribute, value] as const],
  )
  const emptied = new Set(
    Object.entries(wanted).flatMap(([name, value]) => ((value ?? '') === '' ? [name] : [])),
  )
  return [
    Object.fromEntries(shown.filter(([attribute]) => emptied.has(attribute))),
    Object.fromEntries(shown.filter(([attribute]) => !emptied.has(attribute))),
  ] as const
}
