import {
  type Area,
  type Assumption,
  analysisAssumptions as analysis,
  categoryAssumptions as categories,
  certificateAssumptions as certificates,
  directoryAssumptions as directory,
  networkAssumptions as network,
  recordAssumptions as records,
} from '@webfilter/appliance-client'
import type { AssumptionCheck, Holds } from './report'

/** Whether one assumption holds, by the reads of its area. */
export interface AssumptionVerdict {
  /** As the client lists it. */
  readonly topic: string
  readonly holds: Exclude<Holds, 'unknown'>
  readonly because: string
}

/** What the client assumes, by area, in the order of the guide. */
const assumed: readonly (readonly [Area, readonly Assumption[]])[] = [
  ['categories', categories],
  ['certificates', certificates],
  ['network', network],
  ['analysis', analysis],
  ['directory', directory],
  ['records', records],
]

/** Every assumption with its verdict. @throws {TypeError} for a verdict on an unknown topic, such as one that was reworded */
export function assumptionsWith(verdicts: readonly AssumptionVerdict[]): readonly AssumptionCheck[] {
  const byTopic = new Map(verdicts.map((verdict) => [verdict.topic, verdict]))
  const checks = assumed.flatMap(([area, assumptions]) =>
    assumptions.map((assumption): AssumptionCheck => {
      const verdict = byTopic.get(assumption.topic)
      byTopic.delete(assumption.topic)
      return { area, topic: assumption.topic, ...judged(assumption, verdict) }
    }),
  )
  const [left] = byTopic.keys()
  if (left !== undefined) throw new TypeError(`no assumption is called ${JSON.stringify(left)}`)
  return checks
}

function judged(
  { topic, ifWrong }: Assumption,
  verdict: AssumptionVerdict | undefined,
): Pick<AssumptionCheck, 'holds' | 'because' | 'hint'> {
  if (verdict === undefined) {
    return {
      holds: 'unknown',
      because: readable.has(topic) ? notShown : 'Only a change to the appliance would show this.',
    }
  }
  const { holds, because } = verdict
  return holds === 'held' ? { holds, because } : { holds, because, hint: ifWrong }
}

const notShown = 'No answer that was read shows this.'

/** The assumptions that a read can confirm or disprove, if the appliance has what the read asks for. */
export const topics = {
  categoryNames: 'Names of categories',
  siteInNoCategory: 'Answer of the query route for a site that no category contains',
  policyCodes: 'Codes of rpz_action',
  analysisFields: 'Missing fields of a website analysis',
  proxyFailure: 'Failure of the request through the proxy',
  memberRecord: 'Record of a directory member',
  absentMember: 'Answer for a member that does not exist',
  memberOrganization: 'Organization of a member',
  directoryLists: 'Lists of groups and organizations',
  serviceStatus: 'Keys of the service status',
  listedRecords: 'Answer of the records route',
  noListedRecord: 'Answer of the records route if none of the addresses is listed',
} as const

const readable: ReadonlySet<string> = new Set(Object.values(topics))
