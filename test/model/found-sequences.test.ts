import { usualWaits } from '../../src/run/waits'
import { expectHonesty, expectSuccess, isRefused } from './expectations'
import { applied, declare, declareList } from './rare-sequences'
import { expectSharedSitesToStay } from './shared-sites'
import type { ApplyStep } from './steps'
import { type Holding, World } from './world'

// What random sequences have found, each as short as it gets. A fault that nobody has mended yet is marked as failing, and `thereUncompiled` in
// `active-sites.ts` excuses it.

let world: World
/** Lists wait only for a moment for one that is not planned. */
let impatient: World

beforeAll(async () => {
  world = await World.open({ generation: 'older' })
  impatient = await World.open({ generation: 'older' }, { ...usualWaits, untilPlanned: 200 })
})

afterAll(async () => {
  await world.close()
  await impatient.close()
})

/** What the only category contains after some steps, the last of which goes well. */
async function after(...steps: readonly ApplyStep[]): Promise<Pick<Holding, 'stored' | 'active'>> {
  await world.beginAnew()
  const runs = []
  for (const step of steps) runs.push(await world.apply(step))
  const last = runs.at(-1)
  expect(last?.applied.flatMap(({ errors }) => errors)).toEqual([])
  const [category] = last?.after.values() ?? []
  if (!category) throw new Error('There is no category.')
  return category
}

const one = 'appliance_category.one'
const desk = 'appliance_category_sites.desk'

// Two compiles are skipped, because the number of sites is what it was at the last compile: that before the addition, and that of the addition, which
// adds nothing.
it.failing('a site that a list has added without a compile, beside one that it has removed, is active once another list adds it with a compile', async () => {
  const { active } = await after(
    applied([declare('one', 'ads', ['d.example']), declareList('desk', 'ads', ['b.example'])]),
    applied([{ edit: 'set', address: desk, values: { sites: ['a.example'], compile: false } }]),
    applied([{ edit: 'toggle', site: 'a.example', address: one }]),
  )
  expect(active).toContain('a.example')
})

// The third list finds that the site is there, and was not asked to compile.
it('a site that one of three lists removes, and one puts back without a compile, is active if the third one compiles', async () => {
  const { active } = await after(
    applied([
      declare('one', 'ads', ['a.example', 'b.example']),
      declareList('desk', 'ads', ['b.example']),
      declareList('feed', 'ads', ['b.example']),
      { edit: 'set', address: desk, values: { compile: false } },
    ]),
    {
      ...applied([{ edit: 'toggle', site: 'b.example', address: one }]),
      parallelism: 1,
      keepsPlannedPrivate: false,
      refresh: false,
    },
  )
  expect(active).toContain('b.example')
})

// The number of sites was what it was at the last compile of the deletion, and the update removed nothing that was there still.
it('a site that a list adds is active if another list has removed what it gives up', async () => {
  const { active } = await after(
    applied([
      declareList('feed', 'ads', ['a.example', 'c.example']),
      { edit: 'set', address: 'appliance_category_sites.feed', values: { compile: false } },
      declareList('desk', 'ads', ['d.example']),
      declare('one', 'ads', ['d.example']),
    ]),
    {
      ...applied([
        { edit: 'remove', address: desk },
        { edit: 'set', address: one, values: { sites: ['b.example', 'c.example', 'a.example'] } },
      ]),
      refresh: false,
    },
  )
  expect(active).toContain('b.example')
})

// Only a successor of the same name was looked for.
it.each([
  { what: 'is tainted', how: { tainted: 'appliance_category_sites.desk' } as const },
  { what: 'is to be replaced', how: { replaced: ['appliance_category_sites.desk'] } as const },
])('a site of a list that $what, and gets another name, never leaves', async ({ how }) => {
  await impatient.beginAnew()
  const shared = declare('one', 'ads', ['a.example'])
  await impatient.apply(applied([shared, declareList('desk', 'ads', ['b.example'])]))
  const renamed = { ...applied([{ edit: 'set', address: desk, values: { list: 'feed' } }]), ...how }
  const { plan, missedMeanwhile } = await impatient.apply(renamed)
  expect(plan.changes.map(({ action }) => action)).toContain('replace')
  expect([...missedMeanwhile]).toEqual([])
})

