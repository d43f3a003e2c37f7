import type { Diagnostics } from '../../terraform/provider/diagnostics'
import type { Move } from './member-move'

/** Says of each move that is not done why, and what to do. */
export function announceMoves(uid: string, moves: readonly Move[], diagnostics: Diagnostics): void {
  for (const move of moves) {
    const { attribute } = move
    if (move.kind === 'unknown') {
      diagnostics.warn(
        `Whether member ${JSON.stringify(uid)} is to be moved is known after apply only`,
        `Its ${attribute} depends on something that the apply makes. The appliance cannot move a member: if the value turns out ` +
          'to be another one, the apply is refused at this resource and changes nothing of the member.',
        [attribute],
      )
    } else if (move.kind === 'refused') {
      diagnostics.error(
        `Member ${JSON.stringify(uid)} cannot be moved`,
        `${whatHappened(uid, move)} ${whatToDo(move)}`,
        [attribute],
      )
    }
  }
}

type Refused = Extract<Move, { readonly kind: 'refused' }>

function whatHappened(uid: string, { attribute, by, found, wanted }: Refused): string {
  const [from, to] = [quoted(found), quoted(wanted)]
  if (by === 'others')
    return (
      `Member ${JSON.stringify(uid)} was moved by others: its ${attribute} is ${from}, and the configuration says ${to} as it did ` +
      'before. The appliance cannot move a member.'
    )
  return `The ${attribute} of the member is ${from}, and the configuration says ${to}. The appliance cannot move a member.`
}

function whatToDo({ attribute, by, found }: Refused): string {
  const takeOver = `write ${attribute} = ${quoted(found)} into the configuration`
  if (by === 'others') return `Move it back in the console of the appliance, or ${takeOver}.`
  if (by === 'configuration')
    return (
      `Keep ${attribute} = ${quoted(found)}; or set on_move = "replace", by which the member is deleted and created again, and ` +
      'loses what the appliance keeps with the account.'
    )
  return (
    `If others moved it, move it back in the console of the appliance, or ${takeOver}. If it is to be moved: nothing tells what was ` +
    `last applied, so this counts as a change by others. Apply on_move = "replace" with the ${attribute} that it has, and then ` +
    'with the new one.'
  )
}

function quoted(value: string | number): string {
  return JSON.stringify(value)
}
