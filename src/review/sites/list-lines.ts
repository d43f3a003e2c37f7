import { attributeChanges } from '../attribute-changes'
import type { Change } from '../change'
import { subjectOf } from '../other-changes'
import { joined, say } from '../phrase'
import type { PlannedResource } from '../planned-resource'
import { categoryTypes } from './category-naming'

/** The lines about what else changes of a list than its sites. */
export function listSettingsChanges(resources: readonly PlannedResource[]): readonly Change[] {
  return resources.filter(({ type }) => categoryTypes.has(type)).flatMap(linesFor)
}

function linesFor(resource: PlannedResource): readonly Change[] {
  const { action, before, after, address } = resource
  const line = { subject: subjectOf(resource), addresses: [address] } as const
  const differences = attributeChanges(resource, aboutSites)
  if (
    action === 'replace' &&
    before?.text('category_id') === after?.text('category_id') &&
    isSameName(resource)
  ) {
    const says = joined(
      [say`its sites are taken out and added again`, ...(differences ? [differences] : [])],
      ': ',
    )
    return [{ ...line, section: 'lost', action, says }]
  }
  if (action !== 'update') return []
  const repair = before?.value('compiled') === false && after?.value('compiled') !== false
  const says = [
    ...(repair ? [say`compiled, as the last change was not`] : []),
    ...(differences ? [differences] : []),
  ]
  return says.length === 0 ? [] : [{ ...line, section: 'changed', action, says: joined(says, '; ') }]
}

function isSameName({ before, after }: PlannedResource): boolean {
  return before?.text('name') === after?.text('name')
}

/** Attributes that tell of the sites, which have lines of their own. */
const aboutSites: ReadonlySet<string> = new Set([
  'sites',
  'sites_file',
  'sites_digest',
  'site_count',
  'sites_packed',
  'file_digest',
  'item_count',
  'compiled',
  'last_change',
  'verification',
])