// The new list was compared with a list of its own name and category alone, and no plan said what its deletion removes.
it.each(
  [
    { gets: 'another name', values: { list: 'feed', sites: ['a.example'] } },
    { gets: 'another category', values: { category: 'news' } },
    { gets: 'a new category', values: { category: 'games & toys' } },
  ].flatMap((change) => [
    { ...change, before: 'before', places: [] },
    { ...change, before: 'after', places: [0, 0, 1] },
  ]),
)(
  'a tainted list that gets $gets leaves a site that the list of its category declares, if it is planned $before that one',
  async ({ values, places }) => {
    await impatient.beginAnew()
    await impatient.apply(
      applied([
        declare('one', 'ads', ['a.example', 'b.example']),
        declareList('desk', 'ads', ['a.example', 'b.example']),
        declare('three', 'news', []),
      ]),
    )
    const run = await impatient.apply({
      ...applied([
        { edit: 'set', address: desk, values },
        ...(values.category === 'games & toys' ? [declare('two', 'games & toys', [])] : []),
      ]),
      tainted: desk,
      places: { plan: places, apply: [] },
      parallelism: 1,
    })
    expectSuccess(run, await impatient.planAgain())
    const ads = [...run.after.values()].find(({ name }) => name === 'ads')
    expect([...(ads?.active ?? [])].sort()).toEqual(['a.example', 'b.example'])
    expect([...run.missedMeanwhile]).toEqual([])
  },
)

// The plan of the one that leaves the site in place said that nothing removes it. The other one was planned before the new list.
it('a site that two lists give up, and a new one declares, is not said to stay while one of the two removes it', async () => {
  await world.beginAnew()
  const lists = [
    declare('one', 'ads', ['c.example', 'd.example']),
    declareList('feed', 'ads', ['c.example', 'a.example']),
  ]
  await world.apply(applied(lists))
  const givenUp = [one, 'appliance_category_sites.feed'] as const
  const run = await world.apply({
    ...applied([
      ...givenUp.map((address) => ({ edit: 'toggle', site: 'c.example', address }) as const),
      declareList('team', 'ads', ['c.example']),
    ]),
    keepsPlannedPrivate: true,
  })
  expect([...run.missedMeanwhile]).toEqual(['c.example'])
  expectSharedSitesToStay(run)
})

// The new list had nothing to compile, and said so of what the old one had removed.
it('a list that is replaced by an empty one, without a compile, does not claim that its removal is active', async () => {
  const given = { compile: false, verify: 'none' } as const
  await world.beginAnew()
  await world.apply(
    applied([declare('one', 'ads', ['d.example']), { edit: 'set', address: one, values: given }]),
  )
  const run = await world.apply({
    ...applied([{ edit: 'set', address: one, values: { sites: [] } }]),
    replaced: [one],
  })
  expect(run.applied.map(({ after: state }) => state?.compiled)).toEqual([false])
  expectHonesty(run, {})
})

// What the old list had removed without a compile stayed active, and the state said that all was compiled.
it('an empty list that compiles makes the removal active of the one in whose place it comes', async () => {
  await world.beginAnew()
  await world.apply(
    applied([
      declare('one', 'ads', ['d.example']),
      { edit: 'set', address: one, values: { compile: false } },
    ]),
  )
  world.changeByHand({ kind: 'add by hand', name: 'ads', sites: [], compile: true })
  const run = await world.apply({
    ...applied([{ edit: 'set', address: one, values: { sites: [], compile: true } }]),
    replaced: [one],
  })
  expect(run.applied.map(({ after: state }) => state?.compiled)).toEqual([true])
  expect([...([...run.after.values()].find(({ name }) => name === 'ads')?.active ?? [])]).not.toContain(
    'd.example',
  )
  expectHonesty(run, {})
})

// A list with `fail` waited for the one that gives the site up, which waited for its turn, and that for one behind the first.
it.each([
  { first: one, second: desk },
  { first: desk, second: one },
])(
  'two sites that two categories exchange arrive, also if lists with `fail` take them, from $first and $second',
  async ({ first, second }) => {
    const [feed, team] = ['appliance_category_sites.feed', 'appliance_category_sites.team'] as const
    await world.beginAnew()
    world.changeByHand({ kind: 'create by hand', name: 'news' })
    const sitesOf = (address: typeof one | typeof desk, own: string) => [
      own,
      address === first ? 'b.example' : 'f.example',
    ]
    await world.apply(
      applied([
        declare('one', 'ads', sitesOf(one, 'a.example')),
        declareList('desk', 'ads', sitesOf(desk, 'c.example')),
        declareList('feed', 'news', ['d.example']),
        declareList('team', 'news', ['e.example']),
        ...[feed, team].map((address) => ({ edit: 'set', address, values: { onConflict: 'fail' } }) as const),
      ]),
    )
    const run = await world.apply(
      applied([
        { edit: 'toggle', site: 'b.example', address: first },
        { edit: 'toggle', site: 'f.example', address: second },
        { edit: 'toggle', site: 'f.example', address: feed },
        { edit: 'toggle', site: 'b.example', address: team },
      ]),
    )
    expect(run.applied.flatMap(({ errors }) => errors)).toEqual([])
    // One of the two goes on first, so its site may be missing for a moment.
    const news = [...run.after.values()].find(({ name }) => name === 'news')
    expect([...(news?.active ?? [])].sort()).toEqual(['b.example', 'd.example', 'e.example', 'f.example'])
  },
)

