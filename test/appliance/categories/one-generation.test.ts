import { describe, expect, test } from '@jest/globals'
import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import { caught, kindOf } from '../caught'
import { manySites, setUp, signal, sitesOf } from './categories-emulated'

describe('on an appliance with the older routes only', () => {
  test('a compile that fails leaves the sites confirmed and not compiled', async () => {
    const { emulator, categories } = await setUp({ generation: 'older' })
    const { category } = await categories.create('ads', '', signal)
    emulator.faults.add({ effect: 'compile-fails' })
    const sites = manySites(3)
    const outcome = await categories.add(category, sites, { compile: true }, signal)
    expect(outcome).toMatchObject({
      confirmed: sites,
      unconfirmed: [],
      compiled: false,
      failure: { kind: 'failed' },
    })
  })

  test('a site that another category holds stops the batch, and what came before it is confirmed', async () => {
    const { categories } = await setUp({ generation: 'older', sitesElsewhere: 'refused' })
    const { category: ads } = await categories.create('ads', '', signal)
    const { category: trackers } = await categories.create('trackers', '', signal)
    await categories.add(trackers, sitesOf('b.com'), { compile: true }, signal)
    const outcome = await categories.add(ads, sitesOf('a.com', 'b.com', 'c.com'), { compile: true }, signal)
    expect([outcome.confirmed, outcome.unconfirmed]).toEqual([sitesOf('a.com'), sitesOf('b.com', 'c.com')])
    expect(outcome.failure?.message).toContain('already categorized')
  })

  test('a category without a known site cannot be compiled', async () => {
    const { categories } = await setUp({ generation: 'older' })
    const { category } = await categories.create('ads', '', signal)
    const error = await caught(categories.compile(category, undefined, signal))
    expect([error.kind, error.told.code]).toEqual(['route-missing', 'compile-needs-site'])
  })

  test('the autonomous service is told to be missing where the settings insist on it', async () => {
    const { categories } = await setUp({ generation: 'older' }, { categoryApi: 'autonomous' })
    const { failure } = await categories.add({ id: 250 }, manySites(1), { compile: true }, signal)
    expect(failure?.kind).toBe('route-missing')
    expect(failure?.message).toContain('POST /categories/[category_id]/add')
    expect(failure?.told.advice).toContain('category_api to "older"')
  })
})

describe('on an appliance with the autonomous service only', () => {
  const autonomous: EmulatorOptions = { generation: 'autonomous' }

  test('a category that is there is adopted, filled, counted and compiled', async () => {
    const { emulator, categories } = await setUp(autonomous)
    emulator.store.create({ name: 'ads', description: 'by hand' })
    const { category, origin } = await categories.create('ads', '', signal)
    expect(origin).toBe('adopted')
    const sites = manySites(5)
    expect(await categories.add(category, sites, { compile: true }, signal)).toMatchObject({
      confirmed: sites,
    })
    expect(await categories.count(category, signal)).toBe(5)
    await categories.compile(category, undefined, signal)
    expect(emulator.store.compiledSites(category.id).size).toBe(5)
  })

  test('what only the older routes do is told with the route, the release and what to do', async () => {
    const { categories } = await setUp(autonomous)
    const creation = await caught(categories.create('ads', '', signal))
    expect(creation.kind).toBe('route-missing')
    expect(creation.message).toContain('PUT /categories/create')
    expect(creation.told.advice).toContain('Create the category in the console')
    const [site] = manySites(1)
    if (!site) throw new Error('no site')
    expect(await kindOf(categories.query(site, signal))).toBe('route-missing')
    expect((await categories.remove({ id: 250 }, [site], signal)).failure?.kind).toBe('route-missing')
    expect((await categories.move({ id: 250 }, { id: 251 }, [site], signal)).failure?.kind).toBe(
      'route-missing',
    )
  })

  test('a site whose name the service would cut is not sent', async () => {
    const { emulator, categories } = await setUp(autonomous)
    const { id } = emulator.store.create({ name: 'ads', description: '' }) ?? { id: 0 }
    const outcome = await categories.add({ id }, sitesOf('a.com', 'awww.b.com'), { compile: true }, signal)
    expect(outcome.confirmed).toEqual([])
    expect(outcome.failure?.told.code).toBe('sites-stored-as-others')
    expect(outcome.failure?.message).toContain('cannot be stored: awww.b.com.')
    expect(emulator.store.sites(id).size).toBe(0)
  })
})
