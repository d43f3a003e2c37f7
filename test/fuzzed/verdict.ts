import { ApplianceError, connect } from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { ClientCall } from './client-call'
import { bytesOf, type OddAnswer, secrets } from './odd-answers'
import { readAnswer } from './read-answer'
import { type Scenarios, scenarioHeader } from './scenarios'

/** Nothing that the client tells of one request comes near this; characters. */
const longestText = 2_000
/** Milliseconds after which a call counts as one that never ends; the time-out of each request is a third of it. */
const patience = 15_000

/**
 * Makes the call of an appliance that gives the odd answer. Throws where the client does anything wrong with it. Returns
 * whether the call ended well.
 */
export async function judge(scenarios: Scenarios, call: ClientCall, odd: OddAnswer): Promise<boolean> {
  const { route, usual = {}, categoryApi, carries = secrets.token } = call
  const secret = [...Object.values(secrets), carries]
  const appliance = connect({
    endpoints: scenarios.endpoints(),
    token: secrets.token,
    headers: { 'x-key': secrets.key, [scenarioHeader]: scenarios.begin({ route, usual, odd }) },
    retries: 0,
    timeout: patience / 3,
    categoryApi,
  })
  try {
    const value = await ended(call.call(appliance, new AbortController().signal))
    const failure: unknown = Object(value).failure
    if (failure !== undefined) checkError(failure, secret)
    const reading = readAnswer(odd.status, bytesOf(odd).toString('utf8'), !odd.breaks)
    const problem = call.problem(value, reading)
    if (problem !== undefined) throw new Error(`${problem}: ${shown(value)}`)
    return failure === undefined
  } catch (error) {
    checkError(error, secret)
    return false
  } finally {
    await appliance.close()
  }
}

async function ended<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it never ended')), patience)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Throws unless it is an error that may be shown to anybody. */
function checkError(error: unknown, secret: readonly string[]): void {
  if (!(error instanceof ApplianceError)) throw error
  const { message, advice } = diagnosticOf(error)
  for (const text of [message, advice, error.message]) {
    if (text.trim() === '') throw new Error('an error says nothing')
    if (text.length > longestText)
      throw new Error(`a text of ${text.length} characters: ${text.slice(0, 500)}`)
    const piece = pieceOf(secret, text)
    if (piece !== undefined) throw new Error(`${piece} of a secret stands in: ${text}`)
  }
}

/** A piece of a secret that is long enough not to stand there by chance. */
export function pieceOf(all: readonly string[], text: string): string | undefined {
  const pieces = all.flatMap((secret) => [secret.slice(0, 8), secret.slice(-8)])
  return pieces.find((piece) => text.includes(piece) || text.includes(JSON.stringify(piece).slice(1, -1)))
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 500)
}
