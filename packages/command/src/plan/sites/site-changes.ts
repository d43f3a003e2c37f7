import { common, emptyTable, minus, type SiteTable, unionOf } from '@webfilter/site-lists'
import { numberText } from '@webfilter/text'
import { hiddenNames, namesOfSites, shownNames } from '../../report/names'
import { counted, joined, Name, type Phrase, say } from '../../report/phrase'
import { isKnown } from '../appliances'
import type { Change } from '../change'
import type { ItemCause } from '../planned-resource'
import type { CategoryExchange, CategoryMove, PlannedCategory } from './category-exchange'
import { lookedForBy } from './category-maps'
import {
  addressesOf,
  type CausedCategory,
  categorySubject,
  givenUpBy,
  isCategory,
  partOf,
  siteLine,
} from './caused-category'
import { listLines } from './list-lines'

/** The lines about what each cause does to the sites of categories. A category without a change has none. */
export function siteChanges({
  categories,
  moves,
}: CategoryExchange): Readonly<Record<ItemCause, readonly Change[]>> {
  const linesBecause = (cause: ItemCause) => {
    const parts = new Map(categories.map((category) => [category, partOf(category, cause)]))
    const ofCause = moves.filter((move) => move.cause === cause)
    return {
      parts: [...parts.values()],
      lines: [...ofCause.map((move) => moveLine(move, parts)), ...[...parts.values()].flatMap(categoryLines)],
    }
  }
  const [change, drift] = [linesBecause('change'), linesBecause('drift')]
  const reportedIn = (lines: readonly Change[]) => new Set(lines.flatMap(({ addresses }) => addresses))
  const withLists = ({ parts, lines }: typeof change, other: typeof change) => {
    const [here, there] = [reportedIn(lines), reportedIn(other.lines)]
    const listsOf = (category: CausedCategory) =>
      category.lists.flatMap((list) => {
        const { address } = list.resource
        return listLines(list, category, here.has(address), there.has(address))
      })
    return [...lines, ...parts.flatMap(listsOf)]
  }
  return { change: withLists(change, drift), drift: withLists(drift, change) }
}

function moveLine(
  { from, to, sites }: CategoryMove,
  parts: ReadonlyMap<PlannedCategory, CausedCategory>,
): Change {
  return {
    section: 'moved',
    action: 'move',
    subject: categorySubject(from),
    to: categorySubject(to),
    says: joined([counted(sites.size, 'site'), ...claimIn(sites, to)], '; '),
    noun: 'site',
    names: namesOfSites(sites, from.isSensitive || to.isSensitive),
    addresses: [...new Set([from, to].flatMap((category) => parts.get(category)?.addresses ?? []))],
  }
}

function categoryLines(category: CausedCategory): readonly Change[] {
  const { leaving, arriving, cause } = category
  return [
    ...(leaving.length > 0 ? [departureLine(category)] : []),
    ...doubtfulDepartureLine(category),
    ...removalLines(category),
    ...possibleRemovalLines(category),
    ...claimLine(category),
    ...possibleClaimLine(category),
    ...(arriving.some(isCategory) ? [creationLine(category)] : additionLine(category)),
    ...(cause === 'change' ? linesOfConfiguration(category) : []),
  ]
}

/** What nothing that is restored does to a category. */
function linesOfConfiguration(category: CausedCategory): readonly Change[] {
  return [
    ...doubtfulRemovalLine(category),
    ...possibleAdditionLine(category),
    ...releaseLine(category),
    ...uncertaintyLine(category),
    ...unreadableLine(category),
  ]
}

