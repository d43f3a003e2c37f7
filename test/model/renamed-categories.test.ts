import { type Emulator, type EmulatorOptions, startEmulator } from '@webfilter/appliance-emulator'
import { ModelCore } from './core'
import type { Address } from './resource-types'

let emulator: Emulator
let core: ModelCore

beforeEach(() => begin())

async function begin(options: EmulatorOptions = {}): Promise<void> {
  emulator = await startEmulator(options)
  core = new ModelCore({ endpoints: { categories: { url: emulator.urls.categories } }, retries: 0 })
}

afterEach(() => emulator.close())

const address: Address = 'appliance_category.ads'

/** The category under a name, created before the old one is destroyed. */
const ads = (name: string, ...sites: readonly string[]) =>
  new Map([
    [
      address,
      {
        values: { name, sites: [...sites], on_conflict: 'fail' },
        references: {},
        lifecycle: { createBeforeDestroy: true },
      },
    ],
  ])

async function applied(...args: Parameters<typeof ads>): Promise<void> {
  const { errors, apply } = await core.plan(ads(...args))
  expect([errors, (await apply()).flatMap((change) => change.errors)]).toEqual([[], []])
}

const sitesOf = (name: string) => {
  const { store } = emulator
  const found = store.categoryNamed(name)
  return found ? [...store.sites(found.id)].sort() : undefined
}

const renamed = ads('tracking', 'a.example', 'c.example')

describe('a new category that is created before the old one is destroyed, with on_conflict = "fail"', () => {
  it('takes what the old one gives up, if the host keeps what its plan notes', async () => {
    await applied('ads', 'a.example', 'b.example')
    const { errors, warnings, apply } = await core.plan(renamed, { keepsPlannedPrivate: true })
    expect(errors).toEqual([])
    expect(warnings.join()).not.toMatch(/sites-in-(replaced-category|other-categories)/)
    emulator.journal.clear()
    const changes = await apply()
    expect(changes.flatMap((change) => [...change.errors])).toEqual([])
    expect(changes.flatMap((change) => [...change.warnings]).join()).not.toContain('sites-in-')
    expect([sitesOf('ads'), sitesOf('tracking')]).toEqual([[], ['a.example', 'c.example']])
    const requests = emulator.journal.entries().map(({ method, path }) => `${method} ${path}`)
    // Better in both categories for a moment than in none.
    const [added, deleted] = ['PUT /categories/quick/251', 'GET /categories/delete/250/a.example'].map(
      (each) => requests.indexOf(each),
    )
    expect(added).toBeGreaterThan(-1)
    expect(deleted).toBeGreaterThan(Number(added))
    expect(requests.join()).not.toContain('/move/')
  })

  it('is announced as refused by other hosts, and taken with on_conflict = "keep" as the advice says', async () => {
    await applied('ads', 'a.example', 'b.example')
    const { errors, warnings, apply } = await core.plan(renamed)
    expect(errors).toEqual([])
    expect(warnings.join()).toContain('[appliance:sites-in-replaced-category]')
    expect(warnings.join()).toContain('a.example is in "ads".')
    const failed = (await apply()).flatMap((change) => [...change.errors])
    expect(failed.join()).toContain('[appliance:sites-in-other-categories]')
    expect(failed.join()).toContain('set on_conflict to "keep" for this apply')
    expect([sitesOf('ads'), sitesOf('tracking')]).toEqual([['a.example', 'b.example'], undefined])

    const kept = new Map(
      [...renamed].map(([at, { values, ...rest }]) => [
        at,
        { ...rest, values: { ...values, on_conflict: 'keep' } },
      ]),
    )
    const again = await core.plan(kept)
    expect((await again.apply()).flatMap((change) => [...change.errors])).toEqual([])
    expect([sitesOf('ads'), sitesOf('tracking')]).toEqual([[], ['a.example', 'c.example']])
  })

  it.each([true, false])(
    'is refused for what others hold, of which its plan warns; the host keeps notes: %j',
    async (keepsPlannedPrivate) => {
      await applied('ads', 'a.example', 'b.example')
      const { id } = emulator.store.create({ name: 'by-hand', description: '' })
      emulator.store.addSites(id, ['c.example'])
      const { warnings, apply } = await core.plan(renamed, { keepsPlannedPrivate })
      expect(warnings.join()).toContain('c.example is in "by-hand".')
      expect(warnings.join()).toContain('[appliance:sites-in-other-categories-now]')
      const failed = (await apply()).flatMap((change) => [...change.errors])
      expect(failed.join()).toContain('c.example is in "by-hand"')
      expect(sitesOf('ads')).toEqual(['a.example', 'b.example'])
    },
  )

  it('is refused for what the old one has if that is tainted, of which its plan warns', async () => {
    await applied('ads', 'a.example', 'b.example')
    core.taint(address)
    const { warnings, apply } = await core.plan(renamed, { keepsPlannedPrivate: true })
    expect(warnings.join()).toContain('If this resource is tainted')
    const failed = (await apply()).flatMap((change) => [...change.errors])
    expect(failed.join()).toContain('[appliance:sites-in-other-categories]')
    expect(sitesOf('ads')).toEqual(['a.example', 'b.example'])
  })
})

it('is refused by the plan where no route reports conflicts', async () => {
  await emulator.close()
  await begin({ generation: 'autonomous' })
  for (const name of ['ads', 'tracking']) emulator.store.create({ name, description: '' })
  const list = (name: string, values: object) =>
    new Map([
      [address, { values: { name, sites: ['a.example'], on_destroy: 'keep', ...values }, references: {} }],
    ])
  const { apply } = await core.plan(list('ads', {}))
  expect((await apply()).flatMap((change) => [...change.errors])).toEqual([])
  const { errors } = await core.plan(list('tracking', { on_conflict: 'move' }))
  expect(errors.join()).toContain('cannot report which categories contain a site')
})
