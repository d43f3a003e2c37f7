import { z } from 'zod'
import { type Failure, failureReport } from '../base/failure'
import { failureRuleTexts, reviewRules, reviewRuleTexts, sentencesOfFacts } from '../findings/rules'
import { changeEntry, changeJson, changeSections, titled } from '../plan/change'
import { errorEntries, findingEntry, findingJson, jsonText, planErrorsJson } from '../report/json'
import { counted, phraseText, say } from '../report/phrase'
import { fatalSection, filledSections, type Place, type Report, warningSection } from '../report/report'
import { quoted } from '../report/text'
import { ofEachTotal, type Review, reviewTotals, totalsByCause } from './review'

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
    ...outcomes[outcome],
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

const outcomes: Readonly<Record<Review['outcome'], Pick<Report, 'mood' | 'exitCode'>>> = {
  nothing: { mood: 'good', exitCode: 0 },
  changes: { mood: 'neutral', exitCode: 2 },
  refused: { mood: 'bad', exitCode: 3 },
}

/** The report on a plan that failed, in place of the one that it would have had. */
export function failedReviewReport(errors: Failure['errors']): Report {
  const verdict = say`The plan failed: ${counted(errors.length, 'error')}.`
  const nothing = { outcome: 'failed', verdict, changes: [], findings: [] } as const
  return failureReport({ verdict, errors }, 'review', { ...reviewRuleTexts, ...failureRuleTexts }, () =>
    reviewText(nothing, 0, errors),
  )
}

/**
 * The version of the JSON of a review. Its JSON Schema in docs/review.schema.json is generated from `jsonReport`. Within a version,
 * properties and values may be added and none changes its meaning.
 */
const reportVersion = '1.0'

/** A review as JSON. What a terminal might take for something else is escaped. @param errors of a plan that failed */
export function reviewText(
  review: Omit<Review, 'outcome'> & { readonly outcome: Review['outcome'] | 'failed' },
  names: number,
  errors?: Failure['errors'],
): string {
  const { outcome, verdict, changes, findings } = review
  const report: JsonReport = {
    format_version: reportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals: reviewTotals(review),
    totals_by_cause: totalsByCause(review),
    changes: changes.map((change) => changeEntry(change, names)),
    findings: findings.map((finding) => findingEntry(finding, names)),
    ...(errors && { errors: errorEntries(errors) }),
  }
  return jsonText(report)
}

const total = z.int().min(0)
const totals = z.object(
  ofEachTotal(({ description }) => (description === undefined ? total : total.describe(description))),
)

/** What `appliance review --format json` prints. */
export const jsonReport = z
  .object({
    format_version: z.literal(reportVersion),
    outcome: z
      .enum(['nothing', 'changes', 'refused', 'failed'])
      .describe(
        '`nothing`: nothing to do (exit code 0). `changes`: the plan changes something (2). `refused`: a finding is fatal (3). ' +
          '`failed`: the plan failed, and `errors` says why (1).',
      ),
    verdict: z.string().describe('Summary in one line.'),
    totals: totals.describe('Everything that the apply does.'),
    totals_by_cause: z
      .object({ change: totals, drift: totals, state: totals })
      .describe('The same for the changes of each cause.'),
    changes: z.array(changeJson).describe('The most severe sections first.'),
    findings: z
      .array(findingJson(reviewRules, sentencesOfFacts(reviewRules)))
      .describe('The fatal ones first.'),
    errors: planErrorsJson.optional(),
  })
  .describe('Changes that a plan makes on an appliance, as `appliance review --format json` prints them.')

export type JsonReport = z.infer<typeof jsonReport>
