import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, type EmulatorOptions, type Fault, startEmulator } from '@webfilter/appliance-emulator'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import { usualWaits } from '../../src/run/waits'
import { atNight, isFull } from '../lanes/extent'
import { ModelCore } from './core'
import type { DeclaredResource } from './declared-resources'
import type { Address } from './resource-types'

// An appliance that calls sites removed may keep them: a second copy, an expired license. Only its own answer shows it.

let emulator: Emulator
let core: ModelCore
let folder: string
/** Of the requests of the last apply. */
let paths: string[] = []
let onEnded: (path: string) => void = () => {}

const ads: Address = 'appliance_category.ads'
const keeps: Fault = { operation: 'delete', effect: 'pretend' }

async function begin(options: EmulatorOptions = { generation: 'older' }): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'appliance-kept-'))
  emulator = await startEmulator({
    ...options,
    onEnded: ({ path }) => {
      paths.push(path)
      onEnded(path)
    },
  })
  core = new ModelCore(
    {
      endpoints: {
        categories: { url: emulator.urls.categories },
        categories_legacy: { url: emulator.urls.legacy },
      },
      retries: 0,
      timeout: 30,
    },
    { ...usualWaits, untilAskedAgain: 0 },
  )
}

afterEach(async () => {
  await emulator.close()
  await rm(folder, { recursive: true })
})

type Resource = readonly [Address, DeclaredResource]

function category(sites: readonly string[], values: ObjectValue = {}): Resource {
  return [ads, { values: { name: 'ads', sites, ...values }, references: {} }]
}

/** Plans and applies. @returns what the plan would do, and what the apply said */
async function apply(...resources: readonly Resource[]) {
  return await applyUntil(undefined, resources)
}

async function applyUntil(interruption: AbortSignal | undefined, resources: readonly Resource[]) {
  const plan = await core.plan(new Map(resources))
  expect(plan.errors).toEqual([])
  paths = []
  const applied = await plan.apply(undefined, interruption)
  return {
    actions: plan.changes.map(({ action }) => action),
    errors: applied.flatMap(({ errors }) => errors),
    warnings: applied.flatMap(({ warnings }) => warnings),
  }
}

const stateOf = (address = ads) => core.state.get(address)
const isQuery = (path: string) => path.startsWith('/categories/query/')
const queries = () => paths.filter(isQuery)
const stillThere = (...sites: readonly string[]) =>
  expect.stringMatching(
    new RegExp(
      `${sites.length === 1 ? '(?:this site|one of them)' : `${sites.length} of them`}: ${sites.join(', ')}\\..*\\[appliance:sites-still-there\\]`,
      's',
    ),
  )

test('a site that an update should have removed stays in the state, the apply fails, and the next one tries again', async () => {
  await begin()
  await apply(category(['a.example', 'b.example', 'c.example']))
  emulator.faults.set([{ ...keeps, path: '/categories/delete/250/b.example' }])
  const { errors } = await apply(category(['a.example']))
  expect(errors).toEqual([stillThere('b.example')])
  expect(errors.join()).toMatch(/on_remove = "keep".*terraform state rm/s)
  expect(stateOf()).toMatchObject({ sites: ['a.example', 'b.example'], compiled: true })
  expect((await apply(category(['a.example']))).errors).toEqual([stillThere('b.example')])
  emulator.faults.clear()
  expect(await apply(category(['a.example']))).toMatchObject({ actions: ['update'], errors: [] })
  expect(await apply(category(['a.example']))).toMatchObject({ actions: ['no-op'] })
  expect([...emulator.store.sites(250)]).toEqual(['a.example'])
})

