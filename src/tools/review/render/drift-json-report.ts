import { z } from 'zod'
import { driftOutcomes } from '../../drift/drift'
import { driftSections, repairs } from '../../drift/drifted-resource'
import { coverageModes } from '../../drift/missing-sites'
import { driftRules } from '../rules'
import { addresses, change, findingOf, names, planErrors, subject, text } from './json-report'

/**
 * The JSON of a report on drift. Its JSON Schema in docs/drift.schema.json is generated from this. Within a version, properties
 * and values may be added and none changes its meaning.
 */
export const driftReportVersion = '1.0'

const difference = z.object({
  section: z
    .enum(driftSections)
    .describe('`noted` is not drift: the configuration agrees with the appliance, or says nothing about it.'),
  subject,
  text,
  noun: z.enum(['site', 'member', 'address']).optional().describe('Kind of the names.'),
  names: names.optional(),
  repair: z.enum(repairs).describe('Action of the next apply.'),
  addresses,
})

const list = z
  .object({
    category: z.string().describe('Name on the appliance.'),
    address: z.string().describe('Address of the resource in the configuration.'),
    mode: z
      .enum(coverageModes)
      .describe('`count`: the appliance reported only the number of sites, so no single site was checked.'),
    asked: z.int().min(0).describe('Number of sites that were checked.'),
    total: z.int().min(0).describe('Number of sites that the list manages.'),
    missing: z.int().min(0).describe('Number of managed sites that the refresh did not find.'),
  })
  .describe('List of sites that exists on the appliance.')

const total = z.int().min(0)

export const driftJsonReport = z
  .object({
    format_version: z.literal(driftReportVersion),
    outcome: z
      .enum([...driftOutcomes, 'failed'])
      .describe(
        '`clean`: everything was checked and nothing differs (exit code 0). `nothing-found`: no drift was found, but not everything ' +
          'was checked (0). `not-applied`: only the configuration has changes that are not applied yet (2). `drift`: the appliance ' +
          'differs (2). `refused`: a finding is fatal (3). `failed`: the plan failed, and `errors` says why (1).',
      ),
    verdict: z.string().describe('Summary in one line.'),
    totals: z.object({
      gone: total.describe('Resources that no longer exist on the appliance.'),
      sites_missing: total.describe('Number of missing sites. There may be more.'),
      memberships_missing: total,
      different: total.describe('Resources with another difference.'),
      noted: total.describe('Resources with a difference that the next apply does not restore.'),
      not_applied: total.describe('Changes of the configuration that are not applied yet.'),
      sites: total.describe('Sites in all lists.'),
      sites_asked: total.describe('Sites in all lists that were checked.'),
    }),
    differences: z.array(difference).describe('The most severe sections first.'),
    not_applied: z.array(change).describe('Same format as in the review of a plan.'),
    follows: z
      .array(change)
      .describe(
        'Changes that the next apply makes only because it restores something else. Same format as in the review of a plan.',
      ),
    lists: z.array(list).describe('Number of sites that were checked, per list.'),
    findings: z.array(findingOf(driftRules)).describe('The fatal ones first.'),
    errors: planErrors.optional(),
  })
  .describe('Differences on an appliance, as `appliance drift --format json` prints them.')

export type DriftJsonReport = z.infer<typeof driftJsonReport>
