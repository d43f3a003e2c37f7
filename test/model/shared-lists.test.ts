import { type Emulator, type EmulatorOptions, startEmulator } from '@webfilter/appliance-emulator'
import { type ObjectValue, unknown } from '@webfilter/terraform-plugin'
import type { HowPlanned } from '@webfilter/terraform-plugin/testing'
import { ModelCore } from './core'
import type { DeclaredResource } from './declared-resources'
import type { Address } from './resource-types'

// What lists of one category, or of two with one table, mean for each other in plans that do not know everything.

let emulator: Emulator
let core: ModelCore

async function begin(options: EmulatorOptions = { generation: 'older' }): Promise<void> {
  emulator = await startEmulator(options)
  const { categories, legacy } = emulator.urls
  core = new ModelCore({
    endpoints: { categories: { url: categories }, categories_legacy: { url: legacy } },
    retries: 0,
  })
}

beforeEach(() => begin())

afterEach(() => emulator.close())

const feed: Address = 'appliance_category_sites.feed'
const desk: Address = 'appliance_category_sites.desk'

function list(
  address: Address,
  sites: readonly string[],
  id = '250',
  more: ObjectValue = {},
): [Address, DeclaredResource] {
  return [
    address,
    { values: { category_id: id, name: address.split('.')[1] ?? '', sites, ...more }, references: {} },
  ]
}

async function planned(declared: readonly [Address, DeclaredResource][], how: HowPlanned = {}) {
  const plan = await core.plan(new Map(declared), how)
  expect(plan.errors).toEqual([])
  return plan
}

async function applied(
  declared: readonly [Address, DeclaredResource][],
  how: HowPlanned = {},
): Promise<string> {
  const { warnings, apply } = await planned(declared, how)
  expect((await apply()).flatMap(({ errors }) => errors)).toEqual([])
  return warnings.join()
}

const stored = (id = 250) => [...emulator.store.sites(id)].sort()

describe('sites that two lists shared when they were last read, one of which is gone', () => {
  beforeEach(async () => {
    emulator.store.create({ name: 'ads' })
    const both = [list(desk, ['a.example', 'shared.example']), list(feed, ['b.example', 'shared.example'])]
    await applied(both)
    // The second one records what the first one declares.
    await applied(both, { parallelism: 1 })
    await applied([list(feed, ['b.example', 'shared.example'])], { refresh: false })
    expect(stored()).toEqual(['b.example', 'shared.example'])
  })

  const shortened = [list(feed, ['b.example'])]

  it('are removed without a refresh if the host keeps what plans note', async () => {
    expect(await applied(shortened, { refresh: false, keepsPlannedPrivate: true })).not.toContain(
      'sites-shared',
    )
    expect(stored()).toEqual(['b.example'])
  })

  it('stay without a refresh on other hosts, of which the plan warns, and are removed with one', async () => {
    const { warnings } = await planned(shortened, { refresh: false })
    expect(warnings.join()).toContain(
      '1 site of category "ads" was in the lists of two resources at the last refresh',
    )
    expect(warnings.join()).toContain('plan again without -refresh=false before you apply')
    expect(await applied(shortened)).not.toContain('sites-shared')
    expect(stored()).toEqual(['b.example'])
  })
})

describe('sites that leave one of two categories that have one table', () => {
  const names = ['Advertising and tracking one', 'Advertising and tracking two']

  beforeEach(async () => {
    for (const name of names) emulator.store.create({ name })
    await applied([list(feed, ['a.example', 'b.example'])])
  })

  const says =
    'that leaves category "Advertising and tracking one" will also leave category "Advertising and tracking two"'

  it.each<[string, readonly [Address, DeclaredResource][], HowPlanned]>([
    ['an update', [list(feed, ['a.example'])], {}],
    ['a replacement in its place', [list(feed, ['a.example'])], { replaced: [feed] }],
  ])('are named by the plan of %s', async (_, declared, how) => {
    const { warnings } = await planned(declared, how)
    expect(warnings.join()).toContain(`1 site ${says}`)
    expect(warnings.join()).toContain('[appliance:sites-leave-both]')
  })

  it('are named by the plan of a destroy, and of a tainted list', async () => {
    expect((await planned([])).warnings.join()).toContain(
      '2 sites that leave category "Advertising and tracking one" will also leave',
    )
    core.taint(feed)
    expect((await planned([list(feed, ['a.example'])])).warnings.join()).toContain(says)
  })

  it('are not named where nothing leaves, or the tables differ', async () => {
    const { id } = emulator.store.create({ name: 'news' })
    expect(
      await applied([list(feed, ['a.example', 'b.example']), list(desk, ['c.example'], String(id))]),
    ).not.toContain('leave-both')
    expect((await planned([list(feed, ['a.example', 'b.example'])])).warnings.join()).not.toContain(
      'leave-both',
    )
  })
})

