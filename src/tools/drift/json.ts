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
import { linePhrase } from '../review/change'
import type { Failure } from '../review/failure'
import { changeEntry, changeJson, subjectJson } from '../review/json'
import { driftRules } from '../review/rules'
import { coverageModes } from './coverage'
import { type Drift, type Drifts, driftOutcomes, driftTotals } from './drift'
import { type Difference, driftSections, repairs } from './drifted-resource'

/**
 * The version of the JSON of a report on drift. Its JSON Schema in docs/drift.schema.json is generated from `anyDrift`. Within a version,
 * properties and values may be added and none changes its meaning.
 */
const driftReportVersion = '1.0'

/** Drift as JSON, that of the only stack as version 1.0. Names are escaped as in that of a review. */
export function driftsText(
  { isSingle, outcome, verdict, totals, done, failed }: Drifts,
  names: number,
): string {
  const [only] = done
  if (isSingle && only !== undefined) return jsonText(driftEntry(only.content, names))
  const report: DriftsJsonReport = {
    format_version: stacksReportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals,
    stacks: stackEntries(done, failed, (drift) => ({ drift: driftEntry(drift, names) })),
  }
  return jsonText(report)
}

function driftEntry(drift: Drift, names: number): DriftJsonReport {
  const { outcome, verdict, differences, notApplied, follows, lists, findings } = drift
  return {
    format_version: driftReportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals: driftTotals(differences, notApplied, lists),
    differences: differences.map((difference) => differenceEntry(difference, names)),
    not_applied: notApplied.map((change) => changeEntry(change, names)),
    follows: follows.map((change) => changeEntry(change, names)),
    lists: lists.map((list) => ({ ...list })),
    findings: findings.map((finding) => findingEntry(finding, names)),
  }
}

function differenceEntry(difference: Difference, most: number): DriftJsonReport['differences'][number] {
  const { section, subject, noun, names, repair, addresses } = difference
  return {
    section,
    subject: { ...subject },
    text: phraseText(linePhrase(difference), quoted),
    ...(noun && { noun }),
    ...(names && { names: namesEntry(names, most) }),
    repair,
    addresses: [...addresses],
  }
}

/** The document of a plan that failed. */
export function failedDriftText({ verdict, errors }: Failure): string {
  const report: DriftJsonReport = {
    format_version: driftReportVersion,
    outcome: 'failed',
    verdict: phraseText(verdict, quoted),
    totals: driftTotals([], [], []),
    differences: [],
    not_applied: [],
    follows: [],
    lists: [],
    findings: [],
    errors: errorEntries(errors),
  }
  return jsonText(report)
}

const difference = z.object({
  section: z
    .enum(driftSections)
    .describe('`noted` is not drift: the configuration agrees with the appliance, or says nothing about it.'),
  subject: subjectJson,
  text: lineJson,
  noun: z.enum(['site', 'member', 'address']).optional().describe('Kind of the names.'),
  names: namesJson.optional(),
  repair: z.enum(repairs).describe('Action of the next apply.'),
  addresses: addressesJson,
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

const driftJsonReport = z
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
    not_applied: z.array(changeJson).describe('Same format as in the review of a plan.'),
    follows: z
      .array(changeJson)
      .describe(
        'Changes that the next apply makes only because it restores something else. Same format as in the review of a plan.',
      ),
    lists: z.array(list).describe('Number of sites that were checked, per list.'),
    findings: z.array(findingJson(driftRules)).describe('The fatal ones first.'),
    errors: planErrorsJson.optional(),
  })
  .describe('Differences on an appliance, as `appliance drift --format json` prints them.')

const { format_version, verdict, stacks } = stacksJson({ drift: driftJsonReport.optional() })

const driftsJsonReport = z
  .object({
    format_version,
    outcome: z
      .enum([...driftOutcomes, 'incomplete'])
      .describe(`Gravest outcome of all stacks. ${incompleteOutcome}`),
    verdict,
    totals: driftJsonReport.shape.totals.describe('Sums of all stacks that have a report.'),
    stacks,
  })
  .describe('Differences on the appliances of several stacks.')

/** What `appliance drift --format json` prints: for one folder, or for several. */
export const anyDrift = z.union([driftJsonReport, driftsJsonReport])

type DriftJsonReport = z.infer<typeof driftJsonReport>
type DriftsJsonReport = z.infer<typeof driftsJsonReport>
