import { describe, expect, it } from '@jest/globals'
import { type Emulator, type EmulatorOptions, startEmulator } from '@webfilter/appliance-emulator'
import { isSite, type Site } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import fc from 'fast-check'
import { times } from '../../../../../test/lanes/extent'
import { connect } from '../../../src/appliance'
import { codeOf, messageOf } from '../../caught'

const { signal } = new AbortController()
const moved = ['moved.example'].filter(isSite)

it('leaves no site behind that it compiles by while another change moves it away', async () => {
  const emulator = await startEmulator({ generation: 'older' })
  const appliance = connect({ endpoints: { categories: { url: emulator.urls.categories } } })
  try {
    const [ads, games] = [emulator.store.create({ name: 'ads' }), emulator.store.create({ name: 'games' })]
    emulator.store.addSites(ads.id, moved)
    // By the time the appliance compiles by way of the site, it has moved already.
    emulator.faults.set([
      { operation: 'quick', path: `/categories/quick/${ads.id}`, effect: 'latency', milliseconds: 100 },
    ])
    const gives = appliance.categoryChanges.begin({
      category: ads,
      remove: new FewSites(moved),
    })
    const takes = appliance.categoryChanges.begin({
      category: games,
      add: new FewSites(moved),
    })
    const outcomes = await Promise.all([
      gives.carryOut(ads, { siteThatStays: undefined, compile: true, pending: true }, signal),
      takes.carryOut(games, { siteThatStays: undefined, compile: true }, signal),
    ])
    expect(outcomes.map(({ failure }) => failure)).toEqual([undefined, undefined])
    expect(outcomes.map(({ added, removed }) => ({ added, removed }))).toEqual([
      { added: [], removed: moved },
      { added: moved, removed: [] },
    ])
    expect([[...emulator.store.sites(ads.id)], [...emulator.store.sites(games.id)]]).toEqual([[], moved])
  } finally {
    await appliance.close()
    await emulator.close()
  }
})

const sites = (...texts: string[]) => texts.filter(isSite)
const harmless = expect.stringMatching(/^[a-z]{16}\.invalid$/)

async function withOlderAppliance(
  work: (emulator: Emulator, appliance: ReturnType<typeof connect>) => Promise<void>,
  options: EmulatorOptions = {},
): Promise<void> {
  const emulator = await startEmulator({ generation: 'older', ...options })
  const appliance = connect({ endpoints: { categories: { url: emulator.urls.categories } }, retries: 0 })
  try {
    await work(emulator, appliance)
  } finally {
    await appliance.close()
    await emulator.close()
  }
}

/** A release that refuses a site which another category contains. */
const refusing: EmulatorOptions = { sitesElsewhere: 'refused' }

it('leaves no site active in a category that it empties, and names what is active in its place', async () => {
  await withOlderAppliance(async ({ store }, { categoryChanges }) => {
    const ads = store.create({ name: 'ads' })
    store.addSites(ads.id, ['a.example'])
    store.compile(ads.id)
    const emptying = categoryChanges.begin({
      category: ads,
      remove: new FewSites(sites('a.example')),
    })
    const outcome = await emptying.carryOut(ads, { siteThatStays: undefined, compile: true }, signal)
    emptying.end()
    expect(outcome).toMatchObject({ added: [], removed: ['a.example'], compiled: true, failure: undefined })
    expect(outcome.leftMarkers).toEqual([{ site: harmless, category: ads.id, isStored: false }])
    expect([...store.sites(ads.id)]).toEqual([])
    expect([...store.compiledSites(ads.id)]).toEqual([outcome.leftMarkers[0]?.site])
  })
})

it('names nothing that was not sent', async () => {
  await withOlderAppliance(async (emulator, { categories, categoryChanges }) => {
    const ads = emulator.store.create({ name: 'ads' })
    await categories.list(signal)
    await emulator.close()
    const emptying = categoryChanges.begin({
      category: ads,
      remove: new FewSites(sites('a.example')),
    })
    const outcome = await emptying.carryOut(ads, { siteThatStays: undefined, compile: true }, signal)
    emptying.end()
    expect(outcome).toMatchObject({ leftMarkers: [], failure: { kind: 'unreachable' } })
  })
})

