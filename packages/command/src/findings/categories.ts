import { type Code, codesOf } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { isNeverActive, isPublicSuffix, simplifyName } from '@webfilter/appliance-names'
import { common, emptyTable, minus, union, unionOf } from '@webfilter/site-lists'
import { z } from 'zod'
import { groupedBy } from '../grouped'
import { isKnown } from '../plan/appliances'
import { linePhrase, subjectPhrase } from '../plan/change'
import { addressesWith } from '../plan/messages'
import { subjectOf } from '../plan/other-changes'
import type { ReviewedPlan } from '../plan/planned-changes'
import type { ItemCause, PlannedResource } from '../plan/planned-resource'
import {
  enteringKinds,
  leavingKinds,
  mostNamed,
  type PlannedCategory,
  siteAddedByOperation,
  sitesOf,
  undecidedKinds,
} from '../plan/sites/category-exchange'
import { categoryPhrase, changedIn, isCategory } from '../plan/sites/caused-category'
import type { ListChange } from '../plan/sites/list-change'
import { hiddenNames, namesOfSites, shownNames } from '../report/names'
import { counted, firstNames, joined, Name, type Phrase, say } from '../report/phrase'
import type { Observation } from '../report/report'

/**
 * Categories that the plan takes over instead of creating them, with whatever others have put into them. A plan itself does
 * not say which: an import says so, a data source that lists the category, or a warning of the provider.
 */
export function categoriesAdopted({ resources, plan }: ReviewedPlan): readonly Observation[] {
  const listed = new Set<string>()
  for (const { type, values, appliance = '' } of plan.data)
    if (/^appliance_categor/.test(type))
      for (const name of namesIn(values)) listed.add(placedName(name, appliance))
  // A category that is only forgotten stays, so whatever else creates one of its name takes it over.
  for (const { type, action, before, appliance } of resources) {
    const name = before?.text('name')
    if (type === 'appliance_category' && action === 'forget' && name !== undefined)
      listed.add(placedName(name, appliance))
  }
  return resources.filter(isAdopted).map((resource) => ({
    says: say`${subjectPhrase(subjectOf({ ...resource, before: undefined }))} already exists and is adopted with the sites it contains`,
    addresses: [resource.address],
    ...(isWarnedOf(resource) && { code: categoryAdopted }),
  }))

  function isAdopted(resource: PlannedResource): boolean {
    const { type, action, isImported, origin, after, appliance } = resource
    if (type !== 'appliance_category' || origin === 'created') return false
    // An import that leads to a replacement is about another category.
    if (action !== 'create') return isImported && action !== 'replace'
    const name = after?.text('name')
    return isWarnedOf(resource) || (name !== undefined && listed.has(placedName(name, appliance)))
  }
}

/** Whether the provider warns that a category which it is to create exists. What it says of other lists is that their sites do. */
function isWarnedOf({ action, origin }: PlannedResource): boolean {
  return action === 'create' && origin === 'adopted'
}

function placedName(name: string, appliance: string): string {
  return JSON.stringify([simplifyName(name), appliance])
}

/** The names of categories in values of the data sources `appliance_category` and `appliance_categories`. */
function namesIn(values: unknown): Set<string> {
  const names = new Set<string>()
  collect(values)
  return names

  function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const name: unknown = Reflect.get(value, 'name')
    if (typeof name === 'string') names.add(name)
    for (const each of Object.values(value)) collect(each)
  }
}

const numberOfSites = z.int({ error: 'write a whole number of sites' }).min(0, { error: 'write 0 or more' })
const toHundred = { error: 'write a number from 0 to 100' }

/** When a category loses too many of its managed sites: a percentage counts for categories with at least `percent_from` of them. */
export const removalLimits = z.object({
  sites: numberOfSites.default(1_000),
  percent: z.number(toHundred).min(0, toHundred).max(100, toHundred).default(50),
  percent_from: numberOfSites.default(10),
})

export type RemovalLimits = z.infer<typeof removalLimits>

/**
 * Categories that lose more sites than so many, or than so much of what the last apply left in them. Sites that move to another category are not
 * lost.
 */
