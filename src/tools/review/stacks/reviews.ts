import type { Cause } from '../change'
import { counted, joined, type Phrase, say } from '../phrase'
import type { Review } from '../review'
import {
  type Outcome,
  sentencesOn,
  type Totals,
  type TotalsByCause,
  totalsByCause,
  totalsOf,
} from '../verdict'
import { firstNames, type Stacks, someOf, sumOf } from './stacks'

/** Reviews of the plans of several stacks, and what they come to together. */
export interface Reviews extends Stacks<Review> {
  /** The gravest of all; `incomplete`, which outweighs the others, if a plan could not be reviewed. */
  readonly outcome: Outcome | 'incomplete'
  /** One line for all stacks. */
  readonly verdict: Phrase
  readonly totals: Totals
  readonly totalsByCause: TotalsByCause
}

/** Joins the reviews of several stacks. */
export function reviewsOf(stacks: Stacks<Review>): Reviews {
  const none = totalsOf({ changes: [], findings: [] })
  const reviews = stacks.done.map(({ content }) => content)
  const each = reviews.map(totalsByCause)
  const sumFor = (cause: Cause) =>
    sumOf(
      each.map((totals) => totals[cause]),
      none,
    )
  const byCause = { change: sumFor('change'), drift: sumFor('drift'), state: sumFor('state') }
  return {
    ...stacks,
    outcome: outcomeOf(stacks),
    verdict: verdictOn(stacks, byCause),
    totals: sumOf(reviews.map(totalsOf), none),
    totalsByCause: byCause,
  }
}

function outcomeOf({ done, failed }: Stacks<Review>): Reviews['outcome'] {
  if (failed.length > 0) return 'incomplete'
  const gravestFirst = ['refused', 'changes', 'nothing'] as const
  return gravestFirst.find((outcome) => done.some(({ content }) => content.outcome === outcome)) ?? 'nothing'
}

function verdictOn({ done, failed }: Stacks<Review>, totals: TotalsByCause): Phrase {
  const all = done.length + failed.length
  const refused = done.filter(({ content }) => content.outcome === 'refused')
  const changing = done.filter(({ content }) => content.changes.length > 0)
  const partial = done.filter(({ content }) => content.isPartial)
  const findings = done.flatMap(({ content }) => content.findings)
  const fatal = findings.filter(({ level }) => level === 'fatal').length
  const happens = joined(sentencesOn(totals), '. ')
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