it('does not call compiled what the appliance may have skipped', async () => {
  await withOlderAppliance(async ({ store, faults }, { categoryChanges }) => {
    const ads = store.create({ name: 'ads' })
    store.addSites(ads.id, ['one.example', 'two.example', 'three.example'])
    store.compile(ads.id)
    store.removeSites(ads.id, ['two.example', 'three.example'])
    faults.set([{ operation: 'delete', effect: 'refuse', error: 'DISK_FULL' }])
    const gains = categoryChanges.begin({
      category: ads,
      add: new FewSites(sites('new.example')),
    })
    // With a name that comes along, as many sites are there as at the last compile.
    const outcome = await gains.carryOut(ads, { siteThatStays: undefined, compile: true }, signal)
    gains.end()
    expect([...store.compiledSites(ads.id)]).not.toContain('new.example')
    expect(outcome).toMatchObject({ compiled: false, failure: { kind: 'failed' } })
  })
})

it('does not call compiled what was skipped as the appliance kept a placeholder name', async () => {
  await withOlderAppliance(async ({ store, faults }, { categories, categoryChanges }) => {
    const ads = store.create({ name: 'ads' })
    store.addSites(ads.id, ['one.example', 'two.example'])
    store.compile(ads.id)
    // An update whose compile failed has done that.
    store.removeSites(ads.id, ['two.example'])
    await categories.list(signal)
    faults.set([{ operation: 'delete', effect: 'pretend' }])
    const repair = async () => {
      const repairing = categoryChanges.begin({ category: ads })
      const [siteThatStays] = sites('one.example')
      const how = { siteThatStays, compile: true, pending: true, untilAskedAgain: 0 }
      const outcome = await repairing.carryOut(ads, how, signal)
      repairing.end()
      return outcome
    }
    const first = await repair()
    expect([...store.compiledSites(ads.id)]).toContain('two.example')
    expect(first).toMatchObject({ compiled: false, failure: { kind: 'failed' } })
    expect(messageOf(first.failure)).toContain(first.leftMarkers[0]?.site)
    expect(first.leftMarkers).toEqual([{ site: harmless, category: ads.id, isStored: true }])

    faults.set([])
    expect(await repair()).toMatchObject({ compiled: true, failure: undefined })
    expect([...store.compiledSites(ads.id)]).not.toContain('two.example')
  })
})

it('names what it could not take out again, and takes out what it can after a failure', async () => {
  await withOlderAppliance(async ({ store, faults }, { categoryChanges }) => {
    const ads = store.create({ name: 'ads' })
    store.addSites(ads.id, ['a.example'])
    const emptyingThatFails = async () => {
      const emptying = categoryChanges.begin({
        category: ads,
        remove: new FewSites(sites('a.example')),
      })
      const outcome = await emptying.carryOut(ads, { siteThatStays: undefined, compile: true }, signal)
      emptying.end()
      return outcome
    }
    faults.set([{ operation: 'delete', effect: 'refuse', error: 'DISK_FULL' }])
    const first = await emptyingThatFails()
    expect(messageOf(first.failure)).toContain('DISK_FULL')
    expect(first.leftMarkers.map(({ site, isStored }) => [store.sites(ads.id).has(site), isStored])).toEqual([
      [true, true],
      [true, true],
    ])

    faults.set([{ operation: 'quick', effect: 'refuse', error: 'DISK_FULL' }])
    const second = await emptyingThatFails()
    expect(messageOf(second.failure)).toContain('DISK_FULL')
    expect(
      [...store.sites(ads.id)].filter((site) => second.leftMarkers.some((left) => left.site === site)),
    ).toEqual([])
  })
})

