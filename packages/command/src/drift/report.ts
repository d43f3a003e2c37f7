import { type Failure, failureReport } from '../base/failure'
import type { Stack } from '../base/stacks'
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
  type Report,
  type Section,
  type StackReport,
  warningSection,
} from '../report/report'
import type { Drift, Drifts } from './drift'
import type { Difference, DriftSection } from './drifted-resource'
import { driftsText, failedDriftText } from './json'
import { findingsOn, type JudgedPart, objectPhrase } from './unmanaged'

/** The report on the drift of stacks. */
export function driftReport(drifts: Drifts): Report {
  const { verdict, outcome, done, failed, unmanaged } = drifts
  const parts = unmanaged?.parts ?? []
  const isSingle = drifts.isSingle && parts.length < 2
  const stacks = done.map((stack) => stackReport(stack, unmanaged?.ofStacks.get(stack.name) ?? []))
  const appliances = parts.map((part) => applianceReport(part, unmanaged?.hasBaseline ?? false))
  return {
    command: 'drift',
    verdict,
    // An empty list of findings looks like "no drift", whatever was compared.
    note: verdict,
    mood: moods[outcome],
    exitCode: exitCodes[outcome],
    isSingle,
    stacks: isSingle
      ? stacks.map((stack) => ({ ...joinedReport(stack, appliances), verdict }))
      : [...appliances, ...stacks],
    failed,
    rules: unmanaged ? { ...driftRuleTexts, ...unmanagedRuleTexts } : driftRuleTexts,
    json: (names) => driftsText(drifts, names),
  }
}

const moods: Readonly<Record<Drifts['outcome'], Mood>> = {
  clean: 'good',
  'nothing-found': 'neutral',
  unmanaged: 'bad',
  'not-applied': 'neutral',
  drift: 'bad',
  refused: 'bad',
  incomplete: 'bad',
}

const exitCodes: Readonly<Record<Drifts['outcome'], number>> = {
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

/** @param beside findings about the stack that are not about its drift */
function stackReport(
  { name, content: drift, standIn }: Stack<Drift>,
  beside: readonly Finding[],
): StackReport {
  const { outcome, verdict, follows } = drift
  // What differs has no places in text either: they are for hosts and programs.
  const findings = [...drift.findings.map(({ place: _, ...finding }) => finding), ...beside]
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
    findings: [...driftResults(drift), ...beside],
    standIn,
  }
}

/** The only stack and the only appliance as one: first what is unmanaged, as the verdict says it. */
function joinedReport(stack: StackReport, appliances: readonly StackReport[]): StackReport {
  const [appliance] = appliances
  if (!appliance) return stack
  const isOf = (kind: Section['kind']) => (section: Section) => section.kind === kind
  const joined = (kind: 'fatal' | 'warning') => {
    const [first, ...others] = [...appliance.sections, ...stack.sections].filter(isOf(kind))
    return first ? [{ ...first, lines: [first, ...others].flatMap(({ lines }) => lines) }] : []
  }
  const rest = ({ sections }: StackReport) =>
    sections.filter(({ kind }) => kind !== 'fatal' && kind !== 'warning')
  const [noted, shown] = [
    [...rest(stack), ...rest(appliance)].filter(isOf('noted')),
    [...rest(appliance), ...rest(stack)].filter((section) => !isOf('noted')(section)),
  ]
  return {
    ...stack,
    mood: appliance.mood === 'bad' ? 'bad' : stack.mood,
    sections: [...joined('fatal'), ...shown, ...joined('warning'), ...noted],
    findings: [...appliance.findings, ...stack.findings],
  }
}

/** What is on an appliance and in no state. */
function applianceReport(part: JudgedPart, hasBaseline: boolean): StackReport {
  const { appliance, verdict, objects, unlisted, notAsked, standIn } = part
  const findings = findingsOn(part)
  const unmanaged = objects.flatMap(({ finding }) => finding ?? [])
  const isBad = unmanaged.length > 0 || unlisted.some(({ level }) => level === 'fatal')
  return {
    name: appliance,
    verdict,
    mood: isBad ? 'bad' : unlisted.length > 0 ? 'neutral' : 'good',
    sections: filledSections([
      fatalSection(findings),
      {
        kind: 'unmanaged',
        title: hasBaseline ? 'Unmanaged, new since the baseline' : 'Unmanaged',
        lines: unmanaged
          .filter(({ level }) => level === 'warning')
          .map(({ says, block }) => lineOf(says, block)),
      },
      warningSection(unlisted),
      objectSection('Unmanaged, in the baseline', 'baseline'),
      objectSection('Ignored', 'ignored'),
      objectSection('Delivered with the appliance', 'factory'),
      {
        kind: 'noted',
        title: 'Not read',
        lines: notAsked.map((says) => lineOf([new Name(says)], undefined)),
      },
    ]),
    findings,
    standIn,
  }

  function objectSection(title: string, status: UnmanagedStatus): Section {
    const those = objects.filter((each) => each.status === status)
    const hasBlock = status === 'baseline'
    return {
      kind: 'noted',
      title,
      lines: those.map((each) => lineOf(objectPhrase(each), hasBlock ? each.block?.text : undefined)),
    }
  }
}

function lineOf(says: Phrase, block: string | undefined): Line {
  return { says, names: undefined, addresses: [], ...(block !== undefined && { block }) }
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