/** A resource ceases to have sites in the category. What stays there stands in the same line, if nothing of it goes. */
function departureLine(category: CausedCategory): Change {
  const { leaving, removedIfPresent } = category
  const removed = removedWithLists(category)
  const sent = unionOf(leaving.map((list) => givenUpBy(list, category)))
  const kept = common(sent, unionOf(category.lists.map(({ after }) => after)))
  const isIfPresent = removed.size > 0 && minus(removed, removedIfPresent).size === 0
  const left = staysWithLists(category)
  // Which appliance it is on is not known, so it may be that of another list.
  const exception = isKnown(category.appliance)
    ? []
    : say` unless another list on the same appliance declares them`
  const effects = [
    ...(removed.size === 0
      ? []
      : [say`${counted(removed.size, 'site')} removed${[isIfPresent ? ' if present' : '']}${exception}`]),
    ...(kept.size === 0 ? [] : [say`another list takes over ${counted(kept.size, 'site')}`]),
    ...(left.size === 0
      ? []
      : [say`${counted(left.size, 'site')} ${[left.size === 1 ? 'stays as it is' : 'stay as they are']}`]),
  ]
  const isHandedOver = leaving.some(isCategory) && category.lists.some(isCategory)
  return {
    ...siteLine(category, left.size > 0 ? left : removed),
    ...(isIfPresent && { isIfPresent }),
    ...(isHandedOver ? { section: 'changed' } : { section: 'lost', onAppliance: 'stays' }),
    action: sent.size > 0 ? 'destroy' : 'forget',
    says: joined([departureOf(category, isHandedOver), ...effects], '; '),
    addresses: addressesOf(leaving),
  }
}

/** Sites that no resource declares any more, and that the category keeps, if the resources that go have had them and take none with them. */
function staysWithLists(category: CausedCategory): SiteTable {
  const { leaving, released } = category
  if (leaving.some((list) => givenUpBy(list, category).size > 0)) return emptyTable
  return common(released, unionOf(leaving.map(({ before }) => before)))
}

function departureOf({ leaving, lists }: CausedCategory, isHandedOver: boolean): Phrase {
  const isForgotten = leaving.every(({ resource }) => resource.action === 'forget')
  if (isHandedOver) return say`another resource manages it from now on; nothing is sent for the former one`
  // Another list of the category may send something.
  const nothing = lists.some(({ resource }) => resource.action !== 'none')
    ? 'nothing is sent for it'
    : 'nothing is sent to the appliance'
  if (leaving.some(isCategory)) {
    return isForgotten
      ? say`${[lists.length > 0 ? 'the category itself ' : '']}no longer managed; ${[nothing]}`
      : say`no longer managed; the category itself stays on the appliance`
  }
  const counts = counted(leaving.length, 'list')
  if (!isForgotten) return say`${counts} no longer in this category`
  return lists.length > 0
    ? say`${counts} no longer managed; ${[nothing]}`
    : say`no longer managed; ${[nothing]}`
}

/** A list goes to a category that the apply names: its sites are taken out of this one, and come back if it is this one again. */
function doubtfulDepartureLine(category: CausedCategory): readonly Change[] {
  const { doubtful, mayComeBack: sites } = category
  if (doubtful.length === 0) return []
  const line = { ...siteLine(category, sites), action: 'replace', addresses: addressesOf(doubtful) } as const
  const where = doubtful.some(isCategory) ? 'the category of the new name' : 'the new category of the list'
  if (sites.size === 0) {
    const isKept = common(category.removed, unionOf(doubtful.map(({ before }) => before))).size === 0
    const says = say`a list goes to a category that is known only after the apply${[isKept ? '; no site is removed here' : '']}`
    return [{ ...line, section: 'changed', says }]
  }
  const says = say`up to ${counted(sites.size, 'site')} removed, and added to ${[where]}, which is known only after the apply and may be the same`
  return [{ ...line, section: 'lost', onAppliance: 'recreated', says }]
}

function creationLine(category: CausedCategory): Change {
  const origin = category.arriving.find(isCategory)?.resource.origin
  const isAdopted = origin === 'adopted'
  const isIfMissing = isAdopted || category.isUnknown === true
  const what = origin ? [origin] : say`created, or adopted if it already exists`
  return {
    ...siteLine(category, category.alone.added),
    ...(isIfMissing && { isIfMissing: true }),
    section: 'added',
    action: isAdopted ? 'adopt' : 'create',
    says: joined([what, ...additionOf(category, category.alone.added, isIfMissing)], '; '),
  }
}

