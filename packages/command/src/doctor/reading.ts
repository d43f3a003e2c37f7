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
import { type Check, type Disproof, failedWith, passed, skipped } from './report'

/** What came of asking a route that only reads: the value of its answer, or the error. */
export type Reading<T = unknown> =
  | { readonly route: Route; readonly value: T; readonly error?: undefined }
  | { readonly route: Route; readonly value?: undefined; readonly error: ApplianceError }

/** Asks through the client. @throws {ApplianceError} only of the kind `cancelled` */
export async function read<T>(route: Route, ask: () => Promise<T>): Promise<Reading<T>> {
  try {
    return { route, value: await ask() }
  } catch (error) {
    if (!(error instanceof ApplianceError) || error.kind === 'cancelled') throw error
    return { route, error }
  }
}

/** The check of a route, or of reaching its listener, if nothing could be sent. @param say a sentence about the value */
export function judgeReading<T>({ route, value, error }: Reading<T>, say: (value: T) => string): Check {
  const about = { check: 'route', areas: [route.area], subject: routeName(route) } as const
  if (error === undefined) return { ...about, ...passed(`${routeName(route)}: ${say(value)}`) }
  const because = uncheckedBecause[error.kind]
  if (because !== undefined)
    return { ...about, ...skipped(`${routeName(route)} could not be checked because ${because}.`) }
  // Then no connection came about, so no route of the listener can be asked.
  const isUnreached = error.kind === 'unreachable' || error.incident.is === 'proxy-unusable'
  const check = isUnreached ? 'reach' : 'route'
  return { ...about, check, ...failedWith(diagnosticOf(error)) }
}

const uncheckedBecause: Readonly<Partial<Record<ApplianceError['kind'], string>>> = {
  forbidden: 'the appliance refused access',
  'not-running': 'the directory service is not running',
}

export interface Shown {
  readonly checks: readonly Check[]
  readonly disproofs: readonly Disproof[]
}

export interface AreaExamination extends Shown {
  /** The answers that show whether the appliance accepts requests. */
  readonly asked: readonly [Reading, ...Reading[]]
  /** Of the network area alone: its interfaces. */
  readonly interfaces?: Reading<readonly NetworkInterface[]>
}

/** The assumptions of the areas that reads can disprove. */
const assumed: readonly (readonly [Area, readonly Assumption[]])[] = [
  ['categories', categories],
  ['analysis', analysis],
  ['directory', directory],
  ['records', records],
]

/**
 * An assumption that does not hold, with what that means.
 * @param because one sentence
 * @throws {TypeError} for an unknown topic, such as one that was reworded
 */
export function disproof(topic: string, because: string): Disproof {
  for (const [area, assumptions] of assumed) {
    const assumption = assumptions.find((each) => each.topic === topic)
    if (assumption) return { area, topic, because, hint: assumption.ifWrong }
  }
  throw new TypeError(`no assumption is called ${JSON.stringify(topic)}`)
}

/** What an answer says against assumptions: that the client cannot read it. Any other failure says nothing. */
export function disproofBy({ error }: Reading, ...of: readonly string[]): readonly Disproof[] {
  if (error?.kind !== 'unreadable') return []
  return of.map((topic) => disproof(topic, diagnosticOf(error).message))
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