// The update removed it before the list that declares it was planned again, whose file takes longer.
it('a site that an update gives up stays if a list declares it that is changed at the same time', async () => {
  const [feed, team] = ['appliance_category_sites.feed', 'appliance_category_sites.team'] as const
  const both = ['a.example', 'b.example', 'c.example', 'd.example']
  await world.beginAnew()
  await world.apply(
    applied([
      declare('one', 'ads', ['e.example']),
      declareList('feed', 'ads', both),
      declareList('team', 'ads', both),
      { edit: 'set', address: team, values: { writing: 'inline' } },
    ]),
  )
  const run = await world.apply({
    ...applied([
      { edit: 'set', address: feed, values: { sites: ['a.example', 'c.example'] } },
      { edit: 'set', address: team, values: { sites: ['b.example', 'd.example'] } },
    ]),
    keepsPlannedPrivate: false,
  })
  expect([...run.missedMeanwhile]).toEqual([])
  expectSharedSitesToStay(run)
})

// The marker of the batch that was refused counted as added, and the compile after the move found as many sites as the last one.
it('a site that is moved because the appliance refuses it is active, although as many were there at the last compile', async () => {
  const refusing = await World.open({ generation: 'older', sitesElsewhere: 'refused' })
  try {
    refusing.changeByHand({ kind: 'create by hand', name: 'ads' })
    refusing.changeByHand({ kind: 'add by hand', name: 'ads', sites: ['a.example'], compile: true })
    refusing.changeByHand({ kind: 'remove by hand', name: 'ads', sites: ['a.example'], compile: false })
    await refusing.apply(applied([declare('one', 'news', ['b.example', 'c.example'])]))
    const run = await refusing.apply(
      applied([{ edit: 'toggle', site: 'b.example', address: one }, declare('two', 'ads', ['b.example'])]),
    )
    expect(run.applied.flatMap(({ errors }) => errors)).toEqual([])
    expectHonesty(run, { refusesSitesElsewhere: true })
  } finally {
    await refusing.close()
  }
})

// The list that takes it had not begun: another one of its category was at work.
it('a site that changes its category is never in none, also if the list that takes it waits for its turn', async () => {
  const team = 'appliance_category_sites.team'
  await world.beginAnew()
  world.changeByHand({ kind: 'create by hand', name: 'news' })
  await world.apply(
    applied([
      declare('one', 'ads', ['a.example', 'b.example']),
      declareList('feed', 'news', ['c.example']),
      declareList('desk', 'news', ['d.example']),
      declareList('team', 'news', ['e.example']),
    ]),
  )
  const slow = { operation: 'quick', effect: 'latency', milliseconds: 100, times: 9 } as const
  const { missedMeanwhile, applied: changes } = await world.apply(
    applied(
      [
        { edit: 'toggle', site: 'b.example', address: one },
        { edit: 'toggle', site: 'f.example', address: 'appliance_category_sites.feed' },
        { edit: 'toggle', site: 'f.example', address: desk },
        { edit: 'toggle', site: 'b.example', address: team },
      ],
      [slow],
    ),
  )
  expect(changes.flatMap(({ errors }) => errors)).toEqual([])
  expect([...missedMeanwhile]).toEqual([])
})

// The plan took the other path for a change that is applied anyway, and kept that of the state.
it('a site that another list removes is put back by one whose file has only moved', async () => {
  const hasty = await World.open({ generation: 'older' }, { ...usualWaits, untilBegun: 0 })
  try {
    await hasty.apply(
      applied([
        declare('one', 'ads', ['b.example']),
        declareList('feed', 'ads', ['a.example']),
        declareList('desk', 'ads', ['a.example', 'd.example']),
      ]),
    )
    const run = await hasty.apply({
      ...applied([
        { edit: 'remove', address: 'appliance_category_sites.feed' },
        { edit: 'set', address: desk, values: { writing: 'file at another path' } },
      ]),
      refresh: false,
      keepsPlannedPrivate: true,
    })
    expectSuccess(run, await hasty.planAgain())
  } finally {
    await hasty.close()
  }
})

