import { common, emptyTable, minus, type SiteTable, unionOf } from '@webfilter/site-lists'
import { numberText } from '@webfilter/text'
import { hiddenNames, namesOfSites, shownNames } from '../../report/names'
import { counted, firstNames, joined, type Phrase, say } from '../../report/phrase'
import { isKnown } from '../appliances'
import { type Change, managedElsewhere, subjectOn } from '../change'
import type { ItemCause } from '../planned-resource'
import {
  type CategoryExchange,
  leavingKinds,
  mostNamed,
  type PlannedCategory,
  type SitesBetween,
  sitesOf,
} from './category-exchange'
import {
  addressesOf,
  CausedCategory,
  categoryPhrase,
  categorySubject,
  claimsUnknown,
  givenUpBy,
  isCategory,
  uncertainLists,
} from './caused-category'
import { isApplied, isOnlyRestored, type ListChange } from './list-change'
import { listLines } from './list-lines'

/**
 * The lines about what each cause does to the sites of categories. A category without a change has none.
 * @param taken how many sites lists take from other categories, by the addresses of the lists
 */
export function siteChanges(
  exchange: CategoryExchange,
  taken: ReadonlyMap<string, number> = new Map(),
): Readonly<Record<ItemCause, readonly Change[]>> {
  const { categories, between } = exchange
  const linesBecause = (cause: ItemCause) => {
    const parts = new Map(categories.map((category) => [category, new CausedCategory(category, cause)]))
    const ofCause = between.filter((each) => each.cause === cause)
    const all = [...parts.values()]
    const moves = ofCause.map((each) => moveLine(each, parts))
    const takings = all.flatMap((caused) => takingLine(caused, taken, categories))
    return { parts: all, lines: [...moves, ...takings, ...all.flatMap(categoryLines)] }
  }
  const [change, drift] = [linesBecause('change'), linesBecause('drift')]
  const reportedIn = (lines: readonly Change[]) => new Set(lines.flatMap(({ addresses }) => addresses))
  const withLists = ({ parts, lines }: typeof change, other: typeof change) => {
    const [here, there] = [reportedIn(lines), reportedIn(other.lines)]
    const listsOf = (caused: CausedCategory) =>
      caused.category.lists.flatMap((list) => {
        const { address } = list.resource
        return listLines(list, caused, here.has(address), there.has(address))
      })
    return [...lines, ...parts.flatMap(listsOf)]
  }
  return { change: withLists(change, drift), drift: withLists(drift, change) }
}

function moveLine(
  { what, from, to, sites }: SitesBetween,
  parts: ReadonlyMap<PlannedCategory, CausedCategory>,
): Change {
  const count = counted(sites.size, 'site')
  const isPossible = what === 'may be taken'
  return {
    section: 'moved',
    action: 'move',
    ...(isPossible && { certainty: 'possible' }),
    subject: categorySubject(from),
    to: categorySubject(to),
    says: isPossible
      ? say`up to ${count}, known only after the apply (on_conflict)`
      : joined([count, ...claimIn(sites, to)], '; '),
    noun: 'site',
    names: namesOfSites(sites, from.isSensitive || to.isSensitive),
    addresses: [...new Set([from, to].flatMap((category) => parts.get(category)?.addresses ?? []))],
  }
}

/** What the provider has found in other categories, if lines do not show it all: which sites and categories these are, it says only in words. */
function takingLine(
  { category, cause }: CausedCategory,
  taken: ReadonlyMap<string, number>,
  categories: readonly PlannedCategory[],
): readonly Change[] {
  const lists = category.lists.filter(
    ({ resource }) => taken.has(resource.address) && isOnlyRestored(resource) === (cause === 'drift'),
  )
  // What others contain is put together for each category, so only if it is needed.
  if (lists.length === 0) return []
  const count = lists.reduce((sum, { resource }) => sum + (taken.get(resource.address) ?? 0), 0)
  const others = categories.filter((other) => other !== category && other.appliance === category.appliance)
  const claimed = common(
    sitesOf(category, ['claimed', 'may be claimed']),
    unionOf(lists.map(({ after }) => after)),
  )
  const shown = common(claimed, unionOf(others.map(({ found }) => found)))
  if (count <= shown.size) return []
  const rest = shown.size > 0 ? say`; those that lines show are among them` : []
  return [
    {
      section: 'removed',
      action: 'remove',
      certainty: 'possible',
      subject: subjectOn(category.appliance, 'other categories', ''),
      says: say`up to ${counted(count, 'site')} removed, because ${categoryPhrase(category)} takes ${[count === 1 ? 'it' : 'them']} (on_conflict is "move")${rest}`,
      noun: 'site',
      names: hiddenNames(count),
      addresses: addressesOf(lists),
    },
  ]
}

