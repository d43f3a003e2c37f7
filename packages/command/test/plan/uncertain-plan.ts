import fc from 'fast-check'
import { changeOf, type WrittenChange } from '../review/plans'

/** A plan with values that come with the apply, and all appliances that may come of it. */
export interface UncertainPlan {
  readonly lists: readonly DeclaredList[]
  readonly changes: readonly WrittenChange[]
  /** The same, with the sites of some lists marked as sensitive. */
  readonly sensitiveChanges: readonly WrittenChange[]
  readonly further: Readonly<Record<string, unknown>>
  readonly worlds: readonly World[]
  readonly [fc.toStringMethod]: () => string
}

/** What the appliance contains before and after an apply in which all values have turned out in one way. */
export interface World {
  readonly before: Content
  readonly after: Content
  /** What the configuration declares. */
  readonly declared: Content
  /** The category of a list whose name or number came with the apply, by its address. */
  readonly comes: ReadonlyMap<string, string>
}

/** The sites of categories, by their names. */
type Content = ReadonlyMap<string, ReadonlySet<string>>

/** A list of sites as the state has it and as it is declared; undefined where it does not exist. */
export interface DeclaredList {
  readonly address: string
  readonly category: string
  readonly prior: Values | undefined
  readonly planned: Planned | undefined
  /** Its category comes with the apply. */
  readonly isPlaceUnknown: boolean
  readonly action: 'none' | 'create' | 'update' | 'replace' | 'destroy'
  readonly isSensitive: boolean
}

interface Values {
  readonly sites: readonly string[]
  readonly on_remove: 'remove' | 'keep'
  readonly on_destroy: 'remove' | 'keep'
  readonly on_conflict: 'keep' | 'move'
}

/** An undefined setting, and each of some further sites, come with the apply. */
interface Planned extends Omit<Values, 'on_remove' | 'on_conflict'> {
  readonly on_remove: Values['on_remove'] | undefined
  readonly on_conflict: Values['on_conflict'] | undefined
  readonly unknownSites: number
}

export const categories = ['ads', 'games'] as const
const numbers: Readonly<Record<string, string>> = { ads: '250', games: '251' }
const sites = ['a', 'b', 'c', 'd'].map((letter) => `${letter}.example`)
/** What may come of a value that nobody knows. */
const otherSite = 'other.example'
const otherCategory = 'later'

const seldom = fc.integer({ min: 0, max: 5 }).map((number) => number === 5)
const values: fc.Arbitrary<Values> = fc.record({
  sites: fc.subarray(sites),
  on_remove: fc.constantFrom('remove', 'keep'),
  on_destroy: fc.constantFrom('remove', 'keep'),
  on_conflict: fc.constantFrom('keep', 'move'),
})
const listRecipe = fc.record({
  prior: fc.option(values, { nil: undefined }),
  planned: fc.option(
    fc.record({
      values,
      isAsBefore: fc.boolean(),
      unknownSites: fc.constantFrom(0, 0, 0, 1, 2),
      isRemoveUnknown: seldom,
      isConflictUnknown: seldom,
    }),
    { nil: undefined },
  ),
  isPlaceUnknown: seldom,
  isMadeAgain: seldom,
  isSensitive: fc.boolean(),
})
const recipes = fc.record({
  /** For each category its own list and another one. */
  lists: fc.tuple(listRecipe, listRecipe, listRecipe, listRecipe),
  operation: fc.option(
    fc.record({ category: fc.constantFrom(...categories), site: fc.constantFrom(...sites) }),
    { nil: undefined },
  ),
})
type ListRecipe = typeof listRecipe extends fc.Arbitrary<infer R> ? R : never
type Operation = (typeof recipes extends fc.Arbitrary<infer R> ? R : never)['operation']