test('a removed site is not called inactive if the appliance keeps the placeholder name that its compile depends on', async () => {
  await begin()
  await apply(category(['a.example', 'b.example']))
  emulator.faults.set([{ operation: 'quick', effect: 'compile-fails', skip: 1 }])
  expect((await apply(category(['a.example']))).errors).toHaveLength(1)
  emulator.faults.set([keeps])
  const { errors, warnings } = await apply(category(['a.example']))
  expect([...emulator.store.compiledSites(250)]).toContain('b.example')
  expect(errors).toEqual([expect.stringContaining('[appliance:placeholder-still-there]')])
  expect(warnings).toEqual([expect.stringContaining('[appliance:harmless-names-left]')])
  expect(stateOf()).toMatchObject({ sites: ['a.example'], compiled: false })
  emulator.faults.clear()
  expect(await apply(category(['a.example']))).toMatchObject({ errors: [], warnings: [] })
  expect([...emulator.store.sites(250)]).toEqual(['a.example'])
  expect([...emulator.store.compiledSites(250)]).toEqual(['a.example'])
})

test('a destroy that is answered and not done fails, and its state has exactly what is left', async () => {
  await begin()
  await apply(category(['a.example', 'b.example', 'c.example']))
  emulator.faults.set([{ ...keeps, path: '/categories/delete/250/b.example' }])
  const { errors } = await apply()
  expect(errors).toEqual([stillThere('b.example')])
  expect(errors.join()).toMatch(/on_destroy = "keep".*terraform state rm/s)
  expect(stateOf()).toMatchObject({ sites: ['b.example'] })
  emulator.faults.clear()
  expect(await apply()).toMatchObject({ errors: [] })
  expect(core.state.size).toBe(0)
  expect(emulator.store.compiledSites(250)).not.toContain('b.example')
})

test('the number of sites that stay is named, and the first ten of them, also of a file', async () => {
  await begin()
  const sites = Array.from({ length: 14 }, (_, index) => `s${String(index).padStart(2, '0')}.example`)
  const file = join(folder, 'sites.txt')
  await writeFile(file, sites.join('\n'))
  const fromFile: Resource = [ads, { values: { name: 'ads', sites_file: file }, references: {} }]
  await apply(fromFile)
  emulator.faults.set([keeps])
  const { errors } = await apply()
  expect(errors.join()).toMatch(/14 of them: (?:s\d+\.example, ){10}and 4 more/)
  expect(stateOf()).toMatchObject({ file_sites: { count: 14 } })
})

describe.each([
  ['/categories/delete/250/b.example', 'before the last compile'],
  ['/categories/quick/250', 'before it is asked for'],
])('a removed site that Ctrl-C leaves unasked (at %s: %s)', (last) => {
  /** Interrupts the apply as soon as the site is called removed and that request is answered. */
  async function interrupted(isKept: boolean, resources: readonly Resource[]) {
    await begin()
    await apply(category(['a.example', 'b.example']))
    if (isKept) emulator.faults.set([{ ...keeps, path: '/categories/delete/250/b.example' }])
    const interruption = new AbortController()
    onEnded = (path) => {
      if (path === last && paths.includes('/categories/delete/250/b.example')) interruption.abort()
    }
    const { errors } = await applyUntil(interruption.signal, resources)
    onEnded = () => {}
    expect(errors).toHaveLength(1)
    emulator.faults.clear()
  }

  test('stays in the state of an update, and the next one removes it', async () => {
    await interrupted(true, [category(['a.example'])])
    expect(stateOf()).toMatchObject({ sites: ['a.example', 'b.example'] })
    expect(await apply(category(['a.example']))).toMatchObject({ actions: ['update'], errors: [] })
    expect([...emulator.store.sites(250)]).toEqual(['a.example'])
    expect([...emulator.store.compiledSites(250)]).toEqual(['a.example'])
    expect(await apply(category(['a.example']))).toMatchObject({ actions: ['no-op'] })
  })

  test('stays in the state of a destroy, and the next one removes it', async () => {
    await interrupted(true, [])
    expect(stateOf()).toMatchObject({ sites: expect.arrayContaining(['b.example']) })
    expect(await apply()).toMatchObject({ errors: [] })
    expect(emulator.store.compiledSites(250)).not.toContain('b.example')
  })

  test('leaves the state with the next refresh if it is gone, and is not active any more', async () => {
    await interrupted(false, [category(['a.example'])])
    expect(await apply(category(['a.example']))).toMatchObject({ errors: [] })
    expect(stateOf()).toMatchObject({ sites: ['a.example'], compiled: true })
    expect([...emulator.store.compiledSites(250)]).toEqual(['a.example'])
  })
})

