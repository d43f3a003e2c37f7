import type { Fault } from '@webfilter/appliance-emulator'
import fc from 'fast-check'
import { isEngine } from './circumstances'
import {
  categoryAddresses,
  categoryNames,
  type DeclaredList,
  declarableSites,
  foreignSites,
  listAddresses,
  listNames,
  othersCategory,
} from './configuration'
import type { Address } from './resource-types'
import type { ApplyStep, EarlyEnd, Edit, HandStep, Step } from './steps'
import { type Interference, type Writing, writings } from './writing'

/** How many follow the first one. With an engine, a step takes seconds. */
const mostSteps = isEngine ? 3 : 8

const addresses = [...categoryAddresses, ...listAddresses]
const address = fc.constantFrom(...addresses)
const name = fc.constantFrom(...categoryNames)
const anyName = fc.constantFrom(...categoryNames, othersCategory)
const site = fc.constantFrom(...declarableSites)
const limit = fc.constantFrom<DeclaredList['removalLimit'][]>('0', '1', '50%', '100%')
const otherOnConflict = fc.constantFrom<DeclaredList['onConflict'][]>('move', 'move', 'fail')

/** What a list is and does, wherever it is. */
const content = {
  sites: fc.shuffledSubarray([...declarableSites]),
  writing: mostly<Writing>('inline', fc.constantFrom(...writings), 1),
  onInvalidLine: mostly<DeclaredList['onInvalidLine']>('skip', fc.constant('fail'), 7),
  onConflict: mostly<DeclaredList['onConflict']>('keep', otherOnConflict, 2),
  compile: mostly(true, fc.constant(false), 5),
  onDestroy: mostly<DeclaredList['onDestroy']>('remove', fc.constant('keep'), 3),
  onRemove: mostly<DeclaredList['onRemove']>('remove', fc.constant('keep'), 5),
  verify: mostly<DeclaredList['verify']>('auto', fc.constantFrom('full', 'sample', 'none'), 4),
  removalLimit: mostly<DeclaredList['removalLimit']>(null, limit, 7),
  replacedWith: mostly<DeclaredList['replacedWith']>(null, address, 7),
}

/** Mostly each resource has the name that belongs to its place; any other is a replacement, or an adoption, or declared twice. */
const declaredCategory: fc.Arbitrary<Edit> = fc
  .record({
    ...content,
    place: fc.nat(categoryAddresses.length - 1),
    otherName: fc.option(name, { freq: 8 }),
  })
  .map(({ place, otherName, ...rest }) =>
    declare(categoryAddresses[place], {
      ...rest,
      list: null,
      category: otherName ?? categoryNames[place] ?? '',
    }),
  )

/** A list in a category that is declared too, or that others have made. */
const declaredList: fc.Arbitrary<Edit> = fc
  .record({
    ...content,
    category: fc.oneof(fc.constant(othersCategory), name),
    place: fc.nat(listAddresses.length - 1),
    otherName: fc.option(fc.constantFrom(...listNames), { freq: 8 }),
  })
  .map(({ place, otherName, ...rest }) =>
    declare(listAddresses[place], { ...rest, list: otherName ?? listNames[place] ?? '' }),
  )

const declaration: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 3, arbitrary: declaredCategory },
  { weight: 2, arbitrary: declaredList },
)

function declare(declared: Address | undefined, list: DeclaredList): Edit {
  return { edit: 'declare', address: declared ?? 'appliance_category.one', declared: list }
}

const oneValue: fc.Arbitrary<Partial<DeclaredList>> = fc.oneof(
  fc.record({ compile: fc.boolean() }),
  fc.record({ onConflict: fc.constantFrom('keep', 'move', 'fail') }),
  fc.record({ onDestroy: fc.constantFrom('remove', 'keep') }),
  fc.record({ onRemove: fc.constantFrom('remove', 'keep') }),
  fc.record({ verify: fc.constantFrom('auto', 'full', 'sample', 'none') }),
  fc.record({ onInvalidLine: fc.constantFrom('skip', 'fail') }),
  fc.record({ removalLimit: fc.option(limit, { freq: 2 }) }),
  fc.record({ replacedWith: fc.option(address, { freq: 2 }) }),
  { weight: 4, arbitrary: fc.record({ writing: fc.constantFrom(...writings) }) },
  { weight: 2, arbitrary: fc.record({ category: name }) },
)

/** One attribute, or several at once. */
const values: fc.Arbitrary<Partial<DeclaredList>> = fc
  .array(oneValue, { minLength: 1, maxLength: 3 })
  .map((each) => Object.assign({}, ...each))

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Edit>({ edit: 'revert' }) },
  { weight: 5, arbitrary: declaration },
  { weight: 4, arbitrary: fc.record({ edit: fc.constant('shift'), site, from: address, to: address }) },
  { weight: 3, arbitrary: fc.record({ edit: fc.constant('swap'), one: address, other: address }) },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant('toggle'), site, address }) },
  {
    weight: 3,
    arbitrary: fc
      .record({ with: address, place: fc.nat(listAddresses.length - 1) })
      .map(({ place, ...other }) => ({
        edit: 'overlap' as const,
        ...other,
        address: listAddresses[place] ?? 'appliance_category_sites.desk',
        list: listNames[place] ?? '',
      })),
  },
  { weight: 3, arbitrary: fc.record({ edit: fc.constant('narrow'), address }) },
  { weight: 3, arbitrary: fc.record({ edit: fc.constant('remove'), address }) },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant('set'), address, values }) },
)

