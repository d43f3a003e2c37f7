import { attributeChanges } from '../attribute-changes'
import type { Change, Subject } from '../change'
import { joined, type Phrase, say } from '../phrase'
import type { PlannedResource } from '../plan/planned-resource'
import type { ListChange } from './list-change'

/**
 * The lines about what else changes of a list than the sites in its category.
 * @param isTold whether the list has a line already
 */
export function listLines({ resource }: ListChange, subject: Subject, isTold: boolean): readonly Change[] {
  const { action, address } = resource
  const line = { subject, addresses: [address] } as const
  if (action === 'none') return []
  const differences = attributeChanges(resource, aboutSites)
  const further = differences ? [differences] : []
  if (action === 'replace' && !isTold) {
    if (resource.before?.text('on_destroy') === 'keep') {
      const says = joined([say`a list is replaced; no site is added or removed`, ...further], ': ')
      return [{ ...line, section: 'changed', action, says }]
    }
    const says = joined([say`its sites are removed and added again`, ...further], ': ')
    return [{ ...line, section: 'lost', action, onAppliance: 'recreated', says }]
  }
  const effects = action === 'update' ? [...repairOf(resource), ...further] : []
  if (effects.length > 0)
    return [{ ...line, section: 'changed', action: 'update', says: joined(effects, '; ') }]
  if (isTold) return []
  return action === 'create'
    ? [{ ...line, section: 'added', action, says: say`a list is created; no site is added or removed` }]
    : [
        {
          ...line,
          section: 'changed',
          action: 'update',
          says: say`a list is written differently; no site is added or removed`,
        },
      ]
}

function repairOf({ before, after }: PlannedResource): readonly Phrase[] {
  const isRepaired = before?.value('compiled') === false && after?.value('compiled') !== false
  return isRepaired ? [say`compiled because the last change was not`] : []
}

/** Attributes that tell of the sites, which have lines of their own, and of the category. */
export const aboutSites: ReadonlySet<string> = new Set([
  'sites',
  'sites_file',
  'sites_digest',
  'site_count',
  'sites_packed',
  'file_digest',
  'missing_sites',
  'compiled',
  // Of releases that kept observations in states.
  'item_count',
  'last_change',
  'verification',
  'category_name',
])
