import { numbersIn } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { readSites } from '@webfilter/appliance-names'
import { common, emptyTable, minus, type SiteTable, tableOf, union, unionOf } from '@webfilter/site-lists'
import { groupedBy } from '../grouped'
import { adoptedIn, type Message } from '../plan/messages'
import type { Pictures } from '../plan/pictures'
import type { Plan } from '../plan/plan'
import type { PlannedResource } from '../plan/planned-resource'
import { writtenValue } from '../plan/references'
import type { PlannedCategory } from '../plan/sites/category-exchange'
import { addressesOf, categorySubject, isCategory } from '../plan/sites/caused-category'
import { type CategoryIdentity, type ListChange, recordedAsMissing } from '../plan/sites/list-change'
import { hiddenNames, namesOfSites } from '../report/names'
import { counted, type Phrase, say } from '../report/phrase'
import { fewerSitesThanLeft, listsByNumber } from './coverage'
import type { Difference, DriftedResource } from './drifted-resource'

/**
 * The lines about sites that are missing from categories, over all lists of each.
 * @param differing what the refresh found to differ
 * @param planned the categories of the plan
 */
export function missingSites(
  differing: readonly DriftedResource[],
  pictures: Pictures,
  planned: readonly PlannedCategory[],
  messages: readonly Message[],
): readonly Difference[] {
  const { categoryOf, lostFrom } = pictures
  const categories = new Map<string, DriftedCategory>()
  const categoryIn = ({ key, name, appliance }: CategoryIdentity): DriftedCategory => {
    const empty = { lists: [], recording: [], lost: lostFrom(key), declared: emptyTable }
    const category = categories.get(key) ?? { key, name, appliance, ...empty }
    categories.set(key, category)
    return category
  }
  for (const list of driftedLists(differing, pictures, messages)) {
    const identity = categoryOf(list.resource, 'before')
    if (identity) categoryIn(identity).lists.push(list)
  }
  for (const category of planned) {
    const recording = [...category.lists, ...category.leaving, ...category.doubtful].filter(
      ({ resource }) =>
        recordedAsMissing(resource).size > 0 && categoryOf(resource, 'before')?.key === category.key,
    )
    if (recording.length > 0) categoryIn(category).recording.push(...recording)
    const drifted = categories.get(category.key)
    if (!drifted) continue
    // A site that may be declared is taken for declared, and so for drift.
    const isOpen = category.lists.some(({ isUncertain }) => isUncertain)
    const possible = isOpen ? drifted.lists.map(({ before }) => before) : []
    drifted.declared = unionOf([...category.lists.map(({ after }) => after), ...possible])
  }
  return [...categories.values()].flatMap(linesOf)
}

/**
 * The lines about categories that contain fewer sites than an apply left, where the appliance only counts them: nobody can say which are gone, and
 * no apply adds them again. Of the lists of a category, that counts which misses most.
 */
export function lossesByNumber(
  { planned, categoryOf, listOf }: Pictures,
  messages: readonly Message[],
): readonly Difference[] {
  const losses = messages.flatMap(({ code, address, detail }) => {
    const isLoss = code === fewerSitesThanLeft
    const resource = isLoss && planned.resources.find((each) => listOf(each) && wasAt(each, address))
    const category = resource && categoryOf(resource, 'before')
    return category ? [{ category, address: resource.address, gone: numbersIn(detail).gone ?? 1 }] : []
  })
  const groups = groupedBy(losses, ({ category }) => category.key)
  return [...groups.values()].map((group) => {
    const [{ category }] = group
    const gone = Math.max(...group.map((each) => each.gone))
    return {
      section: 'missing',
      subject: categorySubject(category),
      says: say`contains fewer sites than an apply left, at least ${gone}; the appliance does not report which, and no apply adds them again`,
      noun: 'site',
      names: hiddenNames(gone),
      isAtLeast: true,
      repair: 'none',
      addresses: group.map(({ address }) => address),
    }
  })
}