const aim = {
  operation: fc.constantFrom('list', 'create', 'quick', 'add', 'move', 'delete', 'query', 'compile'),
  skip: mostly(0, fc.nat(2), 1),
  times: fc.integer({ min: 1, max: 4 }),
}
const afterWork = fc.boolean()
/** Milliseconds: what reads that are repeated outlast, and what outlasts them. */
const lag = fc.constantFrom(100, 3_000)

/** A list that is not what the appliance has: cut off, filtered, or with odd entries. */
const listFlaw: fc.Arbitrary<Fault> = fc
  .oneof(
    fc.record({ effect: fc.constant('entries-missing' as const), first: fc.nat(3) }),
    fc.record({
      effect: fc.constant('entries-missing' as const),
      without: fc.subarray([...categoryNames], { minLength: 1 }),
    }),
    fc.record({
      effect: fc.constant('entry-unreadable' as const),
      lacks: fc.constantFrom('number' as const, 'name' as const, 'small-number' as const),
    }),
    fc.record({ effect: fc.constantFrom('entries-repeated' as const) }),
    fc.record({ effect: fc.constant('second-name' as const), name: anyName }),
  )
  .chain((flaw) =>
    fc
      .record({ ...aim, times: fc.integer({ min: 1, max: 20 }) })
      .map((at) => ({ ...at, ...flaw, operation: 'list' })),
  )

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ ...aim, effect: fc.constant('drop'), afterWork }),
  fc.record({ ...aim, effect: fc.constant('status'), status: fc.constant(500), afterWork }),
  fc.record({ ...aim, effect: fc.constant('html'), status: fc.constantFrom(200, 503) }),
  fc.record({ ...aim, effect: fc.constant('refuse'), error: fc.constant('DISK_FULL'), afterWork }),
  fc.record({
    ...aim,
    operation: fc.constant('create'),
    effect: fc.constant('refuse'),
    error: fc.constant('CATEGORY_EXISTS'),
  }),
  fc.record({
    ...aim,
    operation: fc.constant('create'),
    effect: fc.constant('stored-otherwise'),
    as: fc.constant('html'),
  }),
  fc.record({ ...aim, effect: fc.constant('truncate') }),
  fc.record({ ...aim, operation: fc.constant('delete'), effect: fc.constant('pretend') }),
  fc.record({ ...aim, operation: fc.constant('quick'), effect: fc.constant('leaves-one-out') }),
  fc.record({ ...aim, effect: fc.constant('nothing-listed'), as: fc.constantFrom('empty', 'null') }),
  listFlaw,
  fc.record({ ...aim, effect: fc.constantFrom('queue-full', 'closed-silently', 'cached', 'latin1') }),
  fc.record({ ...aim, times: fc.constant(9), effect: fc.constant('stale'), milliseconds: lag }),
  fc.record({
    ...aim,
    operation: fc.constantFrom('quick', 'compile'),
    effect: fc.constant('compile-fails'),
  }),
)

const places = mostly<readonly number[]>([], fc.array(fc.nat(6), { maxLength: 12 }), 1)

const earlyEnd = fc.record({
  by: fc.constantFrom<EarlyEnd['by'][]>('kill', 'Ctrl-C'),
  after: fc.nat(12),
  isDone: fc.boolean(),
})

/** Each query is answered in one way, while everything else answers as ever. */
const queriesFailAlike = fc.record({
  operation: fc.constant('query'),
  effect: fc.constant('refuse' as const),
  status: fc.constantFrom(200, 400, 404, 500),
  error: fc.constant('database is locked'),
})

/** Nothing is removed, although each answer says so. */
const nothingIsRemoved: readonly Fault[] = [{ operation: 'delete', effect: 'pretend' }]

const faults: fc.Arbitrary<readonly Fault[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(nothingIsRemoved) },
  { weight: 1, arbitrary: queriesFailAlike.map((each) => [each]) },
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(fault, { minLength: 1, maxLength: 3 }) },
)

const hand: fc.Arbitrary<HandStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('add by hand', 'remove by hand'),
      name: anyName,
      sites: fc.subarray([...declarableSites, ...foreignSites], { minLength: 1 }),
      compile: mostly(true, fc.constant(false), 4),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create by hand'), name: anyName }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete by hand'), name: anyName }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('state rm'), address }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('another takes the number'), name: anyName }) },
)

/** Resources of lists that are all in one category, which is that of the first of them, or of others. */
const sharers: readonly Address[] = ['appliance_category.one', ...listAddresses]
const sharer = fc.constantFrom(...sharers)
const sharedSites = declarableSites.slice(0, 4)

