import fc from 'fast-check'
import { changeOf, type WrittenChange } from '../review/plans'

/** A plan, and the objects that it was made of. */
export interface PicturedPlan {
  readonly objects: readonly PicturedObject[]
  /** What the engine does at each address. */
  readonly steps: readonly Step[]
  readonly changes: readonly WrittenChange[]
  readonly drift: readonly WrittenChange[]
  readonly configuration: object
  /** Without a refresh, a plan has only what the state recorded. */
  readonly isRefreshed: boolean
  /** What data sources have read: the names of what has a number that was given again. */
  readonly prior_state: object
  /** For messages of failed properties: what matters of the objects. */
  readonly [fc.toStringMethod]: () => string
}

/** An object of the appliance in three pictures; undefined in one that does not have it. */
export interface PicturedObject {
  readonly kind: Kind
  /** Of a membership, the login. */
  readonly name: string
  /** The category of a list, or the group of a membership; otherwise its own name. */
  readonly owner: string
  /** As the last apply left it. */
  readonly applied: Values | undefined
  /** As the refresh found it. */
  readonly found: Values | undefined
  readonly planned: Values | undefined
  /** In the state. */
  readonly from: string | undefined
  /** In the configuration. */
  readonly to: string | undefined
  /** Its address in the state before a `moved` block took effect. */
  readonly previous: string | undefined
  /** Of a list: its sites come from a file. */
  readonly isOfFile: boolean
  /** An earlier refresh has recorded in the state what this one would have found to be missing. */
  readonly isRecorded: boolean
  /** The configuration writes its name in other letters, which is the same name. */
  readonly isLoud: boolean
  /** Whether the configuration has the number of the owner, instead of a reference. */
  readonly isByNumber: boolean
  readonly leaves: 'destroyed' | 'forgotten'
  readonly replaced: 'destroyed first' | 'created first' | 'forgotten'
  /** Why the engine makes it anew where it is, although nothing of it requires that. */
  readonly again: string | undefined
}

export const kinds = ['category', 'list', 'group', 'membership'] as const
type Kind = (typeof kinds)[number]

/** Of a list or a category, with its sites in alphabetical order; of a group, what it has of them. */
export interface Values {
  readonly sites: readonly string[]
  readonly on_remove: 'remove' | 'keep'
  readonly on_destroy: 'remove' | 'keep'
  readonly on_existing: 'adopt' | 'fail'
  readonly removal_limit: number | null
}

/** What the engine does at an address. */
export interface Step {
  readonly address: string
  readonly kind: Kind
  /** The object that the state has there, if the refresh found it. */
  readonly prior: PicturedObject | undefined
  /** The object that the configuration has there. */
  readonly next: PicturedObject | undefined
  readonly action: 'none' | 'create' | 'update' | 'replace' | 'destroy' | 'forget' | 'forget-create'
}

/** The numbers of categories and groups, by their names: the appliance chooses them. */
export const numbers: Readonly<Record<string, number>> = {
  ads: 250,
  games: 251,
  news: 252,
  editors: 5001,
  staff: 5002,
  // The same numbers, after what had them was deleted.
  'another ads': 250,
  'another games': 251,
  'another news': 252,
  'another editors': 5001,
  'another staff': 5002,
}