function categoryLines(caused: CausedCategory): readonly Change[] {
  const isCreated = caused.arriving.some(isCategory)
  return [
    ...departureLines(caused),
    ...doubtfulDepartureLine(caused),
    ...removalLines(caused),
    ...claimLine(caused),
    ...(isCreated ? [creationLine(caused)] : additionLine(caused)),
    ...doubtfulRemovalLine(caused),
    ...possibleAdditionLine(caused),
    ...releaseLine(caused),
    ...uncertaintyLine(caused),
    ...unreadableLine(caused),
  ]
}

/** The line about some sites of a category. Without a site, there is no line. */
function lineOf(
  caused: CausedCategory,
  sites: SiteTable,
  further: Pick<Change, 'section' | 'action'> & Partial<Change>,
): readonly Change[] {
  return sites.size === 0 ? [] : [{ ...caused.line(sites), ...further }]
}

/** Resources cease to have sites in the category. A category that another resource manages from now on has a line of its own. */
function departureLines(caused: CausedCategory): readonly Change[] {
  return departuresOf(caused).map((leaving) => departureLine(leaving, caused))
}

function departuresOf({ leaving, category }: CausedCategory): readonly (readonly ListChange[])[] {
  const parts = category.lists.some(isCategory)
    ? [leaving.filter(isCategory), leaving.filter((list) => !isCategory(list))]
    : [leaving]
  return parts.filter(({ length }) => length > 0)
}

/** What stays there stands in the same line, if nothing of it goes. */
function departureLine(leaving: readonly ListChange[], caused: CausedCategory): Change {
  const { category } = caused
  const removed = removedWith(leaving, caused)
  const sent = unionOf(leaving.map((list) => givenUpBy(list, category)))
  const kept = common(sent, unionOf(category.lists.map(({ after }) => after)))
  const isIfPresent = removed.size > 0 && minus(removed, caused.sites('removed if present')).size === 0
  const left = staysWith(leaving, caused)
  // Which appliance it is on is not known, so it may be that of another list.
  const exception = isKnown(category.appliance)
    ? []
    : say` unless another list on the same appliance declares them`
  const stay = left.size === 1 ? 'stays as it is' : 'stay as they are'
  const effects = [
    removed.size > 0 &&
      say`${counted(removed.size, 'site')} removed${[isIfPresent ? ' if present' : '']}${exception}`,
    kept.size > 0 && say`another list takes over ${counted(kept.size, 'site')}`,
    left.size > 0 && say`${counted(left.size, 'site')} ${[stay]}`,
  ]
  const isState = removed.size === 0 && leaving.some(isCategory) && category.lists.some(isCategory)
  return {
    ...caused.line(left.size > 0 ? left : removed),
    ...(isIfPresent && { certainty: 'if-present' }),
    ...(isState ? { section: 'changed' } : { section: 'lost', onAppliance: 'stays' }),
    action: sent.size > 0 ? 'destroy' : 'forget',
    says: joined([isState ? managedElsewhere : departureOf(leaving, category), ...effects], '; '),
    addresses: addressesOf(leaving),
  }
}

/** Sites that no resource declares any more, and that the category keeps, if the resources that go have had them and take none with them. */
function staysWith(leaving: readonly ListChange[], caused: CausedCategory): SiteTable {
  if (leaving.some((list) => givenUpBy(list, caused.category).size > 0)) return emptyTable
  const stays = minus(caused.sites('released'), sitesOf(caused.category, 'may be taken'))
  return common(stays, unionOf(leaving.map(({ before }) => before)))
}

/** Sites that are taken out because their whole list goes. */
function removedWith(leaving: readonly ListChange[], caused: CausedCategory): SiteTable {
  const departed = unionOf(leaving.map(({ before, released }) => minus(before, released)))
  return common(caused.sites('removed', 'removed if present'), departed)
}