const sharedList: fc.Arbitrary<Edit> = fc
  .record({
    ...content,
    sites: fc.shuffledSubarray(sharedSites, { minLength: 1 }),
    category: mostly(categoryNames[0] ?? '', fc.constant(othersCategory), 5),
    place: fc.nat(sharers.length - 1),
  })
  .map(({ place, category, ...rest }) =>
    place === 0
      ? declare(sharers[0], { ...rest, list: null, category: categoryNames[0] ?? '' })
      : declare(sharers[place], { ...rest, list: listNames[place - 1] ?? '', category }),
  )

const changeOfShared: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      edit: fc.constant('toggle'),
      site: fc.constantFrom(...sharedSites),
      address: sharer,
    }),
  },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant('remove'), address: sharer }) },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant('narrow'), address: sharer }) },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant('set'), address: sharer, values }) },
  { weight: 2, arbitrary: sharedList },
  { weight: 1, arbitrary: fc.constant<Edit>({ edit: 'revert' }) },
)

/** What sequences are about. */
interface Subject {
  readonly declaration: fc.Arbitrary<Edit>
  readonly edit: fc.Arbitrary<Edit>
  readonly address: fc.Arbitrary<Address>
  readonly hand: fc.Arbitrary<HandStep>
  readonly faults: fc.Arbitrary<readonly Fault[]>
}

const anything: Subject = { declaration, edit, address, hand, faults }

const listsOfOneCategory: Subject = {
  declaration: sharedList,
  edit: changeOfShared,
  address: sharer,
  hand: hand.filter(({ kind }) => kind !== 'another takes the number' && kind !== 'delete by hand'),
  faults: mostly<readonly Fault[]>([], faults, 2),
}

/** What happens, one after the other: some lists are declared, then changed. */
export const sequence: fc.Arbitrary<readonly Step[]> = fc
  .oneof(sequenceOf(anything), sequenceOf(listsOfOneCategory))
  .map((steps) => [createByHand(othersCategory), ...steps])

/**
 * The same where single sites cannot be asked for: there nobody notices that some were taken out by hand while others were
 * added. And nothing can be created there, so everything is created by hand first.
 */
export const sequenceWithoutOlderRoutes: fc.Arbitrary<readonly Step[]> = fc
  .oneof(sequenceOf(withoutRemovals(anything)), sequenceOf(withoutRemovals(listsOfOneCategory)))
  .map((steps) => [...[...categoryNames, othersCategory].map(createByHand), ...steps])

function withoutRemovals(subject: Subject): Subject {
  const kept = subject.hand.filter(({ kind }) => kind !== 'remove by hand' && kind !== 'delete by hand')
  return { ...subject, hand: kept }
}

function createByHand(created: string): Step {
  return { kind: 'create by hand', name: created }
}

function sequenceOf(subject: Subject): fc.Arbitrary<readonly Step[]> {
  const first = applyOf(fc.array(subject.declaration, { minLength: 1, maxLength: 5 }), subject)
  const later = applyOf(fc.array(subject.edit, { maxLength: 4 }), subject)
  const step = fc.oneof({ weight: 3, arbitrary: later }, { weight: 1, arbitrary: subject.hand })
  return fc
    .tuple(first, fc.array(step, { maxLength: mostSteps, size: 'max' }))
    .map(([apply, steps]) => [apply, ...steps])
}

function applyOf(edits: fc.Arbitrary<readonly Edit[]>, subject: Subject): fc.Arbitrary<ApplyStep> {
  const targeted = fc.record({ targets: fc.tuple(subject.address) })
  return fc
    .tuple(wholeApplyOf(edits, subject), mostly<Pick<ApplyStep, 'targets'>>({}, targeted, 9))
    .map(([apply, targets]) => ({ ...apply, ...targets }))
}

function wholeApplyOf(
  edits: fc.Arbitrary<readonly Edit[]>,
  { address, faults }: Subject,
): fc.Arbitrary<Omit<ApplyStep, 'targets'>> {
  return fc.record({
    kind: fc.constant('apply'),
    edits,
    faults,
    end: mostly<ApplyStep['end']>(null, earlyEnd, 6),
    faultsDuring: mostly<ApplyStep['faultsDuring']>('apply', fc.constant('plan'), 5),
    parallelism: mostly<ApplyStep['parallelism']>(10, fc.constantFrom(1, 2), 3),
    places: fc.record({ plan: places, apply: places }),
    refresh: mostly(true, fc.constant(false), 5),
    tainted: mostly<ApplyStep['tainted']>(null, address, 3),
    replaced: mostly<ApplyStep['replaced']>([], fc.uniqueArray(address, { minLength: 1, maxLength: 2 }), 5),
    forgotten: mostly<ApplyStep['forgotten']>([], fc.tuple(address), 11),
    keepsPlannedPrivate: fc.boolean(),
    mayContest: mostly(false, fc.constant(true), 5),
    interference: fc.option(
      fc.record({ address, how: fc.constantFrom<Interference[]>('other sites', 'another order', 'gone') }),
      { freq: 7 },
    ),
  })
}

/** Shrinks to the usual value. */
function mostly<T>(usual: T, other: fc.Arbitrary<T>, times: number): fc.Arbitrary<T> {
  return fc.oneof({ weight: times, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
}
