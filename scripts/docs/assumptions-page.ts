import { assumptions as analysis } from '../../src/appliance/analysis/analysis-answer'
import type { Assumption } from '../../src/appliance/assumption'
import { assumptions as categories } from '../../src/appliance/categories/interface/assumptions'
import { assumptions as certificates } from '../../src/appliance/certificates/certificate-forms'
import { assumptions as directory } from '../../src/appliance/directory/interface/assumptions'
import { assumptions as network } from '../../src/appliance/network/network-answers'
import { assumptions as records } from '../../src/appliance/records/record-answers'
import { page, section } from './page'

/** The areas in the order of the interface document, section 4. */
const areas: readonly (readonly [string, readonly Assumption[]])[] = [
  ['Categories', categories],
  ['Certificates', certificates],
  ['Network', network],
  ['Website analysis', analysis],
  ['User directory', directory],
  ['Record databases', records],
]

const introduction =
  'The interface of the appliance is only partly documented. For the other parts, the provider relies on observations of such ' +
  'appliances. It accepts any answer that it can interpret, and otherwise fails and quotes the answer. This page lists each ' +
  'assumption, so that you can check it against an appliance, and what you see if the assumption is wrong.'

export function assumptionsPage(): string {
  return page(
    { title: 'Assumptions', subcategory: '', description: introduction },
    areas.map(([area, assumptions]) => section(area, assumptions.map(paragraphOf).join('\n\n'))),
  )
}

function paragraphOf({ topic, assumed, ifWrong }: Assumption): string {
  return `### ${topic}\n\n- **Assumption:** ${assumed}\n- **If it is wrong:** ${ifWrong}`
}
