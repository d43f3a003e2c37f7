import type { Drift } from '../drift/drift'
import { type DriftOutcome, type DriftTotals, driftTotals, whatDrifted } from '../drift/drift-verdict'
import { counted, joined, type Phrase, say } from '../phrase'
import { firstNames, type Stacks, someOf, sumOf } from './stacks'

/** The drift of several stacks, and what it comes to together. */
export interface Drifts extends Stacks<Drift> {
  /** The gravest of all; `incomplete`, which outweighs the others, if drift could not be determined in a stack. */
  readonly outcome: DriftOutcome | 'incomplete'
  /** One line for all stacks. */
  readonly verdict: Phrase
  readonly totals: DriftTotals
}

/** Joins what was found in several stacks. */
export function driftsOf(stacks: Stacks<Drift>): Drifts {
  const totals = sumOf(
    stacks.done.map(({ content }) => driftTotals(content.differences, content.notApplied, content.lists)),
    driftTotals([], [], []),
  )
  return { ...stacks, outcome: outcomeOf(stacks), verdict: verdictOn(stacks, totals), totals }
}

function outcomeOf({ done, failed }: Stacks<Drift>): Drifts['outcome'] {
  if (failed.length > 0) return 'incomplete'
  const gravestFirst = ['refused', 'drift', 'not-applied', 'nothing-found'] as const
  return gravestFirst.find((outcome) => done.some(({ content }) => content.outcome === outcome)) ?? 'clean'
}

function verdictOn(stacks: Stacks<Drift>, totals: DriftTotals): Phrase {
  const { done, failed } = stacks
  const all = done.length + failed.length
  const refused = done.filter(({ content }) => content.outcome === 'refused')
  const findings = done.flatMap(({ content }) => content.findings)
  const fatal = findings.filter(({ level }) => level === 'fatal').length
  const sentences = [
    ...(failed.length > 0
      ? [say`Drift cannot be determined in ${someOf(failed.length, all)}: ${firstNames(failed)}.`]
      : []),
    ...(fatal > 0 ? [say`Refused: ${counted(fatal, 'fatal finding')} in ${firstNames(refused)}.`] : []),
    ...(done.length > 0 ? [driftSentence(stacks, totals)] : []),
    ...(totals.not_applied > 0 ? [say`${counted(totals.not_applied, 'change')} not applied yet.`] : []),
    ...(totals.sites_asked < totals.sites
      ? [say`${totals.sites_asked} of ${counted(totals.sites, 'site')} checked.`]
      : []),
    ...(findings.length > fatal ? [say`${counted(findings.length - fatal, 'warning')}.`] : []),
  ]
  return joined(sentences, ' ')
}

function driftSentence({ done, failed }: Stacks<Drift>, totals: DriftTotals): Phrase {
  const all = done.length + failed.length
  const drifted = done.filter(({ content }) => content.differences.some(({ section }) => section !== 'noted'))
  const isAtLeast = drifted.some(({ content }) =>
    content.differences.some(({ section, isAtLeast }) => section === 'missing' && isAtLeast),
  )
  const isClean = done.every(({ content }) => content.outcome === 'clean')
  if (drifted.length > 0) {
    return say`Drift in ${someOf(drifted.length, all)}: ${joined(whatDrifted(totals, isAtLeast), ', ')}.`
  }
  return say`${isClean ? say`No drift` : say`No drift found`} in ${someOf(done.length, all)}.`
}
