import { z } from 'zod'
import type { Failure } from '../base/failure'
import { driftRules, sentencesOfFacts, unmanagedRules } from '../findings/rules'
import { listedKinds } from '../inventory/listed-object'
import { unmanagedStatuses } from '../inventory/unmanaged'
import { linePhrase } from '../plan/change'
import { changeEntry, changeJson, subjectJson } from '../plan/change-report'
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
import type { Finding } from '../report/report'
import { quoted } from '../report/text'
import { coverageModes } from './coverage'
import { type Drift, type Drifts, driftOutcomes, driftTotals } from './drift'
import { type Difference, driftSections, repairs } from './drifted-resource'
import { type JudgedPart, objectPhrase } from './unmanaged'

/**
 * The version of the JSON of a report on drift. Its JSON Schema in docs/drift.schema.json is generated from `anyDrift`. Within a version,
 * properties and values may be added and none changes its meaning.
 */
const driftReportVersion = '1.0'

/** Drift as JSON, that of the only stack as version 1.0. Names are escaped as in that of a review. */
export function driftsText(
  { isSingle, outcome, verdict, totals, done, failed, unmanaged }: Drifts,
  names: number,
): string {
  const [only] = done
  const appliances = unmanaged && { unmanaged: unmanaged.parts.map((part) => applianceEntry(part, names)) }
  const besideOf = (name: string) => unmanaged?.ofStacks.get(name) ?? []
  if (isSingle && only !== undefined) {
    const entry = driftEntry(only.content, besideOf(only.name), names)
    if (!appliances || outcome === 'incomplete') return jsonText(entry)
    const judged: DriftJsonReport = { ...entry, outcome, verdict: phraseText(verdict, quoted), ...appliances }
    return jsonText(judged)
  }
  const report: DriftsJsonReport = {
    format_version: stacksReportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals,
    ...appliances,
    stacks: stackEntries(
      done.map(({ name, content }) => ({ name, content: { drift: content, beside: besideOf(name) } })),
      failed,
      ({ drift, beside }) => ({ drift: driftEntry(drift, beside, names) }),
    ),
  }
  return jsonText(report)
}

function driftEntry(drift: Drift, beside: readonly Finding<'not-listed'>[], names: number): DriftJsonReport {
  const { outcome, verdict, differences, notApplied, follows, lists, findings } = drift
  return {
    format_version: driftReportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals: driftTotals(differences, notApplied, lists),
    differences: differences.map((difference) => differenceEntry(difference, names)),
    not_applied: notApplied.map((change) => changeEntry(change, names)),
    follows: follows.map((change) => changeEntry(change, names)),
    lists: lists.map((list) => ({ ...list, category: list.category.name })),
    findings: [...findings, ...beside].map((finding) => findingEntry(finding, names)),
  }
}

