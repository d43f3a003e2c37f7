import { canonicalUid } from '@webfilter/appliance-names'
import { ApplianceError } from '../../../appliance/errors'
import { memberLeftBehind } from '../../../diagnostics/replacements'
import type { Context } from '../../context'
import type { MemberRecord } from './private-data'

/**
 * Names the accounts that an unfinished replacement has left on the appliance and that no resource of this run manages: as the journal
 * says, or as the member's own private data do. What is gone or managed by now is removed from the journal.
 *
 * @param uid the login that is planned; either login of a replacement brings the other one up
 */
export async function reportLeftBehind(
  uid: string,
  record: MemberRecord | undefined,
  { appliance, run, diagnostics, signal }: Pick<Context, 'appliance' | 'run' | 'diagnostics' | 'signal'>,
): Promise<void> {
  const login = canonicalUid(uid)
  const { accounts, journal } = run.directory
  // In the middle of an apply they are under way.
  if (run.isApplying) return
  const written = (await journal.entries()).filter(
    ({ replaced, successor }) => replaced === login || successor === login,
  )
  const isWritten = written.some(({ replaced }) => replaced === record?.leftBehind)
  const ofRecord =
    record?.leftBehind !== undefined && !isWritten ? [{ replaced: record.leftBehind, successor: login }] : []
  for (const entry of [...written, ...ofRecord]) {
    const other = entry.replaced === login ? entry.successor : entry.replaced
    const isManaged = accounts.stored(other) !== undefined || accounts.declared(other) !== undefined
    const presence = isManaged ? 'managed' : await lookFor(other)
    if (presence === 'there') diagnostics.raise(memberLeftBehind({ uid: other, ...entry }))
    else if (presence !== 'unknown') await journal.remove(entry)
  }

  /** What cannot be found out stays in the journal: a later plan looks again. */
  async function lookFor(other: string): Promise<'there' | 'absent' | 'unknown'> {
    try {
      const { member, unproven } = await appliance.directory.members.look(other, signal)
      if (member) return 'there'
      return unproven ? 'unknown' : 'absent'
    } catch (error) {
      if (error instanceof ApplianceError && !signal.aborted) return 'unknown'
      throw error
    }
  }
}
