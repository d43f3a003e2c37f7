import type { Drift } from '../drift/drift'
import { driftRules } from '../levels/rules'
import { say } from '../phrase'
import { driftBlocks, notAppliedBlocks } from './drift-layout'
import { junitReport, lineCase, ruleCases } from './junit'
import type { ReportBlock } from './layout'

/**
 * Drift as a JUnit report. Each difference and each change that is not applied yet is a test case that fails; where there is
 * neither, one test case passes. Each rule is a test case that fails where a finding is fatal.
 *
 * @param names how many names a line has at most
 */
export function renderDriftJunit(drift: Drift, names: number): string {
  return junitReport(drift.verdict, driftCases(drift, names))
}

/** The test cases of a report on drift. @param prefix what their class names begin with */
export function driftCases(drift: Drift, names: number, prefix = 'appliance') {
  const differing = [
    ...casesOf(driftBlocks(drift), 'drift'),
    ...casesOf(notAppliedBlocks(drift), 'not-applied'),
  ]
  const passed = lineCase(`${prefix}.drift`, { says: say`no drift found`, names: undefined }, names)
  return {
    findings: ruleCases(driftRules, drift, names, prefix),
    drift: differing.length === 0 ? [passed] : differing,
  }

  function casesOf(blocks: readonly ReportBlock[], type: string) {
    return blocks.flatMap(({ kind, lines }) =>
      lines.map((line) => lineCase(`${prefix}.${type}.${kind}`, line, names, type)),
    )
  }
}