// The list that gave it up believed the one that declares it, and that one was refused before anything was sent.
it.each([
  { what: 'last', plan: [], apply: [] },
  { what: 'last, which the plan of the list says', plan: [0, 0, 1], apply: [] },
  {
    what: 'last, which the plan of the list says, and that fails as well',
    plan: [0, 0, 1],
    apply: [],
    refusals: 9,
  },
  { what: 'first', plan: [], apply: [0, 1] },
])(
  'a site that a list leaves to one whose update is refused is in a state, or gone, if that is applied $what',
  async ({ plan, apply, refusals = 0 }) => {
    await world.beginAnew()
    world.changeByHand({ kind: 'create by hand', name: 'others' })
    world.changeByHand({ kind: 'add by hand', name: 'others', sites: ['f.example'], compile: true })
    await world.apply(
      applied([
        declare('one', 'ads', ['e.example']),
        declareList('desk', 'ads', ['a.example', 'b.example']),
        declareList('feed', 'ads', ['c.example']),
      ]),
    )
    const taken = { sites: ['a.example', 'c.example', 'f.example'], onConflict: 'fail' } as const
    const refused = { operation: 'quick', effect: 'refuse', error: 'DISK_FULL', times: refusals } as const
    const run = await world.apply({
      ...applied(
        [
          { edit: 'set', address: desk, values: { sites: ['b.example', 'd.example'] } },
          { edit: 'set', address: 'appliance_category_sites.feed', values: taken },
        ],
        refusals > 0 ? [refused] : [],
      ),
      places: { plan, apply },
      parallelism: 1,
      keepsPlannedPrivate: plan.length > 0,
    })
    expect(run.applied.flatMap(({ errors }) => errors)).not.toEqual([])
    expectHonesty(run, {})
  },
)

// The state had only what was confirmed, and the refresh asked about the state.
it('a site whose addition was interrupted by Ctrl-C leaves when the configuration is reverted', async () => {
  const left: string[] = []
  for (let requests = 0; requests < 6; requests += 1) {
    const { stored } = await after(
      applied([declare('one', 'ads', ['a.example'])]),
      {
        ...applied([{ edit: 'toggle', site: 'b.example', address: one }]),
        end: { by: 'Ctrl-C', after: requests, isDone: true },
      },
      applied([{ edit: 'revert' }]),
    )
    if (stored.has('b.example')) left.push(`after ${requests} requests`)
  }
  expect(left).toEqual([])
})

// The batch left out the site and not the marker beside it: so the compile at the end added the site, and found as many as at the last one.
it('a site that a batch has left out beside a marker is active when the last compile adds it', async () => {
  await world.beginAnew()
  world.changeByHand({ kind: 'create by hand', name: 'ads' })
  const faults = [{ operation: 'quick', effect: 'leaves-one-out', times: 1 }] as const
  const inactive: string[] = []
  // Which of the two is left out is a matter of chance: the marker has a random name.
  for (let index = 0; index < 12; index += 1) {
    const run = await world.apply(applied([declareList('desk', 'ads', [`${index}.example`])], faults))
    const [category] = run.after.values()
    if (!category) throw new Error('There is no category.')
    const { stored, active } = category
    inactive.push(...[...stored].filter((site) => !active.has(site)))
    await world.apply(applied([{ edit: 'remove', address: desk }]))
  }
  expect(inactive).toEqual([])
})

// A state without a number was taken for the list of the category that is adopted.
it('a category whose creation no list has shown is adopted without a refresh', async () => {
  await world.beginAnew()
  const unlisted = { operation: 'list', effect: 'entries-missing', first: 0 } as const
  await world.apply(applied([declare('one', 'ads', ['a.example'])], [unlisted]))
  const run = await world.apply({ ...applied([]), refresh: false })
  expect(run.state.get(one)?.id).not.toBe('')
  expectHonesty(run, {})
})

// The category was there by then, and the state claimed what the refresh had found to be gone.
it('a category that is created again, and whose sites are refused, claims nothing', async () => {
  const refusing = await World.open({ generation: 'older', sitesElsewhere: 'refused' })
  try {
    refusing.changeByHand({ kind: 'create by hand', name: 'others' })
    await refusing.apply(applied([declare('one', 'ads', ['a.example', 'b.example'])]))
    refusing.changeByHand({ kind: 'delete by hand', name: 'ads' })
    refusing.changeByHand({ kind: 'add by hand', name: 'others', sites: ['b.example'], compile: true })
    const run = await refusing.apply({ ...applied([]), keepsPlannedPrivate: true })
    expect(run.applied.flatMap(({ errors }) => errors)).not.toEqual([])
    expectHonesty(run, { refusesSitesElsewhere: true })
  } finally {
    await refusing.close()
  }
})

