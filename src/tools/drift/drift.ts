import { unseen } from '../../diagnostics/catalogue'
import { withoutCode } from '../../diagnostics/codes'
import { counted, joined, type Phrase, phraseText, say, visible } from '../report/phrase'
import { planByCause } from '../review/cause'
import type { CausedChange, Change, Finding } from '../review/change'
import type { Message, Planning } from '../review/plan/messages'
import { type Invocation, isOfAppliance, type Plan, PlanError } from '../review/plan/plan'
import { instanceOf, type PlannedResource, plannedResource } from '../review/plan/planned-resource'
import { changesIn } from '../review/planned-changes'
import type { DriftRule } from '../review/rules'
import { defaultSettings, type ReviewSettings } from '../review/settings'
import { firstNames, type Stacks, someOf, sumOf } from '../review/stacks'
import { differencesIn } from './differences'
import type { Difference } from './drifted-resource'
import { driftFindings } from './findings'
import { type ListCoverage, listCoverage } from './missing-sites'

/** What differs on the appliance from what the last apply left there, and what nobody could see. */
export interface Drift {
  readonly outcome: DriftOutcome
  /** One line that says it all. */
  readonly verdict: Phrase
  /** The gravest sections first. */
  readonly differences: readonly Difference[]
  /** What the configuration says and no apply has done yet. */
  readonly notApplied: readonly CausedChange[]
  /** What the next apply makes again only because it puts something else back. */
  readonly follows: readonly CausedChange[]
  /** How much of each list of sites was asked for. */
  readonly lists: readonly ListCoverage[]
  /** The fatal ones first. */
  readonly findings: readonly Finding<DriftRule>[]
  readonly settings: ReviewSettings
}

/**
 * Tells the drift that a plan has found. What others changed and the plan would put back is drift; what the plan changes
 * besides comes from the configuration, and is not applied yet.
 *
 * @throws {PlanError} where the appliance was not asked, or a packed list of sites cannot be read
 */
export async function driftOf(
  plan: Plan,
  planning: Planning,
  settings: ReviewSettings = defaultSettings,
): Promise<Drift> {
  refuseBlindness(planning.messages)
  const differences = await differencesIn(plan, planning.messages)
  const { repairs, declared } = await planByCause(plan)
  const notApplied = await changesIn(ofAppliance(declared), 'change')
  const follows = await changesIn(madeAgain(repairs, plan), 'drift')
  const lists = listCoverage(plan, planning.messages)
  const { findings, isComplete } = driftFindings({ plan, planning, lists, settings })
  const resources = plan.changes
    .filter(isOfAppliance)
    .map(plannedResource)
    .filter(({ before }) => before)
  const outcome = driftOutcome({ differences, notApplied, findings, isComplete })
  const verdict = driftVerdict({ differences, notApplied, lists, findings, isComplete, resources })
  return { outcome, verdict, differences, notApplied, follows, lists, findings, settings }
}

function ofAppliance(plan: Plan): Plan {
  const changes = plan.changes.filter(isOfAppliance)
  const changing = new Set(
    changes.flatMap((change) => (plannedResource(change).action === 'none' ? [] : change.address)),
  )
  const isTriggered = ({ lifecycle_action_trigger: trigger }: Invocation) =>
    changing.has(trigger?.triggering_resource_address ?? '')
  return {
    ...plan,
    changes,
    invocations: plan.invocations.filter((each) => isOfAppliance(each) || isTriggered(each)),
  }
}

/** What is deleted and created again although the refresh found it as it was: something that it refers to is restored. */
function madeAgain(repairs: Plan, { drift }: Plan): Plan {
  const drifted = new Set(drift.map(instanceOf))
  const changes = repairs.changes.filter((change) => {
    const { action } = plannedResource(change)
    const isMadeAgain = action === 'replace' || action === 'forget-create'
    return isOfAppliance(change) && isMadeAgain && !drifted.has(instanceOf(change))
  })
  return { ...repairs, changes, invocations: repairs.invocations.filter(isOfAppliance) }
}

/** A plan goes on where a look at the appliance fails that only a creation needs. Nothing can be told of drift then. */
function refuseBlindness(messages: readonly Message[]): void {
  const blind = messages.filter(({ code }) => code !== undefined && unseen.has(code))
  const [first] = blind
  if (first === undefined) return
  const { detail, code = '' } = first
  const more = blind.length - 1
  const others = more === 0 ? '' : ` ${phraseText(counted(more, 'more diagnostic'), visible)} of this kind.`
  throw new PlanError(
    `Some checks on the appliance were not possible, so drift cannot be determined. ${visible(onOneLine(withoutCode(detail)), 2_000)} [${code}]${others}`,
  )
}

function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}

/**
 * `clean` only where all was asked for and nothing differs; `nothing-found` where nothing was found and not all was asked for;
 * `refused` where a finding is fatal, whatever differs.
 */
export const driftOutcomes = ['clean', 'nothing-found', 'not-applied', 'drift', 'refused'] as const
type DriftOutcome = (typeof driftOutcomes)[number]

interface Found {
  readonly differences: readonly Difference[]
  readonly notApplied: readonly Change[]
  readonly findings: readonly Finding[]
  readonly isComplete: boolean
}

function driftOutcome({ differences, notApplied, findings, isComplete }: Found): DriftOutcome {
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
function driftVerdict(
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