export const uncertainPlans: fc.Arbitrary<UncertainPlan> = recipes
  .map(({ lists, operation }) => {
    const declared = withKnownReferences(lists.flatMap((recipe, index) => listOf(recipe, index)))
    const later = operation && withoutClaims(operation, declared)
    const operations = later ? [operationChange(later)] : []
    const written = (isMarked: boolean) => [
      ...declared.map((list) => changeOfList(list, isMarked && list.isSensitive)),
      ...operations,
    ]
    return {
      lists: declared,
      changes: written(false),
      sensitiveChanges: written(true),
      further: { configuration: configurationOf(declared), ...readNames },
      worlds: worldsOf(declared, later),
      [fc.toStringMethod]: () => JSON.stringify([declared, later], undefined, 1),
    }
  })
  .filter(({ worlds, lists }) => worlds.length > 0 && lists.some(({ action }) => action !== 'none'))

const mostWorlds = 200

function listOf({ prior, planned, ...recipe }: ListRecipe, index: number): readonly DeclaredList[] {
  const category = categories[index >> 1] ?? 'ads'
  const isOwn = index % 2 === 0
  if (!prior && !planned) return []
  const next: Planned | undefined = planned && {
    ...(planned.isAsBefore && prior ? prior : planned.values),
    ...(planned.isRemoveUnknown && { on_remove: undefined }),
    ...(planned.isConflictUnknown && { on_conflict: undefined }),
    unknownSites: planned.unknownSites,
  }
  const isPlaceUnknown = recipe.isPlaceUnknown && next !== undefined
  const action = actionOf(prior, next, isPlaceUnknown || recipe.isMadeAgain)
  return [
    {
      address: isOwn ? `appliance_category.${category}` : `appliance_category_sites.${category}`,
      category,
      prior,
      planned: next,
      isPlaceUnknown,
      action,
      isSensitive: recipe.isSensitive,
    },
  ]
}

function actionOf(
  prior: Values | undefined,
  next: Planned | undefined,
  isAnew: boolean,
): DeclaredList['action'] {
  if (!prior) return 'create'
  if (!next) return 'destroy'
  if (isAnew) return 'replace'
  const isSame = !isUnknown(next) && JSON.stringify(next) === JSON.stringify({ ...prior, unknownSites: 0 })
  return isSame ? 'none' : 'update'
}

/** A number that comes with the apply is taken to be that of the only category that gets one. Here it comes from elsewhere. */
function withKnownReferences(lists: readonly DeclaredList[]): readonly DeclaredList[] {
  const isNumbered = lists.some(
    (list) => isOwn(list) && (list.action === 'create' || list.action === 'replace'),
  )
  return isNumbered ? lists.filter((list) => isOwn(list) || !list.isPlaceUnknown) : lists
}

function isUnknown({ on_remove, on_conflict, unknownSites }: Planned): boolean {
  return on_remove === undefined || on_conflict === undefined || unknownSites > 0
}

/** A data source has read the numbers. */
const readNames = {
  prior_state: {
    values: {
      root_module: {
        resources: categories.map((name) => ({
          address: `data.appliance_category.${name}`,
          mode: 'data',
          type: 'appliance_category',
          name,
          values: { id: numbers[name], name },
        })),
      },
    },
  },
}

function configurationOf(lists: readonly DeclaredList[]): object {
  const resources = lists.flatMap(({ address, planned, isPlaceUnknown, category }) => {
    const [type, name] = address.split('.')
    const place = isPlaceUnknown ? { references: ['local.place'] } : { constant_value: numbers[category] }
    return planned ? [{ type, name, expressions: { category_id: place } }] : []
  })
  return { root_module: { resources } }
}

function isOwn({ address }: DeclaredList): boolean {
  return address.startsWith('appliance_category.')
}

