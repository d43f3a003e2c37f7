import { countText } from '@webfilter/site-lists'
import { z } from 'zod'
import {
  addressesJson,
  errorEntries,
  findingEntry,
  findingJson,
  incompleteOutcome,
  jsonText,
  lineJson,
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
import {
  actions,
  type CausedChange,
  causes,
  linePhrase,
  remainders,
  sectionNames,
  subjectKinds,
} from './change'
import type { Failure } from './failure'
import { type Review, type Reviews, reviewTotals, totalsByCause } from './review'
import { reviewRules } from './rules'

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
        category,
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

/** A change as an entry, also of JSON on drift. */
export function changeEntry(change: CausedChange, most: number): JsonReport['changes'][number] {
  const { cause, section, action, onAppliance, subject, to, organization, noun, names, addresses } = change
  return {
    cause,
    section,
    action,
    ...(onAppliance && { on_appliance: onAppliance }),
    subject: { ...subject },
    ...(to && { to: { ...to } }),
    ...(organization !== undefined && { organization }),
    text: phraseText(linePhrase(change), quoted),
    ...(noun && { noun }),
    ...(names && { names: namesEntry(names, most) }),
    addresses: [...addresses],
  }
}

export const subjectJson = z
  .object({
    kind: z.enum(subjectKinds),
    name: z.string().describe('Name on the appliance.'),
  })
  .describe('Something on the appliance.')

export const changeJson = z.object({
  cause: z
    .enum(causes)
    .describe(
      'Why the plan contains the change. `change`: the configuration. `drift`: something was changed on the appliance outside of ' +
        'Terraform, and the apply restores it. `state`: only the state changes, and nothing is sent to the appliance.',
    ),
  section: z.enum(sectionNames).describe('Section of the report, the most severe first.'),
  action: z
    .enum(actions)
    .describe(
      'Action of the plan. `forget`, `import` and `rename` change only the state and send nothing to the appliance.',
    ),
  on_appliance: z
    .enum(remainders)
    .optional()
    .describe(
      'In section `lost`: what the apply leaves of the subject. `deleted`: nothing. `recreated`: it is deleted and created again. ' +
        '`stays`: it stays on the appliance, and only its sites may be removed.',
    ),
  subject: subjectJson,
  to: subjectJson.optional().describe('Target of a move.'),
  organization: z
    .string()
    .optional()
    .describe(
      'Organization of a member after the apply, or of an account that is deleted. Missing if it is unknown or sensitive.',
    ),
  text: lineJson,
  noun: z.enum(['site', 'member', 'address']).optional().describe('Kind of the names.'),
  names: namesJson.optional(),
  addresses: addressesJson,
})

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
    findings: z.array(findingJson(reviewRules)).describe('The fatal ones first.'),
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
