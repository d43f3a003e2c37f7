import type { Change, Finding } from '../change'
import { counted, joined, type Phrase, say } from '../phrase'
import type { PlannedResource } from '../plan/planned-resource'
import type { Difference } from './difference'
import type { ListCoverage } from './list-coverage'

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
export interface DriftTotals {
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
export function whatDrifted(totals: DriftTotals, isAtLeast: boolean): readonly Phrase[] {
  const { gone, sites_missing, memberships_missing, different } = totals
  const parts: readonly (readonly [count: number, phrase: Phrase])[] = [
    [gone, say`${gone} gone`],
    [sites_missing, say`${isAtLeast ? say`at least ` : say``}${counted(sites_missing, 'site')} missing`],
    [memberships_missing, say`${counted(memberships_missing, 'membership')} missing`],
    [different, say`${different} different`],
  ]
  return parts.flatMap(([count, phrase]) => (count === 0 ? [] : [phrase]))
}
