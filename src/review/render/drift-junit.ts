import type { Drift } from '../drift/drift'
import { say } from '../phrase'
import { driftRules } from '../settings'
import { driftBlocks, notAppliedBlocks } from './drift-layout'
import { junitReport, lineCase, ruleCases } from './junit'
import type { Block } from './layout'

/**
 * Drift as a JUnit report. Each difference and each change that is not applied yet is a test case that fails; where there is
 * neither, one test case passes. Each rule is a test case that fails where a finding is fatal.
 *
 * @param names how many names a line has at most
 */
export function renderDriftJunit(drift: Drift, names: number): string {
  const differing = [
    ...casesOf(driftBlocks(drift), 'drift'),
    ...casesOf(notAppliedBlocks(drift), 'not-applied'),
  ]
  const passed = lineCase('appliance.drift', { says: say`no drift found`, names: undefined }, names)
  return junitReport(drift.verdict, {
    findings: ruleCases(driftRules, drift, names),
    drift: differing.length === 0 ? [passed] : differing,
  })

  function casesOf(blocks: readonly Block[], type: string) {
    return blocks.flatMap(({ kind, lines }) =>
      lines.map((line) => lineCase(`appliance.${type}.${kind}`, line, names, type)),
    )
  }
}