it.each([{ generation: 'older' }, { list: 'older' }, { list: 'autonomous' }] as const)(
  'compiles a category of others that it takes the last site from, on an appliance with %j',
  async (options) => {
    const emulator = await startEmulator(options)
    const appliance = connect({ endpoints: { categories: { url: emulator.urls.categories } } })
    const { store } = emulator
    try {
      const [theirs, games] = [store.create({ name: 'theirs' }), store.create({ name: 'games' })]
      store.addSites(theirs.id, moved)
      store.compile(theirs.id)
      const takes = appliance.categoryChanges.begin({
        category: games,
        add: new FewSites(moved),
      })
      const takeFrom = [{ from: theirs.id, sites: moved }]
      const outcome = await takes.carryOut(
        games,
        { siteThatStays: undefined, compile: true, takeFrom },
        signal,
      )
      takes.end()
      expect(outcome).toMatchObject({ compiled: true, failure: undefined })
      // Only the autonomous list tells that the category is empty now.
      expect(outcome.leftMarkers).toEqual(
        'list' in options && options.list === 'autonomous'
          ? [{ site: harmless, category: theirs.id, isStored: false }]
          : [],
      )
      expect([...store.sites(theirs.id)]).toEqual([])
      expect([...store.compiledSites(theirs.id)]).toEqual([harmless])
      expect([...store.compiledSites(games.id)]).toEqual(moved)
    } finally {
      await appliance.close()
      await emulator.close()
    }
  },
)

it('compiles what comes although another change takes as many sites away at the same time', async () => {
  await withOlderAppliance(async ({ store, faults, journal }, { categoryChanges }) => {
    const [ads, games] = [store.create({ name: 'ads' }), store.create({ name: 'games' })]
    store.addSites(ads.id, ['stays.example', 'moved.example'])
    store.compile(ads.id)
    const wait = (path: string, milliseconds: number, skip: number) =>
      ({ operation: 'quick', path, effect: 'latency', milliseconds, skip }) as const
    faults.set([wait(`/categories/quick/${ads.id}`, 300, 1), wait(`/categories/quick/${games.id}`, 900, 1)])
    const gains = categoryChanges.begin({
      category: ads,
      add: new FewSites(sites('new.example')),
    })
    const [stays] = sites('stays.example')
    const gaining = gains.carryOut(ads, { siteThatStays: stays, compile: true }, signal)
    // Not before the compile that comes first is done.
    while (!journal.entries().some(({ path, status }) => path.includes('/quick/') && status === 200)) {
      await new Promise(setImmediate)
    }
    const takes = categoryChanges.begin({ category: games, add: new FewSites(moved), remove: new FewSites() })
    const takeFrom = [{ from: ads.id, sites: moved }]
    const taking = takes.carryOut(
      games,
      { siteThatStays: undefined, isNew: true, compile: true, takeFrom },
      signal,
    )
    const outcomes = await Promise.all([gaining, taking])
    expect(outcomes.map(({ failure }) => failure)).toEqual([undefined, undefined])
    expect([...store.compiledSites(ads.id)].sort()).toEqual(['new.example', 'stays.example'])
    expect([...store.sites(ads.id)].sort()).toEqual(['new.example', 'stays.example'])
  })
})

it.each([
  ['stayed', 'was refused', [{ effect: 'status', status: 403 }]],
  ['stayed', 'failed, and is found where it was', [{ effect: 'refuse', error: 'BUSY' }]],
  ['unknown', 'lost its answer', [{ effect: 'drop', afterWork: true }]],
  [
    'unknown',
    'was done, although the answer is false',
    [{ effect: 'refuse', error: 'BUSY', afterWork: true }],
  ],
  [
    'unknown',
    'failed, while no query works either',
    [
      { effect: 'refuse', error: 'BUSY' },
      { effect: 'drop', operation: 'query' },
    ],
  ],
] as const)('says what is known of a site, which is "%s" if its move %s', async (known, _, faults) => {
  await withOlderAppliance(async (emulator, appliance) => {
    const [ads, games] = [emulator.store.create({ name: 'ads' }), emulator.store.create({ name: 'games' })]
    emulator.store.addSites(ads.id, moved)
    emulator.faults.set(faults.map((fault) => ({ operation: 'move', ...fault })))
    const gives = appliance.categoryChanges.begin({
      category: ads,
      remove: new FewSites(moved),
    })
    const takes = appliance.categoryChanges.begin({
      category: games,
      add: new FewSites(moved),
    })
    const how = { siteThatStays: undefined, compile: true }
    const giving = gives.carryOut(ads, how, signal)
    await takes.carryOut(games, how, signal)
    takes.end()
    const { removed, failure } = await giving
    expect(removed).toEqual([])
    expect(codeOf(failure)).toBe('sites-not-moved')
    expect(messageOf(failure)).toMatch(
      known === 'stayed'
        ? /should have moved to another category, but stayed: moved\.example\.$/
        : /^Whether sites of category 250 have moved to another category is not known: moved\.example\.$/,
    )
  }, refusing)
})