function departureOf(leaving: readonly ListChange[], { lists }: PlannedCategory): Phrase {
  const isForgotten = leaving.every(({ resource }) => resource.action === 'forget')
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
function doubtfulDepartureLine(caused: CausedCategory): readonly Change[] {
  const { doubtful, category } = caused
  if (doubtful.length === 0) return []
  const sites = sitesOf(category, 'may come back')
  const line = { ...caused.line(sites), action: 'replace', addresses: addressesOf(doubtful) } as const
  const where = doubtful.some(isCategory) ? 'the category of the new name' : 'the new category of the list'
  if (sites.size === 0) {
    const removed = sitesOf(category, leavingKinds)
    const isKept = common(removed, unionOf(doubtful.map(({ before }) => before))).size === 0
    const says = say`a list goes to a category that is known only after the apply${[isKept ? '; no site is removed here' : '']}`
    return [{ ...line, section: 'changed', says }]
  }
  const says = say`up to ${counted(sites.size, 'site')} removed, and added to ${[where]}, which is known only after the apply and may be the same`
  return [{ ...line, section: 'lost', onAppliance: 'recreated', certainty: 'possible', says }]
}

function creationLine(caused: CausedCategory): Change {
  const origin = caused.arriving.find(isCategory)?.resource.origin
  const isAdopted = origin === 'adopted'
  const isIfMissing = isAdopted || caused.category.isUnknown === true
  const sites = caused.sites('added')
  const what = origin ? [origin] : say`created, or adopted if it already exists`
  return {
    ...caused.line(sites),
    ...(isIfMissing && sites.size > 0 && { certainty: 'if-missing' }),
    section: 'added',
    action: isAdopted ? 'adopt' : 'create',
    says: joined([what, ...additionOf(caused.category, sites, isIfMissing)], '; '),
  }
}

function additionLine(caused: CausedCategory): readonly Change[] {
  const { lists, isUnknown } = caused.category
  const sites = caused.sites('added')
  // An import reads no sites, an adopted list has some in its category, and a category that the apply names may have them, too.
  const isIfMissing =
    isUnknown || lists.some(({ resource }) => resource.isImported || resource.origin === 'adopted')
  const says = joined(additionOf(caused.category, sites, isIfMissing), '; ')
  return lineOf(caused, sites, {
    ...(isIfMissing && { certainty: 'if-missing' }),
    section: 'added',
    action: 'add',
    says,
  })
}

/** Sites that the state has in the category, and that a list declares which looks for them only in the apply. */
function possibleAdditionLine(caused: CausedCategory): readonly Change[] {
  const sites = caused.sites('added if missing')
  const says = joined(additionOf(caused.category, sites, true), '; ')
  const looking = caused.category.lists.filter(
    (list) => isApplied(list) && common(minus(list.after, list.held ?? emptyTable), sites).size > 0,
  )
  const addresses = addressesOf(looking)
  return lineOf(caused, sites, { certainty: 'if-missing', section: 'added', action: 'add', says, addresses })
}

/** How many sites a category gains, and what becomes of them in categories of which the plan knows nothing. */
function additionOf(category: PlannedCategory, sites: SiteTable, isIfMissing: boolean) {
  if (sites.size === 0) return []
  const count = counted(sites.size, 'site')
  return [isIfMissing ? say`${count} added if missing` : count, ...claimIn(sites, category)]
}

/** What becomes of sites that a category gains in the others: also those that no resource declares lose what moves. */
function claimIn(gained: SiteTable, category: PlannedCategory): readonly (Phrase | false)[] {
  const taken = common(gained, sitesOf(category, 'claimed')).size
  const maybe = common(gained, sitesOf(category, 'may be claimed')).size
  const them = taken < gained.size ? [numberText(taken)] : taken === 1 ? ['it'] : ['them']
  return [
    taken > 0 && say`the apply removes ${them} from any other category (on_conflict is "move")`,
    maybe > 0 && say`the apply removes up to ${maybe} from any other category (on_conflict)`,
  ]
}

/** A list also claims sites that its category has already, as another list of it declares them. */
function claimLine(caused: CausedCategory): readonly Change[] {
  const claimed = minus(caused.sites('claimed'), caused.category.added)
  const of = say`${counted(claimed.size, 'site')} that the category has already`
  const says = joined([of, ...claimIn(claimed, caused.category)], '; ')
  return lineOf(caused, claimed, { section: 'changed', action: 'update', says })
}

function removalLines(caused: CausedCategory): readonly Change[] {
  const departed = removedWith(caused.leaving, caused)
  const [certain, recorded] = [caused.sites('removed'), caused.sites('removed if present')]
  const ifPresent = minus(recorded, departed)
  const [undecided, open] = [caused.sites('may be removed'), caused.sites('removed unless declared')]
  const added = caused.sites('removed unless added again')
  const mayBe = (sites: SiteTable, why: string) =>
    say`up to ${counted(sites.size, 'site')} removed: whether ${[sites.size === 1 ? 'it stays' : 'they stay']} is known only after the apply (${[why]})`
  const removed = { section: 'removed', action: 'remove' } as const
  const saysIfPresent = say`${counted(ifPresent.size, 'site')} removed if present`
  const possibly = { ...removed, certainty: 'possible' } as const
  return [
    ...lineOf(caused, minus(certain, departed), removed),
    ...lineOf(caused, ifPresent, { ...removed, certainty: 'if-present', says: saysIfPresent }),
    ...lineOf(caused, undecided, { ...possibly, says: mayBe(undecided, 'on_remove') }),
    ...lineOf(caused, open, { ...possibly, says: mayBe(open, 'the category of another list') }),
    ...lineOf(caused, added, { ...possibly, says: mayBe(added, 'an operation that compiles the category') }),
  ]
}

/** Which of its sites a list loses may be known only after the apply, and how many at least may be known now. */
function doubtfulRemovalLine({ category, cause }: CausedCategory): readonly Change[] {
  const { removedAtLeast: least, lists } = category
  if (least === 0 || cause === 'drift') return []
  const line = { section: 'removed', action: 'remove', certainty: 'at-least', noun: 'site' } as const
  const says = say`at least ${counted(least, 'site')}, known only after the apply`
  const addresses = addressesOf(lists.filter(({ isUncertain }) => isUncertain))
  return [{ ...line, subject: categorySubject(category), says, names: hiddenNames(least), addresses }]
}

function releaseLine(caused: CausedCategory): readonly Change[] {
  const staying = departuresOf(caused).map((leaving) => staysWith(leaving, caused))
  const released = minus(caused.sites('released'), unionOf(staying))
  const isCertain = common(released, sitesOf(caused.category, 'may be taken')).size === 0
  const unless = isCertain ? [] : say` unless another category takes ${[released.size === 1 ? 'it' : 'them']}`
  const says = say`${counted(released.size, 'site')} no longer managed, but still in the category${unless}`
  return lineOf(caused, released, { section: 'changed', action: 'forget', says })
}

function uncertaintyLine({ category, cause }: CausedCategory): readonly Change[] {
  const uncertain = uncertainLists(category)
  if (uncertain.length === 0 || cause === 'drift') return []
  const going = sitesOf(category, 'may go')
  const line = { certainty: 'possible', addresses: addressesOf(uncertain) } as const
  const further =
    going.size > 0
      ? say`up to ${counted(going.size, 'site')} removed, others added`
      : say`further sites may be added`
  const own = {
    ...line,
    action: 'update',
    subject: categorySubject(category),
    says: say`some of its sites are known only after the apply; ${further}`,
  } as const
  // What is removed for certain, though not which sites these are, has a line of its own that counts.
  const isCounted = going.size > 0 && category.removedAtLeast === 0
  const names = { noun: 'site', names: namesOfSites(going, category.isSensitive) } as const
  const others = say`may lose what ${categoryPhrase(category)} adds, known only after the apply (on_conflict), such as ${firstNames(category.others, mostNamed)}`
  return [
    isCounted ? { ...own, ...names, section: 'removed' } : { ...own, section: 'changed' },
    ...(claimsUnknown(category)
      ? [
          {
            ...line,
            section: 'removed',
            action: 'remove',
            subject: subjectOn(category.appliance, 'other categories', ''),
            says: others,
          } as const,
        ]
      : []),
  ]
}

function unreadableLine({ category, cause }: CausedCategory): readonly Change[] {
  const { lists, isSensitive } = category
  const odd = lists.filter(({ unreadable, resource }) => unreadable.length > 0 && resource.action !== 'none')
  const entries = odd.flatMap(({ unreadable }) => unreadable)
  if (entries.length === 0 || cause === 'drift') return []
  const line = { section: 'changed', action: 'update', subject: categorySubject(category) } as const
  const says = counted(entries.length, 'entry that is not a valid site', 'entries that are not valid sites')
  const names = isSensitive ? hiddenNames(entries.length) : shownNames(entries)
  return [{ ...line, says, names, addresses: addressesOf(odd) }]
}
