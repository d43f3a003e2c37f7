import { ApplianceError, type ApplianceErrorKind } from '../../src/appliance/errors'

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

/** Only the kind of that error. */
export async function kindOf(work: Promise<unknown> | (() => unknown)): Promise<ApplianceErrorKind> {
  return (await caught(work)).kind
}

function checkSentences(error: ApplianceError): void {
  for (const sentence of [error.message, error.diagnostic.advice]) {
    if (!/^[\p{Lu}].*\.$/su.test(sentence)) throw new Error(`no sentence: ${sentence}`)
  }
}
