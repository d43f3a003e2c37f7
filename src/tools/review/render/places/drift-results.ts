import type { Drift } from '../../../drift/drift'
import type { Difference } from '../../../drift/drifted-resource'
import type { Change, Finding } from '../../change'
import type { DriftResultRule } from '../../rules'
import { linePhrase } from '../layout'

/** What hosts show of drift: its findings, and as warnings what differs and what is not applied yet. */
export function driftResults({
  findings,
  differences,
  notApplied,
}: Drift): readonly Finding<DriftResultRule>[] {
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