it('tells who gives sites which of them stayed, where they could not be moved', async () => {
  await withOlderAppliance(async (emulator, appliance) => {
    const [ads, games] = [emulator.store.create({ name: 'ads' }), emulator.store.create({ name: 'games' })]
    emulator.store.addSites(ads.id, moved)
    emulator.faults.set([{ operation: 'move', effect: 'refuse', error: 'DISK_FULL' }])
    const gives = appliance.categoryChanges.begin({
      category: ads,
      remove: new FewSites(moved),
    })
    const takes = appliance.categoryChanges.begin({
      category: games,
      add: new FewSites(moved),
    })
    const how = { siteThatStays: undefined, compile: true }
    const giving = gives.carryOut(ads, how, signal)
    const taken = await takes.carryOut(games, how, signal)
    takes.end()
    const given = await giving
    expect(messageOf(taken.failure)).toContain('DISK_FULL')
    expect(codeOf(given.failure)).toBe('sites-not-moved')
    expect(messageOf(given.failure)).toContain('stayed: moved.example.')
    expect([...emulator.store.sites(ads.id)]).toEqual(moved)
  }, refusing)
})

it('names a third category that has what one gives to another, where the appliance refuses it', async () => {
  await withOlderAppliance(async (emulator, appliance) => {
    const named = (name: string) => emulator.store.create({ name })
    const [ads, theirs, games] = [named('ads'), named('theirs'), named('games')]
    for (const { id } of [ads, theirs]) emulator.store.addSites(id, moved)
    const gives = appliance.categoryChanges.begin({ category: ads, remove: new FewSites(moved) })
    const takes = appliance.categoryChanges.begin({ category: games, add: new FewSites(moved) })
    const how = { siteThatStays: undefined, compile: true }
    const giving = gives.carryOut(ads, how, signal)
    const taken = await takes.carryOut(games, how, signal)
    takes.end()
    expect(codeOf(taken.failure)).toBe('site-of-another-category')
    expect(messageOf(taken.failure)).toContain('and category "theirs" contains it')
    expect(codeOf((await giving).failure)).toBe('sites-not-moved')
  }, refusing)
})

it('takes a site from both categories that give it up, if the appliance refuses it while one of them contains it', async () => {
  await withOlderAppliance(async ({ store }, { categoryChanges }) => {
    const [ads, trackers, games] = ['ads', 'trackers', 'games'].map((name) => store.create({ name }))
    if (!ads || !trackers || !games) throw new Error('a category is missing')
    for (const { id } of [ads, trackers]) store.addSites(id, moved)
    const givers = [ads, trackers].map((category) => ({
      category,
      change: categoryChanges.begin({ category, remove: new FewSites(moved) }),
    }))
    const takes = categoryChanges.begin({ category: games, add: new FewSites(moved) })
    const how = { siteThatStays: undefined, compile: true }
    const giving = givers.map(({ category, change }) => change.carryOut(category, how, signal))
    const taken = await takes.carryOut(games, how, signal)
    takes.end()
    const outcomes = [taken, ...(await Promise.all(giving))]
    expect(outcomes.map(({ failure }) => failure)).toEqual([undefined, undefined, undefined])
    expect(outcomes.map(({ added, removed }) => ({ added, removed }))).toEqual([
      { added: moved, removed: [] },
      { added: [], removed: moved },
      { added: [], removed: moved },
    ])
    expect([ads, trackers, games].map(({ id }) => [...store.sites(id)])).toEqual([[], [], moved])
  }, refusing)
})

