import { type Emulator, type EmulatorOptions, startEmulator } from '@webfilter/appliance-emulator'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import type { HowPlanned } from '@webfilter/terraform-plugin/testing'
import fc from 'fast-check'
import { times } from '../lanes/extent'
import { ModelCore } from './core'
import type { DeclaredResource, DeclaredResources } from './declared-resources'
import type { Address } from './resource-types'

// On an appliance that only counts, sites that others removed beside sites of others show in nothing but the number.

let emulator: Emulator
let core: ModelCore

const ads: Address = 'appliance_category.ads'
const feed: Address = 'appliance_category_sites.feed'
const byHand = ['hand1.example', 'hand2.example', 'hand3.example', 'hand4.example']

async function begin(options: EmulatorOptions = { generation: 'autonomous' }): Promise<void> {
  emulator = await startEmulator(options)
  emulator.store.create({ name: 'ads', description: '' })
  emulator.store.addSites(250, byHand)
  core = new ModelCore({
    endpoints: { categories: { url: emulator.urls.categories } },
    retries: 0,
    timeout: 10,
  })
}

afterEach(() => emulator.close())

const listOf = (...sites: readonly string[]) => ({ name: 'ads', sites, on_destroy: 'keep' })

function category(values: ObjectValue): [Address, DeclaredResource] {
  return [ads, { values, references: {} }]
}

/** A list in the category of the other resource, which it refers to. */
function listIn(...sites: readonly string[]): [Address, DeclaredResource] {
  const references = { category_id: { address: ads, attribute: 'id' } }
  return [feed, { values: { name: 'feed', sites, on_destroy: 'keep' }, references }]
}

async function applied(declared: DeclaredResources, how: HowPlanned = {}) {
  const plan = await core.plan(declared, how)
  expect(plan.errors).toEqual([])
  expect((await plan.apply()).flatMap(({ errors }) => errors)).toEqual([])
  return plan.changes
}

/** Plans again, which must change nothing. @returns the numbers of sites that are said to be gone, one for each warning */
async function gone(declared: DeclaredResources): Promise<readonly number[]> {
  const { changes, errors, warnings } = await core.plan(declared)
  expect(errors).toEqual([])
  expect(changes.map(({ action }) => action)).toEqual(changes.map(() => 'no-op'))
  const said = warnings.filter((warning) => warning.includes('[appliance:fewer-sites-than-left]'))
  return said.map((warning) => Number(/at least (\d+) site/.exec(warning)?.[1]))
}

const removed = (...sites: readonly string[]) => emulator.store.removeSites(250, sites)

it('says in each plan that sites are gone, also after further changes, until all sites are added again', async () => {
  await begin()
  const [before, after] = [
    [category(listOf('a.example', 'b.example'))],
    [category(listOf('a.example', 'b.example', 'c.example'))],
  ]
  await applied(new Map(before))
  expect(await gone(new Map(before))).toEqual([])
  removed('a.example', 'hand1.example', 'hand2.example')
  expect(await gone(new Map(before))).toEqual([3])
  expect(await gone(new Map(before))).toEqual([3])
  await applied(new Map(after))
  expect(await gone(new Map(after))).toEqual([3])
  removed('hand3.example')
  expect(await gone(new Map(after))).toEqual([4])
  await applied(new Map(after), { replaced: [ads] })
  expect(emulator.store.sites(250)).toContain('a.example')
  expect(await gone(new Map(after))).toEqual([])
})

/** What happens to a category in which two lists are. */
const step = fc.record({
  /** How many sites others take out that no list has. */
  gone: fc.constantFrom(0, 0, 1),
  own: fc.nat(1),
  listed: fc.nat(1),
  refresh: fc.boolean(),
  parallelism: fc.constantFrom(1, 10),
})

