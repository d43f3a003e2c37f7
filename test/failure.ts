import { told } from '@webfilter/appliance-declarations/diagnostics/incidents'

/** What some work fails with, and what a person is told of it: with the diagnostic and its message, whoever finds the words. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    const found = error instanceof Error ? told(error) : undefined
    return found ? { ...found, message: found.diagnostic.message } : error
  }
  throw new Error('It did not fail.')
}