function changeOfList(list: DeclaredList, isSensitive: boolean): WrittenChange {
  const { address, category, prior, planned, action, isPlaceUnknown } = list
  const place = isOwn(list) ? { name: category } : { category_id: numbers[category] }
  const chosen = isOwn(list)
    ? { id: numbers[category], description: '', compiled: true }
    : { id: `${numbers[category]}/L`, category_name: category, compiled: true }
  const constant = {
    ...(!isOwn(list) && { name: 'L' }),
    compile: true,
    sites_file: null,
    sites_packed: null,
    file_sites: null,
  }
  const before = prior && { ...constant, ...place, ...chosen, ...prior }
  if (!planned) return changeOf(address, before ?? null, null, { change: marks(isSensitive, isSensitive) })
  const { unknownSites, ...declared } = planned
  const isNew = action === 'create' || action === 'replace'
  const known = Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== undefined))
  const comesNew = Object.fromEntries(Object.keys(chosen).map((name) => [name, true]))
  const after = {
    ...constant,
    ...(isPlaceUnknown ? {} : place),
    ...(isNew ? {} : chosen),
    ...known,
    sites: [...declared.sites, ...Array.from({ length: unknownSites }, () => null)],
  }
  const after_unknown = {
    ...(isNew && comesNew),
    ...(isPlaceUnknown && (isOwn(list) ? { name: true } : { category_id: true, category_name: true })),
    ...(declared.on_remove === undefined && { on_remove: true }),
    ...(declared.on_conflict === undefined && { on_conflict: true }),
    sites: after.sites.map((site) => site === null),
  }
  const actions = {
    none: ['no-op'],
    create: ['create'],
    update: ['update'],
    destroy: ['delete'],
    replace: ['delete', 'create'],
  }[action]
  return changeOf(address, before ?? null, after, {
    change: { actions, after_unknown, ...marks(isSensitive, isSensitive) },
  })
}

function marks(before: boolean, after: boolean): Readonly<Record<string, unknown>> {
  return {
    before_sensitive: { sites_packed: true, ...(before && { sites: true }) },
    after_sensitive: { sites_packed: true, ...(after && { sites: true }) },
  }
}

function operationChange({ category, site }: NonNullable<Operation>): WrittenChange {
  return changeOf('appliance_operation.compile', null, {
    name: 'category_compile',
    arguments: { category_id: numbers[category], site },
    triggers: null,
  })
}

/** Which comes first is decided in the apply: an operation that adds a site, or another category that claims it. */
function withoutClaims(operation: NonNullable<Operation>, lists: readonly DeclaredList[]): Operation {
  const isClaimed = lists.some(({ category, planned, isPlaceUnknown }) => {
    const mayHave = planned && (planned.unknownSites > 0 || planned.sites.includes(operation.site))
    return (isPlaceUnknown || category !== operation.category) && mayHave && planned.on_conflict !== 'keep'
  })
  return isClaimed ? undefined : operation
}

/** A list of which everything is known. */
interface SettledList {
  readonly list: DeclaredList
  readonly place: string
  readonly planned: Values | undefined
}

function worldsOf(lists: readonly DeclaredList[], operation: Operation): readonly World[] {
  const ways = lists.map(settledWays)
  if (ways.reduce((product, { length }) => product * length, 1) > mostWorlds) return []
  const all = ways.reduce<readonly (readonly SettledList[])[]>(
    (settled, ofList) => settled.flatMap((others) => ofList.map((way) => [...others, way])),
    [[]],
  )
  // No plan says whether the operation adds its site, or whether a list gives that up only then.
  const operations = operation ? [operation, undefined] : [undefined]
  return all.filter(hasDistinctOwners).flatMap((settled) => operations.map((each) => worldOf(settled, each)))
}

/** No category has two lists of its own. */
function hasDistinctOwners(settled: readonly SettledList[]): boolean {
  const places = settled.filter(({ list, planned }) => isOwn(list) && planned).map(({ place }) => place)
  return new Set(places).size === places.length
}

function settledWays(list: DeclaredList): readonly SettledList[] {
  const { planned, category, isPlaceUnknown } = list
  if (!planned) return [{ list, place: category, planned: undefined }]
  const { unknownSites, on_remove, on_conflict, ...others } = planned
  const further = Array.from({ length: unknownSites }).reduce<readonly (readonly string[])[]>(
    (known) => known.flatMap((each) => [...sites, otherSite].map((site) => [...each, site])),
    [[]],
  )
  const places = isPlaceUnknown ? [...categories, otherCategory] : [category]
  return places.flatMap((place) =>
    further.flatMap((more) =>
      (on_remove ? [on_remove] : (['remove', 'keep'] as const)).flatMap((remove) =>
        (on_conflict ? [on_conflict] : (['keep', 'move'] as const)).map((conflict) => ({
          list,
          place,
          planned: { ...others, sites: [...others.sites, ...more], on_remove: remove, on_conflict: conflict },
        })),
      ),
    ),
  )
}