function additionLine(category: CausedCategory): readonly Change[] {
  const { alone, lists, isUnknown } = category
  if (alone.added.size === 0) return []
  // The import of a category reads no sites, and a category that the apply names may be the one that they are in.
  const isIfMissing = isUnknown || lists.some(({ resource }) => resource.isImported)
  return [
    {
      ...siteLine(category, alone.added),
      ...(isIfMissing && { isIfMissing: true }),
      section: 'added',
      action: 'add',
      says: joined(additionOf(category, alone.added, isIfMissing), '; '),
    },
  ]
}

/** Sites that the state has in the category, and that a list declares which looks for them only in the apply. */
function possibleAdditionLine(category: CausedCategory): readonly Change[] {
  const { addedIfMissing: sites } = category
  if (sites.size === 0) return []
  const says = joined(additionOf(category, sites, true), '; ')
  const addresses = addressesOf(category.lists.filter((list) => common(lookedForBy(list), sites).size > 0))
  const line = { ...siteLine(category, sites), addresses }
  return [{ ...line, isIfMissing: true, section: 'added', action: 'add', says }]
}

/** How many sites a category gains, and what becomes of them in categories of which the plan knows nothing. */
function additionOf(category: CausedCategory, sites: SiteTable, isIfMissing: boolean): readonly Phrase[] {
  const { size } = sites
  if (size === 0) return []
  return [
    isIfMissing ? say`${counted(size, 'site')} added if missing` : counted(size, 'site'),
    ...claimIn(sites, category),
  ]
}

/** What becomes of sites that a category gains in the others: also those that no resource declares lose what moves. */
function claimIn(
  gained: SiteTable,
  { claimed, mayBeClaimed }: Pick<PlannedCategory, 'claimed' | 'mayBeClaimed'>,
): readonly Phrase[] {
  const [taken, maybe] = [common(gained, claimed).size, common(gained, mayBeClaimed).size]
  const them = taken < gained.size ? [numberText(taken)] : taken === 1 ? ['it'] : ['them']
  return [
    ...(taken === 0 ? [] : [say`the apply removes ${them} from any other category (on_conflict is "move")`]),
    ...(maybe === 0
      ? []
      : [say`the apply removes up to ${[numberText(maybe)]} from any other category (on_conflict)`]),
  ]
}

/** Sites that another list of the category declares already are claimed as well. */
function claimLine(category: CausedCategory): readonly Change[] {
  const claimed = minus(category.claimed, category.added)
  if (claimed.size === 0) return []
  const says = joined(
    [say`${counted(claimed.size, 'site')} of another list`, ...claimIn(claimed, category)],
    '; ',
  )
  return [{ ...siteLine(category, claimed), section: 'changed', action: 'update', says }]
}

/** Managed categories that may lose sites to this one. */
function possibleClaimLine(category: CausedCategory): readonly Change[] {
  const { possibleLosses: losses } = category
  if (!losses) return []
  const from = say`${namesOf(losses.from)}${losses.isMore ? [' and others'] : []}`
  const says = say`up to ${counted(losses.sites.size, 'site')} removed from ${from}: whether this category claims them is known only after the apply (on_conflict)`
  const isSensitive = category.isSensitive || losses.isSensitive
  return [
    { ...siteLine({ ...category, isSensitive }, losses.sites), section: 'changed', action: 'update', says },
  ]
}

/** The first of some categories. */
function namesOf(categories: readonly string[], most = 10): Phrase {
  const names = joined(
    categories.slice(0, most).map((name) => [new Name(name)]),
    ', ',
  )
  return categories.length > most ? say`${names} and others` : names
}

