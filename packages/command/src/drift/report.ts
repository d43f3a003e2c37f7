import { z } from 'zod'
import { type Failure, failureReport } from '../base/failure'
import {
  type DriftResultRule,
  driftRules,
  driftRuleTexts,
  failureRuleTexts,
  sentencesOfFacts,
  unmanagedRules,
  unmanagedRuleTexts,
} from '../findings/rules'
import { listedKinds } from '../inventory/listed-object'
import { type UnmanagedStatus, unmanagedStatuses } from '../inventory/unmanaged'
import {
  type Change,
  changeEntry,
  changeJson,
  changeSections,
  linePhrase,
  subjectJson,
  titled,
} from '../plan/change'
import {
  addressesJson,
  errorEntries,
  findingEntry,
  findingJson,
  jsonText,
  lineJson,
  namesEntry,
  namesJson,
  planErrorsJson,
} from '../report/json'
import { counted, Name, type Phrase, phraseText, say } from '../report/phrase'
import {
  type Finding,
  fatalSection,
  filledSections,
  type Place,
  type Report,
  type Section,
  warningSection,
} from '../report/report'
import { quoted } from '../report/text'
import { coverageModes } from './coverage'
import { type Drift, driftOutcomes, driftTotals } from './drift'
import { type Difference, type DriftSection, driftSections, repairs } from './drifted-resource'
import { findingsOn, type JudgedPart, objectPhrase, type UnmanagedFound } from './unmanaged'

/** The report on drift. @param standIn the place of findings that have none */
export function driftReport(drift: Drift, standIn?: Place): Report {
  const { outcome, verdict, follows, unmanaged } = drift
  const parts = unmanaged?.parts ?? []
  // What differs has no places in text either: they are for hosts and programs.
  const ofStates = unmanaged?.ofStates ?? []
  const findings = [...drift.findings.map(({ place: _, ...finding }) => finding), ...ofStates]
  const first = parts.flatMap(findingsOn)
  return {
    command: 'drift',
    verdict,
    // An empty list of findings looks like "no drift", whatever was compared.
    note: verdict,
    ...outcomes[outcome],
    sections: filledSections([
      fatalSection([...first, ...findings]),
      unmanagedSection(parts),
      differenceSection(drift, 'gone', 'Gone'),
      differenceSection(drift, 'missing', 'Missing'),
      differenceSection(drift, 'different', 'Different'),
      ...titled('Follows from drift', changeSections(follows)),
      ...titled('Not applied yet', changeSections(drift.notApplied)),
      warningSection([...parts.flatMap(({ unlisted }) => unlisted), ...findings]),
      differenceSection(drift, 'noted', 'Noted, not restored by the next apply'),
      ...(unmanaged ? notedSections(unmanaged) : []),
    ]),
    findings: [...first, ...ofStates, ...driftResults(drift)],
    standIn,
    rules: unmanaged ? { ...driftRuleTexts, ...unmanagedRuleTexts } : driftRuleTexts,
    json: (names) => driftText(drift, names),
  }
}

const outcomes: Readonly<Record<Drift['outcome'], Pick<Report, 'mood' | 'exitCode'>>> = {
  clean: { mood: 'good', exitCode: 0 },
  'nothing-found': { mood: 'neutral', exitCode: 0 },
  incomplete: { mood: 'bad', exitCode: 1 },
  unmanaged: { mood: 'bad', exitCode: 2 },
  'not-applied': { mood: 'neutral', exitCode: 2 },
  drift: { mood: 'bad', exitCode: 2 },
  refused: { mood: 'bad', exitCode: 3 },
}

/**
 * The report on a plan that failed, in place of the one that it would have had. A plan that did not fail may still say nothing of drift, as
 * it could not ask the appliance.
 */
export function failedDriftReport(errors: Failure['errors']): Report {
  const verdict = say`Drift cannot be determined: ${counted(errors.length, 'error')}.`
  const nothing = { differences: [], notApplied: [], follows: [], lists: [], findings: [] }
  return failureReport({ verdict, errors }, 'drift', { ...driftRuleTexts, ...failureRuleTexts }, () =>
    driftText({ outcome: 'failed', verdict, ...nothing }, 0, errors),
  )
}

/** What is on the appliances and in no state. */
function unmanagedSection(parts: readonly JudgedPart[]): Section {
  const found = parts.flatMap(({ objects }) => objects.flatMap(({ finding }) => finding ?? []))
  const lines = found.filter(({ level }) => level === 'warning').map(({ says, block }) => ({ says, block }))
  return { kind: 'unmanaged', title: 'Unmanaged', lines }
}

function notedSections({ parts, fromEnvironment }: UnmanagedFound): readonly Section[] {
  // Of the only appliance, nothing names it.
  const on = (part: JudgedPart): Phrase => (parts.length > 1 ? say`${new Name(part.appliance)}: ` : [])
  const noted = (title: string, says: (part: JudgedPart) => readonly Phrase[]): Section => ({
    kind: 'noted',
    title,
    lines: parts.flatMap((part) => says(part).map((each) => ({ says: say`${on(part)}${each}` }))),
  })
  const objectsOf = (status: UnmanagedStatus) => (part: JudgedPart) =>
    part.objects.filter((each) => each.status === status).map(objectPhrase)
  return [
    noted('Appliances', ({ verdict }) => (parts.length > 1 ? [verdict] : [])),
    noted('Ignored', objectsOf('ignored')),
    noted('Delivered with the appliance', objectsOf('factory')),
    noted('Not read', ({ notAsked }) => notAsked.map((says) => [new Name(says)])),
    {
      kind: 'noted',
      title: 'From the environment',
      lines: fromEnvironment.map((says) => ({ says: [new Name(says)] })),
    },
  ]
}

