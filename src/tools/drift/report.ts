import { lineCase, ruleCases } from '../report/junit'
import { counted, say } from '../report/phrase'
import {
  type Finding,
  fatalSection,
  filledSections,
  type Mood,
  type Report,
  type Section,
  type StackReport,
  warningSection,
} from '../report/report'
import { type Change, linePhrase } from '../review/change'
import { type Failure, failureReport } from '../review/failure'
import { changeSections, titled } from '../review/report'
import { type DriftResultRule, driftRules, driftRuleTexts, failureRuleTexts } from '../review/rules'
import { isRuleOff } from '../review/settings'
import type { Stack } from '../review/stacks'
import { type Drift, type Drifts, doubtOf } from './drift'
import type { Difference, DriftSection } from './drifted-resource'
import { driftsText, failedDriftText } from './json'

/** The report on the drift of stacks. */
export function driftReport(drifts: Drifts): Report {
  const { verdict, outcome, isSingle, done, failed } = drifts
  return {
    command: 'drift',
    verdict,
    // An empty list of findings looks like "no drift", whatever was compared.
    note: verdict,
    mood: moods[outcome],
    exitCode: exitCodes[outcome],
    isSingle,
    stacks: done.map(stackReport),
    failed,
    rules: driftRuleTexts,
    json: (names) => driftsText(drifts, names),
  }
}

const moods: Readonly<Record<Drifts['outcome'], Mood>> = {
  clean: 'good',
  'nothing-found': 'neutral',
  'not-applied': 'neutral',
  drift: 'bad',
  refused: 'bad',
  incomplete: 'bad',
}

const exitCodes: Readonly<Record<Drifts['outcome'], number>> = {
  clean: 0,
  'nothing-found': 0,
  incomplete: 1,
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

function stackReport({ name, content: drift, standIn }: Stack<Drift>): StackReport {
  const { outcome, verdict, follows } = drift
  // What differs has no places in text either: they are for hosts and programs.
  const findings = drift.findings.map(({ place: _, ...finding }) => finding)
  return {
    name,
    verdict,
    mood: moods[outcome],
    sections: filledSections([
      fatalSection(findings),
      ...differenceSections(drift),
      ...titled('Follows from drift', changeSections(follows)),
      ...notAppliedSections(drift),
      warningSection(findings),
      differenceSection(drift, 'noted', 'Noted, not restored by the next apply'),
    ]),
    findings: driftResults(drift),
    suites: (names, prefix) => driftCases(drift, names, prefix),
    standIn,
  }
}

/** What differs, and is to be put back. */
function differenceSections(drift: Drift): readonly Section[] {
  return [
    differenceSection(drift, 'gone', 'Gone'),
    differenceSection(drift, 'missing', 'Missing'),
    differenceSection(drift, 'different', 'Different'),
  ]
}

function notAppliedSections({ notApplied }: Drift): readonly Section[] {
  return titled('Not applied yet', changeSections(notApplied))
}

function differenceSection({ differences }: Drift, kind: DriftSection, title: string): Section {
  const lines = differences
    .filter(({ section }) => section === kind)
    .map((difference) => ({
      says: linePhrase(difference),
      names: difference.names,
      addresses: difference.addresses,
    }))
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
 * The test cases of drift. Each difference and each change that is not applied yet is a test case that fails; where there is neither, one
 * test case passes. Each rule is a test case that fails where a finding is fatal.
 */
function driftCases(drift: Drift, names: number, prefix: string) {
  const differing = [
    ...casesOf(differenceSections(drift), 'drift'),
    ...casesOf(notAppliedSections(drift), 'not-applied'),
  ]
  const passed = lineCase(
    `${prefix}.drift`,
    { says: say`no drift found${doubtOf([drift])}`, names: undefined },
    names,
  )
  return {
    findings: ruleCases(
      driftRules,
      { findings: drift.findings, isOff: (rule) => isRuleOff(rule, drift.settings) },
      names,
      prefix,
    ),
    drift: differing.length === 0 ? [passed] : differing,
  }

  function casesOf(sections: readonly Section[], type: string) {
    return sections.flatMap(({ kind, lines }) =>
      lines.map((line) => lineCase(`${prefix}.${type}.${kind}`, line, names, type)),
    )
  }
}