function possibleRemovalLines(category: CausedCategory): readonly Change[] {
  const { alone, mayBeRemoved, mayReturn, cause } = category
  const lineOf = (sites: SiteTable, why: string): readonly Change[] => {
    if (sites.size === 0) return []
    const says = say`up to ${counted(sites.size, 'site')} removed: whether ${[sites.size === 1 ? 'it stays' : 'they stay']} is known only after the apply (${[why]})`
    return [{ ...siteLine(category, sites), section: 'changed', action: 'update', says }]
  }
  return [
    ...lineOf(cause === 'change' ? mayBeRemoved : emptyTable, 'on_remove'),
    ...lineOf(common(alone.removed, mayReturn), 'the category of another list'),
  ]
}

function removalLines(category: CausedCategory): readonly Change[] {
  const removed = minus(minus(category.alone.removed, category.mayReturn), removedWithLists(category))
  const ifPresent = common(removed, category.removedIfPresent)
  const lineOf = (sites: SiteTable, how: string, further: Pick<Change, 'isIfPresent'>): readonly Change[] => {
    if (sites.size === 0) return []
    const says = say`${counted(sites.size, 'site')}${[how]}`
    return [{ ...siteLine(category, sites), section: 'removed', action: 'remove', ...further, says }]
  }
  const certain = minus(removed, ifPresent)
  return [...lineOf(certain, '', {}), ...lineOf(ifPresent, ' removed if present', { isIfPresent: true })]
}

/** Which of its sites a list loses may be known only after the apply, and how many at least may be known now. */
function doubtfulRemovalLine(category: CausedCategory): readonly Change[] {
  const { removedAtLeast: least, lists } = category
  if (least === 0) return []
  return [
    {
      section: 'removed',
      action: 'remove',
      subject: categorySubject(category),
      says: say`at least ${counted(least, 'site')}, known only after the apply`,
      noun: 'site',
      names: hiddenNames(least),
      addresses: addressesOf(lists.filter(({ isUncertain }) => isUncertain)),
    },
  ]
}

/** Sites that are taken out because their whole list goes. */
function removedWithLists({ alone, leaving, mayReturn }: CausedCategory): SiteTable {
  const departed = unionOf(leaving.map(({ before, released }) => minus(before, released)))
  return minus(common(alone.removed, departed), mayReturn)
}

function releaseLine(category: CausedCategory): readonly Change[] {
  const released = minus(category.released, staysWithLists(category))
  if (released.size === 0) return []
  const says = say`${counted(released.size, 'site')} no longer managed, but still active`
  return [{ ...siteLine(category, released), section: 'changed', action: 'forget', says }]
}

function uncertaintyLine(category: CausedCategory): readonly Change[] {
  const { lists, others } = category
  const uncertain = lists.filter(({ isUncertain, resource }) => isUncertain && resource.action !== 'none')
  if (uncertain.length === 0) return []
  const moves = uncertain.some(({ onConflict }) => onConflict === 'move' || onConflict === 'unknown')
  const claim =
    moves && others.length > 0
      ? say`; other categories may lose what is added (on_conflict): ${namesOf(others)}`
      : []
  const says = say`some of its sites are known only after the apply; sites that are not listed here may be added or removed${claim}`
  return [
    {
      section: 'changed',
      action: 'update',
      subject: categorySubject(category),
      says,
      addresses: addressesOf(uncertain),
    },
  ]
}

function unreadableLine(category: CausedCategory): readonly Change[] {
  const { lists, isSensitive } = category
  const odd = lists.filter(({ unreadable, resource }) => unreadable.length > 0 && resource.action !== 'none')
  const entries = odd.flatMap(({ unreadable }) => unreadable)
  if (entries.length === 0) return []
  return [
    {
      section: 'changed',
      action: 'update',
      subject: categorySubject(category),
      says: counted(entries.length, 'entry that is not a valid site', 'entries that are not valid sites'),
      names: isSensitive ? hiddenNames(entries.length) : shownNames(entries),
      addresses: addressesOf(odd),
    },
  ]
}