export function largeRemovals(
  { exchange: { categories } }: ReviewedPlan,
  limits: RemovalLimits,
): readonly Observation[] {
  return categories.flatMap((category) => {
    const { found, lost: missing, removedAtLeast, isSensitive } = category
    const doubtful = sitesOf(category, ['removed if present', 'removed unless declared'])
    const removed = union(sitesOf(category, 'removed'), doubtful)
    const mayStay = doubtful.size > 0 || !isKnown(category.appliance)
    const lost = removed.size + removedAtLeast
    const managed = found.size + missing.size
    const percent = (100 * lost) / managed
    const isLarge = lost > limits.sites || (managed >= limits.percent_from && percent > limits.percent)
    if (lost === 0 || !isLarge) return []
    // Of an appliance that is not known, another list may keep some; so may one whose category comes with the apply.
    const bound = mayStay ? ['up to '] : removedAtLeast > 0 ? ['at least '] : []
    return [
      {
        says: say`${categoryPhrase(category)} loses ${bound}${lost} of ${counted(managed, 'managed site')} (${Math.round(percent)}%)`,
        facts: { removed: lost, managed, percent },
        names: namesOfSites(removed, isSensitive),
        addresses: changedIn(category),
      },
    ]
  })
}

/** What the apply decides: the lines about sites that may leave a category. */
export function possibleRemovals({ changes }: ReviewedPlan): readonly Observation[] {
  return changes.flatMap((change) => {
    const { section, certainty, noun, names, addresses } = change
    if (certainty !== 'possible' || section === 'changed' || noun === 'member') return []
    return [{ says: linePhrase(change), ...(names && { names }), addresses }]
  })
}

/** Sites under which anybody may register a domain (publicsuffix.org), those of hosting services included. */
export function publicSuffixes(reviewed: ReviewedPlan): readonly Observation[] {
  return gained(
    reviewed,
    isPublicSuffix,
    (count) => say`${counted(count, 'public suffix', 'public suffixes')}, including every domain below`,
  )
}

/** Sites that the appliance stores, but that no compile makes active. */
export function sitesNeverActive(reviewed: ReviewedPlan): readonly Observation[] {
  return gained(reviewed, isNeverActive, (count) =>
    count === 1
      ? say`1 site that never becomes active`
      : say`${counted(count, 'site')} that never become active`,
  )
}

/** Sites of a kind that categories gain: added ones, and restored ones apart from them. */
function gained(
  { exchange: { categories }, resources }: ReviewedPlan,
  isOfKind: (site: string) => boolean,
  what: (count: number) => Phrase,
): readonly Observation[] {
  const byOperations = resources.flatMap((resource) => {
    const site = siteAddedByOperation(resource)
    // What a list has or adds is said of its category.
    const isListed =
      site !== undefined && categories.some(({ found, added }) => found.has(site) || added.has(site))
    if (site === undefined || isListed || !isOfKind(site)) return []
    const says = say`${subjectPhrase(subjectOf(resource))} may add ${what(1)}`
    const names = resource.after?.isSensitive('arguments') ? hiddenNames(1) : shownNames([site])
    return [{ says, names, addresses: [resource.address] }]
  })
  const byLists = categories.flatMap((category) => {
    const gainedBy = (cause: ItemCause): readonly string[] =>
      [...sitesOf(category, enteringKinds, cause)].filter(isOfKind)
    // The provider refuses what has no dot inside, a plan of another release might not.
    const unreadable = category.lists.flatMap((list) => list.unreadable).filter(isOfKind)
    const gains = (found: readonly string[]): Observation => ({
      says: say`${categoryPhrase(category)} gains ${what(found.length)}`,
      names: category.isSensitive ? hiddenNames(found.length) : shownNames(found),
      addresses: changedIn(category),
    })
    const [added, back] = [[...gainedBy('change'), ...unreadable], gainedBy('drift')]
    return [
      ...(added.length > 0 ? [gains(added)] : []),
      ...(back.length > 0 ? [{ ...gains(back), cause: 'drift' as const }] : []),
    ]
  })
  return [...byLists, ...byOperations]
}

/** Categories whose sites change while their lists do not compile them: the change waits for another compile. */
export function changesWithoutCompile({ exchange }: ReviewedPlan): readonly Observation[] {
  return exchange.categories.flatMap((category) => {
    const silent = [...category.lists, ...category.leaving, ...category.doubtful].filter(
      (list) => isUncompiled(list, category) && changesSites(list, category),
    )
    if (silent.length === 0) return []
    // What moves is compiled on neither side.
    const claimed = sitesOf(category, ['claimed', 'may be claimed'])
    const isTaking = common(claimed, unionOf(silent.map(({ after }) => after))).size > 0
    const elsewhere =
      isTaking && say`other categories keep what it takes from them active until they are compiled`
    const here = say`${categoryPhrase(category)} changes and compile is false: the change becomes active with the next compile, which may be that of an operation or of another category`
    return [
      {
        says: joined([here, elsewhere], '; '),
        addresses: silent.map(({ resource }) => resource.address),
      },
    ]
  })
}