it('says as many as are gone, whatever lists add meanwhile, with a refresh or without one', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
    await begin()
    try {
      const sites = { own: ['own0.example'], listed: ['listed0.example'] }
      const declared = () => new Map([category(listOf(...sites.own)), listIn(...sites.listed)])
      await applied(declared())
      let lost = 0
      for (const { gone: count, own, listed, refresh, parallelism } of steps) {
        if (count > 0) removed(byHand[lost] ?? '')
        lost += count
        if (own > 0) sites.own.push(`own${sites.own.length}.example`)
        if (listed > 0) sites.listed.push(`listed${sites.listed.length}.example`)
        await applied(declared(), { refresh, parallelism })
      }
      const said = await gone(declared())
      if (lost > 0) expect(Math.max(0, ...said)).toBe(lost)
      else expect(said).toEqual([])
    } finally {
      await emulator.close()
    }
  })
  await fc.assert(property, { numRuns: times(12) })
  await begin()
})

it.each([1, 10])(
  'counts for two lists that are linked by reference, with -parallelism=%d',
  async (parallelism) => {
    await begin()
    const two = new Map([category(listOf('a.example', 'b.example')), listIn('c.example', 'd.example')])
    await applied(two, { parallelism })
    expect(await gone(two)).toEqual([])
    removed('c.example')
    expect(await gone(two)).toEqual([1])
    const { warnings } = await core.plan(two)
    expect(warnings.join()).toContain("which this list shares with the category's own list, contains 7 sites")
    const more = new Map([
      category(listOf('a.example', 'b.example', 'e.example')),
      listIn('c.example', 'd.example', 'f.example'),
    ])
    await applied(more, { parallelism })
    expect(await gone(more)).toEqual([1])
    await applied(more, { parallelism, replaced: [feed] })
    expect(emulator.store.sites(250)).toContain('c.example')
    expect(await gone(more)).toEqual([])
  },
)

it('does not count as gone what the same run adds again with another list', async () => {
  await begin()
  await applied(new Map([category(listOf('a.example')), listIn('c.example')]))
  removed('c.example', 'hand1.example')
  const both = new Map([category(listOf('a.example', 'b.example')), listIn('c.example')])
  // The first list knows that one site is gone, and the other one may have added it again.
  await applied(both, { replaced: [feed], parallelism: 1 })
  expect(await gone(both)).toEqual([])
})

it('says nothing if a list is no longer managed, in the run that changes the other one and later', async () => {
  await begin()
  await applied(new Map([category(listOf('a.example')), listIn('c.example', 'd.example')]))
  const one = new Map([category(listOf('a.example', 'b.example'))])
  await applied(one, { parallelism: 1 })
  expect(await gone(one)).toEqual([])
  await applied(new Map())
  const again = new Map([category(listOf('a.example')), listIn('c.example')])
  await applied(again)
  expect(await gone(again)).toEqual([])
})

it('says that a compile has deleted names of others after it had answered, until all is added again', async () => {
  await begin()
  emulator.store.addSites(250, ['co.uk', 'com.br'])
  emulator.faults.set([{ operation: 'compile', effect: 'compile-late', lists: 2 }])
  const one = new Map([category(listOf('a.example'))])
  await applied(one)
  expect(await gone(one)).toEqual([2])
  await applied(one, { replaced: [ads] })
  expect(await gone(one)).toEqual([])
  expect(await gone(one)).toEqual([])
})

it('is not asked for with verify = "none", and begins with the first apply without it', async () => {
  await begin()
  const [none, auto] = [
    new Map([category({ ...listOf('a.example'), verify: 'none' })]),
    new Map([category(listOf('a.example'))]),
  ]
  await applied(none)
  removed('hand1.example')
  expect(await gone(none)).toEqual([])
  await applied(auto)
  expect(await gone(auto)).toEqual([])
  removed('hand2.example')
  expect(await gone(auto)).toEqual([1])
  await applied(none)
  expect(await gone(none)).toEqual([])
})

