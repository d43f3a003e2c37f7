import { counted, joined, type Phrase, say } from '../report/phrase'
import type { Change, Finding } from '../review/change'
import type { PlannedResource } from '../review/plan/planned-resource'
import { firstNames, type Stacks, someOf, sumOf } from '../review/stacks'
import type { Difference } from './differences'
import type { Drift } from './drift'
import type { ListCoverage } from './missing-sites'

/**
 * `clean` only where all was asked for and nothing differs; `nothing-found` where nothing was found and not all was asked for;
 * `refused` where a finding is fatal, whatever differs.
 */
export const driftOutcomes = ['clean', 'nothing-found', 'not-applied', 'drift', 'refused'] as const
export type DriftOutcome = (typeof driftOutcomes)[number]

interface Found {
  readonly differences: readonly Difference[]
  readonly notApplied: readonly Change[]
  readonly findings: readonly Finding[]
  readonly isComplete: boolean
}

export function driftOutcome({ differences, notApplied, findings, isComplete }: Found): DriftOutcome {
  if (findings.some(({ level }) => level === 'fatal')) return 'refused'
  if (differences.some(({ section }) => section !== 'noted')) return 'drift'
  if (notApplied.length > 0) return 'not-applied'
  return isComplete ? 'clean' : 'nothing-found'
}

/** How much of what there is. */
interface DriftTotals {
  /** Resources that are gone. */
  readonly gone: number
  /** At least so many, where the appliance does not tell. */
  readonly sites_missing: number
  readonly memberships_missing: number
  /** Resources of which something else is otherwise. */
  readonly different: number
  readonly noted: number
  readonly not_applied: number
  /** Of all lists together. */
  readonly sites: number
  readonly sites_asked: number
}

export function driftTotals(
  differences: readonly Difference[],
  notApplied: readonly Change[],
  lists: readonly ListCoverage[],
): DriftTotals {
  const resources = (section: Difference['section']) => {
    const found = differences.filter((difference) => difference.section === section)
    return new Set(found.flatMap(({ addresses }) => addresses)).size
  }
  const names = (noun: Difference['noun']) => {
    const found = differences.filter((each) => each.section === 'missing' && each.noun === noun)
    return found.reduce((sum, each) => sum + (each.names?.count ?? 0), 0)
  }
  return {
    gone: resources('gone'),
    sites_missing: names('site'),
    memberships_missing: names('member'),
    different: resources('different'),
    noted: resources('noted'),
    not_applied: notApplied.length,
    sites: lists.reduce((sum, { total }) => sum + total, 0),
    sites_asked: lists.reduce((sum, { asked }) => sum + asked, 0),
  }
}

/** One line that says whether the appliance is still as declared, and how sure that is. */
export function driftVerdict(
  found: Found & { readonly lists: readonly ListCoverage[]; readonly resources: readonly PlannedResource[] },
): Phrase {
  const { differences, notApplied, lists, findings, isComplete, resources } = found
  const totals = driftTotals(differences, notApplied, lists)
  const fatal = findings.filter(({ level }) => level === 'fatal').length
  const warnings = findings.length - fatal
  const sentences = [
    ...(fatal > 0 ? [say`Refused: ${counted(fatal, 'fatal finding')}.`] : []),
    driftSentence(totals, {
      isAtLeast: differences.some(({ section, isAtLeast }) => section === 'missing' && isAtLeast),
      isClean: isComplete && notApplied.length === 0,
      resources: resources.length,
    }),
    ...(notApplied.length > 0 ? [say`${counted(notApplied.length, 'change')} not applied yet.`] : []),
    ...(totals.sites_asked < totals.sites
      ? [say`${totals.sites_asked} of ${counted(totals.sites, 'site')} checked.`]
      : []),
    ...(warnings > 0 ? [say`${counted(warnings, 'warning')}.`] : []),
  ]
  return joined(sentences, ' ')
}

interface DriftFacts {
  readonly isAtLeast: boolean
  readonly isClean: boolean
  readonly resources: number
}

function driftSentence(totals: DriftTotals, { isAtLeast, isClean, resources }: DriftFacts): Phrase {
  const drifted = whatDrifted(totals, isAtLeast)
  if (drifted.length > 0) return say`Drift: ${joined(drifted, ', ')}.`
  return isClean ? say`No drift: ${counted(resources, 'resource')} as declared.` : say`No drift found.`
}

/** What differs, a phrase for each of the totals that is not zero. */
function whatDrifted(totals: DriftTotals, isAtLeast: boolean): readonly Phrase[] {
  const { gone, sites_missing, memberships_missing, different } = totals
  const parts: readonly (readonly [count: number, phrase: Phrase])[] = [
    [gone, say`${gone} gone`],
    [sites_missing, say`${isAtLeast ? say`at least ` : say``}${counted(sites_missing, 'site')} missing`],
    [memberships_missing, say`${counted(memberships_missing, 'membership')} missing`],
    [different, say`${different} different`],
  ]
  return parts.flatMap(([count, phrase]) => (count === 0 ? [] : [phrase]))
}

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
  return { ...stacks, outcome: outcomeOfDrifts(stacks), verdict: verdictOnDrifts(stacks, totals), totals }
}

function outcomeOfDrifts({ done, failed }: Stacks<Drift>): Drifts['outcome'] {
  if (failed.length > 0) return 'incomplete'
  const gravestFirst = ['refused', 'drift', 'not-applied', 'nothing-found'] as const
  return gravestFirst.find((outcome) => done.some(({ content }) => content.outcome === outcome)) ?? 'clean'
}

function verdictOnDrifts(stacks: Stacks<Drift>, totals: DriftTotals): Phrase {
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
    ...(done.length > 0 ? [sentenceOnDrifts(stacks, totals)] : []),
    ...(totals.not_applied > 0 ? [say`${counted(totals.not_applied, 'change')} not applied yet.`] : []),
    ...(totals.sites_asked < totals.sites
      ? [say`${totals.sites_asked} of ${counted(totals.sites, 'site')} checked.`]
      : []),
    ...(findings.length > fatal ? [say`${counted(findings.length - fatal, 'warning')}.`] : []),
  ]
  return joined(sentences, ' ')
}

function sentenceOnDrifts({ done, failed }: Stacks<Drift>, totals: DriftTotals): Phrase {
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
