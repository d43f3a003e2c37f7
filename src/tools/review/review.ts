import type { Phrase } from '../report/phrase'
import type { CausedChange, Finding } from './change'
import { contentsOf, findingsOf } from './findings/findings'
import { restOf } from './findings/resources'
import { type Message, originsIn, type Run, requireSuccess } from './plan/messages'
import type { Plan } from './plan/plan'
import { plannedChanges } from './planned-changes'
import type { ReviewRule } from './rules'
import { defaultSettings, type ReviewSettings } from './settings'
import { type Outcome, reviewOutcome, reviewVerdict } from './verdict'

/** What a plan changes on the appliance, and what a reviewer should know of it. */
export interface Review {
  readonly outcome: Outcome
  /** One line that says it all. */
  readonly verdict: Phrase
  /** Another plan must follow. */
  readonly isPartial: boolean
  /** The gravest sections first, and what is restored last. */
  readonly changes: readonly CausedChange[]
  /** The fatal ones first. */
  readonly findings: readonly Finding<ReviewRule>[]
  readonly settings: ReviewSettings
}

/**
 * Reviews a plan.
 * @param messages what the engine said while it planned, where that was kept
 * @param run of which these are all messages, where they are
 * @throws {PlanError} where a packed list of sites cannot be read, or where the messages are those of a plan that failed
 */
export async function reviewOf(
  plan: Plan,
  settings: ReviewSettings = defaultSettings,
  messages: readonly Message[] = [],
  run?: Run,
): Promise<Review> {
  requireSuccess(messages)
  const { changes, resources, exchange, restored } = await plannedChanges({
    ...plan,
    origins: originsIn(plan, messages, run),
  })
  const found = findingsOf({
    plan,
    resources,
    exchange,
    restored,
    contents: contentsOf(exchange),
    messages,
    settings,
  })
  const findings = found.map((finding) => withCause(finding, changes))
  const rest = restOf(plan, messages)
  return {
    outcome: reviewOutcome(changes, findings),
    verdict: reviewVerdict(changes, findings, rest),
    isPartial: rest.isPartial,
    changes,
    findings,
    settings,
  }
}

/** A finding is about what is restored where its resources do nothing else. */
function withCause(finding: Finding<ReviewRule>, changes: readonly CausedChange[]): Finding<ReviewRule> {
  const about = changes.filter(({ addresses }) => addresses.some((each) => finding.addresses.includes(each)))
  const isRestored = about.length > 0 && about.every(({ cause }) => cause === 'drift')
  return isRestored ? { ...finding, cause: 'drift' } : finding
}
