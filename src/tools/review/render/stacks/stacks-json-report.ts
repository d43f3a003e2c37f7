import { z } from 'zod'
import { driftOutcomes } from '../../../drift/drift'
import { driftJsonReport } from '../drift-json-report'
import { jsonReport, planErrors } from '../json-report'

/**
 * The JSON of reports on several stacks. A report on one stack keeps the form of version 1.0. A program that reads only that form finds
 * no `changes` in this one, so it fails instead of reporting that nothing changes.
 */
export const stacksReportVersion = '1.1'

const version = z.literal(stacksReportVersion)
const verdict = z.string().describe('Summary of all stacks in one line.')
const name = z
  .string()
  .describe(
    'Name of the stack: the one in the manifest of CDKTF, or the end of its path that no other stack has.',
  )
const error = z
  .string()
  .describe('Reason why the stack has no report. Every stack has either a report or an error.')
const incomplete = '`incomplete`: a stack has no report (exit code 1), whatever the others contain.'

export const reviewsJsonReport = z
  .object({
    format_version: version,
    outcome: z
      .enum([...jsonReport.shape.outcome.options, 'incomplete'])
      .describe(`Gravest outcome of all stacks. ${incomplete}`),
    verdict,
    totals: jsonReport.shape.totals.describe('Sums of all stacks that have a report.'),
    totals_by_cause: jsonReport.shape.totals_by_cause.describe('The same for the changes of each cause.'),
    stacks: z
      .array(
        z.object({
          name,
          review: jsonReport.optional(),
          error: error.optional(),
          errors: planErrors.optional(),
        }),
      )
      .describe('Stacks with an error first, otherwise in the order in which they were named.'),
  })
  .describe('Changes that the plans of several stacks make.')

export const driftsJsonReport = z
  .object({
    format_version: version,
    outcome: z
      .enum([...driftOutcomes, 'incomplete'])
      .describe(`Gravest outcome of all stacks. ${incomplete}`),
    verdict,
    totals: driftJsonReport.shape.totals.describe('Sums of all stacks that have a report.'),
    stacks: z
      .array(
        z.object({
          name,
          drift: driftJsonReport.optional(),
          error: error.optional(),
          errors: planErrors.optional(),
        }),
      )
      .describe('Stacks with an error first, otherwise in the order in which they were named.'),
  })
  .describe('Differences on the appliances of several stacks.')

/** What `appliance review --format json` prints: for one plan, or for several. */
export const anyReview = z.union([jsonReport, reviewsJsonReport])

/** What `appliance drift --format json` prints: for one folder, or for several. */
export const anyDrift = z.union([driftJsonReport, driftsJsonReport])

export type ReviewsJsonReport = z.infer<typeof reviewsJsonReport>
export type DriftsJsonReport = z.infer<typeof driftsJsonReport>
