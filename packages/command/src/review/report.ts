import { z } from 'zod'
import { type Failure, failureReport } from '../base/failure'
import { failureRuleTexts, reviewRules, reviewRuleTexts, sentencesOfFacts } from '../findings/rules'
import { changeEntry, changeJson, changeSections, titled } from '../plan/change'
import { errorEntries, findingEntry, findingJson, jsonText, planErrorsJson } from '../report/json'
import { counted, phraseText, say } from '../report/phrase'
import {
  fatalSection,
  filledSections,
  type Mood,
  type Place,
  type Report,
  warningSection,
} from '../report/report'
import { quoted } from '../report/text'
import { type Review, reviewTotals, totalsByCause } from './review'

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

/**
 * The version of the JSON of a review. Its JSON Schema in docs/review.schema.json is generated from `jsonReport`. Within a version,
 * properties and values may be added and none changes its meaning.
 */
const reportVersion = '1.0'

/** A review as JSON. What a terminal might take for something else is escaped. */
export function reviewText(review: Review, names: number): string {
  const { outcome, verdict, changes, findings } = review
  const report: JsonReport = {
    format_version: reportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals: reviewTotals(review),
    totals_by_cause: totalsByCause(review),
    changes: changes.map((change) => changeEntry(change, names)),
    findings: findings.map((finding) => findingEntry(finding, names)),
  }
  return jsonText(report)
}

/** The document of a plan that failed. */
export function failedReviewText({ verdict, errors }: Failure): string {
  const nothing = { changes: [], findings: [] }
  const report: JsonReport = {
    format_version: reportVersion,
    outcome: 'failed',
    verdict: phraseText(verdict, quoted),
    totals: reviewTotals(nothing),
    totals_by_cause: totalsByCause(nothing),
    changes: [],
    findings: [],
    errors: errorEntries(errors),
  }
  return jsonText(report)
}

const total = z.int().min(0)

const totals = z.object({
  accounts_deleted: total.describe('Members whose account is deleted, also if it is created again.'),
  public_suffixes: total.describe('Added sites that the rule `public-suffix` reports.'),
  destroyed: total.describe(
    'Other resources that are deleted on the appliance, or deleted and created again.',
  ),
  no_longer_managed: total.describe('Resources that stay on the appliance.'),
  lost: total.describe('Sum of `accounts_deleted`, `destroyed` and `no_longer_managed`.'),
  sites_moved: total,
  sites_added: total.describe('Sites that move are not included.'),
  sites_added_if_missing: total.describe(
    'Sites of categories that are adopted or imported, and may contain them already. Not included in `sites_added`.',
  ),
  sites_removed: total.describe('Sites that move are not included.'),
  sites_removed_if_present: total.describe(
    'Sites that only the state has, because the plan was not refreshed. Not included in `sites_removed`.',
  ),
  sites_possibly_removed: total.describe(
    'Sites of changes with the certainty `possible`. One that several categories may lose counts once, and what unknown entries remove does not count.',
  ),
  memberships_added: total,
  memberships_added_if_missing: total.describe(
    'Members of groups that are adopted, and may contain them already. Not included in `memberships_added`.',
  ),
  memberships_removed: total,
  memberships_removed_if_present: total.describe(
    'Memberships that only the state has, because the plan was not refreshed. Not included in `memberships_removed`.',
  ),
  created: total.describe('Without `--messages`, some of them may be adopted.'),
  adopted: total.describe('Resources that exist already. Only the messages of the plan say so.'),
  changed: total,
  addresses_changed: total.describe(
    'Objects that only get another address in the state. Included in `changed`.',
  ),
})

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
