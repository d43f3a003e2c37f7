import {
  ApplianceError,
  type Area,
  type Assumption,
  analysisAssumptions as analysis,
  categoryAssumptions as categories,
  directoryAssumptions as directory,
  type NetworkInterface,
  type Route,
  recordAssumptions as records,
  routeName,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { Check, Disproof } from './report'

/** What came of asking a route that only reads: the value of its answer, or the error. */
export interface Reading<T = unknown> {
  readonly route: Route
  readonly answer: { readonly value: T } | ApplianceError
}

/** Asks through the client. @throws {ApplianceError} only of the kind `cancelled` */
export async function read<T>(route: Route, ask: () => Promise<T>): Promise<Reading<T>> {
  try {
    return { route, answer: { value: await ask() } }
  } catch (error) {
    if (!(error instanceof ApplianceError) || error.kind === 'cancelled') throw error
    return { route, answer: error }
  }
}

/** The check of a route, or of reaching its listener, if nothing could be sent. @param say a sentence about the value */
export function judgeReading<T>({ route, answer }: Reading<T>, say: (value: T) => string): Check {
  const about = { check: 'route', areas: [route.area], subject: routeName(route) } as const
  if (!(answer instanceof ApplianceError)) {
    return { ...about, status: 'passed', finding: `${routeName(route)}: ${say(answer.value)}` }
  }
  if (answer.kind === 'forbidden' || answer.kind === 'not-running') {
    return {
      ...about,
      status: 'skipped',
      finding: `${routeName(route)} could not be checked because ${uncheckedBecause[answer.kind]}.`,
    }
  }
  const check = isUnreached(answer) ? 'reach' : 'route'
  return { ...about, check, status: 'failed', ...failureOf(answer) }
}

/** Whether no connection came about, so that no route of the listener can be asked. */
function isUnreached({ kind, incident }: ApplianceError): boolean {
  return kind === 'unreachable' || incident.is === 'proxy-unusable'
}

/** What a check says if the client fails. */
export function failureOf(error: ApplianceError) {
  const { message, advice, code } = diagnosticOf(error)
  return { finding: message, hint: advice, code }
}

const uncheckedBecause = {
  forbidden: 'the appliance refused access',
  'not-running': 'the directory service is not running',
} as const

/**
 * Whether the appliance accepts requests of this machine in an area; undefined without readings.
 * @param hasToken whether requests carry a token
 */
export function judgeAccess(readings: readonly Reading[], hasToken: boolean): Check | undefined {
  const [first] = readings
  if (first === undefined) return undefined
  const about = { check: 'access', areas: [first.route.area], subject: routeName(first.route) } as const
  const errors = readings.flatMap(({ answer }) => (answer instanceof ApplianceError ? [answer] : []))
  const refusal = errors.find(({ kind }) => kind === 'forbidden')
  if (refusal) return { ...about, status: 'failed', ...failureOf(refusal) }
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

/** What an answer says against an assumption: that the client cannot read it. Any other failure says nothing. */
export function contradictionIn(topic: string, { answer }: Reading): readonly Contradiction[] {
  const isAgainst = answer instanceof ApplianceError && answer.kind === 'unreadable'
  return isAgainst ? [{ topic, because: diagnosticOf(answer).message }] : []
}

/** The value of an answer; undefined after an error. */
export function valueIn<T>({ answer }: Reading<T>): T | undefined {
  return answer instanceof ApplianceError ? undefined : answer.value
}

/** What the routes of one area showed. */
export interface AreaExamination {
  readonly checks: readonly Check[]
  readonly contradictions: readonly Contradiction[]
  /** Of the network area alone: its interfaces. */
  readonly interfaces?: Reading<readonly NetworkInterface[]>
}

/** What an answer says against an assumption. */
export interface Contradiction {
  /** As the client lists it. */
  readonly topic: string
  /** One sentence. */
  readonly because: string
}

/** The assumptions of the areas that reads can disprove. */
const assumed: readonly (readonly [Area, readonly Assumption[]])[] = [
  ['categories', categories],
  ['analysis', analysis],
  ['directory', directory],
  ['records', records],
]

/** What does not hold, with what that means. @throws {TypeError} for an unknown topic, such as one that was reworded */
export function disproofsOf(contradictions: readonly Contradiction[]): readonly Disproof[] {
  return contradictions.map(({ topic, because }) => {
    for (const [area, assumptions] of assumed) {
      const assumption = assumptions.find((each) => each.topic === topic)
      if (assumption) return { area, topic, because, hint: assumption.ifWrong }
    }
    throw new TypeError(`no assumption is called ${JSON.stringify(topic)}`)
  })
}

/** The assumptions that a read can disprove. */
export const topics = {
  categoryNames: 'Names of categories',
  siteInNoCategory: 'Answer of the query route for a site that no category contains',
  policyCodes: 'Codes of rpz_action',
  analysisFields: 'Missing fields of a website analysis',
  memberRecord: 'Record of a directory member',
  absentMember: 'Answer for a member that does not exist',
  memberOrganization: 'Organization of a member',
  directoryLists: 'Lists of groups and organizations',
  serviceStatus: 'Keys of the service status',
  listedRecords: 'Answer of the records route',
  noListedRecord: 'Answer of the records route if none of the addresses is listed',
} as const
