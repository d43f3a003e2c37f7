import fc from 'fast-check'

/** A configuration as data: what it declares by the appliance's own names, so that a test can compare it with what is there. */
export interface Declared {
  readonly hasService: boolean
  readonly categories: readonly DeclaredCategory[]
  readonly lists: readonly DeclaredList[]
  readonly groups: readonly DeclaredGroup[]
  readonly members: readonly DeclaredMember[]
  readonly memberships: readonly DeclaredMembership[]
  readonly certificates: readonly DeclaredCertificate[]
  readonly hostname: string | undefined
  readonly delistings: readonly DeclaredDelisting[]
  readonly operations: readonly DeclaredOperation[]
}

/** What a category and a list have in common. */
interface DeclaredSites {
  readonly label: string
  readonly sites: readonly string[]
  readonly source: 'sites' | 'file' | 'files' | 'exceptions'
  readonly onConflict: 'keep' | 'move' | 'fail' | undefined
  readonly onRemove: 'remove' | 'keep' | undefined
  readonly onDestroy: 'remove' | 'keep' | undefined
  readonly compile: boolean | undefined
}

export interface DeclaredCategory extends DeclaredSites {
  readonly name: string
}

export interface DeclaredList extends DeclaredSites {
  readonly name: string
  /** The name of its category: a declared one, or {@link foreignCategory}. */
  readonly category: string
}

interface DeclaredGroup {
  readonly label: string
  readonly name: string
}

interface DeclaredMember {
  readonly label: string
  readonly uid: string
  readonly firstName: string
  readonly title: string | undefined
  readonly telephone: string | undefined
  readonly hasPassword: boolean
  readonly onDestroy: 'delete' | 'keep' | undefined
  /** Name of the primary group. */
  readonly group: string | undefined
}

interface DeclaredMembership {
  readonly uid: string
  readonly group: string
}

interface DeclaredCertificate {
  readonly label: string
  readonly commonName: string
  readonly organization: string
  readonly onExisting: 'adopt' | 'fail'
}

interface DeclaredDelisting {
  readonly database: string
  readonly addresses: readonly string[]
}

interface DeclaredOperation {
  readonly label: string
  readonly name: string
  /** Name of the category to compile. */
  readonly category: string | undefined
  readonly number: string
}

const categoryNames = ['ads', 'news', 'games', 'social'] as const
/** A category of somebody else, in which lists are declared. */
export const foreignCategory = 'console'
const groupNames = ['editors', 'readers', 'staff'] as const
/** The last one is there before the first apply, with an account that nobody declares. */
const uids = ['ann.lee', 'bob.ray', 'cid.fox', 'dora.kay'] as const
export const foreignUid = 'hal.orr'
export const databases = ['1270002', '1270009'] as const
export const addresses = ['192.0.2.25', '192.0.2.26', '198.51.100.25', '203.0.113.9'] as const
export const password = 'hunter2'

/** Sites that several lists may declare. */
const sharedSites = ['both.example', 'twice.example', '203.0.113.80']

function ownSites(name: string): readonly string[] {
  return [1, 2, 3, 4, 5, 6].map((number) => `${name}-${number}.example`)
}

/** All names that a configuration or somebody else may write. */
export const names = {
  categories: [...categoryNames, foreignCategory],
  groups: groupNames,
  uids: [...uids, foreignUid],
  sitesOf: (category: string): readonly string[] => [...ownSites(category), ...sharedSites],
}

/** Two configurations of which the second one follows from the first by a change that somebody may make. */
export const configurations: fc.Arbitrary<readonly [Declared, Declared]> = fc
  .record({
    hasService: inTurn(fc.boolean()),
    categories: fc.tuple(...categoryNames.map((name) => inTurn(seldom(categoryNamed(name), 1)))),
    lists: fc.tuple(...['one', 'two', 'three'].map((name) => inTurn(seldom(listNamed(name), 2)))),
    groups: fc.tuple(...groupNames.map((name) => inTurn(seldom(groupNamed(name), 2)))),
    members: fc.tuple(...uids.map((uid) => inTurn(seldom(memberNamed(uid), 2)))),
    memberships: fc.tuple(
      ...names.uids.flatMap((uid) =>
        groupNames.map((group) => inTurn(seldom(fc.constant({ uid, group }), 4))),
      ),
    ),
    certificates: fc.tuple(
      ...['proxy', 'mail'].map((name) => inTurn(seldom(certificateNamed(`${name}.example.org`), 3))),
    ),
    hostname: inTurn(seldom(fc.constantFrom('one.example.org', 'two.example.org'), 3)),
    delistings: fc.tuple(...databases.map((database) => inTurn(seldom(delistingOf(database), 3)))),
    operations: fc.tuple(
      ...['category_backup', 'category_compile', 'records_compile', 'directory_backup'].map((name) =>
        inTurn(seldom(operationNamed(name), 4)),
      ),
    ),
  })
  .map((slots) => [declaredIn(slots, 0), declaredIn(slots, 1)])

/** The same twice, or one after the other. */
function inTurn<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<readonly [Value, Value]> {
  return fc.oneof(
    values.map((value) => [value, value] as const),
    fc.tuple(values, values),
  )
}

/** Once among so many more. */
function seldom<Value>(values: fc.Arbitrary<Value>, others: number): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 2, arbitrary: values }, { weight: others, arbitrary: fc.constant(undefined) })
}

function setting<const Value>(...values: readonly Value[]): fc.Arbitrary<Value | undefined> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.constantFrom(...values) },
  )
}