/**
 * Whether a list changes what its category contains, or may. What another list of it has before, or keeps, is there all the time, unless that one
 * gives it up: then it may be removed and added again, as what is replaced is if another list compiles in between.
 */
function changesSites(list: ListChange, category: PlannedCategory): boolean {
  const { lists, leaving, doubtful, arriving, found, planned } = category
  const { before, released, isUncertain, resource } = list
  if (isUncertain) return true
  const isGoing = (each: ListChange) => leaving.includes(each) || doubtful.includes(each)
  const afterward = (each: ListChange) => (isGoing(each) ? emptyTable : each.after)
  const there = minus(found, sitesOf(category, 'added if missing'))
  const staying = minus(planned, sitesOf(category, undecidedKinds))
  const prior = arriving.includes(list) ? emptyTable : before
  const coming = minus(minus(afterward(list), prior), there)
  const going = minus(minus(minus(prior, afterward(list)), released), staying)
  const others = [...lists, ...leaving, ...doubtful].filter((each) => each !== list)
  const givenUp = unionOf(others.map((each) => minus(minus(each.before, afterward(each)), each.released)))
  const isBetween = others.some((other) => other.resource.action !== 'none')
  const ownOnly = minus(prior, unionOf(others.map(afterward)))
  const isAddedAgain = resource.action === 'replace' && isBetween && ownOnly.size > 0
  return isAddedAgain || coming.size > 0 || going.size > 0 || common(afterward(list), givenUp).size > 0
}

/** What leaves is compiled by what the state says, what comes by what the configuration says. */
function isUncompiled(list: ListChange, { leaving, doubtful }: PlannedCategory): boolean {
  const { before, after, action } = list.resource
  if (action === 'none' || action === 'forget') return false
  const isGoing = leaving.includes(list) || doubtful.includes(list)
  return (isGoing ? before : after)?.value('compile') === false
}

/**
 * Categories whose names give one table (docs/appliance, "Names and tables"), if the plan changes the sites of one: each contains the sites of both.
 * The provider says so with the table that the appliance has; what it has warned of is left to its warnings.
 */
export function tablesShared({ exchange, messages }: ReviewedPlan): readonly Observation[] {
  const withTable = exchange.categories.filter(({ table }) => table !== undefined)
  const groups = groupedBy(withTable, ({ table, appliance }) => JSON.stringify([table, appliance]))
  return [...groups.values()].flatMap((sharing) => {
    const addresses = sharing.flatMap(changedIn)
    const isOneChanged = sharing.some(({ items, arriving }) => items.length > 0 || arriving.some(isCategory))
    if (sharing.length < 2 || !isOneChanged) return []
    const leaving = unionOf(sharing.map((category) => sitesOf(category, leavingKinds)))
    // A site that changes from one of them to another one stays.
    const declared = unionOf(sharing.map(({ planned }) => planned))
    const lost = minus(common(leaving, declared), unionOf(sharing.map(({ added }) => added)))
    const codes = lost.size > 0 ? codesOf('sites-leave-both') : codesOf('sites-leave-both', 'table-shared')
    const warned = addressesWith(codes, messages)
    if (addresses.some((address) => warned.has(address))) return []
    const [{ appliance }] = sharing
    const names = sharing.map(({ name }) => name)
    const where = appliance === '' || !isKnown(appliance) ? [] : say` on ${new Name(appliance)}`
    const all = say`categories ${firstNames(names, mostNamed)}${where} most likely have one table`
    const says =
      lost.size > 0
        ? say`${all}: ${counted(lost.size, 'site')} that ${[lost.size === 1 ? 'leaves' : 'leave']} one may leave the others, too`
        : say`${all}, so each contains the sites of all`
    const isSensitive = sharing.some((category) => category.isSensitive)
    return [{ says, ...(lost.size > 0 && { names: namesOfSites(lost, isSensitive) }), addresses }]
  })
}

const categoryAdopted: Code = 'category-adopted'