test('without a compile it is a warning', async () => {
  await begin()
  await apply(category(['a.example', 'b.example'], { compile: false }))
  emulator.faults.set([keeps])
  const update = await apply(category(['a.example'], { compile: false }))
  expect(update).toMatchObject({
    errors: [],
    warnings: [expect.stringMatching(/b\.example.*\[appliance:sites-still-stored\]/s)],
  })
  expect(stateOf()).toMatchObject({ sites: ['a.example'] })
  expect(await apply()).toMatchObject({
    errors: [],
    warnings: [expect.stringMatching(/a\.example.*\[appliance:sites-still-stored\]/s)],
  })
  expect(core.state.size).toBe(0)
})

test('with verify = "none" nothing is asked', async () => {
  await begin()
  await apply(category(['a.example', 'b.example'], { verify: 'none' }))
  emulator.faults.set([keeps])
  expect(await apply()).toMatchObject({ errors: [] })
  expect(queries()).toEqual([])
})

test('removed sites are asked for once, after the last compile', async () => {
  await begin()
  await apply(category(['a.example', 'b.example', 'c.example']))
  await apply(category(['a.example']))
  expect(queries().sort()).toEqual(['b', 'c'].map((name) => `/categories/query/${name}.example`))
  expect(paths.findIndex(isQuery)).toBeGreaterThan(paths.lastIndexOf('/categories/quick/250'))
})

describe('only a positive answer counts, so that an apply does not fail', () => {
  beforeEach(async () => {
    await begin()
    await apply(category(['a.example', 'b.example', 'c.example']))
  })

  test('if the appliance still returns the site at the first question, and not at the second', async () => {
    // The refresh reads it, the first question gets what was read then.
    emulator.faults.set([{ operation: 'query', effect: 'stale', milliseconds: 3_600_000, times: 5 }])
    expect(await apply(category(['a.example']))).toMatchObject({ errors: [] })
    expect(queries()).toHaveLength(5)
  })

  test.each<Fault>([
    { effect: 'status', status: 500 },
    { effect: 'drop' },
    { effect: 'refuse', error: 'database is locked' },
    { effect: 'truncate' },
  ])('if the question is not answered: %j', async (fault) => {
    emulator.faults.set([keeps, { ...fault, operation: 'query', skip: 3 }])
    expect(await apply(category(['a.example']))).toMatchObject({ errors: [] })
  })

  test('if the absence is unproven', async () => {
    emulator.faults.set([
      keeps,
      { operation: 'query', effect: 'refuse', status: 404, error: 'NOT_FOUND', skip: 3 },
    ])
    expect(await apply()).toMatchObject({ errors: [] })
  })
})

test('a site that is known by what is above it is not still there', async () => {
  await begin()
  await apply(category(['example.com', 'a.example.com', 'b.example.com']))
  emulator.faults.set([{ operation: 'query', effect: 'answers-for-parents' }])
  expect(await apply(category(['example.com']))).toMatchObject({ errors: [] })
  expect(stateOf()).toMatchObject({ sites: ['example.com'] })
  expect(await apply(category(['example.com']))).toMatchObject({ actions: ['no-op'] })
})

test('a site that the appliance keeps is still there, also if it is known by what is above it elsewhere', async () => {
  await begin()
  await apply(category(['a.example.com', 'b.example.com']))
  emulator.faults.set([{ operation: 'query', effect: 'answers-for-parents' }, keeps])
  expect((await apply(category(['a.example.com']))).errors).toEqual([stillThere('b.example.com')])
  expect(stateOf()).toMatchObject({ sites: ['a.example.com', 'b.example.com'] })
})

test('the ways out of a destroy and of a replacement are others', async () => {
  await begin()
  await apply(category(['a.example', 'b.example', 'c.example']))
  emulator.faults.set([{ ...keeps, path: '/categories/delete/250/b.example' }])
  const renamed = category(['a.example'], { name: 'news' })
  const replaced = (await apply(renamed)).errors.join()
  expect(replaced).toContain(
    'To leave it in the category, remove the resource from the state (terraform state rm), and apply',
  )
  expect(replaced).not.toContain('on_destroy')
  const destroyed = (await apply()).errors.join()
  expect(destroyed).toContain('declare only what is left, with on_destroy = "keep", apply, and then destroy')
  const onlyThem = category(['b.example'], { on_destroy: 'keep' })
  expect(await apply(onlyThem)).toMatchObject({ errors: [] })
  expect(await apply()).toMatchObject({ errors: [] })
  expect([...emulator.store.sites(250)]).toEqual(['b.example'])
})