it('says nothing where the database went away before it could be counted, and the apply works all the same', async () => {
  await begin()
  const away = {
    effect: 'html',
    status: 500,
    error: 'OperationalError: could not connect to server',
  } as const
  const one = new Map([category(listOf('a.example'))])
  // The lists of the plan, and of the plan that the apply begins with, still come.
  emulator.faults.set([{ ...away, operation: 'list', skip: 2 }])
  await applied(one)
  emulator.faults.clear()
  removed('hand1.example')
  expect(await gone(one)).toEqual([])
})

it('forgets the number where single sites can be looked up meanwhile, as sites can be removed then', async () => {
  await begin({ list: 'autonomous' })
  const hidden = { operation: 'query', effect: 'html', status: 500, error: "KeyError: 'query'" } as const
  emulator.faults.set([hidden])
  const one = new Map([category(listOf('a.example', 'b.example'))])
  const two = new Map([...one, listIn('c.example')])
  await applied(two)
  removed('hand1.example')
  expect(await gone(two)).toEqual([1])
  emulator.faults.clear()
  await applied(
    new Map([category({ ...listOf('a.example', 'b.example'), removal_limit: '90%' }), listIn('c.example')]),
  )
  removed('hand2.example')
  emulator.faults.set([hidden])
  expect(
    await gone(
      new Map([category({ ...listOf('a.example', 'b.example'), removal_limit: '90%' }), listIn('c.example')]),
    ),
  ).toEqual([])
})

/** What happens between two plans, with numbers from 0 to 11 for sites. */
const happening = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('removed' as const), sites: fc.array(fc.nat(11)) }) },
  fc.record({ kind: fc.constant('added' as const), sites: fc.array(fc.nat(11), { maxLength: 3 }) }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('applied' as const),
      own: fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 4 }),
      listed: fc.option(fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 4 })),
      replaced: fc.subarray([ads, feed]),
      parallelism: fc.constantFrom(1, 10),
    }),
  },
)

type Happening = ReturnType<typeof happening.generate>['value']

const site = (number: number) => `site${number}.example`

/** Lists of one category that change, while others change its sites. */
class Course {
  #declared: DeclaredResources = new Map()
  #gone = 0
  readonly #goneAtCreation = new Map<Address, number>()

  async take(next: Happening): Promise<void> {
    if (next.kind === 'removed') this.#gone += removed(...next.sites.map(site))
    else if (next.kind === 'added') emulator.store.addSites(250, next.sites.map(site))
    else await this.#apply(next)
  }

  async #apply({ own, listed, ...how }: Extract<Happening, { kind: 'applied' }>): Promise<void> {
    const keep = { on_remove: 'keep' }
    const [address, list] = listIn(...(listed ?? []).map(site))
    const inIt: [Address, DeclaredResource] = [address, { ...list, values: { ...list.values, ...keep } }]
    this.#declared = new Map([category({ ...listOf(...own.map(site)), ...keep }), ...(listed ? [inIt] : [])])
    for (const { address, action } of await applied(this.#declared, how))
      if (action === 'create' || action === 'replace') this.#goneAtCreation.set(address, this.#gone)
  }

  async check(): Promise<void> {
    const { changes, errors, warnings } = await core.plan(this.#declared)
    expect(errors).toEqual([])
    const most = Math.max(...[...this.#goneAtCreation.values()].map((before) => this.#gone - before), 0)
    for (const warning of warnings)
      expect(Number(/at least (\d+) sites? (?:is|are) gone/.exec(warning)?.[1] ?? 0)).toBeLessThanOrEqual(
        most,
      )
    if (warnings.some((warning) => warning.includes('[appliance:fewer-sites-than-managed]'))) return
    expect(changes.map(({ action }) => action)).toEqual(changes.map(() => 'no-op'))
  }
}

it('never says that more sites are gone than others have removed since a list was created', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 6, maxLength: 12 }), async (happenings) => {
      await begin()
      const course = new Course()
      for (const next of happenings) {
        await course.take(next)
        await course.check()
      }
      await emulator.close()
    }),
    { numRuns: 5, seed: 44 },
  )
})
