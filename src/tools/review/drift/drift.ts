import { unseen } from '../../../diagnostics/catalogue'
import { withoutCode } from '../../../diagnostics/codes'
import { counted } from '../../../diagnostics/wording'
import { planByCause } from '../cause'
import type { CausedChange, Finding } from '../change'
import type { DriftRule } from '../levels/rules'
import type { Phrase } from '../phrase'
import type { Message } from '../plan/messages'
import { type Invocation, type Plan, PlanError } from '../plan/plan'
import { instanceOf, isOfAppliance, plannedResource } from '../plan/planned-resource'
import { changesIn } from '../planned-changes'
import { defaultSettings, type ReviewSettings } from '../settings'
import { visible } from '../visible'
import type { Difference } from './difference'
import { differencesIn } from './differences'
import { driftFindings } from './drift-findings'
import { type DriftOutcome, driftOutcome, driftVerdict } from './drift-verdict'
import { type ListCoverage, listCoverage } from './list-coverage'
import type { Planning } from './planning'

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
  const others = more === 0 ? '' : ` ${counted(more, 'more diagnostic')} of this kind.`
  throw new PlanError(
    `Some checks on the appliance were not possible, so drift cannot be determined. ${visible(onOneLine(withoutCode(detail)), 2_000)} [${code}]${others}`,
  )
}

function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}
