import { driftJsonReport } from '@webfilter/appliance-command/drift/report'
import { lintJsonReport } from '@webfilter/appliance-command/lint/report'
import { jsonReport } from '@webfilter/appliance-command/review/report'
import { z } from 'zod'

/** The JSON Schema of what `appliance review --format json` prints. It leaves room for properties that are added later. */
export function reviewSchema(): string {
  return schemaOf(jsonReport, 'Review of a plan')
}

/** The same of `appliance drift --format json`. */
export function driftSchema(): string {
  return schemaOf(driftJsonReport, 'Drift of an appliance')
}

/** The same of `appliance lint --format json`. */
export function lintSchema(): string {
  return schemaOf(lintJsonReport, 'Lint of lists of sites')
}

function schemaOf(report: z.ZodType, title: string): string {
  const schema = z.toJSONSchema(report, { target: 'draft-2020-12', io: 'input' })
  return `${JSON.stringify({ ...schema, title }, null, 2)}\n`
}
