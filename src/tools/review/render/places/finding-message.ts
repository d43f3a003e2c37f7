import type { Finding } from '../../change'
import { textOf } from '../../phrase'
import { moreThan } from '../layout'
import { quoted } from '../text'

/** A finding as one line of text, for a host that shows its place itself: what it says, the first names, and the construct. */
export function findingMessage({ says, names, place }: Pick<Finding, 'says' | 'names' | 'place'>): string {
  const first = names?.first(mostNames) ?? []
  const more = names === undefined ? '' : moreThan(first, names)
  const list = first.length === 0 ? '' : `: ${first.map(quoted).join(', ')}${more}`
  const construct = place?.construct === undefined ? '' : ` (construct ${quoted(place.construct)})`
  return `${textOf(says, quoted)}${list}${construct}`
}

const mostNames = 10