function sitesIn(name: string) {
  return {
    sites: fc
      .tuple(
        fc.subarray([...ownSites(name)], { minLength: 1, maxLength: 4 }),
        fc.oneof(
          { weight: 6, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.subarray(sharedSites) },
        ),
      )
      .map(([own, shared]) => [...own, ...shared]),
    source: fc.constantFrom('sites', 'sites', 'file', 'files', 'exceptions'),
    onConflict: setting('keep', 'keep', 'move', 'move', 'fail'),
    onRemove: setting('remove', 'keep'),
    onDestroy: setting('remove', 'keep'),
    compile: setting(true, false),
  } as const
}

function labelled(name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(name) },
    { weight: 1, arbitrary: fc.constant(`${name}_again`) },
  )
}

function categoryNamed(name: string): fc.Arbitrary<DeclaredCategory> {
  return fc.record({ label: labelled(name), name: fc.constant(name), ...sitesIn(name) })
}

function listNamed(name: string): fc.Arbitrary<DeclaredList> {
  return fc.constantFrom(...categoryNames, foreignCategory).chain((category) =>
    fc.record({
      label: labelled(name),
      name: fc.constant(name),
      category: fc.constant(category),
      ...sitesIn(category),
    }),
  )
}

function groupNamed(name: string): fc.Arbitrary<DeclaredGroup> {
  return fc.record({ label: labelled(name), name: fc.constant(name) })
}

function memberNamed(uid: string): fc.Arbitrary<DeclaredMember> {
  const [first = ''] = uid.split('.')
  return fc.record({
    // A member stays at its address.
    label: fc.constant(first),
    uid: fc.constant(uid),
    firstName: fc.constantFrom(first, first, 'Another'),
    title: setting('Editor', 'Reader'),
    telephone: setting('+49 30 5550100'),
    hasPassword: fc.boolean(),
    onDestroy: setting('delete', 'keep'),
    group: fc.constant(uid === 'ann.lee' ? 'editors' : undefined),
  })
}

function certificateNamed(commonName: string): fc.Arbitrary<DeclaredCertificate> {
  return fc.record({
    label: labelled(commonName.replace(/\..*/, '')),
    commonName: fc.constant(commonName),
    organization: fc.constantFrom('Example GmbH', 'Example GmbH', 'Other GmbH'),
    onExisting: fc.constantFrom('adopt', 'adopt', 'adopt', 'fail'),
  })
}

function delistingOf(database: string): fc.Arbitrary<DeclaredDelisting> {
  return fc.record({
    database: fc.constant(database),
    addresses: fc.subarray([...addresses], { minLength: 1 }),
  })
}

function operationNamed(name: string): fc.Arbitrary<DeclaredOperation> {
  return fc.record({
    label: fc.constant(name),
    name: fc.constant(name),
    category: name === 'category_compile' ? fc.constantFrom(...categoryNames) : fc.constant(undefined),
    number: fc.constantFrom('1', '2'),
  })
}

type Slots<Values> = {
  readonly [Name in keyof Values]: Values[Name] extends readonly (infer Each)[]
    ? readonly (readonly [Each | undefined, Each | undefined])[]
    : readonly [Values[Name], Values[Name]]
}

/** What is declared, without what would refer to something that is not. */
function declaredIn(slots: Slots<Declared>, turn: 0 | 1): Declared {
  const of = <Each>(all: readonly (readonly [Each | undefined, Each | undefined])[]) =>
    all.flatMap((each) => each[turn] ?? [])
  const categories = of(slots.categories)
  const isCategory = (name: string) => categories.some((each) => each.name === name)
  const groups = of(slots.groups)
  const isGroup = (name: string) => groups.some((each) => each.name === name)
  // A member cannot change its group.
  const isGroupInBoth = (name: string) =>
    [0, 1].every((each) => slots.groups.some((slot) => slot[each === 0 ? 0 : 1]?.name === name))
  const members = of(slots.members)
  return {
    hasService: slots.hasService[turn],
    categories,
    lists: of(slots.lists).filter(({ category }) => category === foreignCategory || isCategory(category)),
    groups,
    members: members.map((member) => ({
      ...member,
      group: member.group !== undefined && isGroupInBoth(member.group) ? member.group : undefined,
    })),
    memberships: of(slots.memberships).filter(
      ({ uid, group }) => isGroup(group) && (uid === foreignUid || members.some((each) => each.uid === uid)),
    ),
    certificates: of(slots.certificates),
    hostname: slots.hostname[turn],
    delistings: of(slots.delistings),
    operations: of(slots.operations).filter(({ category }) => category === undefined || isCategory(category)),
  }
}

/** What the configuration declares, in the words of pictures: `a.example in category ads`, `ann.lee in group editors`. */
export function factsOf(declared: Declared): ReadonlySet<string> {
  return new Set([
    ...declared.categories.map(({ name }) => `category ${name}`),
    ...declared.categories.flatMap(({ name, sites }) => sites.map((site) => `${site} in category ${name}`)),
    ...declared.lists.flatMap(({ category, sites }) =>
      sites.map((site) => `${site} in category ${category}`),
    ),
    ...declared.groups.map(({ name }) => `group ${name}`),
    ...declared.members.map(({ uid }) => `account ${uid}`),
    ...declared.memberships.map(({ uid, group }) => `${uid} in group ${group}`),
    ...declared.delistings.flatMap(({ database, addresses: own }) =>
      own.map((address) => `record ${address} in database ${database}`),
    ),
    ...(declared.hasService ? ['directory service'] : []),
  ])
}

/** Whether two categories of the configuration declare a site that one of them takes from the other. */
export function isContested({ categories, lists }: Declared): boolean {
  const all = [...categories.map((each) => ({ ...each, category: each.name })), ...lists]
  return all.some(
    ({ category, sites, onConflict }) =>
      (onConflict === 'move' || onConflict === 'fail') &&
      all.some((other) => other.category !== category && other.sites.some((site) => sites.includes(site))),
  )
}
