import {
  memberReplaced,
  memberReplacedByAnother,
  replacedMemberStays,
} from '../../../diagnostics/entries/replacements'
import { canonicalUid } from '../../../names/directory-name'
import type { Diagnostics } from '../../../terraform/provider/diagnostics'
import type { Successor } from './private-data'

interface Replacement {
  /** The login that is deleted, unless it stays. */
  readonly replaced: string
  readonly stays: boolean
  readonly successor: Successor
}

/**
 * Says what goes with an account that is replaced. Terraform shows the warnings of the first plan of a replacement only, and the
 * first one knows nothing of `-replace`.
 */
export function warnOfLoss({ replaced, stays, successor }: Replacement, diagnostics: Diagnostics): void {
  const unknown = (['uid', 'organization', 'gid'] as const).filter((name) => successor[name] === null)
  diagnostics.raise(whatIsLost()({ uid: replaced, unknown }))

  function whatIsLost(): typeof memberReplaced {
    if (stays) return replacedMemberStays
    return successor.uid === canonicalUid(replaced) ? memberReplaced : memberReplacedByAnother
  }
}