function applianceEntry(part: JudgedPart, most: number): UnmanagedJson {
  const { appliance, stacks, verdict, counts, objects, unlisted, notAsked } = part
  return {
    appliance,
    stacks: [...stacks],
    verdict: phraseText(verdict, quoted),
    coverage: counts.map(({ kind, isListed, total, managed, fresh, inBaseline, ignored, unknown }) => ({
      kind,
      listed: isListed,
      total,
      managed,
      unmanaged: fresh + inBaseline,
      new: fresh,
      ignored,
      unknown,
    })),
    objects: objects.map((each) => {
      const { object, status, entry, block, problem, finding } = each
      return {
        ...object,
        status,
        ...(finding && { rule: finding.rule, level: finding.level }),
        text: phraseText(objectPhrase(each), quoted),
        ...(entry && { ignored_until: entry.until, reason: entry.reason }),
        ...(block && { address: block.address, import_id: block.importId, import: block.text }),
        ...(problem !== undefined && { not_declared_because: problem }),
      }
    }),
    findings: unlisted.map((finding) => findingEntry(finding, most)),
    not_asked: [...notAsked],
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

const applianceJson = z.object({
  appliance: z.string().describe('Address of the appliance.'),
  stacks: z.array(z.string()).describe('Names of the stacks that are about this appliance.'),
  verdict: z.string().describe('How much is managed, in one line.'),
  coverage: z.array(
    z.object({
      kind: z.enum(listedKinds),
      listed: z.boolean().describe('Whether all objects of this kind could be listed.'),
      total: total.describe('Number of objects, without those that were delivered with the appliance.'),
      managed: total.describe('Number of objects that a state contains.'),
      unmanaged: total.describe('Number of objects that no state contains, without the ignored ones.'),
      new: total.describe(
        'Number of these that the baseline does not contain. All of them without a baseline.',
      ),
      ignored: total,
      unknown: total.describe('Number of objects that may be in a state that could not be read.'),
    }),
  ),
  objects: z
    .array(
      z.object({
        kind: z.enum(listedKinds),
        name: z.string().describe('Name of the category or group; of a membership that of its group.'),
        id: z.int().optional().describe('Number of the category.'),
        organization: z.string().optional().describe('Organization of the group.'),
        uid: z.string().optional().describe('Login of the member.'),
        gid: z.int().optional().describe('Number of the group.'),
        status: z
          .enum(unmanagedStatuses)
          .describe(
            '`new`: in no state, but not in the baseline. `baseline`: in no state, and in the baseline. `ignored`: an entry of the ignore file applies. ' +
              '`unknown`: a state that may contain it could not be read. `factory`: delivered with the appliance.',
          ),
        rule: z.enum(unmanagedRules).optional(),
        level: z.enum(['warning', 'fatal']).optional().describe('Present if the object is a finding.'),
        text: lineJson,
        ignored_until: z.string().optional().describe('Last day of the entry in the ignore file.'),
        reason: z.string().optional().describe('Reason in the ignore file.'),
        address: z.string().optional().describe('Address of the resource in `import`.'),
        import_id: z.string().optional(),
        import: z.string().optional().describe('Blocks `import` and `resource` in HCL, to be copied.'),
        not_declared_because: z
          .string()
          .optional()
          .describe('Reason why no resource can declare the object. Then there is nothing to copy.'),
      }),
    )
    .describe('Objects that no state contains.'),
  findings: z.array(findingJson(['not-listed'])).describe('What could not be listed.'),
  not_asked: z.array(z.string()).describe('Areas without an address, in sentences.'),
})

const unmanagedJson = z
  .array(applianceJson)
  .describe('One entry for each appliance. Present with `--unmanaged`.')

const driftJsonReport = z
  .object({
    format_version: z.literal(driftReportVersion),
    outcome: z
      .enum([...driftOutcomes, 'failed'])
      .describe(
        '`clean`: everything was checked and nothing differs (exit code 0). `nothing-found`: no drift was found, but not everything ' +
          'was checked (0). `not-applied`: only the configuration has changes that are not applied yet (2). `drift`: the appliance ' +
          'differs (2). `unmanaged`: no drift was found, but something on the appliance is in no state (2). `refused`: a finding is fatal (3). `failed`: the plan failed, and `errors` says why (1).',
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
    findings: z
      .array(findingJson([...driftRules, 'not-listed'], sentencesOfFacts(driftRules)))
      .describe('The fatal ones first.'),
    unmanaged: unmanagedJson.optional(),
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
    unmanaged: unmanagedJson.optional(),
    stacks,
  })
  .describe('Differences on the appliances of several stacks.')

/** What `appliance drift --format json` prints: for one folder, or for several. */
export const anyDrift = z.union([driftJsonReport, driftsJsonReport])

type UnmanagedJson = z.infer<typeof applianceJson>
type DriftJsonReport = z.infer<typeof driftJsonReport>
type DriftsJsonReport = z.infer<typeof driftsJsonReport>
