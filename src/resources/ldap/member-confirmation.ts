import type { Appliance } from '../../appliance/appliance'
import { ApplianceError } from '../../appliance/errors'
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
  try {
    const member = await directory.members.find(uid, signal)
    if (!member) throw notThere()
    const differences = notShown(wanted, member)
    for (const [attribute, value] of differences) {
      if (value === null) continue
      diagnostics.warn(
        isEmptyIn(wanted, attribute)
          ? `The directory still shows a ${attribute} of member ${JSON.stringify(uid)}, which was to be emptied`
          : `The directory shows another ${attribute} of member ${JSON.stringify(uid)} than was set`,
        `It shows ${JSON.stringify(value)}. The attribute is listed in unverified: what others change of it is not found.`,
      )
    }
    return { gid: wanted.gid ?? member.gid ?? null, unverified: [...differences.keys()].sort() }
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error
    diagnostics.warn(
      `Member ${JSON.stringify(uid)} was set, but could not be read afterwards`,
      `${error.message} ${error.advice}`,
    )
    return { gid: wanted.gid, unverified: [] }
  }

  function isEmptyIn(member: DeclaredMember, attribute: string): boolean {
    return Object.entries(member).some(([name, value]) => name === attribute && (value ?? '') === '')
  }

  function notThere(): ApplianceError {
    return new ApplianceError({
      kind: 'failed',
      message: 'The directory does not show the member that it accepted.',
      advice: 'Plan again: the plan shows whether the member is there.',
    })
  }
}
