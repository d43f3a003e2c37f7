import { type Failure, failureReport } from '../base/failure'
import { failureRuleTexts, reviewRuleTexts } from '../findings/rules'
import { changeSections, titled } from '../plan/change-report'
import { counted, say } from '../report/phrase'
import {
  fatalSection,
  filledSections,
  type Mood,
  type Place,
  type Report,
  warningSection,
} from '../report/report'
import { failedReviewText, reviewText } from './json'
import type { Review } from './review'

/** The report on a plan. @param standIn the place of findings that have none */
export function reviewReport(review: Review, standIn?: Place): Report {
  const { verdict, outcome, changes, findings } = review
  const restored = changes.filter(({ cause }) => cause === 'drift')
  // What is no longer managed stands with what is destroyed.
  const recorded = changes.filter(({ cause, section }) => cause === 'state' && section !== 'lost')
  const others = changes.filter((change) => !restored.includes(change) && !recorded.includes(change))
  return {
    command: 'review',
    verdict,
    mood: moods[outcome],
    exitCode: exitCodes[outcome],
    sections: filledSections([
      fatalSection(findings),
      ...changeSections(others),
      ...titled('Only in the state', changeSections(recorded)),
      warningSection(findings),
      ...titled('Repairs drift', changeSections(restored)).map((section) => ({ ...section, isRepair: true })),
    ]),
    findings,
    standIn,
    rules: reviewRuleTexts,
    json: (names) => reviewText(review, names),
  }
}

const moods: Readonly<Record<Review['outcome'], Mood>> = {
  nothing: 'good',
  changes: 'neutral',
  refused: 'bad',
}

const exitCodes: Readonly<Record<Review['outcome'], number>> = {
  nothing: 0,
  changes: 2,
  refused: 3,
}

/** The report on a plan that failed, in place of the one that it would have had. */
export function failedReviewReport(errors: Failure['errors']): Report {
  const failure = { verdict: say`The plan failed: ${counted(errors.length, 'error')}.`, errors }
  return failureReport(failure, 'review', { ...reviewRuleTexts, ...failureRuleTexts }, () =>
    failedReviewText(failure),
  )
}
