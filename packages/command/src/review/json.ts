import { countText } from '@webfilter/site-lists'
import { z } from 'zod'
import type { Failure } from '../base/failure'
import { reviewRules, sentencesOfFacts } from '../findings/rules'
import { changeEntry, changeJson } from '../plan/change-report'
import {
  addressesJson,
  errorEntries,
  findingEntry,
  findingJson,
  incompleteOutcome,
  jsonText,
  namesEntry,
  namesJson,
  planErrorsJson,
  stackEntries,
  stacksJson,
  stacksReportVersion,
} from '../report/json'
import { phraseText } from '../report/phrase'
import { quoted } from '../report/text'
import { addedLinesEntry, addedLinesJson } from './added-lines'
import { type Review, type Reviews, reviewTotals, totalsByCause } from './review'

/**
 * The version of the JSON of a review. Its JSON Schema in docs/review.schema.json is generated from `anyReview`. Within a version,
 * properties and values may be added and none changes its meaning.
 */
const reportVersion = '1.0'

/** Reviews as JSON, that of the only plan as version 1.0. What a terminal might take for something else is escaped. */
export function reviewsText(
  { isSingle, outcome, verdict, totals, totalsByCause, done, failed }: Reviews,
  names: number,
): string {
  const [only] = done
  if (isSingle && only !== undefined) return jsonText(reviewEntry(only.content, names))
  const report: ReviewsJsonReport = {
    format_version: stacksReportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals,
    totals_by_cause: totalsByCause,
    stacks: stackEntries(done, failed, (review) => ({ review: reviewEntry(review, names) })),
  }
  return jsonText(report)
}

function reviewEntry(review: Review, names: number): JsonReport {
  const { outcome, verdict, changes, findings, lists, addedLines } = review
  return {
    format_version: reportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals: reviewTotals(review),
    totals_by_cause: totalsByCause(review),
    changes: changes.map((change) => changeEntry(change, names)),
    findings: findings.map((finding) => findingEntry(finding, names)),
    ...(lists.length > 0 && {
      lists: lists.map(({ category, files, count, excepted, addresses }) => ({
        category: category.name,
        files: [...files],
        ...(count && { text: countText(count) }),
        ...(excepted && { excepted: namesEntry(excepted, names) }),
        addresses: [...addresses],
      })),
    }),
    ...(addedLines && addedLinesEntry(addedLines)),
  }
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
  memberships_added: total,
  memberships_added_if_missing: total.describe(
    'Members of groups that are adopted, and may contain them already. Not included in `memberships_added`.',
  ),
  memberships_removed: total,
  created: total.describe('Without `--messages`, some of them may be adopted.'),
  adopted: total.describe('Resources that exist already. Only the messages of the plan say so.'),
  changed: total,
  addresses_changed: total.describe(
    'Objects that only get another address in the state. Included in `changed`.',
  ),
})

const jsonReport = z
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
    lists: z
      .array(
        z.object({
          category: z.string().describe('Name of the category.'),
          files: z.array(z.string()).describe('Files of the list. Empty for an inline list.'),
          text: z.string().optional().describe('How the lines of the files come to the sites, as a sum.'),
          excepted: namesJson.optional().describe('Sites that exceptions keep out of the list.'),
          addresses: addressesJson,
        }),
      )
      .optional()
      .describe('Of the lists that change, those that have fewer sites than entries.'),
    ...addedLinesJson,
    errors: planErrorsJson.optional(),
  })
  .describe('Changes that a plan makes on an appliance, as `appliance review --format json` prints them.')

const { format_version, verdict, stacks } = stacksJson({ review: jsonReport.optional() })

const reviewsJsonReport = z
  .object({
    format_version,
    outcome: z
      .enum([...jsonReport.shape.outcome.options, 'incomplete'])
      .describe(`Gravest outcome of all stacks. ${incompleteOutcome}`),
    verdict,
    totals: jsonReport.shape.totals.describe('Sums of all stacks that have a report.'),
    totals_by_cause: jsonReport.shape.totals_by_cause.describe('The same for the changes of each cause.'),
    stacks,
  })
  .describe('Changes that the plans of several stacks make.')

/** What `appliance review --format json` prints: for one plan, or for several. */
export const anyReview = z.union([jsonReport, reviewsJsonReport])

export type JsonReport = z.infer<typeof jsonReport>
type ReviewsJsonReport = z.infer<typeof reviewsJsonReport>
