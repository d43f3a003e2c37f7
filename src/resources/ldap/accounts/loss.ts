import { canonicalUid } from '@webfilter/appliance-names'
import type { Diagnostics } from '@webfilter/terraform-plugin'
import {
  memberReplaced,
  memberReplacedByAnother,
  replacedMemberStays,
} from '../../../diagnostics/replacements'
import type { Successor } from './private-data'

interface Replacement {
  /** The login that is deleted, unless it stays. */
  readonly replaced: string
  readonly stays: boolean
  readonly successor: Successor
  /** The groups that the account is in, which a successor with another login is linked to; undefined if they are not known. */
  readonly groups?: readonly string[] | undefined
}

/**
 * Says what goes with an account that is replaced. Terraform shows the warnings of the first plan of a replacement only, and the
 * first one knows nothing of `-replace`.
 */
export function warnOfLoss(
  { replaced, stays, successor, groups }: Replacement,
  diagnostics: Diagnostics,
): void {
  const unknown = (['uid', 'organization', 'gid'] as const).filter((name) => successor[name] === null)
  const told = { uid: replaced, unknown }
  if (stays) diagnostics.raise(replacedMemberStays(told))
  else if (successor.uid === canonicalUid(replaced)) diagnostics.raise(memberReplaced(told))
  else diagnostics.raise(memberReplacedByAnother({ ...told, groups }))
}
