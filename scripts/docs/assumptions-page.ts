import {
  type Assumption,
  analysisAssumptions as analysis,
  categoryAssumptions as categories,
  certificateAssumptions as certificates,
  directoryAssumptions as directory,
  networkAssumptions as network,
  recordAssumptions as records,
} from '@webfilter/appliance-client'
import { page, section } from './page'

/** The areas in the order of the table of routes (docs/appliance, "Routes"). */
const areas: readonly (readonly [string, readonly Assumption[]])[] = [
  ['Categories', categories],
  ['Certificates', certificates],
  ['Network', network],
  ['Website analysis', analysis],
  ['User directory', directory],
  ['Record databases', records],
]

const introduction =
  'The documentation of the appliance leaves some answers open. This page lists what the provider assumes about them, and what you ' +
  'see otherwise. An answer that it cannot interpret is an error that quotes it. `appliance doctor` names those that an appliance ' +
  'disproves.\n\n' +
  'An *envelope* is the JSON object that wraps most answers, with the fields `Status`, `Error` and `Info`.'

export function assumptionsPage(): string {
  return page(
    { title: 'Assumptions', subcategory: 'If something fails', description: introduction },
    areas.map(([area, assumptions]) => section(area, assumptions.map(paragraphOf).join('\n\n'))),
  )
}

function paragraphOf({ topic, assumed, ifWrong }: Assumption): string {
  return `### ${topic}\n\n${assumed}\n\n*Otherwise:* ${ifWrong}`
}
