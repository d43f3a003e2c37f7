import { z } from 'zod'
import { jsonReport } from '../../src/review/render/json-report'

/** The JSON Schema of what `appliance review --format json` prints. It leaves room for properties that are added later. */
export function reviewSchema(): string {
  const schema = z.toJSONSchema(jsonReport, { target: 'draft-2020-12', io: 'input' })
  return `${JSON.stringify({ ...schema, title: 'Review of a plan' }, null, 2)}\n`
}