/** Each with what the category holds and has active before, and whether as many sites come as go. */
const swaps = [
  {
    what: 'swaps one of two sites for another',
    there: ['a.example', 'y.example'],
    remove: ['y.example'],
    add: ['z.example'],
  },
  {
    what: 'swaps all sites for as many others',
    there: ['a.example', 'b.example'],
    remove: ['a.example', 'b.example'],
    add: ['c.example', 'd.example'],
  },
  {
    what: 'adds a site after others removed one and compiled nothing',
    there: ['a.example', 'b.example'],
    byHand: ['b.example'],
    remove: [],
    add: ['c.example'],
  },
  {
    what: 'compiles what others swapped',
    there: ['a.example', 'b.example'],
    byHand: ['b.example'],
    addedByHand: ['c.example'],
    remove: [],
    add: [],
  },
  {
    what: 'swaps a site for another, where no site that stays is known',
    there: ['a.example', 'b.example'],
    remove: ['b.example'],
    add: ['c.example'],
    isStayUnknown: true,
  },
  {
    what: 'removes a site, where no site that stays is known and others added as many',
    there: ['a.example', 'b.example'],
    addedByHand: ['c.example'],
    remove: ['b.example'],
    add: [],
    isStayUnknown: true,
  },
]

describe.each([{ generation: 'older' }, { list: 'older' }, { list: 'autonomous' }] as const)(
  'on an appliance with %j, which skips a compile of as many sites as at the last one, a change is active if it is compiled:',
  (options) => {
    it.each(swaps)('$what', async (swap) => {
      const { there, remove, add, byHand = [], addedByHand = [], isStayUnknown = false } = swap
      const emulator = await startEmulator(options)
      const appliance = connect({ endpoints: { categories: { url: emulator.urls.categories } } })
      const { store } = emulator
      try {
        const ads = store.create({ name: 'ads' })
        store.addSites(ads.id, there)
        store.compile(ads.id)
        store.removeSites(ads.id, byHand)
        store.addSites(ads.id, addedByHand)
        const change = appliance.categoryChanges.begin({
          category: ads,
          add: new FewSites(sites(...add)),
          remove: new FewSites(sites(...remove)),
        })
        const [stays] = sites(...there.filter((site) => ![...remove, ...byHand].includes(site)))
        const how = {
          siteThatStays: isStayUnknown ? undefined : stays,
          compile: true,
          pending: addedByHand.length + byHand.length > 0,
        }
        const outcome = await change.carryOut(ads, how, signal)
        change.end()
        expect(outcome).toMatchObject({ compiled: true, failure: undefined })
        const active = [...store.compiledSites(ads.id)].filter((site) => !site.endsWith('.invalid'))
        expect(active.sort()).toEqual([...store.sites(ads.id)].sort())
      } finally {
        await appliance.close()
        await emulator.close()
      }
    })
  },
)

interface ChangeOfRun {
  readonly kind: 'change' | 'moved away' | 'fails' | 'move fails'
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly compile: boolean
}

/** One category whose sites the changes of a run add, remove, and move to another one. */
class ChangedCategory {
  readonly #emulator: Emulator
  readonly #appliance: ReturnType<typeof connect>
  readonly #ads: { readonly id: number }
  readonly #games: { readonly id: number }
  readonly #siteThatStays: ReturnType<typeof sites>[number] | undefined
  /** Whether the caller knows of something that is stored and not compiled. */
  #pending = false

