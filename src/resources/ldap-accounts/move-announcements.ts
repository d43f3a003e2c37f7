import {
  memberMovedByOthers,
  memberMoveRefused,
  memberMoveUnclear,
  memberMoveUnknown,
} from '../../diagnostics/replacements'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import type { Move } from './member-move'

/** Says of each move that is not done why, and what to do. */
export function announceMoves(uid: string, moves: readonly Move[], diagnostics: Diagnostics): void {
  for (const move of moves) {
    const { attribute } = move
    if (move.kind === 'unknown') {
      diagnostics.raise(memberMoveUnknown({ uid, attribute }), [attribute])
    } else if (move.kind === 'refused') {
      const { by, found, wanted } = move
      diagnostics.raise(refusals[by]({ uid, attribute, found, wanted }), [attribute])
    }
  }
}

/** By whose change it is. */
const refusals = {
  configuration: memberMoveRefused,
  others: memberMovedByOthers,
  unknown: memberMoveUnclear,
} as const
