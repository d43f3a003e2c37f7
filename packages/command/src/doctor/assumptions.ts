import {
  type Area,
  type Assumption,
  analysisAssumptions as analysis,
  categoryAssumptions as categories,
  directoryAssumptions as directory,
  recordAssumptions as records,
} from '@webfilter/appliance-client'
import type { Disproof } from './report'

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