function differenceSection({ differences }: Drift, kind: DriftSection, title: string): Section {
  const lines = differences
    .filter(({ section }) => section === kind)
    .map((difference) => ({ says: linePhrase(difference), names: difference.names }))
  return { kind, title, lines }
}

/** What hosts show of drift: its findings, and as warnings what differs and what is not applied yet. */
function driftResults({ findings, differences, notApplied }: Drift): readonly Finding<DriftResultRule>[] {
  return [
    ...findings,
    ...differences.flatMap((each) => (each.section === 'noted' ? [] : [resultOf(each.section, each)])),
    ...notApplied.map((change) => resultOf('not-applied', change)),
  ]
}

function resultOf(rule: DriftResultRule, line: Change | Difference): Finding<DriftResultRule> {
  const { names, addresses, place } = line
  return {
    rule,
    level: 'warning',
    says: linePhrase(line),
    addresses,
    ...(names && { names }),
    ...(place && { place }),
  }
}

/**
 * The version of the JSON of a report on drift. Its JSON Schema in docs/drift.schema.json is generated from `driftJsonReport`. Within a version,
 * properties and values may be added and none changes its meaning.
 */
const driftReportVersion = '2.0'

/** Drift as JSON. Names are escaped as in that of a review. @param errors of a plan that failed */
export function driftText(
  drift: Pick<
    Drift,
    'verdict' | 'differences' | 'notApplied' | 'follows' | 'lists' | 'findings' | 'unmanaged'
  > & {
    readonly outcome: DriftJsonReport['outcome']
  },
  names: number,
  errors?: Failure['errors'],
): string {
  const { outcome, verdict, differences, notApplied, follows, lists, findings, unmanaged } = drift
  const report: DriftJsonReport = {
    format_version: driftReportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals: driftTotals(drift),
    differences: differences.map((difference) => differenceEntry(difference, names)),
    not_applied: notApplied.map((change) => changeEntry(change, names)),
    follows: follows.map((change) => changeEntry(change, names)),
    lists: lists.map((list) => ({ ...list, category: list.category.name })),
    findings: [...findings, ...(unmanaged?.ofStates ?? [])].map((finding) => findingEntry(finding, names)),
    ...(unmanaged && {
      unmanaged: unmanaged.parts.map((part) => applianceEntry(part, names)),
      from_environment: [...unmanaged.fromEnvironment],
    }),
    ...(errors && { errors: errorEntries(errors) }),
  }
  return jsonText(report)
}

function applianceEntry(part: JudgedPart, most: number): UnmanagedJson {
  const { appliance, verdict, counts, objects, unlisted, notAsked } = part
  return {
    appliance,
    verdict: phraseText(verdict, quoted),
    coverage: counts.map(({ kind, isListed, ...count }) => ({ kind, listed: isListed, ...count })),
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
  verdict: z.string().describe('How much is managed, in one line.'),
  coverage: z.array(
    z.object({
      kind: z.enum(listedKinds),
      listed: z.boolean().describe('Whether all objects of this kind could be listed.'),
      total: total.describe('Number of objects, without those that were delivered with the appliance.'),
      managed: total.describe('Number of objects that a state contains.'),
      unmanaged: total.describe('Number of objects that no state contains, without the ignored ones.'),
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
            '`unmanaged`: in no state. `ignored`: an entry of the ignore file applies. ' +
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
  findings: z
    .array(findingJson(unmanagedRules, sentencesOfFacts(unmanagedRules)))
    .describe('What could not be listed.'),
  not_asked: z.array(z.string()).describe('Areas without an address, in sentences.'),
})

const unmanagedJson = z
  .array(applianceJson)
  .describe('One entry for each appliance. Present with `--unmanaged`.')

/** What `appliance drift --format json` prints. */
export const driftJsonReport = z
  .object({
    format_version: z.literal(driftReportVersion),
    outcome: z
      .enum([...driftOutcomes, 'failed'])
      .describe(
        '`clean`: everything was checked and nothing differs (exit code 0). `nothing-found`: no drift was found, but not everything ' +
          'was checked (0). `not-applied`: only the configuration has changes that are not applied yet (2). `drift`: the appliance ' +
          'differs (2). `unmanaged`: no drift was found, but something on the appliance is in no state (2). `refused`: a finding is fatal (3). `incomplete`: a state that `--state` names could not be read (1). `failed`: the plan failed, and `errors` says why (1).',
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
      .array(
        findingJson([...driftRules, ...unmanagedRules], sentencesOfFacts([...driftRules, ...unmanagedRules])),
      )
      .describe('The fatal ones first.'),
    unmanaged: unmanagedJson.optional(),
    from_environment: z
      .array(z.string())
      .optional()
      .describe(
        'Settings that the plan does not show and that come from the environment, in sentences. Present with `--unmanaged`.',
      ),
    errors: planErrorsJson.optional(),
  })
  .describe('Differences on an appliance, as `appliance drift --format json` prints them.')

type UnmanagedJson = z.infer<typeof applianceJson>
type DriftJsonReport = z.infer<typeof driftJsonReport>