const categories = ['ads', 'games', 'news']
const groups = ['editors', 'staff']
const sites = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}.example`)

type Recipe = typeof recipes extends fc.Arbitrary<infer R> ? R : never
type ObjectRecipe = typeof object extends fc.Arbitrary<infer R> ? R : never

const values: fc.Arbitrary<Values> = fc.record({
  sites: fc.subarray(sites),
  on_remove: fc.constantFrom('remove', 'keep'),
  on_destroy: fc.constantFrom('remove', 'keep'),
  on_existing: fc.constantFrom('adopt', 'fail'),
  removal_limit: fc.constantFrom(null, 10),
})

const seldom = fc.integer({ min: 0, max: 7 }).map((number) => number === 7)

/** What becomes of an object, whatever becomes of the one that it is part of. */
const object = fc.record({
  applied: fc.option(values, { nil: undefined }),
  planned: fc.oneof(
    { weight: 3, arbitrary: fc.constant('as applied' as const) },
    { weight: 3, arbitrary: values },
    { weight: 2, arbitrary: fc.constant(undefined) },
  ),
  /** Of a membership: others have removed it. */
  isGone: seldom,
  isByNumber: fc.boolean(),
  isOfFile: seldom,
  isRecorded: fc.boolean(),
  /** The refresh has looked up only a sample of its sites, and not those that are missing. */
  isUnaware: seldom,
  isMoved: fc.boolean(),
  isLoud: seldom,
  keepsAddress: fc.boolean(),
  leaves: fc.constantFrom('destroyed', 'forgotten'),
  replaced: fc.constantFrom('destroyed first', 'created first', 'forgotten'),
  again: fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    fc.constantFrom('replace_because_tainted', 'replace_by_request', 'replace_by_triggers'),
  ),
})

const whole = fc.record({
  isGone: seldom,
  /** Something else has the number of one that is gone. */
  isReused: fc.boolean(),
  /** Sites that others have removed from a category. */
  lost: fc.oneof(fc.constant<string[]>([]), fc.subarray(sites)),
  own: fc.option(object, { nil: undefined }),
  /** Lists of the category, or memberships of the group. */
  parts: fc.tuple(fc.option(object, { nil: undefined }), fc.option(object, { nil: undefined })),
})

/** Addresses follow the order of objects, as with `count`, or stay, or are mixed. */
const numbering = fc.record({
  state: fc.constantFrom('in order', 'mixed'),
  configuration: fc.constantFrom('in order', 'kept', 'mixed'),
  stateOrder: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 }),
  configurationOrder: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 }),
})
type Numbering = typeof numbering extends fc.Arbitrary<infer R> ? R : never

const recipes = fc.record({
  isRefreshed: fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
  categories: fc.tuple(whole, whole, whole),
  groups: fc.tuple(whole, whole),
  numbering: fc.record({ category: numbering, list: numbering, group: numbering, membership: numbering }),
})

/** Plans as engines make them, of small appliances that people and configurations have changed at once. */
export const picturedPlans: fc.Arbitrary<PicturedPlan> = recipes
  .map(planOf)
  // An engine that plans nothing says only what it has found.
  .filter(({ changes }) => changes.length > 0)

function planOf(recipe: Recipe): PicturedPlan {
  const objects = withUnread(addressed(picturesOf(recipe), recipe.numbering))
  const steps = kinds.flatMap((kind) => stepsOf(kind, objects))
  const engine = new Engine(objects, steps)
  return {
    objects,
    steps,
    changes: steps.flatMap((step) => engine.changeOf(step) ?? []),
    drift: objects.flatMap((each) => engine.driftOf(each) ?? []),
    configuration: engine.configuration(),
    isRefreshed: recipe.isRefreshed,
    prior_state: { values: { root_module: { resources: readAgain(objects) } } },
    [fc.toStringMethod]: () =>
      [
        recipe.isRefreshed ? '' : 'not refreshed',
        ...objects.map(described),
        ...steps.map(describedStep),
      ].join('\n'),
  }
}

/** What is only forgotten is not asked for: it stands in the plan as the last apply left it. */
function withUnread(objects: readonly PicturedObject[]): readonly PicturedObject[] {
  const taken = new Set(objects.map(({ kind, to }) => `${kind} ${to}`))
  return objects.map((object) => {
    const { kind, from, to, applied, leaves } = object
    const isUnread = leaves === 'forgotten' && !to && !taken.has(`${kind} ${from}`)
    return isUnread ? { ...object, found: applied, isRecorded: false } : object
  })
}

function described({
  kind,
  name,
  owner,
  isOfFile,
  isByNumber,
  from,
  to,
  ...pictures
}: PicturedObject): string {
  const sides = [pictures.applied, pictures.found, pictures.planned].map((side) =>
    side ? JSON.stringify(attributesOf({ kind, name, owner, isOfFile }, side)) : 'nothing',
  )
  return `${kind} ${name} of ${owner}${isByNumber ? ' by number' : ''}${pictures.isRecorded ? ' recorded' : ''}${pictures.again ? ` ${pictures.again}` : ''}, ${pictures.previous ?? ''} ${from} to ${to}: ${sides.join(', then ')}`
}

function describedStep({ address, action, prior, next }: Step): string {
  return `${address}: ${action}, ${prior?.name} of ${prior?.owner} to ${next?.name} of ${next?.owner}`
}

/** Data sources name what has the number of something that is gone. */
function readAgain(objects: readonly PicturedObject[]): readonly object[] {
  const owners = [...new Set(objects.map(({ owner }) => owner))].filter((owner) =>
    owner.startsWith('another '),
  )
  return owners.map((name) => {
    const number = numbers[name] ?? 0
    const [type, values] =
      number < 1_000
        ? ['appliance_category', { id: String(number), name }]
        : ['appliance_ldap_groups', { groups: [{ gid: number, name }] }]
    return { address: `data.${type}.${number}`, mode: 'data', type, name: String(number), values }
  })
}

type Unaddressed = Omit<PicturedObject, 'from' | 'to' | 'previous'> &
  Pick<ObjectRecipe, 'keepsAddress' | 'isMoved'>

function picturesOf(recipe: Recipe): readonly Unaddressed[] {
  return [
    ...recipe.categories.flatMap((each, index) =>
      wholeOf(asSeen(each, recipe), categories[index] ?? '', 'category', 'list'),
    ),
    ...recipe.groups.flatMap((each, index) =>
      wholeOf(asSeen(each, recipe), groups[index] ?? '', 'group', 'membership'),
    ),
  ]
}

/** Without a refresh, a plan knows nothing of what others did, but for what an earlier refresh has recorded in the state. */
function asSeen(
  whole: Recipe['categories'][number],
  { isRefreshed }: Pick<Recipe, 'isRefreshed'>,
): Recipe['categories'][number] {
  if (isRefreshed) return whole
  const unaware = <Each extends ObjectRecipe>(of: Each | undefined) =>
    of && { ...of, isGone: false, isUnaware: !(of.isOfFile && of.isRecorded) }
  const { own, parts } = whole
  return { ...whole, isGone: false, own: unaware(own), parts: [unaware(parts[0]), unaware(parts[1])] }
}

const namesOfParts: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  list: ['one', 'two'],
  membership: ['ann.lee', 'bob.ray'],
}

/** A category with its lists, or a group with its memberships. */
function wholeOf(
  { isGone, isReused, lost, own, parts }: Recipe['categories'][number],
  owner: string,
  kind: Kind,
  kindOfParts: Kind,
): readonly Unaddressed[] {
  const found = (of: Values) => ({ ...of, sites: of.sites.filter((site) => !lost.includes(site)) })
  const pictured = (of: ObjectRecipe, { isNamed = true, isMissing = isGone, isPossible = true } = {}) => {
    const {
      planned,
      leaves,
      replaced,
      again,
      keepsAddress,
      isMoved,
      isOfFile,
      isRecorded,
      isUnaware,
      isLoud,
    } = of
    const applied = isNamed ? of.applied : undefined
    return {
      owner,
      applied,
      found: applied && !isMissing ? (isUnaware ? applied : found(applied)) : undefined,
      planned: isPossible ? (planned === 'as applied' ? applied : planned) : undefined,
      leaves,
      replaced,
      again,
      keepsAddress,
      isMoved,
      isLoud,
      isOfFile,
      isRecorded: isOfFile && isRecorded,
    } as const
  }
  const whole = own && {
    ...pictured(own),
    kind,
    name: owner,
    isByNumber: false,
  }
  const all = parts.flatMap((of, index): readonly Unaddressed[] => {
    if (!of) return []
    // A configuration cannot name what neither it nor the appliance has.
    const isPossible = !isGone || whole?.planned !== undefined
    const isMissing = isGone || (kindOfParts === 'membership' && of.isGone)
    // Of a membership in the state, a plan has a number. That a new group gets this number, nothing in it says.
    const isNamed = kindOfParts !== 'membership' || !whole?.planned || whole.applied !== undefined
    // Without a reference, a plan does not say that what is created has this number.
    const isByNumber = whole?.planned ? whole.found !== undefined && of.isByNumber : true
    const part = {
      ...pictured(of, { isNamed, isMissing, isPossible }),
      kind: kindOfParts,
      name: namesOfParts[kindOfParts]?.[index] ?? '',
      isByNumber,
    }
    // The configuration has the number that something else has by now. Of a link in the state, only its group says the former name.
    const isOfAnother = isGone && isReused && of.isByNumber && whole?.applied !== undefined
    if (!isOfAnother || !part.planned) return [part]
    const another = {
      ...part,
      owner: `another ${owner}`,
      applied: undefined,
      found: undefined,
      isByNumber: true,
    }
    return [{ ...part, planned: undefined }, another]
  })
  return [...(whole ? [whole] : []), ...all].filter(({ applied, planned }) => applied || planned)
}

/** Addresses of instances first, which follow the order of objects with `count`, then those with other keys and without. */
const addresses: Readonly<Record<Kind, readonly string[]>> = {
  category: addressesOf('appliance_category', [
    'list[0]',
    'list[1]',
    'list[2]',
    'of["ads"]',
    'of["news"]',
    'one',
  ]),
  list: addressesOf('appliance_category_sites', [
    'feed[0]',
    'feed[1]',
    'feed[2]',
    'a',
    'b',
    'c',
    'd',
    'e',
    'f',
  ]),
  group: addressesOf('appliance_ldap_group', ['team[0]', 'team[1]', 'of["staff"]', 'one']),
  membership: addressesOf('appliance_ldap_group_membership', ['in[0]', 'in[1]', 'a', 'b', 'c', 'd']),
}

function addressesOf(type: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${type}.${name}`)
}