/** What the appliance does: lists take out of their categories what no list declares there, add what is new, and claim it elsewhere. */
function worldOf(settled: readonly SettledList[], operation: Operation): World {
  const before = contentOf(
    ({ list }) => (list.prior ? [list.category, list.prior.sites] : undefined),
    settled,
  )
  const declared = contentOf(({ place, planned }) => (planned ? [place, planned.sites] : undefined), settled)
  const left = withoutLeaving(before, settled)
  const after = withGained(left, settled)
  if (operation) after.get(operation.category)?.add(operation.site)
  const comes = settled.flatMap(({ list, place }) =>
    list.isPlaceUnknown ? [[list.address, place] as const] : [],
  )
  return { before, after, declared, comes: new Map(comes) }
}

const places = [...categories, otherCategory]

function contentOf(
  of: (list: SettledList) => readonly [place: string, sites: readonly string[]] | undefined,
  settled: readonly SettledList[],
): Map<string, Set<string>> {
  const all = settled.map(of)
  const sitesIn = (place: string) => all.flatMap((each) => (each?.[0] === place ? each[1] : []))
  return new Map(places.map((place) => [place, new Set(sitesIn(place))]))
}

function withoutLeaving(before: Content, settled: readonly SettledList[]): Content {
  const left = copied(before)
  for (const { list, planned } of settled) {
    // Where a list goes whose category comes with the apply is not known while its former one is left.
    const declaring = settled.filter(
      (each) => each.place === list.category && !(each.list === list && list.isPlaceUnknown),
    )
    for (const site of leaving(list, planned)) {
      if (!declaring.some((each) => each.planned?.sites.includes(site))) left.get(list.category)?.delete(site)
    }
  }
  return left
}

function withGained(left: Content, settled: readonly SettledList[]): Map<string, Set<string>> {
  const gains = settled.flatMap(({ list, place, planned }) =>
    coming(list, planned, left.get(place)).map((site) => ({
      isFirst:
        isOwn(list) &&
        list.action === 'create' &&
        !settled.some((each) => each.list.prior && each.list.category === place),
      isSent: list.action === 'update',
      place,
      site,
      claims: planned?.on_conflict === 'move',
    })),
  )
  const after = copied(left)
  for (const { place, site } of gains) after.get(place)?.add(site)
  // Which of several lists of a category adds a site first is decided in the apply, and whether it is claimed then. A new category does so before, and an update sends what is new to its list.
  const isClaimed = (gain: (typeof gains)[number]) => {
    const same = gains.filter(({ place, site }) => place === gain.place && site === gain.site)
    const first = same.filter(({ isFirst }) => isFirst)
    const isSent = same.some(({ isSent: sent, claims }) => sent && claims)
    return isSent || (first.length > 0 ? first : same).every(({ claims }) => claims)
  }
  for (const { place, site } of gains.filter(isClaimed)) {
    for (const other of places) {
      // Which of two that gain it at once has it in the end is decided in the apply.
      const isGained = after.get(other)?.has(site) && !left.get(other)?.has(site)
      if (other !== place && !isGained) after.get(other)?.delete(site)
    }
  }
  return after
}

function copied(content: Content): Map<string, Set<string>> {
  return new Map([...content].map(([place, all]) => [place, new Set(all)]))
}

function leaving({ action, prior }: DeclaredList, planned: Values | undefined): readonly string[] {
  const all = prior?.sites ?? []
  switch (action) {
    case 'update':
      return planned?.on_remove === 'remove' ? all.filter((site) => !planned.sites.includes(site)) : []
    case 'replace':
    case 'destroy':
      return prior?.on_destroy === 'remove' ? all : []
    default:
      return []
  }
}

/** An update adds what is new to the list, and a creation what its category lacks. */
function coming(
  { action, prior }: DeclaredList,
  planned: Values | undefined,
  there: ReadonlySet<string> | undefined,
): readonly string[] {
  const all = planned?.sites ?? []
  if (action === 'none') return []
  return all.filter((site) => (action === 'update' ? !prior?.sites.includes(site) : !there?.has(site)))
}
