import { ApplianceError } from '../../appliance/errors'
import { nameOf, type Route } from '../../appliance/protocol/route'
import type { AssumptionVerdict } from './assumptions'
import type { Check } from './report'

/** What a route that only reads told, or the reason that it did not. */
export interface Reading<T = unknown> {
  readonly route: Route
  readonly told: { readonly value: T } | ApplianceError
}

/** Asks by way of the client. Throws only where it was cancelled. */
export async function read<T>(route: Route, ask: () => Promise<T>): Promise<Reading<T>> {
  try {
    return { route, told: { value: await ask() } }
  } catch (error) {
    if (!(error instanceof ApplianceError) || error.kind === 'cancelled') throw error
    return { route, told: error }
  }
}

/** What a reading says of its route. @param say a sentence of what was told */
export function judgeReading<T>({ route, told }: Reading<T>, say: (value: T) => string): Check {
  const about = { check: 'route', areas: [route.area], subject: nameOf(route) } as const
  if (!(told instanceof ApplianceError)) {
    return { ...about, status: 'passed', finding: `${nameOf(route)}: ${say(told.value)}` }
  }
  if (told.kind === 'forbidden' || told.kind === 'not-running') {
    return {
      ...about,
      status: 'skipped',
      finding: `${nameOf(route)} could not be checked because ${because[told.kind]}.`,
    }
  }
  return { ...about, status: 'failed', ...foundBy(told) }
}

/** What is found where the client fails. */
export function foundBy({ told: { message, advice, code } }: ApplianceError) {
  return { finding: message, hint: advice, code }
}

const because = {
  forbidden: 'the appliance refused access',
  'not-running': 'the directory service is not running',
} as const

/** What the readings of one area say of source address and key. @param hasToken whether a key is sent */
export function judgeAccess(readings: readonly Reading[], hasToken: boolean): Check | undefined {
  const [first] = readings
  if (first === undefined) return undefined
  const about = { check: 'access', areas: [first.route.area], subject: nameOf(first.route) } as const
  const errors = readings.flatMap(({ told }) => (told instanceof ApplianceError ? [told] : []))
  const refusal = errors.find(({ kind }) => kind === 'forbidden')
  if (refusal) return { ...about, status: 'failed', ...foundBy(refusal) }
  const accepted =
    errors.length < readings.length || errors.some(({ kind }) => kind === 'failed' || kind === 'not-running')
  if (!accepted) {
    return {
      ...about,
      status: 'skipped',
      finding: 'No answer shows whether the appliance accepts requests.',
    }
  }
  return {
    ...about,
    status: 'passed',
    finding: hasToken
      ? 'The appliance accepts the token and the address of this machine.'
      : 'The appliance accepts requests without a token.',
  }
}

/**
 * Whether an assumption about an answer holds: a reading that is understood may confirm it, one that nothing can be made of
 * disproves it, and any other failure says nothing.
 *
 * @param confirms the reason for which the value confirms it; undefined where it does not
 */
export function judgeAssumption<T>(
  topic: string,
  { route, told }: Reading<T>,
  confirms: (value: T) => string | undefined,
): readonly AssumptionVerdict[] {
  if (told instanceof ApplianceError) {
    return told.kind === 'unreadable' ? [{ topic, holds: 'not held', because: told.message }] : []
  }
  const because = confirms(told.value)
  return because === undefined ? [] : [{ topic, holds: 'held', because: `${nameOf(route)}: ${because}` }]
}

/** What was told; undefined where nothing was. */
export function toldBy<T>({ told }: Reading<T>): T | undefined {
  return told instanceof ApplianceError ? undefined : told.value
}

/** What the routes of one area told. */
export interface AreaExamination {
  readonly checks: readonly Check[]
  readonly verdicts: readonly AssumptionVerdict[]
}