/** Whether an object of the state has an address there. */
function wasAt(
  { before, address, readdressedFrom = address }: PlannedResource,
  sought: string | undefined,
): boolean {
  return before !== undefined && readdressedFrom === sought
}

interface DriftedCategory extends CategoryIdentity {
  readonly lists: DriftedList[]
  /** Lists that name sites as missing which a refresh before this plan did not find: this one has no difference to show. */
  readonly recording: ListChange[]
  /** What no list of it has found. */
  readonly lost: SiteTable
  /** What the configuration wants in it, as far as that is known. */
  declared: SiteTable
}

/** From what the state has recorded of a list to what was found. */
interface DriftedList extends ListChange {
  /** The configuration has the resource. */
  readonly isDeclared: boolean
  /** Another object of its name is there, which the next apply takes over. */
  readonly isAdopted: boolean
  /** No single site of it could be asked for. */
  readonly isCounted: boolean
  /**
   * Of a list that the plan leaves as it was found: what the configuration declares in spite of that, because of `ignore_changes`. Undefined
   * if the plan does not have it.
   */
  readonly written: SiteTable | undefined
}

function driftedLists(
  differing: readonly DriftedResource[],
  { listOf, plan }: Pictures,
  messages: readonly Message[],
): readonly DriftedList[] {
  const [byNumber, adopted] = [listsByNumber(messages), adoptedIn(messages)]
  return differing.flatMap(({ found, planned }) => {
    const list = listOf(found)
    if (!list) return []
    const isDeclared = planned?.after !== undefined
    // What is created gets all that is declared.
    const isAsFound = isDeclared && !listOf(planned)?.isChanged && !planned.readdressedFrom
    return {
      ...list,
      isDeclared,
      isAdopted: adopted.has(found.address),
      isCounted: byNumber.has(found.address),
      written: isAsFound ? writtenSites(planned, plan) : emptyTable,
    }
  })
}

/** The sites that the configuration writes for a list; undefined if they are those of files, or the plan does not have them. */
function writtenSites(resource: PlannedResource, plan: Plan): SiteTable | undefined {
  const files = ['sites_file', 'sites_files'].map((attribute) => writtenValue(resource, attribute, plan))
  const sites = writtenValue(resource, 'sites', plan)
  if (files.some((file) => file !== null) || sites === undefined) return undefined
  return tableOf(
    readSites(Array.isArray(sites) ? sites.filter((site) => typeof site === 'string') : []).sites,
  )
}

function linesOf(category: DriftedCategory): readonly Difference[] {
  const gone = category.lists.filter(({ resource }) => !resource.after)
  const uncertain = category.lists.filter(isCountedAlone)
  return [
    ...goneLines(category, gone),
    ...uncertain.flatMap((list) => countLine(category, list)),
    ...missingLines(category),
  ]
}

/** The lists of which sites are missing by name, and these sites. */
function losersOf({ lists, lost }: DriftedCategory): readonly { list: DriftedList; missing: SiteTable }[] {
  return lists
    .filter((list) => list.resource.after && !isCountedAlone(list))
    .map((list) => ({ list, missing: common(minus(list.before, list.after), lost) }))
    .filter(({ missing }) => missing.size > 0)
}

function goneLines(category: DriftedCategory, gone: readonly DriftedList[]): readonly Difference[] {
  const [declared, left] = [
    gone.filter(({ isDeclared }) => isDeclared),
    gone.filter((list) => !list.isDeclared),
  ]
  const returns = declared.some(isCategory)
    ? say`the next apply creates it again`
    : say`the next apply adds the sites again`
  const isAdopted = declared.some((list) => list.isAdopted)
  const [all, allLeft] = [allOf(declared), allOf(left)]
  const sites = counted(all.size, 'site')
  const says = isAdopted
    ? say`another category of this name has taken its place; the next apply adopts it, and adds what it lacks of ${sites}`
    : say`gone, including ${sites}; ${returns}`
  const saysLeft = say`gone, including ${counted(allLeft.size, 'site')}, and no longer declared`
  const section = isAdopted ? 'different' : 'gone'
  return [
    ...siteLineOf(category, declared, all, { section, repair: 'create' }, says),
    ...siteLineOf(category, left, allLeft, { section: 'noted', repair: 'none' }, saysLeft),
  ]
}

