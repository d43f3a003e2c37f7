import { z } from 'zod'
import { driftSections, repairs } from '../drift/difference'
import { driftOutcomes } from '../drift/drift-verdict'
import { coverageModes } from '../drift/list-coverage'
import { driftRules } from '../settings'
import { addresses, change, findingOf, names, subject, text } from './json-report'

/**
 * The JSON of a report on drift. Its JSON Schema in docs/drift.schema.json is generated from this. Within a version, properties
 * and values may be added and none changes its meaning.
 */
export const driftReportVersion = '1.0'

const difference = z.object({
  section: z
    .enum(driftSections)
    .describe('`noted` is no drift: the configuration agrees with it, or says nothing of it.'),
  subject,
  text,
  noun: z.enum(['site', 'member', 'address']).optional().describe('What the names are.'),
  names: names.optional(),
  repair: z.enum(repairs).describe('What the next apply does about it.'),
  addresses,
})

const list = z
  .object({
    category: z.string().describe('As it is called on the appliance.'),
    address: z.string().describe('The resource of the configuration.'),
    mode: z
      .enum(coverageModes)
      .describe('`count` where the appliance told how many sites there are, and nothing of any one.'),
    asked: z.int().min(0).describe('How many of its sites the appliance was asked for.'),
    total: z.int().min(0).describe('How many sites the list manages.'),
    missing: z.int().min(0).describe('How many of those asked for were not there.'),
  })
  .describe('A list of sites that is there.')

const total = z.int().min(0)

export const driftJsonReport = z
  .object({
    format_version: z.literal(driftReportVersion),
    outcome: z
      .enum(driftOutcomes)
      .describe(
        '`clean`: all was asked for and nothing differs. `nothing-found`: nothing was found, and not all was asked for. Both are ' +
          'exit code 0. `not-applied`: only the configuration differs, by what no apply has done yet (2). `drift` (2). `refused` ' +
          'for a fatal finding (3).',
      ),
    verdict: z.string().describe('One line that says it all.'),
    totals: z.object({
      gone: total.describe('Resources that are gone.'),
      sites_missing: total.describe('At least so many.'),
      memberships_missing: total,
      different: total.describe('Resources of which something else differs.'),
      noted: total.describe('Resources of which something differs that nothing puts back.'),
      not_applied: total.describe('Changes of the configuration that no apply has done yet.'),
      sites: total.describe('Sites of all lists.'),
      sites_asked: total.describe('Those of them that the appliance was asked for.'),
    }),
    differences: z.array(difference).describe('The gravest sections first.'),
    not_applied: z.array(change).describe('As in the review of a plan.'),
    follows: z
      .array(change)
      .describe(
        'What the next apply makes again only because it puts a difference back, as in the review of a plan.',
      ),
    lists: z.array(list).describe('How much of each list of sites was asked for.'),
    findings: z.array(findingOf(driftRules)).describe('The fatal ones first.'),
  })
  .describe('What differs on an appliance, as `appliance drift --format json` prints it.')

export type DriftJsonReport = z.infer<typeof driftJsonReport>