test('a site that another list declares in a category with the same table is not still there', async () => {
  await begin()
  const [one, two] = ['Social networks and media, chats', 'Social networks and media, games'].map(
    (name, index): Resource => [
      `appliance_category.${index}`,
      { values: { name, sites: ['a.example', 'b.example'] }, references: {} },
    ],
  )
  if (!one || !two) throw new Error('there are two')
  await apply(one, two)
  expect(new Set(emulator.store.categories().map(({ table }) => table)).size).toBe(1)
  emulator.faults.set([keeps])
  const shorter: Resource = [one[0], { values: { ...one[1].values, sites: ['a.example'] }, references: {} }]
  const longer: Resource = [
    two[0],
    { values: { ...two[1].values, sites: ['a.example', 'b.example', 'c.example'] }, references: {} },
  ]
  expect(await apply(shorter, longer)).toMatchObject({ errors: [] })
})

test('a site is not moved between two categories with one table', async () => {
  await begin()
  const [theirs, own] = ['chats', 'games'].map((list) => `Social networks and media, ${list}`)
  const { id } = emulator.store.create({ name: theirs ?? '' })
  emulator.store.addSites(id, ['a.example'])
  const values = { name: own ?? '', sites: ['a.example', 'b.example'], on_conflict: 'move' }
  expect(await apply([ads, { values, references: {} }])).toMatchObject({ errors: [] })
  expect([...emulator.store.sites(251)].sort()).toEqual(['a.example', 'b.example'])
  expect(paths.filter((path) => path.includes('/move/'))).toEqual([])
})

test('a site that was moved from another category, and is there still, is a warning', async () => {
  await begin()
  emulator.store.create({ name: 'staff' })
  emulator.store.addSites(250, ['a.example', 'b.example'])
  const move = { name: 'ads', on_conflict: 'move' }
  const plan = await core.plan(new Map([category(['a.example', 'b.example'], move)]))
  emulator.faults.set([{ operation: 'move', effect: 'pretend', path: '/categories/move/250/b.example/251' }])
  const applied = await plan.apply()
  expect(applied.flatMap(({ errors }) => errors)).toEqual([])
  expect(applied.flatMap(({ warnings }) => warnings).join()).toMatch(
    /"staff" to category "ads", but category "staff" still contains one of them: b\.example\..*\[appliance:moved-sites-still-there\]/s,
  )
})

test('a failed change keeps in the state what it has removed and the appliance has kept', async () => {
  await begin()
  await apply(category(['a.example', 'b.example', 'c.example']))
  emulator.faults.set([
    { ...keeps, path: '/categories/delete/250/b.example' },
    { operation: 'quick', effect: 'compile-fails', skip: 1 },
  ])
  const { errors } = await apply(category(['a.example']))
  expect(errors.join()).toContain('COMPILE_FAILED')
  expect(stateOf()).toMatchObject({ sites: ['a.example', 'b.example'] })
})

test('placeholder names that the appliance keeps together with sites are removed by the next destroy', async () => {
  await begin()
  await apply(category(['a.example', 'b.example']))
  emulator.faults.set([keeps])
  const { warnings } = await apply()
  expect(warnings.join()).toMatch(/placeholder name \w+\.invalid is left in category "ads"/)
  expect(emulator.store.sites(250).size).toBeGreaterThan(2)
  emulator.faults.clear()
  expect(await apply()).toMatchObject({ errors: [] })
  expect([...emulator.store.sites(250)]).toEqual([])
})

