import { catalogue } from '../../diagnostics/catalogue'
import type { Finding } from './change'
import { shownNames } from './names'
import { counted, Name, type Phrase, say } from './phrase'
import { excerptOf } from './plan/excerpt'
import { inOrder, type Message } from './plan/messages'

/** Why a plan failed: an error of the engine or of a provider. */
export type FailureCause = Finding<'plan-failed'>

/** A plan that failed: nothing can be said of what it changes, only why it failed. */
export interface Failure {
  /** One line that says it all. */
  readonly verdict: Phrase
  readonly errors: readonly FailureCause[]
}

/** @param task a plan that did not fail may still say nothing of drift, as it could not ask the appliance */
export function failureOf(errors: readonly FailureCause[], task: 'review' | 'drift'): Failure {
  const what = task === 'review' ? say`The plan failed` : say`Drift cannot be determined`
  return { verdict: say`${what}: ${counted(errors.length, 'error')}.`, errors }
}

/** The errors among the messages of a plan, each with its code, its resource and the place that the engine named. */
export function errorsIn(messages: readonly Message[]): readonly FailureCause[] {
  return inOrder(messages)
    .filter(({ severity }) => severity === 'error')
    .map((message) => {
      const { address, code, place, summary } = message
      const headline = catalogue.get(code ?? '')?.summary
      const title = headline === undefined ? say`${new Name(summary)}` : [headline]
      const details = excerptOf(message, longestError)
      const isTold = details === summary.replaceAll('"', "'")
      return {
        rule: 'plan-failed',
        level: 'fatal',
        says: say`${code === undefined ? title : say`${[code]}: ${title}`}${isTold ? [] : say`: ${new Name(details)}`}`,
        ...(address !== undefined && { names: shownNames([address]) }),
        addresses: address === undefined ? [] : [address],
        ...(code !== undefined && { code }),
        ...(place && { place }),
      }
    })
}

/** Characters of what the provider or the engine wrote about an error. */
const longestError = 1_000

/** An error that is known only by a sentence. @param sentence it may quote names of others */
export function errorOf(sentence: string): FailureCause {
  return { rule: 'plan-failed', level: 'fatal', says: say`${new Name(sentence)}`, addresses: [] }
}