  constructor(
    emulator: Emulator,
    appliance: ReturnType<typeof connect>,
    there: readonly string[],
    isStayKnown: boolean,
  ) {
    const { store } = emulator
    const [stays] = named(['stays'])
    this.#emulator = emulator
    this.#appliance = appliance
    const name = `ads ${store.categories().length}`
    this.#ads = store.create({ name })
    this.#games = store.create({ name: `games of ${name}` })
    this.#siteThatStays = isStayKnown ? stays : undefined
    store.addSites(this.#ads.id, [...named(there), ...named(['stays'])])
    store.compile(this.#ads.id)
    appliance.beginAnew()
  }

  async take(step: ChangeOfRun): Promise<void> {
    const { faults } = this.#emulator
    if (step.kind === 'fails') faults.set([{ operation: 'delete', effect: 'drop' }])
    if (step.kind === 'move fails')
      faults.set([{ path: `/categories/quick/${this.#games.id}`, effect: 'refuse', error: 'DISK_FULL' }])
    // That others have not removed them already is known of what a refresh has seen.
    const remove = named(step.remove).filter((site) => this.#emulator.store.sites(this.#ads.id).has(site))
    if (step.kind === 'moved away' || step.kind === 'move fails') await this.#moveAway(remove, step.compile)
    else await this.#change(named(step.add), remove, step.compile)
    faults.set([])
  }

  async #change(add: readonly Site[], leaving: readonly Site[], compile: boolean): Promise<void> {
    const remove = leaving.filter((site) => !add.includes(site))
    const { categoryChanges } = this.#appliance
    const change = categoryChanges.begin({
      category: this.#ads,
      add: new FewSites(add),
      remove: new FewSites(remove),
    })
    const how = { siteThatStays: this.#siteThatStays, compile, pending: this.#pending }
    const { compiled } = await change.carryOut(this.#ads, how, signal)
    change.end()
    this.#pending = !compiled && (this.#pending || add.length + remove.length > 0)
  }

  async #moveAway(moved: readonly Site[], compile: boolean): Promise<void> {
    if (moved.length === 0) return
    const change = this.#appliance.categoryChanges.begin({ category: this.#games, add: new FewSites(moved) })
    const takeFrom = [{ from: this.#ads.id, sites: moved }]
    await change.carryOut(this.#games, { siteThatStays: undefined, compile, takeFrom }, signal)
    change.end()
  }

  /** What is stored, and what is active; names that stand for no website do not count. */
  contents(): readonly (readonly string[])[] {
    const { store } = this.#emulator
    const { id } = this.#ads
    return [store.sites(id), store.compiledSites(id)].map((all) =>
      [...all].filter((site) => !site.endsWith('.invalid')).sort(),
    )
  }
}

const named = (names: readonly string[]) => sites(...names.map((name) => `${name}.example`))

describe.each([{ generation: 'older' }, { list: 'autonomous' }] as const)(
  'the changes of a run on an appliance with %j, which skips a compile of as many sites as at the last one,',
  (options) => {
    const letters = fc.subarray([...'abc'])
    const steps: fc.Arbitrary<readonly ChangeOfRun[]> = fc.array(
      fc.record({
        kind: fc.constantFrom('change', 'change', 'moved away', 'move fails', 'fails'),
        add: letters,
        remove: letters,
        compile: fc.boolean(),
      }),
      { minLength: 2, maxLength: 3 },
    )
    /** Then as many are removed as were added and not compiled. */
    const swapped: readonly ChangeOfRun[] = [
      { kind: 'change', add: ['b'], remove: [], compile: true },
      { kind: 'change', add: ['c'], remove: [], compile: false },
    ]
    /** Its placeholder name in the category that it takes a site from was compiled there, and is removed again. */
    const moveThatFails: readonly ChangeOfRun[] = [
      { kind: 'move fails', add: [], remove: ['a'], compile: true },
    ]
    // Sites that no change before has added.
    const last = fc.record({ add: fc.constantFrom([], ['e']), remove: letters })

    it('end with what is stored being active, although a compile is left out where one of the same run was the last request', async () => {
      await withOlderAppliance(async (emulator, appliance) => {
        await fc.assert(
          fc.asyncProperty(letters, steps, last, fc.boolean(), async (there, run, change, isStayKnown) => {
            const category = new ChangedCategory(emulator, appliance, there, isStayKnown)
            for (const step of run) await category.take(step)
            await category.take({ kind: 'change', ...change, compile: true })
            const [stored, active] = category.contents()
            expect(active).toEqual(stored)
          }),
          {
            numRuns: times(80),
            examples: [
              [['a'], swapped, { add: [], remove: ['a'] }, true],
              [['a'], moveThatFails, { add: ['e'], remove: [] }, false],
            ],
          },
        )
      }, options)
    })
  },
)
