import { catalogue } from '../../diagnostics/catalogue'
import { Name, say } from '../phrase'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/**
 * What the provider said and this release of the command does not know, as it comes from a newer provider: what it means for the plan,
 * nobody can tell here. One observation for each code.
 */
export function unknownDiagnostics({ messages }: Pick<ReviewedPlan, 'messages'>): readonly Observation[] {
  const unknown = messages.filter(({ code }) => code !== undefined && !catalogue.has(code))
  const codes = new Set(unknown.flatMap(({ code }) => code ?? []))
  return [...codes].map((code) => ({
    says: say`the provider says ${new Name(code)}, which this release of the command does not know`,
    addresses: [...new Set(unknown.flatMap((each) => (each.code === code ? (each.address ?? []) : [])))],
    code,
  }))
}