// No question shows what the appliance has kept, and no outage makes an apply fail.
it('a site that the appliance calls removed and keeps may be forgotten if it does not answer the question about it', async () => {
  await world.beginAnew()
  await world.apply(applied([declare('one', 'ads', []), declareList('desk', 'ads', ['b.example'])]))
  const run = await world.apply(
    applied(
      [{ edit: 'remove', address: desk }],
      [
        { operation: 'query', effect: 'refuse', error: 'DISK_FULL' },
        { operation: 'delete', effect: 'pretend', times: 1 },
      ],
    ),
  )
  expect([...(run.after.values().next().value?.stored ?? [])]).toContain('b.example')
  expectHonesty(run, {})
})

// The update was refused before the provider was asked, and nobody could drop from its state what had been moved away.
it('a list whose file has changed still claims a site that another category has moved away', async () => {
  await world.beginAnew()
  world.changeByHand({ kind: 'create by hand', name: 'staff' })
  await world.apply(
    applied([
      declareList('desk', 'staff', ['f.example']),
      { edit: 'set', address: desk, values: { onRemove: 'keep' } },
    ]),
  )
  const run = await world.apply({
    ...applied([
      { edit: 'toggle', site: 'f.example', address: desk },
      declare('one', 'ads', ['f.example']),
      { edit: 'set', address: one, values: { onConflict: 'move' } },
    ]),
    interference: { address: desk, how: 'other sites' },
    keepsPlannedPrivate: false,
  })
  expect(run.applied.flatMap(({ errors }) => errors)).not.toEqual([])
  expectHonesty(run, {})
})

// The plan of the second one compared it with what was read of the first one.
it('a category that gets the name of another one is refused, perhaps also for what that one would lose', async () => {
  await world.beginAnew()
  await world.apply(applied([declare('one', 'news', ['b.example']), declare('two', 'ads', [])]))
  const taken = { category: 'news', removalLimit: '0' } as const
  const run = await world.apply(applied([{ edit: 'set', address: 'appliance_category.two', values: taken }]))
  expect(isRefused(run, {})).toBe(true)
})

// The list that was destroyed left it to the other one, whose `on_remove` leaves it there.
it('a site that one list is to remove and another one is to leave stays without a word', async () => {
  await world.beginAnew()
  const feed = 'appliance_category_sites.feed'
  await world.apply(
    applied([
      declare('one', 'ads', ['a.example', 'd.example']),
      declareList('feed', 'ads', ['a.example']),
      { edit: 'set', address: one, values: { onRemove: 'keep' } },
    ]),
  )
  await world.apply(applied([]))
  const givenUp = applied([
    { edit: 'toggle', site: 'a.example', address: one },
    { edit: 'remove', address: feed },
  ])
  const run = await world.apply({ ...givenUp, refresh: false, keepsPlannedPrivate: false })
  expect([...(run.after.values().next().value?.stored ?? [])]).toContain('a.example')
  expectHonesty(run, {})
})

// The list that would have shown it under another name was not readable, and a failed creation keeps no state.
it('a category that is stored under another name may be there without a word if the lists after its creation fail', async () => {
  await world.beginAnew()
  const run = await world.apply(
    applied(
      [declare('one', 'games & toys', [])],
      [
        { operation: 'list', effect: 'status', status: 503, skip: 2, times: 9 },
        { operation: 'create', effect: 'stored-otherwise', as: 'html' },
      ],
    ),
  )
  expect([...run.after.values()].map(({ name }) => name)).toEqual(['games &amp; toys'])
  expectHonesty(run, {})
})

// No sequence noticed that the plan of a list which leaves a site did not say that it surely stays.
it('a list is not applied if another one, whose last refresh has seen both, leaves what both declare', async () => {
  await world.beginAnew()
  await world.apply(
    applied([
      declare('one', 'ads', ['e.example']),
      declareList('desk', 'ads', ['a.example', 'b.example']),
      declareList('feed', 'ads', ['b.example', 'c.example']),
    ]),
  )
  // The list is refreshed after the other one was planned, and remembers what that declares.
  const feed = 'appliance_category_sites.feed'
  await world.apply({ ...applied([]), parallelism: 1 })
  const run = await world.apply({
    ...applied([{ edit: 'toggle', site: 'b.example', address: feed }]),
    places: { plan: [0, 0, 1], apply: [] },
    refresh: false,
    keepsPlannedPrivate: false,
    parallelism: 1,
  })
  expect(run.plan.changes.map(({ action }) => action)).toEqual(['no-op', 'no-op', 'update'])
  expectHonesty(run, {})
})
