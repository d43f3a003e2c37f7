import { catalogue } from '../../diagnostics/catalogue'
import { categoryAdopted, categoryNumberReused } from '../../diagnostics/entries/categories'
import type { Message } from '../messages'
import { say } from '../phrase'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/** What the provider said while it planned, but for what another rule says with more in it. One observation for each code. */
export function providerWarnings({ messages }: Pick<ReviewedPlan, 'messages'>): readonly Observation[] {
  return observationsOf(messages.filter(({ code }) => code !== categoryAdopted.code))
}

/**
 * Of that, what keeps drift from being told of: what could not be read, which is an error of the provider that a `check` block turns
 * into a warning, and a list whose category is another one by now.
 */
export function warningsOfDrift(messages: readonly Message[]): readonly Observation[] {
  return observationsOf(
    messages.filter(
      ({ code = '' }) => catalogue.get(code)?.severity === 'error' || code === categoryNumberReused.code,
    ),
  )
}

function observationsOf(messages: readonly Message[]): readonly Observation[] {
  const codes = new Set(
    messages.flatMap(({ code }) => (code !== undefined && catalogue.has(code) ? code : [])),
  )
  return [...codes].map((code) => ({
    says: say`the provider says: ${[catalogue.get(code)?.summary ?? code]}`,
    addresses: [...new Set(messages.flatMap((each) => (each.code === code ? (each.address ?? []) : [])))],
    code,
  }))
}
