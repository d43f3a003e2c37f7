import type { Diagnostics } from '@webfilter/terraform-plugin'
import {
  memberMovedByOthers,
  memberMoveRefused,
  memberMoveUnclear,
  memberMoveUnknown,
} from '../../../diagnostics/replacements'
import type { Move } from './move'

/** Says of each move that is not done why, and what to do. */
export function diagnoseMoves(uid: string, moves: readonly Move[], diagnostics: Diagnostics): void {
  const unknown = moves.filter(({ kind }) => kind === 'unknown').map(({ attribute }) => attribute)
  if (unknown.length > 0)
    diagnostics.raise(memberMoveUnknown({ uid, attributes: unknown }), unknown.slice(0, 1))
  for (const move of moves) {
    if (move.kind !== 'refused') continue
    const { attribute, by, found, wanted } = move
    diagnostics.raise(refusals[by]({ uid, attribute, found, wanted }), [attribute])
  }
}

/** By whose change it is. */
const refusals = {
  configuration: memberMoveRefused,
  others: memberMovedByOthers,
  unknown: memberMoveUnclear,
} as const
