import type { Drift } from '../../drift/drift'
import type { DriftSection } from '../../drift/drifted-resource'
import {
  changeBlocks,
  fatalBlock,
  filled,
  linePhrase,
  type Report,
  type ReportBlock,
  titled,
  warningBlock,
} from './layout'

/** The parts of a report on drift in the order in which they are read. */
export function driftReport(drift: Drift): Report {
  const { outcome, verdict } = drift
  // What differs has no places in text either: they are for hosts and programs.
  const findings = drift.findings.map(({ place: _, ...finding }) => finding)
  const moods = {
    clean: 'good',
    'nothing-found': 'neutral',
    'not-applied': 'neutral',
    drift: 'bad',
    refused: 'bad',
  } as const
  const blocks = [
    fatalBlock(findings),
    ...driftBlocks(drift),
    ...titled('Follows from drift', changeBlocks(drift.follows)),
    ...notAppliedBlocks(drift),
    warningBlock(findings),
    block(drift, 'noted', 'Noted, not restored by the next apply'),
  ]
  return { verdict, mood: moods[outcome], blocks: filled(blocks) }
}

/** What differs, and is to be put back. */
export function driftBlocks(drift: Drift): readonly ReportBlock[] {
  return [
    block(drift, 'gone', 'Gone'),
    block(drift, 'missing', 'Missing'),
    block(drift, 'different', 'Different'),
  ]
}

export function notAppliedBlocks({ notApplied }: Drift): readonly ReportBlock[] {
  return titled('Not applied yet', changeBlocks(notApplied))
}

function block({ differences }: Drift, kind: DriftSection, title: string): ReportBlock {
  const lines = differences
    .filter(({ section }) => section === kind)
    .map((difference) => ({
      says: linePhrase(difference),
      names: difference.names,
      addresses: difference.addresses,
    }))
  return { kind, title, lines }
}