describe('values that are known only after the apply', () => {
  beforeEach(async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.create({ name: 'games' })
    await applied([list(feed, ['a.example', 'b.example'])])
    emulator.store.addSites(251, ['there.example'])
  })

  const notKnown = (warnings: readonly string[]) =>
    warnings.filter((warning) => warning.includes('[appliance:list-not-known]'))

  it.each<[string, readonly unknown[], ObjectValue, string]>([
    [
      'on_conflict',
      ['a.example', 'b.example', 'there.example'],
      { on_conflict: unknown },
      'The value of on_conflict is known only after the apply. Depending on it, sites to be added may leave other categories; the apply may be ' +
        'refused because other categories contain sites to be added. there.example is in "games".',
    ],
    [
      'on_remove',
      ['a.example'],
      { on_remove: unknown },
      'The value of on_remove is known only after the apply. Depending on it, up to 1 managed site may leave the category (b.example).',
    ],
    [
      'a site',
      ['a.example', unknown],
      {},
      'The value of sites is known only after the apply. Depending on it, up to 2 managed sites may leave the category (a.example, b.example).',
    ],
    [
      'a site that may move',
      ['a.example', unknown],
      { on_conflict: 'move', on_remove: 'keep' },
      'The value of sites is known only after the apply. Depending on it, sites to be added may leave other categories.',
    ],
    [
      'all of it',
      ['a.example', unknown],
      { on_conflict: unknown, on_remove: unknown },
      'The values of sites and on_conflict and on_remove are known only after the apply. Depending on them, up to 2 managed sites may leave the ' +
        'category (a.example, b.example); sites to be added may leave other categories; the apply may be refused because other categories ' +
        'contain sites to be added.',
    ],
  ])('are said once in the plan, with what may come of them: %s', async (_, sites, options, says) => {
    const { warnings } = await planned([list(feed, sites as string[], '250', options)])
    expect(notKnown(warnings)).toHaveLength(1)
    expect(warnings.join()).toContain(says)
    expect(warnings.join()).not.toMatch(/sites-(moved|in-other-categories)/)
  })

  it('are no matter where nothing can come of them', async () => {
    const nothing = [
      list(feed, ['a.example', 'b.example'], '250', { on_conflict: unknown, on_remove: unknown }),
      list(desk, ['c.example', unknown] as unknown as string[]),
    ]
    expect(notKnown((await planned(nothing)).warnings)).toEqual([])
  })

  it('leave what another list declares, which is applied if they may not', async () => {
    const both = [
      list(desk, ['shared.example', 'c.example']),
      list(feed, ['a.example', 'b.example', 'shared.example']),
    ]
    await applied(both)
    for (const declared of [both, both.toReversed()]) {
      const shortened = declared.map(([address, each]): [Address, DeclaredResource] =>
        address === feed
          ? list(feed, ['a.example', 'b.example'], '250', { on_remove: unknown })
          : [address, each],
      )
      const { warnings } = await planned(shortened, { parallelism: 1 })
      expect(warnings.join()).toContain('[appliance:sites-shared]')
    }
  })
})

// The state says `compile = false` of what is deleted, and the new block has the list by then.
it('a site that a list gives up at a new address without a moved block is compiled as the new block says, also if its deletion comes last', async () => {
  const games = (label: string, sites: readonly string[], compile: boolean): [Address, DeclaredResource] => [
    `appliance_category.${label}`,
    { values: { name: 'games', sites, compile }, references: {} },
  ]
  const ofFormer: [Address, DeclaredResource] = [
    feed,
    {
      values: { name: 'feed', sites: ['c.example'], compile: false, on_destroy: 'keep' },
      references: { category_id: { address: 'appliance_category.former', attribute: 'id' } },
    },
  ]
  await applied([games('former', ['a.example', 'b.example'], true)])
  await applied([games('former', ['a.example', 'b.example'], false), ofFormer])
  // The former block is deleted after its list, and so after the creation of the new one.
  await applied([games('latter', ['a.example'], true)], { parallelism: 1 })
  expect(stored()).toEqual(['a.example', 'c.example'])
  expect([...emulator.store.compiledSites(250)].sort()).toEqual(stored())
})

