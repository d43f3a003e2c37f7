import { z } from 'zod'
import { lintRuleNames } from '../rules'

/** Within a version, properties and values may be added and none changes its meaning. */
export const lintReportVersion = '1.0'

/** The JSON of a lint. Its JSON Schema in docs/lint.schema.json is generated from this. */
export const lintJsonReport = z
  .object({
    format_version: z.literal(lintReportVersion),
    outcome: z
      .enum(['clean', 'warnings', 'refused'])
      .describe('No findings, only warnings (both exit code 0), or refused for a fatal finding (3).'),
    verdict: z.string().describe('One line that says it all.'),
    files: z.array(z.string()).describe('The lists, as they were named.'),
    totals: z.object({
      fatal: z.int().min(0).describe('How many fatal findings there are.'),
      warning: z.int().min(0).describe('How many warnings there are.'),
    }),
    findings: z
      .array(
        z.object({
          rule: z.enum(lintRuleNames),
          level: z.enum(['warning', 'fatal']),
          text: z.string().describe('The line of the text format, without the place.'),
          file: z.string(),
          line: z.int().min(1).optional().describe('From 1. Absent if the finding is about the whole file.'),
        }),
      )
      .describe('In the order of the files and of their lines; the first of each rule in each file.'),
  })
  .describe('Mistakes in lists of sites, as printed by `appliance lint --format json`.')

export type LintJsonReport = z.infer<typeof lintJsonReport>
