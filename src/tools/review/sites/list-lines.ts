import { attributeChanges } from '../attribute-changes'
import type { Change, Subject } from '../change'
import { joined, type Phrase, say } from '../phrase'
import type { ListChange } from './list-change'

/**
 * The lines about what else changes of a list than the sites in its category.
 * @param isTold whether the list has a line already
 */
export function listLines(list: ListChange, subject: Subject, isTold: boolean): readonly Change[] {
  const { resource } = list
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
  const compile = compileOf(list)
  const effects = action === 'update' ? [...compile, ...further] : []
  if (effects.length > 0) {
    // What a list says of later plans and applies is sent to nobody.
    const isStateOnly = compile.length === 0 ? ({ isStateOnly: true } as const) : {}
    return [{ ...line, ...isStateOnly, section: 'changed', action: 'update', says: joined(effects, '; ') }]
  }
  if (isTold) return []
  return action === 'create'
    ? [{ ...line, section: 'added', action, says: say`a list is created; no site is added or removed` }]
    : [
        {
          ...line,
          section: 'changed',
          action: 'update',
          isStateOnly: true,
          says: say`${withoutEffect(list)}; no site is added or removed`,
        },
      ]
}

/** Why a list is updated whose category gets and loses nothing by it. */
function withoutEffect({ resource: { after }, isChanged, isUncertain }: ListChange): Phrase {
  if (isChanged) return say`a list changes, and other lists of the category contain the same sites`
  // The provider plans it so if another list gives up sites of this one.
  if (after?.isUnknown('compiled') && !isUncertain)
    return say`a list is applied so that its sites stay, as another list gives up some of them`
  return say`a list is written differently`
}

/** A list whose sites change is compiled anyway. */
function compileOf({ resource, isChanged }: ListChange): readonly Phrase[] {
  const { before, after, recorded = before } = resource
  if (isChanged || before?.value('compiled') !== false || after?.value('compiled') === false) return []
  const isLeft = recorded?.value('compiled') === false && recorded.texts('missing_sites').length === 0
  return isLeft
    ? [say`compiled because the last change was not`]
    : [say`compiled because its sites are no longer those of the last apply`]
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
