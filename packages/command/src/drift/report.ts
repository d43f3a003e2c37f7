import { type Failure, failureReport } from '../base/failure'
import { type DriftResultRule, driftRuleTexts, failureRuleTexts, unmanagedRuleTexts } from '../findings/rules'
import type { UnmanagedStatus } from '../inventory/unmanaged'
import { type Change, linePhrase } from '../plan/change'
import { changeSections, titled } from '../plan/change-report'
import { counted, Name, type Phrase, say } from '../report/phrase'
import {
  type Finding,
  fatalSection,
  filledSections,
  type Line,
  type Mood,
  type Place,
  type Report,
  type Section,
  warningSection,
} from '../report/report'
import type { Drift } from './drift'
import type { Difference, DriftSection } from './drifted-resource'
import { driftText, failedDriftText } from './json'
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
    mood: moods[outcome],
    exitCode: exitCodes[outcome],
    sections: filledSections([
      fatalSection([...first, ...findings]),
      unmanagedSection(parts),
      ...differenceSections(drift),
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

const moods: Readonly<Record<Drift['outcome'], Mood>> = {
  clean: 'good',
  'nothing-found': 'neutral',
  unmanaged: 'bad',
  'not-applied': 'neutral',
  drift: 'bad',
  refused: 'bad',
  incomplete: 'bad',
}

const exitCodes: Readonly<Record<Drift['outcome'], number>> = {
  clean: 0,
  'nothing-found': 0,
  incomplete: 1,
  unmanaged: 2,
  'not-applied': 2,
  drift: 2,
  refused: 3,
}

/**
 * The report on a plan that failed, in place of the one that it would have had. A plan that did not fail may still say nothing of drift, as
 * it could not ask the appliance.
 */
export function failedDriftReport(errors: Failure['errors']): Report {
  const failure = { verdict: say`Drift cannot be determined: ${counted(errors.length, 'error')}.`, errors }
  return failureReport(failure, 'drift', { ...driftRuleTexts, ...failureRuleTexts }, () =>
    failedDriftText(failure),
  )
}

/** What is on the appliances and in no state. */
function unmanagedSection(parts: readonly JudgedPart[]): Section {
  const found = parts.flatMap(({ objects }) => objects.flatMap(({ finding }) => finding ?? []))
  const lines = found.filter(({ level }) => level === 'warning').map(({ says, block }) => lineOf(says, block))
  return { kind: 'unmanaged', title: 'Unmanaged', lines }
}

function notedSections({ parts, fromEnvironment }: UnmanagedFound): readonly Section[] {
  // Of the only appliance, nothing names it.
  const on = (part: JudgedPart): Phrase => (parts.length > 1 ? say`${new Name(part.appliance)}: ` : [])
  const noted = (title: string, says: (part: JudgedPart) => readonly Phrase[]): Section => ({
    kind: 'noted',
    title,
    lines: parts.flatMap((part) => says(part).map((each) => lineOf(say`${on(part)}${each}`, undefined))),
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
      lines: fromEnvironment.map((says) => lineOf([new Name(says)], undefined)),
    },
  ]
}

function lineOf(says: Phrase, block: string | undefined): Line {
  return { says, ...(block !== undefined && { block }) }
}

/** What differs, and is to be put back. */
function differenceSections(drift: Drift): readonly Section[] {
  return [
    differenceSection(drift, 'gone', 'Gone'),
    differenceSection(drift, 'missing', 'Missing'),
    differenceSection(drift, 'different', 'Different'),
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
