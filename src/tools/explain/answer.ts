import { joined, type Phrase } from '../review/phrase'
import type { AskedSite } from './asked-site'
import type { Evidence } from './evidence'
import { type Explanation, explanationOf } from './explanation'
import { verdictOn } from './verdict'

/** The answer for one website or several. */
export interface Answer {
  readonly explanations: readonly ExplainedSite[]
  readonly evidence: Evidence
  /** `failed` if the state or the appliance was to be asked, and has not answered. */
  readonly outcome: 'answered' | 'differs' | 'failed'
  /** The verdicts one after the other. */
  readonly verdict: Phrase
}

export interface ExplainedSite {
  readonly explanation: Explanation
  readonly verdict: Phrase
}

/** Answers why websites are in categories, by what lists, a state and an appliance say. */
export function answerTo(asked: readonly AskedSite[], evidence: Evidence): Answer {
  const explanations = asked.map((each) => {
    const explanation = explanationOf(each, evidence)
    return { explanation, verdict: verdictOn(explanation, evidence) }
  })
  const { state, appliance } = evidence
  const isUnanswered =
    (state.kind === 'read' ? state.unreadable.length > 0 : state.isFailure) ||
    (appliance.kind === 'asked' ? appliance.failure !== undefined : appliance.isFailure)
  const differs = explanations.some(({ explanation }) => explanation.differs)
  return {
    explanations,
    evidence,
    outcome: isUnanswered ? 'failed' : differs ? 'differs' : 'answered',
    verdict: joined(
      explanations.map(({ verdict }) => verdict),
      ' ',
    ),
  }
}