function isInstance(address: string): boolean {
  return address.endsWith(']')
}

function addressed(
  objects: readonly Unaddressed[],
  numberings: Readonly<Record<Kind, Numbering>>,
): readonly PicturedObject[] {
  return kinds.flatMap((kind) => {
    const numbering = numberings[kind]
    const ofKind = objects.filter((each) => each.kind === kind)
    const stored = ofKind.filter(({ applied }) => applied)
    const declared = ofKind.filter(({ planned }) => planned)
    const inOrder = (all: readonly Unaddressed[]) => (each: Unaddressed) => addresses[kind][all.indexOf(each)]
    const from = assigned(stored, {
      order: numbering.stateOrder,
      preferred: numbering.state === 'in order' ? inOrder(stored) : () => undefined,
      fits: () => true,
    })
    const preferred = {
      'in order': inOrder(declared),
      kept: (each: Unaddressed) => from.get(each),
      mixed: (each: Unaddressed) => (each.keepsAddress ? from.get(each) : undefined),
    }[numbering.configuration]
    const to = assigned(declared, {
      order: numbering.configurationOrder,
      preferred,
      // Instances of one block share an expression, which can name no other object for each of them.
      fits: ({ isByNumber }, address) =>
        kind === 'category' || kind === 'group' || isByNumber || !isInstance(address),
    })
    const occupied = new Set(from.values())
    return ofKind.map((each) => {
      const { keepsAddress: _, isMoved, ...pictured } = each
      const [before, after] = [from.get(each), to.get(each)]
      const isFree = before !== undefined && after !== undefined && !occupied.has(after)
      return isMoved && isFree
        ? { ...pictured, from: after, to: after, previous: before }
        : { ...pictured, from: before, to: after, previous: undefined }
    })
  })
}

