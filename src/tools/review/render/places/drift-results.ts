import type { Change, Finding } from '../../change'
import type { Difference } from '../../drift/difference'
import type { Drift } from '../../drift/drift'
import { phraseOf } from '../layout'
import type { DriftResultRule } from './rule-texts'

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
    says: phraseOf(line),
    addresses,
    ...(names && { names }),
    ...(place && { place }),
  }
}