/** Where no single site can be asked for, a list is given up as a whole as soon as its category holds too few. */
function isCountedAlone({ resource, before, after, isCounted }: DriftedList): boolean {
  return isCounted && resource.after !== undefined && after.size === 0 && before.size > 0
}

function countLine(
  category: DriftedCategory,
  { resource, before, isDeclared }: DriftedList,
): readonly Difference[] {
  return [
    {
      section: isDeclared ? 'missing' : 'noted',
      subject: categorySubject(category),
      says: say`contains fewer sites than the ${before.size} that are managed; the appliance does not report which are missing`,
      noun: 'site',
      // One at least, as a count says no more: sites of others may stand in for those that are gone.
      names: hiddenNames(1),
      isAtLeast: true,
      repair: isDeclared ? 'update' : 'none',
      addresses: [resource.address],
    },
  ]
}

function missingLines(category: DriftedCategory): readonly Difference[] {
  const { recording, lost, declared } = category
  const found = losersOf(category)
  const missing = unionOf(found.map((each) => each.missing))
  const left = minus(missing, declared)
  const of = (sitesOf: (list: DriftedList) => SiteTable) =>
    unionOf(found.map(({ list, missing: own }) => common(minus(own, declared), sitesOf(list))))
  const ignored = of(({ written }) => written ?? emptyTable)
  const undecided = of(({ before, written }) => (written ? emptyTable : before))
  const recorded = unionOf(recording.map(({ resource }) => recordedAsMissing(resource)))
  const stillRecorded = common(common(recorded, lost), declared)
  const having = (sites: SiteTable) =>
    found.flatMap(({ list, missing: own }) => (common(own, sites).size > 0 ? [list] : []))
  const restored = union(minus(missing, left), stillRecorded)
  const losing = stillRecorded.size > 0 ? [...having(restored), ...recording] : having(restored)
  const given = minus(left, union(ignored, undecided))
  const lineOf = (
    outcome: Pick<Difference, 'section' | 'repair'>,
    sites: SiteTable,
    how: string,
    losers: readonly ListChange[] = having(sites),
  ) => siteLineOf(category, losers, sites, outcome, say`${counted(sites.size, 'site')} missing${[how]}`)
  const unrestored = { section: 'missing', repair: 'none' } as const
  return [
    ...lineOf({ section: 'missing', repair: 'update' }, restored, '', losing),
    ...lineOf(unrestored, ignored, ', declared, and ignored (ignore_changes)'),
    ...lineOf(
      unrestored,
      undecided,
      ', but not restored by the next apply: no longer declared, or ignored (ignore_changes)',
    ),
    ...lineOf({ section: 'noted', repair: 'none' }, given, ', and no longer declared'),
  ]
}

function siteLineOf(
  category: DriftedCategory,
  lists: readonly ListChange[],
  sites: SiteTable,
  outcome: Pick<Difference, 'section' | 'repair'>,
  says: Phrase,
): readonly Difference[] {
  if (lists.length === 0) return []
  const isSensitive = lists.some((list) => list.isSensitive)
  return [
    {
      ...outcome,
      subject: categorySubject(category),
      says,
      ...(sites.size > 0 && { noun: 'site', names: namesOfSites(sites, isSensitive) }),
      addresses: [...new Set(addressesOf(lists))],
    },
  ]
}

function allOf(lists: readonly DriftedList[]): SiteTable {
  return unionOf(lists.map(({ before }) => before))
}