describe('placeholder names that a change has left behind, because the appliance refused to remove them,', () => {
  const forbidden: Fault = { operation: 'delete', effect: 'status', status: 403 }
  const markersIn = (sites: ReadonlySet<string>) => [...sites].filter((site) => site.endsWith('.invalid'))
  const markers = () => markersIn(emulator.store.compiledSites(250))

  beforeEach(async () => {
    await begin()
    await apply(category(['a.example', 'b.example']))
    emulator.faults.set([forbidden])
    const { errors, warnings } = await apply()
    expect(errors).toHaveLength(1)
    expect(warnings.join()).toContain('[appliance:harmless-names-left]')
    expect(markers()).not.toEqual([])
    expect(stateOf()).toMatchObject({ sites: ['a.example', 'b.example'] })
    emulator.faults.clear()
  })

  test('are removed by the next change', async () => {
    expect(await apply(category(['a.example', 'b.example', 'c.example']))).toMatchObject({ errors: [] })
    expect(markers()).toEqual([])
    expect([...emulator.store.sites(250)]).toEqual(['a.example', 'b.example', 'c.example'])
  })

  test('are removed by the next destroy', async () => {
    expect(await apply()).toMatchObject({ errors: [] })
    expect(markersIn(emulator.store.sites(250))).toEqual([])
    expect(markers().length).toBeLessThanOrEqual(1)
  })

  test('are not forgotten by a refresh and another refusal', async () => {
    emulator.faults.set([forbidden])
    expect((await apply()).errors).toHaveLength(1)
    expect((await apply()).errors).toHaveLength(1)
    emulator.faults.clear()
    expect(await apply(category(['a.example']))).toMatchObject({ errors: [] })
    expect(markersIn(emulator.store.sites(250))).toEqual([])
    expect(markers()).toEqual([])
  })
})

describe('of a long list, as many are asked for as a refresh looks up:', () => {
  const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `s${index}.example`)
  const long = async (names: readonly string[], values: ObjectValue = {}): Promise<Resource> => {
    const file = join(folder, 'sites.txt')
    await writeFile(file, names.join('\n'))
    return [
      ads,
      { values: { name: 'ads', sites_file: file, removal_limit: '100%', ...values }, references: {} },
    ]
  }
  /** A refresh would look up all of the shorter lists that are tried before a merge. */
  const sampled = { verify: isFull ? 'auto' : 'sample' }
  /** Milliseconds: at night, a million removals take minutes. */
  const timeLimit = 1_200_000

  beforeEach(() => begin())

  test(
    'a sample, if none of it is still there',
    async () => {
      await apply(await long(namesOf(isFull ? 1_000_000 : 2_200), sampled))
      expect(await apply()).toMatchObject({ errors: [] })
      expect(queries().length).toBeGreaterThanOrEqual(2_000)
      expect(queries().length).toBeLessThanOrEqual(2_001)
    },
    timeLimit,
  )

  test(
    'all, with verify = "full"',
    async () => {
      const names = namesOf(isFull ? 100_000 : 300)
      await apply(await long(names, { verify: 'full' }))
      expect(await apply()).toMatchObject({ errors: [] })
      expect(queries()).toHaveLength(names.length)
    },
    timeLimit,
  )

  test(
    'all, if one of the sample is still there',
    async () => {
      const names = namesOf(isFull ? 100_000 : 2_200)
      await apply(await long(names, sampled))
      emulator.faults.set([keeps])
      const { errors } = await apply()
      expect(errors.join()).toContain(`${names.length.toLocaleString('en')} of them`)
      expect(stateOf()).toMatchObject({ file_sites: { count: names.length } })
    },
    timeLimit,
  )

  atNight(test).each<Fault>([
    { operation: 'query', effect: 'answers-for-parents' },
    { operation: 'query', effect: 'stale', milliseconds: 50 },
    { operation: 'query', effect: 'refuse', error: 'database is locked', skip: 2_003 },
    { operation: 'quick', effect: 'leaves-one-out' },
  ])(
    'the destroy ends with %j',
    async (fault) => {
      const names = namesOf(100_000)
      await apply(await long(names))
      emulator.faults.set([fault])
      expect(await apply()).toMatchObject({ errors: [] })
      expect(core.state.size).toBe(0)
      expect(emulator.store.compiledSites(250).size).toBeLessThanOrEqual(1)
    },
    timeLimit,
  )
})
