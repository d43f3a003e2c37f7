import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { Diagnostic } from '@webfilter/terraform-plugin'
import { ApplianceError, type ApplianceErrorKind } from '../src/errors'

/** The `ApplianceError` that a promise or function fails with; fails the test where it does not, or with another error. */
export async function caught(work: Promise<unknown> | (() => unknown)): Promise<ApplianceError> {
  let outcome: unknown
  try {
    outcome = await (typeof work === 'function' ? work() : work)
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error
    checkSentences(error)
    return error
  }
  throw new Error(`no failure but ${JSON.stringify(outcome)}`)
}

/** What a person is told of an error, if there is one. */
export function messageOf(error: ApplianceError | undefined): string | undefined {
  return error && diagnosticOf(error).message
}

/** The error with its words, so that both can be compared with what is expected. */
export function withWords(error: ApplianceError): object {
  return { ...error, diagnostic: diagnosticOf(error) }
}

/** The code of it. */
export function codeOf(error: ApplianceError | undefined): string | undefined {
  return error && diagnosticOf(error).code
}

/** What a person is told of that error. */
export async function toldOf(work: Promise<unknown> | (() => unknown)): Promise<Diagnostic> {
  return diagnosticOf(await caught(work))
}

/** Only the kind of that error. */
export async function kindOf(work: Promise<unknown> | (() => unknown)): Promise<ApplianceErrorKind> {
  return (await caught(work)).kind
}

function checkSentences(error: ApplianceError): void {
  const { message, advice } = diagnosticOf(error)
  for (const sentence of [message, advice]) {
    if (!/^[\p{Lu}].*\.$/su.test(sentence)) throw new Error(`no sentence: ${sentence}`)
  }
}
