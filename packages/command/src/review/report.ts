import { type Failure, failureReport } from '../base/failure'
import type { Stack } from '../base/stacks'
import { failureRuleTexts, reviewRules, reviewRuleTexts } from '../findings/rules'
import { isRuleOff } from '../findings/settings'
import { type Cause, type Change, type Subject, takesSites } from '../plan/change'
import { changeSections, titled } from '../plan/change-report'
import { lineCase, ruleCases } from '../report/junit'
import type { Movement } from '../report/movement-picture'
import { counted, say } from '../report/phrase'
import {
  fatalSection,
  filledSections,
  type Mood,
  type Report,
  type StackReport,
  warningSection,
} from '../report/report'
import { addedLinesSection } from './added-lines'
import { failedReviewText, reviewsText } from './json'
import { reviewedListLines } from './list-counts'
import type { Review, Reviews } from './review'

/** The report on the plans of stacks. */
export function reviewReport(reviews: Reviews): Report {
  const { verdict, outcome, isSingle, done, failed } = reviews
  return {
    command: 'review',
    verdict,
    mood: moods[outcome],
    exitCode: exitCodes[outcome],
    isSingle,
    stacks: done.map(stackReport),
    failed,
    rules: reviewRuleTexts,
    json: (names) => reviewsText(reviews, names),
  }
}

const moods: Readonly<Record<Reviews['outcome'], Mood>> = {
  nothing: 'good',
  changes: 'neutral',
  refused: 'bad',
  incomplete: 'bad',
}

const exitCodes: Readonly<Record<Reviews['outcome'], number>> = {
  nothing: 0,
  incomplete: 1,
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

function stackReport({ name, content: review, standIn }: Stack<Review>): StackReport {
  const { verdict, outcome, changes, findings, lists, addedLines } = review
  const restored = changes.filter(({ cause }) => cause === 'drift')
  // What is no longer managed stands with what is destroyed.
  const recorded = changes.filter(({ cause, section }) => cause === 'state' && section !== 'lost')
  const others = changes.filter((change) => !restored.includes(change) && !recorded.includes(change))
  return {
    name,
    verdict,
    mood: moods[outcome],
    movements: changes.flatMap(movementOf),
    sections: filledSections([
      fatalSection(findings),
      ...changeSections(others),
      ...titled('Only in the state', changeSections(recorded)),
      warningSection(findings),
      ...titled('Repairs drift', changeSections(restored)).map((section) => ({ ...section, isRepair: true })),
      { kind: 'noted', title: 'Lists', lines: reviewedListLines(lists) },
      ...(addedLines ? [addedLinesSection(addedLines)] : []),
    ]),
    findings,
    suites: (names, prefix) => reviewCases(review, names, prefix),
    standIn,
  }
}

/** Of sites, members and addresses: what gains or loses them. */
function movementOf(change: Change): readonly Movement[] {
  const { section, subject, to, names } = change
  if (names === undefined || names.count === 0) return []
  const { count } = names
  const place = textOf(subject)
  if (to !== undefined) return [{ from: place, to: textOf(to), count }]
  if (section === 'added') return [{ to: place, count }]
  return takesSites(change) ? [{ from: place, count }] : []
}

function textOf({ kind, name }: Subject): string {
  return name === '' ? kind : `${kind} ${name}`
}

/**
 * The test cases of a review, those of each cause apart. Each rule is a test case that fails where a finding is fatal, and is skipped where
 * the rule is off; each change is a test case that passes, since a plan is there to change something.
 */
function reviewCases({ changes, findings, settings }: Review, names: number, prefix: string) {
  const casesOf = (cause: Cause, className: string) =>
    changeSections(changes.filter((change) => change.cause === cause)).flatMap(({ kind, lines }) =>
      lines.map((line) => lineCase(`${prefix}.${className}.${kind}`, line, names)),
    )
  const [state, repairs] = [casesOf('state', 'state'), casesOf('drift', 'repairs')]
  return {
    findings: ruleCases(reviewRules, { findings, isOff: (rule) => isRuleOff(rule, settings) }, names, prefix),
    changes: casesOf('change', 'changes'),
    ...(state.length > 0 && { state }),
    ...(repairs.length > 0 && { repairs }),
  }
}
