import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import { ModelCore } from './core'
import type { DeclaredResources } from './declared-resources'

// The older batch may leave out a site and say so with a number only.

let emulator: Emulator
let core: ModelCore

beforeEach(async () => {
  emulator = await startEmulator({ generation: 'older' })
  core = new ModelCore({
    endpoints: { categories: { url: emulator.urls.categories } },
    retries: 0,
    timeout: 10,
  })
})

afterEach(() => emulator.close())

function ads(...sites: readonly string[]): DeclaredResources {
  return new Map([['appliance_category.ads', { values: { name: 'ads', sites }, references: {} }]])
}

async function applied(declared: DeclaredResources): Promise<void> {
  const plan = await core.plan(declared)
  expect(plan.errors).toEqual([])
  expect((await plan.apply()).flatMap(({ errors }) => errors)).toEqual([])
}

/** What the next plan says of sites that were left out. */
async function saidOf(declared: DeclaredResources): Promise<readonly string[]> {
  const { warnings } = await core.plan(declared)
  return warnings.filter((warning) => warning.includes('[appliance:sites-left-out]'))
}

test('a site that the last apply counted as added, and the next refresh does not find, is named with that reason', async () => {
  emulator.faults.set([{ operation: 'quick', effect: 'leaves-one-out' }])
  await applied(ads('a.example', 'b.example', 'c.example'))
  const [left, ...others] = await saidOf(ads('a.example', 'b.example', 'c.example'))
  expect(others).toEqual([])
  const missing = ['a.example', 'b.example', 'c.example'].filter(
    (site) => !emulator.store.sites(250).has(site),
  )
  expect(missing).toHaveLength(1)
  expect(left).toContain(`not in category "ads": ${missing}. `)
  expect(left).toContain('"2 added, 1 already exist"')
  emulator.faults.clear()
  await applied(ads('a.example', 'b.example', 'c.example'))
  expect(await saidOf(ads('a.example', 'b.example', 'c.example'))).toEqual([])
})

test('of an update, only what it has added is named', async () => {
  await applied(ads('a.example'))
  emulator.faults.set([{ operation: 'quick', effect: 'leaves-one-out' }])
  await applied(ads('a.example', 'b.example', 'c.example'))
  emulator.store.removeSites(250, ['a.example'])
  const [left] = await saidOf(ads('a.example', 'b.example', 'c.example'))
  expect(left).toMatch(/^[^:]*1 site that the last apply/m)
  expect(left).not.toContain('a.example')
})

test('nothing is said of a site that others remove, nor if nothing is missing', async () => {
  await applied(ads('a.example', 'b.example'))
  emulator.store.removeSites(250, ['a.example'])
  expect(await saidOf(ads('a.example', 'b.example'))).toEqual([])
  emulator.faults.set([{ operation: 'quick', effect: 'leaves-one-out' }])
  await applied(ads('a.example', 'b.example', 'c.example'))
  emulator.store.addSites(250, ['a.example', 'b.example', 'c.example'])
  expect(await saidOf(ads('a.example', 'b.example', 'c.example'))).toEqual([])
})