/** An address of its own for each object: the one that it prefers, if that is free, or else the next one. */
function assigned(
  objects: readonly Unaddressed[],
  {
    order,
    preferred,
    fits,
  }: {
    readonly order: readonly number[]
    readonly preferred: (object: Unaddressed) => string | undefined
    readonly fits: (object: Unaddressed, address: string) => boolean
  },
): ReadonlyMap<Unaddressed, string> {
  const found = new Map<Unaddressed, string>()
  const taken = new Set<string>()
  const take = (each: Unaddressed, address: string | undefined) => {
    if (address === undefined || taken.has(address) || !fits(each, address)) return
    found.set(each, address)
    taken.add(address)
  }
  for (const each of objects) take(each, preferred(each))
  for (const each of objects) {
    if (found.has(each)) continue
    const all = addresses[each.kind]
    take(
      each,
      order
        .flatMap((index) => all[index] ?? [])
        .find((address) => !taken.has(address) && fits(each, address)),
    )
  }
  return found
}

function stepsOf(kind: Kind, objects: readonly PicturedObject[]): readonly Step[] {
  const ofKind = objects.filter((each) => each.kind === kind)
  return addresses[kind].flatMap((address) => {
    const prior = ofKind.find(({ from, found }) => from === address && found)
    const next = ofKind.find(({ to }) => to === address)
    if (!prior && !next) return []
    return [{ address, kind, prior, next, action: actionOf(prior, next, objects) }]
  })
}

function actionOf(
  prior: PicturedObject | undefined,
  next: PicturedObject | undefined,
  objects: readonly PicturedObject[],
): Step['action'] {
  if (!prior) return 'create'
  // What is declared elsewhere is not forgotten: then it would be unclear which of the two is meant.
  if (!next) return prior.leaves === 'forgotten' && !prior.to ? 'forget' : 'destroy'
  const isAnother =
    prior.kind === 'list'
      ? prior.owner !== next.owner
      : prior.name !== next.name || prior.owner !== next.owner
  if (isAnother || !isOwnerKnown(next, objects)) {
    const isAlone = !next.from && !prior.to
    return next.replaced === 'forgotten' && isAlone ? 'forget-create' : 'replace'
  }
  if (next.again) return 'replace'
  const isSame = isEqual(attributesOf(prior, prior.found), attributesOf(next, next.planned))
  return isSame && missingSites(prior).length === 0 && !isShared(next, objects) ? 'none' : 'update'
}

