import { catalogue } from '../../diagnostics/catalogue'
import { categoryAdopted, categoryNumberReused } from '../../diagnostics/entries/categories'
import { sitesFileChanged } from '../../diagnostics/entries/site-files'
import { Name, type Phrase, say } from '../phrase'
import type { Message } from '../plan/messages'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/** What the provider said while it planned, but for what another rule says with more in it. */
export function providerWarnings({ messages }: Pick<ReviewedPlan, 'messages'>): readonly Observation[] {
  return observationsOf(messages, (code) => !toldElsewhere.has(code) && catalogue.has(code), summaryOf)
}

/** Of the change of a list the review itself tells. */
const toldElsewhere: ReadonlySet<string> = new Set([categoryAdopted.code, sitesFileChanged.code])

/**
 * Of that, what keeps drift from being told of: what could not be read, which is an error of the provider that a `check` block turns
 * into a warning, and a list whose category is another one by now.
 */
export function warningsOfDrift(messages: readonly Message[]): readonly Observation[] {
  const isOfDrift = (code: string) =>
    catalogue.get(code)?.severity === 'error' || code === categoryNumberReused.code
  return observationsOf(messages, isOfDrift, summaryOf)
}

/**
 * What the provider said and this release of the command does not know, as the provider is newer: what it means for the plan cannot be
 * told here.
 */
export function unknownDiagnostics({ messages }: Pick<ReviewedPlan, 'messages'>): readonly Observation[] {
  const isUnknown = (code: string) => !catalogue.has(code)
  return observationsOf(
    messages,
    isUnknown,
    (code) => say`the provider reports ${new Name(code)}, which this release of the command does not know`,
  )
}

function summaryOf(code: string): Phrase {
  return say`the provider reports: ${[catalogue.get(code)?.summary ?? code]}`
}

/** One for each code. */
function observationsOf(
  messages: readonly Message[],
  isMeant: (code: string) => boolean,
  says: (code: string) => Phrase,
): readonly Observation[] {
  const codes = new Set(messages.flatMap(({ code }) => code ?? []))
  return [...codes].filter(isMeant).map((code) => {
    const meant = messages.filter((each) => each.code === code)
    const place = meant.find((each) => each.place)?.place
    return {
      says: says(code),
      addresses: [...new Set(meant.flatMap(({ address }) => address ?? []))],
      code,
      ...(place && { place }),
    }
  })
}