it('a site stays in the state of a list whose deletion fails, if the list that was to take it over is never changed', async () => {
  const news = 'appliance_category.news' as const
  emulator.store.create({ name: 'staff' })
  await applied([
    list(feed, ['a.example']),
    [news, { values: { name: 'news', sites: ['d.example'] }, references: {} }],
  ])
  const { apply } = await planned([list(feed, ['d.example'], '251')])
  emulator.faults.set([{ operation: 'list', effect: 'html', status: 200 }])
  expect((await apply()).flatMap(({ errors }) => errors)).toHaveLength(2)
  emulator.faults.clear()
  await applied([])
  expect(stored(251)).toEqual([])
})

it('a site that a list gives up for another one leaves its state even if its update fails: its next apply alone leaves it there', async () => {
  emulator.store.create({ name: 'ads' })
  await applied([list(feed, ['c.example']), list(desk, ['a.example', 'b.example', 'e.example'])])
  const handedOver = [list(feed, ['a.example', 'c.example']), list(desk, ['b.example'])]
  const { apply } = await planned(handedOver, { parallelism: 1 })
  emulator.faults.set([{ operation: 'delete', effect: 'refuse', error: 'DISK_FULL' }])
  expect((await apply()).flatMap(({ errors }) => errors)).toHaveLength(1)
  emulator.faults.clear()
  await applied(handedOver, { targets: [desk] })
  expect(stored()).toEqual(['a.example', 'b.example', 'c.example'])
})

it('a site stays in the state of a list whose replacement fails at its deletion, although the new list declares it', async () => {
  emulator.store.create({ name: 'ads' })
  await applied([list(feed, ['a.example', 'b.example'])])
  const { apply } = await planned([list(feed, ['a.example'])], { replaced: [feed] })
  emulator.faults.set([{ operation: 'delete', effect: 'refuse', error: 'DISK_FULL' }])
  expect((await apply()).flatMap(({ errors }) => errors)).toHaveLength(1)
  emulator.faults.clear()
  await applied([])
  expect(stored()).toEqual([])
})

it('a site that a replaced list leaves with `on_destroy = "keep"` is in the state of the new one, also if that is not created', async () => {
  emulator.store.create({ name: 'ads' })
  await applied([list(feed, ['a.example'], '250', { on_destroy: 'keep' })])
  const { apply } = await planned([list(feed, ['a.example'])], { replaced: [feed] })
  emulator.faults.set([{ operation: 'quick', effect: 'refuse', error: 'DISK_FULL' }])
  expect((await apply()).flatMap(({ errors }) => errors)).toHaveLength(1)
  emulator.faults.clear()
  await applied([])
  expect(stored()).toEqual([])
})

describe('a list that is replaced by one in another category', () => {
  beforeEach(async () => {
    for (const name of ['ads', 'news']) emulator.store.create({ name })
  })

  // Nothing waits for what is still to come, so the other list is not applied.
  const oneByOne = { parallelism: 1 }

  it('leaves in the first category what a list declares there that does not change', async () => {
    const unchanged = list(desk, ['shared.example'])
    await applied([unchanged, list(feed, ['a.example', 'shared.example'])])
    await applied([unchanged, list(feed, ['a.example', 'shared.example'], '251')], oneByOne)
    expect([stored(250), stored(251)]).toEqual([['shared.example'], ['a.example', 'shared.example']])
  })

  it('leaves it there also if it has the name of a list that leaves the second category', async () => {
    const unchanged = list(desk, ['shared.example'])
    const former = list('appliance_category_sites.former', ['x.example'], '251', { name: 'feed' })
    await applied([unchanged, former, list(feed, ['a.example', 'shared.example'])])
    await applied([unchanged, list(feed, ['a.example', 'shared.example'], '251')], oneByOne)
    expect([stored(250), stored(251)]).toEqual([['shared.example'], ['a.example', 'shared.example']])
  })
})

it.each(['keep', 'fail', 'move'])(
  'two categories exchange their sites, with on_conflict = %s',
  async (on_conflict) => {
    const holding = (name: string, site: string): [Address, DeclaredResource] => [
      `appliance_category.${name}`,
      { values: { name, sites: [site], on_conflict }, references: {} },
    ]
    await applied([holding('one', 'a.example'), holding('two', 'b.example')])
    await applied([holding('one', 'b.example'), holding('two', 'a.example')])
    const [one, two] = ['one', 'two'].map((name) => emulator.store.categoryNamed(name)?.id)
    expect([stored(one), stored(two)]).toEqual([['b.example'], ['a.example']])
  },
  10_000,
)
