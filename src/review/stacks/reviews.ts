import { counted, joined, type Phrase, say } from '../phrase'
import type { Review } from '../review'
import { type Outcome, type Totals, totalsOf, whatHappens } from '../verdict'
import { firstNames, type Stacks, someOf, sumOf } from './stacks'

/** Reviews of the plans of several stacks, and what they come to together. */
export interface Reviews extends Stacks<Review> {
  /** The gravest of all; `incomplete`, which outweighs the others, if a plan could not be reviewed. */
  readonly outcome: Outcome | 'incomplete'
  /** One line for all stacks. */
  readonly verdict: Phrase
  readonly totals: Totals
}

/** Joins the reviews of several stacks. */
export function reviewsOf(stacks: Stacks<Review>): Reviews {
  const totals = sumOf(
    stacks.done.map(({ content }) => totalsOf(content)),
    totalsOf({ changes: [], findings: [] }),
  )
  return { ...stacks, outcome: outcomeOf(stacks), verdict: verdictOn(stacks, totals), totals }
}

function outcomeOf({ done, failed }: Stacks<Review>): Reviews['outcome'] {
  if (failed.length > 0) return 'incomplete'
  const gravestFirst = ['refused', 'changes', 'nothing'] as const
  return gravestFirst.find((outcome) => done.some(({ content }) => content.outcome === outcome)) ?? 'nothing'
}

function verdictOn({ done, failed }: Stacks<Review>, totals: Totals): Phrase {
  const all = done.length + failed.length
  const refused = done.filter(({ content }) => content.outcome === 'refused')
  const changing = done.filter(({ content }) => content.changes.length > 0)
  const partial = done.filter(({ content }) => content.isPartial)
  const findings = done.flatMap(({ content }) => content.findings)
  const fatal = findings.filter(({ level }) => level === 'fatal').length
  const happens = joined(whatHappens(totals), ', ')
  const sentences = [
    ...(failed.length > 0
      ? [say`${someOf(failed.length, all)} could not be reviewed: ${firstNames(failed)}.`]
      : []),
    ...(fatal > 0 ? [say`Refused: ${counted(fatal, 'fatal finding')} in ${firstNames(refused)}.`] : []),
    ...(done.length === 0
      ? []
      : changing.length === 0
        ? [say`Nothing to do in ${someOf(done.length, all)}.`]
        : [say`${happens} in ${someOf(changing.length, all)}.`]),
    ...(findings.length > fatal ? [say`${counted(findings.length - fatal, 'warning')}.`] : []),
    ...(partial.length > 0
      ? [say`The plan is partial in ${firstNames(partial)}: another plan must follow.`]
      : []),
  ]
  return joined(sentences, ' ')
}
