import { z } from 'zod'
import { actions, sectionNames, subjectKinds } from '../change'
import { reviewRules } from '../settings'

/**
 * The JSON of a review. Its JSON Schema in docs/review.schema.json is generated from this. Within a version, properties and
 * values may be added and none changes its meaning.
 */
export const reportVersion = '1.0'

export const names = z
  .object({
    count: z.int().min(0).describe('How many there are.'),
    first: z.array(z.string()).describe('The first of them, as they are. None where they are sensitive.'),
  })
  .describe('Sites, members or addresses.')

export const subject = z
  .object({
    kind: z.enum(subjectKinds),
    name: z.string().describe('As it is called on the appliance.'),
  })
  .describe('Something on the appliance.')

export const addresses = z.array(z.string()).describe('The resources of the configuration.')
export const text = z.string().describe('The line of the text format, without the names.')

export const change = z.object({
  section: z.enum(sectionNames).describe('Where a reviewer finds it, the gravest first.'),
  action: z
    .enum(actions)
    .describe(
      'What happens. `forget`, `import` and `rename` concern the state of the engine and send nothing.',
    ),
  subject,
  to: subject.optional().describe('Of a move, where it leads.'),
  text,
  noun: z.enum(['site', 'member', 'address']).optional().describe('What the names are.'),
  names: names.optional(),
  addresses,
})

export function findingOf<const Rules extends readonly string[]>(rules: Rules) {
  return z.object({
    rule: z.enum(rules),
    level: z.enum(['warning', 'fatal']),
    text,
    names: names.optional(),
    addresses,
    code: z
      .string()
      .optional()
      .describe(
        'The code of the diagnostic of the provider on which it rests, as the guide Troubleshooting lists them.',
      ),
  })
}

const total = z.int().min(0)

export const jsonReport = z
  .object({
    format_version: z.literal(reportVersion),
    outcome: z
      .enum(['nothing', 'changes', 'refused'])
      .describe('Nothing to do (exit code 0), changes (2), or refused for a fatal finding (3).'),
    verdict: z.string().describe('One line that says it all.'),
    totals: z.object({
      lost: total.describe('Resources that are destroyed, replaced or given up.'),
      sites_moved: total,
      sites_added: total.describe('Without those that move.'),
      sites_removed: total.describe('Without those that move.'),
      memberships_added: total,
      memberships_removed: total,
      created: total,
      changed: total,
    }),
    changes: z.array(change).describe('The gravest sections first.'),
    findings: z.array(findingOf(reviewRules)).describe('The fatal ones first.'),
  })
  .describe('What a plan changes on an appliance, as `appliance review --format json` prints it.')

export type JsonReport = z.infer<typeof jsonReport>