/** Whether another list of the category gives up sites of a list: then this one is applied, too, and may have to be compiled. */
function isShared({ kind, owner, planned }: PicturedObject, objects: readonly PicturedObject[]): boolean {
  if (kind !== 'category' && kind !== 'list') return false
  const lists = objects.filter(
    (each) => each.owner === owner && (each.kind === 'category' || each.kind === 'list'),
  )
  return lists.some(({ found, planned: left }) =>
    found?.sites.some((site) => planned?.sites.includes(site) && !left?.sites.includes(site)),
  )
}

/** Sites that the state names as missing. */
function missingSites({ isRecorded, applied, found }: PicturedObject): readonly string[] {
  return isRecorded && found ? (applied?.sites ?? []).filter((site) => !found.sites.includes(site)) : []
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether a plan has the number of the category or group of a planned object. An object that gets another address, or is made anew, has a number that it does not have. */
function isOwnerKnown(object: PicturedObject, objects: readonly PicturedObject[]): boolean {
  if (object.isByNumber || object.kind === 'category' || object.kind === 'group') return true
  const owner = ownerOf(object, objects)
  return owner?.found !== undefined && owner.from === owner.to && !owner.again
}

function ownerOf(
  { kind, owner }: PicturedObject,
  objects: readonly PicturedObject[],
): PicturedObject | undefined {
  return objects.find((each) => each.kind === (kind === 'list' ? 'category' : 'group') && each.name === owner)
}

/** What an engine writes into a plan. */
class Engine {
  readonly #objects: readonly PicturedObject[]
  readonly #steps: readonly Step[]

  constructor(objects: readonly PicturedObject[], steps: readonly Step[]) {
    this.#objects = objects
    this.#steps = steps
  }

  changeOf({ address, prior, next, action }: Step): WrittenChange {
    // Engines delete what no block declares as it stands in the state, and say only in the drift what the refresh found.
    const isStale = action === 'destroy' && prior && this.driftOf(prior) !== undefined
    const before = prior ? this.#stored(prior, isStale ? prior.applied : prior.found) : null
    const { known, unknown } = next
      ? this.#planned(next, action === 'update' || action === 'none' ? prior : undefined)
      : { known: null, unknown: {} }
    const created = next?.replaced === 'created first'
    const actions = {
      none: ['no-op'],
      create: ['create'],
      update: ['update'],
      replace: created ? ['create', 'delete'] : ['delete', 'create'],
      destroy: ['delete'],
      forget: ['forget'],
      'forget-create': ['create', 'forget'],
    }[action]
    const change = written(address, before, known, { actions, after_unknown: unknown })
    return {
      ...change,
      ...(action === 'replace' && next?.again && { action_reason: next.again }),
      ...(prior?.previous !== undefined && { previous_address: prior.previous }),
    }
  }

  driftOf(object: PicturedObject): WrittenChange | undefined {
    const { from, applied, found } = object
    if (!from || !applied || (object.isRecorded && found)) return undefined
    if (found && isEqual(attributesOf(object, applied), attributesOf(object, found))) return undefined
    const [before, after] = [this.#stored(object, applied), found ? this.#stored(object, found) : null]
    return written(from, before, after, { actions: [after ? 'update' : 'delete'] })
  }

  configuration(): object {
    const blocks = new Map<string, object>()
    for (const { next } of this.#steps) {
      if (!next?.to) continue
      const [type = '', block = ''] = next.to.replace(/\[.*/, '').split('.')
      blocks.set(`${type}.${block}`, { type, name: block, expressions: this.#expressions(next) })
    }
    return { root_module: { resources: [...blocks.values()] } }
  }

  #expressions(next: PicturedObject): object {
    const owner = ownerOf(next, this.#objects)?.to
    const attribute = next.kind === 'list' ? 'category_id' : next.kind === 'membership' ? 'gid' : undefined
    if (!attribute) return next.isOfFile ? { sites_file: { constant_value: 'sites.txt' } } : {}
    if (isInstance(next.to ?? '')) return { [attribute]: { references: ['each.value.of', 'each.value'] } }
    if (next.isByNumber || !owner) return { [attribute]: { constant_value: numbers[next.owner] } }
    const number = next.kind === 'list' ? 'id' : 'gid'
    const block = owner.replace(/\[.*/, '')
    const references = [`${owner}.${number}`, owner, ...(block === owner ? [] : [block])]
    return { [attribute]: { references } }
  }

  #stored(object: PicturedObject, values: Values | undefined): Readonly<Record<string, unknown>> {
    const missing = values === object.found ? missingSites(object) : []
    return {
      ...attributesOf(object, values),
      ...numbersOf(object),
      ...chosen(object.kind),
      ...(missing.length > 0 && { file_sites: { missing } }),
    }
  }

  /** @param prior what is updated in place */
  #planned(object: PicturedObject, prior: PicturedObject | undefined) {
    const attributes = attributesOf(object, object.planned)
    if (prior) {
      const isSame = isEqual(attributesOf(prior, prior.found), attributes) && missingSites(prior).length === 0
      const isUnsure = isSame && isShared(object, this.#objects)
      const known = { ...attributes, ...numbersOf(object), ...chosen(object.kind) }
      return isUnsure
        ? { known: { ...known, compiled: undefined }, unknown: { compiled: true } }
        : { known, unknown: {} }
    }
    const isKnown = isOwnerKnown(object, this.#objects)
    const given = givenBy(object.kind)
    const numbered = Object.entries(numbersOf(object))
    const isGiven = ([name]: readonly [string, unknown]) => isKnown && given.includes(name)
    const known = {
      ...attributes,
      ...(object.isLoud && object.kind !== 'list' && loud(attributes)),
      ...Object.fromEntries(numbered.filter(isGiven)),
    }
    const names = [
      ...numbered.filter((each) => !isGiven(each)).map(([name]) => name),
      ...Object.keys(chosen(object.kind)),
    ]
    return { known, unknown: Object.fromEntries(names.map((name) => [name, true])) }
  }
}

/** Attributes with numbers that follow from those of the configuration, if these are known. */
function givenBy(kind: Kind): readonly string[] {
  return kind === 'list' ? ['category_id', 'id'] : kind === 'membership' ? ['gid', 'id'] : []
}

function attributesOf(
  { kind, name, owner, isOfFile }: Pick<PicturedObject, 'kind' | 'name' | 'owner' | 'isOfFile'>,
  values: Values | undefined,
): Readonly<Record<string, unknown>> {
  const { sites: content, on_existing, ...options } = values ?? {}
  switch (kind) {
    case 'category':
    case 'list':
      return {
        name,
        ...options,
        compile: true,
        on_conflict: 'keep',
        sites: content,
        sites_file: isOfFile ? 'sites.txt' : null,
        sites_packed: null,
        file_sites: null,
      }
    case 'group':
      return { name: owner, organization: 'acme', on_existing }
    case 'membership':
      return { uid: name }
  }
}

/** Names in other letters. Those of categories, groups and members have no letter case. */
function loud({ uid, name }: Readonly<Record<string, unknown>>): object {
  return {
    ...(typeof uid === 'string' && { uid: uid.toUpperCase() }),
    ...(typeof name === 'string' && { name: name.toUpperCase() }),
  }
}

/** Numbers of the appliance, and what contains them. */
function numbersOf({ kind, name, owner }: PicturedObject): Readonly<Record<string, unknown>> {
  const number = numbers[owner]
  switch (kind) {
    case 'category':
      return { id: String(number) }
    case 'list':
      return { category_id: String(number), category_name: owner, id: `${number}/${name}` }
    case 'group':
      return { gid: number, id: `acme/${number}` }
    case 'membership':
      return { gid: number, id: `${name}/${number}` }
  }
}

/** What else is known only after an object is created. */
function chosen(kind: Kind): Readonly<Record<string, unknown>> {
  if (kind === 'category') return { description: '', compiled: true }
  return kind === 'list' ? { compiled: true } : {}
}

function written(
  address: string,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
  change: Readonly<Record<string, unknown>>,
): WrittenChange {
  const [, key] = /\[(.*)\]$/.exec(address) ?? []
  const [, name = ''] = address.replace(/\[.*/, '').split('.')
  return changeOf(address, before, after, {
    name,
    ...(key !== undefined && { index: JSON.parse(key) }),
    change,
  })
}
