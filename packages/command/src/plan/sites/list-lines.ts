import { common, emptyTable, minus, type SiteTable, unionOf } from '@webfilter/site-lists'
import { counted, joined, Name, type Phrase, say } from '../../report/phrase'
import type { Change } from '../change'
import {
  attributeChanges,
  attributeItems,
  because,
  type ItemCause,
  type PlannedResource,
} from '../planned-resource'
import { type PlannedCategory, sitesOf, undecidedKinds } from './category-exchange'
import { addressesOf, type CausedCategory, categorySubject, givenUpBy, isCategory } from './caused-category'
import { keepsItsSites, type ListChange, siteAttributes } from './list-change'

/**
 * The lines about what else changes of a list than the sites in its category.
 * @param isReported whether the list has a line of the same cause
 * @param isOfOther whether it has one of the other cause
 */
export function listLines(
  list: ListChange,
  caused: CausedCategory,
  isReported: boolean,
  isOfOther: boolean,
): readonly Change[] {
  const { category, cause } = caused
  const resource = because(cause, list.resource)
  if (!resource || resource.action === 'none') return []
  const subject = categorySubject(category)
  const { action, address } = resource
  const line = { subject, addresses: [address] } as const
  const further = differencesOf(resource)
  const withoutSites = isOfOther ? [] : say`; no site is added or removed`
  if (action === 'replace' && !isReported) return replacedLine(list, caused, further, withoutSites)
  const compile = compileLines(list, cause)
  const isSame = action === 'replace' && !caused.arriving.includes(list)
  const effects = action === 'update' ? [...compile, ...further] : isSame ? further : []
  if (effects.length > 0) {
    // What a list says of later plans and applies is sent to nobody.
    const isStateOnly = compile.length === 0 ? ({ isStateOnly: true } as const) : {}
    return [{ ...line, ...isStateOnly, section: 'changed', action: 'update', says: joined(effects, '; ') }]
  }
  if (isReported) return []
  const exchanged = exchangeWithin(list, caused)
  if (action === 'create') {
    const says = say`a list is created${exchanged ? say` and ${exchanged}` : withoutSites}`
    return [{ ...line, section: 'added', action, says }]
  }
  const updated = { ...line, section: 'changed', action: 'update' } as const
  if (exchanged) return [{ ...updated, says: say`a list ${exchanged}` }]
  if (isOfOther) return []
  if (isUndecided(list, category))
    return [{ ...updated, says: say`a list changes; whether its sites go is known only after the apply` }]
  return [{ ...updated, isStateOnly: true, says: withoutEffect(list) }]
}

function replacedLine(
  list: ListChange,
  caused: CausedCategory,
  further: readonly Phrase[],
  withoutSites: Phrase,
): readonly Change[] {
  const line = {
    subject: categorySubject(caused.category),
    action: 'replace',
    addresses: addressesOf([list]),
  } as const
  const back = removedForMoment(list, caused.category)
  if (back.size > 0) {
    const says = joined(
      [say`a list is replaced: ${counted(back.size, 'site')} removed and added again`, ...further],
      '; ',
    )
    return [{ ...caused.line(back), ...line, section: 'lost', onAppliance: 'recreated', says }]
  }
  const what = isCategory(list)
    ? say`replaced only in the state; its own sites stay`
    : say`a list is replaced${withoutSites}`
  return [{ ...line, section: 'changed', says: joined([what, ...further], ': ') }]
}

/** Sites that go with the old object of a list that is replaced, and come with the new one. */
function removedForMoment(list: ListChange, { lists }: PlannedCategory): SiteTable {
  if (keepsItsSites(list.resource)) return emptyTable
  return minus(list.before, unionOf(lists.filter((other) => other !== list).map(({ after }) => after)))
}

/** What differs of a list beside its sites. Its name is none of the appliance's, and stands in a line about its category. */
function differencesOf(resource: PlannedResource): readonly Phrase[] {
  const { type, before, after } = resource
  const isCategoryItself = type === 'appliance_category'
  const [from, to] = [before?.text('name'), after?.text('name')]
  const isOther = attributeItems(resource, siteAttributes).some(({ path }) => path === 'name')
  const isRenamed = !isCategoryItself && from !== undefined && to !== undefined && isOther
  const isSensitive = before?.isSensitive('name') || after?.isSensitive('name')
  const names = isSensitive ? ' (sensitive)' : say` from ${new Name(from ?? '')} to ${new Name(to ?? '')}`
  const without = isCategoryItself ? siteAttributes : new Set([...siteAttributes, 'name'])
  const others = attributeChanges(resource, without)
  const all = joined([isRenamed && say`name of a list${[names].flat()}`, others], ', ')
  return all.length === 0 ? [] : [all]
}

/**
 * What a list gives another list of its category, or takes from it, while the apply changes both: which of the two changes comes first is
 * decided in the apply, and so whether the sites go for a moment. Undefined if there is no such site.
 */
function exchangeWithin(list: ListChange, caused: CausedCategory): Phrase | undefined {
  const isChanging = (other: ListChange) => other !== list && other.resource.action !== 'none'
  const others = caused.category.lists.filter(isChanging)
  const leaving = [...caused.leaving, ...caused.doubtful].filter(isChanging)
  const givenUp = unionOf([...others, ...leaving].map((other) => givenUpBy(other, { leaving })))
  const taken = common(minus(list.after, list.before), givenUp)
  if (taken.size > 0)
    return say`takes over ${counted(taken.size, 'site')} of another one; ${stayOrReturn(taken.size)}`
  const given = common(givenUpBy(list, { leaving }), unionOf(others.map(({ after }) => after)))
  if (given.size > 0)
    return say`gives up ${counted(given.size, 'site')} that another one declares; ${stayOrReturn(given.size)}`
  // The provider plans it so if another list gives up sites of this one.
  if (!list.isChanged && list.resource.after?.isUnknown('compiled') && !list.isUncertain)
    return say`is applied because another list gives up some of its sites; ${stayOrReturn(2)}`
  return undefined
}

function stayOrReturn(count: number): Phrase {
  return [
    count === 1 ? 'it stays, or is removed and added again' : 'they stay, or are removed and added again',
  ]
}

/** Whether the apply decides what becomes of sites that leave the list. */
function isUndecided({ before, after }: ListChange, category: PlannedCategory): boolean {
  const undecided = sitesOf(category, [...undecidedKinds, 'removed unless declared'])
  return undecided.size > 0 && common(minus(before, after), undecided).size > 0
}

/** Why a list is updated whose category gets and loses nothing by it. */
function withoutEffect({ isChanged }: ListChange): Phrase {
  return isChanged
    ? say`a list changes, and other lists of the category contain the same sites; no site is added or removed`
    : say`a list is written differently; no site is added or removed`
}

/** A list whose sites change is compiled anyway. What is overdue has nothing to do with the configuration, unless that has forbidden it so far. */
function compileLines({ resource, isChanged }: ListChange, cause: ItemCause): readonly Phrase[] {
  const { before, after, applied = before, does } = resource
  if (isChanged || before?.value('compiled') !== false || after?.value('compiled') === false) return []
  if (after?.value('compile') === false) return []
  const isOverdue = before.value('compile') !== false && after?.value('compiled') === true
  const isOfConfiguration = does?.change === 'update' && !(does.drift && isOverdue)
  if (isOfConfiguration !== (cause === 'change')) return []
  const isLeft =
    applied?.value('compiled') === false && applied.within('file_sites').texts('missing').length === 0
  return isLeft
    ? [say`compiled because the last change was not`]
    : [say`compiled because its sites are no longer those of the last apply`]
}
