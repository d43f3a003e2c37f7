import { describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import { FewSites, tableOf } from '@webfilter/site-lists'
import { caught, codeOf, kindOf, messageOf } from '../caught'
import { generations, manySites, requestsOf, setUp, signal, sitesOf, stored } from './categories-emulated'

describe.each(generations)('on an appliance with %j', (options) => {
  test('a category is created, listed, found by id and by a name that is alike, and adopted the next time', async () => {
    const { emulator, categories } = await setUp(options)
    const { category, origin } = await categories.create('Publicité', 'nothing but ads', signal)
    expect(origin).toBe('created')
    expect(emulator.store.category(category.id)?.description).toBe('nothing but ads')
    expect(await categories.findById(category.id, signal)).toEqual(category)
    expect(await categories.findByName('publicite', signal)).toEqual(category)
    expect(await categories.findById(9999, signal)).toBeUndefined()
    expect(await categories.create('PUBLICITÉ', 'other', signal)).toMatchObject({
      category,
      origin: 'adopted',
    })
    expect(requestsOf(emulator).filter((request) => request === 'PUT /categories/create')).toHaveLength(1)
  })

  test('a category that a site shows belongs to the list, and nothing is created under its name', async () => {
    const { emulator, categories } = await setUp(options)
    const [site] = sitesOf('a.example')
    if (!site) throw new Error('no site')
    emulator.store.create({ name: 'others' })
    emulator.store.create({ name: 'ads' })
    emulator.store.addSites(251, [site])
    emulator.faults.set([{ operation: 'list', effect: 'entries-missing', first: 1 }])
    const ads = { id: 251, name: 'ads' }
    expect(await categories.findManaged({ ...ads, sites: [] }, signal)).toBeUndefined()
    expect(await categories.findManaged({ ...ads, sites: [site] }, signal)).toMatchObject({ shownBy: site })
    expect(await categories.findManaged({ ...ads, id: 250, sites: [site] }, signal)).toBeUndefined()
    expect(await categories.create('ads', '', signal)).toMatchObject({ category: ads, origin: 'adopted' })
    expect(await categories.findById(251, signal)).toMatchObject(ads)
    categories.beginAnew()
    expect(await categories.findById(251, signal)).toBeUndefined()
  })

  test('a creation that was accepted and is not listed is a failure', async () => {
    const { emulator, categories } = await setUp(options)
    emulator.faults.set([{ operation: 'create', effect: 'status', status: 200, text: '{"Status":true}' }])
    const error = await caught(categories.create('ads', '', signal))
    expect([error.kind, diagnosticOf(error).code]).toEqual(['failed', 'not-listed'])
  })

  test('sites are added, asked for, taken out and moved', async () => {
    const { emulator, categories } = await setUp(options)
    const { category: ads } = await categories.create('ads', '', signal)
    const { category: trackers } = await categories.create('trackers', '', signal)
    const sites = sitesOf('a.com', 'b.com', 'c.com', '192.0.2.1')
    expect(await categories.add(ads, new FewSites(sites), { compile: true }, signal)).toEqual({
      confirmed: sites,
      unconfirmed: [],
      unsure: [],
      failure: undefined,
      compiled: options.generation === 'older',
    })
    const address = options.list === 'autonomous' ? '3221225985.addr' : '192.0.2.1'
    expect(stored(emulator, ads.id)).toEqual([address, 'a.com', 'b.com', 'c.com'])
    const [a, b] = sites
    if (!a || !b) throw new Error('no sites')
    expect(await categories.remove(ads, new FewSites([b]), signal)).toMatchObject({
      confirmed: [b],
      failure: undefined,
    })
    expect(await categories.move(ads, trackers, new FewSites([a]), signal)).toMatchObject({
      confirmed: [a],
      failure: undefined,
    })
    expect((await categories.query(a, signal)).map(({ id }) => id)).toEqual([trackers.id])
    expect(await categories.query(b, signal)).toEqual([])
    expect(await categories.present(ads, new FewSites(sites), signal)).toEqual({
      present: sitesOf('c.com', '192.0.2.1'),
      absent: sitesOf('a.com', 'b.com'),
      unasked: [],
      unproven: false,
      failure: undefined,
    })
    // Those of a table in its order.
    const asked = tableOf(sites)
    const { present, absent, unasked } = await categories.present(ads, asked, signal)
    const inTable = (...names: readonly string[]) => [...tableOf(sitesOf(...names))]
    expect([[...present], [...absent], [...unasked]]).toEqual([
      inTable('c.com', '192.0.2.1'),
      inTable('a.com', 'b.com'),
      [],
    ])
    expect(await categories.count(ads, signal)).toBe(options.list === 'autonomous' ? 2 : undefined)
  })

  test('without compiling, sites are added all the same', async () => {
    const { emulator, categories } = await setUp(options)
    const { category } = await categories.create('ads', '', signal)
    const sites = manySites(40)
    const outcome = await categories.add(category, new FewSites(sites), { compile: false }, signal)
    expect(outcome).toEqual({
      confirmed: sites,
      unconfirmed: [],
      unsure: [],
      failure: undefined,
      compiled: false,
    })
    expect(emulator.store.sites(category.id).size).toBe(40)
    expect(emulator.store.compiledSites(category.id).size).toBe(0)
    const onLegacy = emulator.journal.entries().filter(({ listener }) => listener === 'legacy')
    expect(onLegacy).toHaveLength(options.generation === 'older' ? 40 : 0)
  })

  test('compiling makes active what was added', async () => {
    const { emulator, categories } = await setUp(options)
    const { category } = await categories.create('ads', '', signal)
    const sites = sitesOf('a.com', 'b.com')
    await categories.add(category, new FewSites(sites), { compile: false }, signal)
    await categories.compile(category, sites[0], signal)
    expect([...emulator.store.compiledSites(category.id)].sort()).toEqual(sites)
  })

  test('long lists go in as few requests as the size allows', async () => {
    const { emulator, categories } = await setUp(options)
    const { category } = await categories.create('ads', '', signal)
    const sites = manySites(40_000)
    emulator.journal.clear()
    const outcome = await categories.add(category, new FewSites(sites), { compile: true }, signal)
    expect(outcome.failure).toBeUndefined()
    expect(emulator.store.sites(category.id).size).toBe(40_000)
    const bodies = emulator.journal
      .entries()
      .filter(({ body }) => body !== '')
      .map(({ body }) => body.length)
    expect(bodies).toHaveLength(2)
    expect(Math.max(...bodies)).toBeLessThan(512 * 1024 + 20)
  })

  test('a batch that is too large is halved until it fits', async () => {
    const { emulator, categories } = await setUp(options)
    const { category } = await categories.create('ads', '', signal)
    const add = options.generation === 'older' ? 'quick' : 'add'
    emulator.faults.add({ effect: 'status', status: 413, operation: add, times: 2 })
    const sites = manySites(10)
    expect(await categories.add(category, new FewSites(sites), { compile: true }, signal)).toMatchObject({
      confirmed: sites,
    })
    expect(emulator.store.sites(category.id).size).toBe(10)
  })

  test('a failure in the middle of taking out leaves what was confirmed', async () => {
    const { emulator, categories } = await setUp(options, { maxConcurrentRequests: 1 })
    const { category } = await categories.create('ads', '', signal)
    const sites = manySites(5)
    await categories.add(category, new FewSites(sites), { compile: true }, signal)
    emulator.faults.add({
      effect: 'refuse',
      error: 'SOCKET_NOT_FOUND',
      operation: 'delete',
      skip: 2,
      times: 1,
    })
    const { confirmed, unconfirmed, failure } = await categories.remove(category, new FewSites(sites), signal)
    expect(failure?.kind).toBe('failed')
    expect(messageOf(failure)).toContain('SOCKET_NOT_FOUND')
    expect([confirmed, unconfirmed]).toEqual([sites.slice(0, 2), sites.slice(2)])
    expect(stored(emulator, category.id)).toEqual([...unconfirmed].sort())
  })

  test('an answer to a creation that got lost is resolved by listing', async () => {
    const { emulator, categories } = await setUp(options, { retries: 3, timeout: 2000 })
    emulator.faults.add({ effect: 'drop', operation: 'create', afterWork: true, times: 1 })
    expect(await categories.create('ads', '', signal)).toMatchObject({
      origin: 'created',
      category: { name: 'ads' },
    })
    emulator.faults.set([{ effect: 'truncate', operation: 'create', times: 1 }])
    expect(await categories.create('trackers', '', signal)).toMatchObject({ origin: 'created' })
    expect(requestsOf(emulator).filter((request) => request === 'PUT /categories/create')).toHaveLength(2)
  })

  test('a creation that was lost before it worked is told and not repeated', async () => {
    const { emulator, categories } = await setUp(options, { retries: 3 })
    emulator.faults.add({ effect: 'drop', operation: 'create' })
    expect(await kindOf(categories.create('ads', '', signal))).toBe('interrupted')
    expect(requestsOf(emulator).filter((request) => request === 'PUT /categories/create')).toHaveLength(1)
    expect(emulator.store.categories()).toHaveLength(0)
  })

  test('a creation that the appliance refuses is told with its words', async () => {
    const { emulator, categories } = await setUp(options)
    emulator.faults.add({ effect: 'refuse', error: 'DATABASE_LOCKED', operation: 'create' })
    const error = await caught(categories.create('ads', '', signal))
    expect([error.kind, diagnosticOf(error).message]).toEqual([
      'failed',
      expect.stringContaining('DATABASE_LOCKED'),
    ])
  })

  test('several who create one name at a time create it once', async () => {
    const { emulator, categories } = await setUp(options)
    const created = await Promise.all(
      ['ads', 'Ads', 'âds'].map((name) => categories.create(name, '', signal)),
    )
    expect(created.map(({ origin }) => origin)).toEqual(['created', 'adopted', 'adopted'])
    expect(new Set(created.map(({ category }) => category.id)).size).toBe(1)
    expect(emulator.store.categories()).toHaveLength(1)
  })

  test('creations at one time share lists, and each knows what it has made', async () => {
    const { emulator, categories } = await setUp(options)
    const { store } = emulator
    const there = store.create({ name: 'category-3' })
    const names = numbersTo(40).map((number) => `category-${number}`)
    const [one, other] = ['of-more-than-twenty-characters-1', 'of-more-than-twenty-characters-2']
    emulator.faults.add({ effect: 'latency', milliseconds: 30, operation: 'list' })
    emulator.faults.add({ effect: 'drop', operation: 'create', afterWork: true, times: 2 })
    const created = await Promise.all(
      [...names, one, other].map(async (name, index) => {
        const made = await categories.create(name, '', signal)
        const { failure } = await categories.add(
          made.category,
          new FewSites(manySites(index + 1)),
          { compile: true },
          signal,
        )
        return { ...made, name, failure, sites: store.sites(made.category.id).size >= index + 1 }
      }),
    )
    for (const { name, category, failure, sites } of created) {
      expect([category, failure, sites]).toMatchObject([
        { id: store.categoryNamed(name)?.id, name },
        undefined,
        true,
      ])
    }
    expect(created.filter(({ origin }) => origin === 'adopted').map(({ category }) => category.id)).toEqual([
      there.id,
    ])
    expect(created.filter(({ sharesTable }) => sharesTable).map(({ name }) => name)).toEqual([one, other])
    const lists = requestsOf(emulator).filter((request) => request === 'GET /categories/list')
    expect(lists.length).toBeLessThan(10)
  })

  test('several who list at a time share one request, until something is written', async () => {
    const { emulator, categories } = await setUp(options)
    const lists = () => requestsOf(emulator).filter((request) => request === 'GET /categories/list').length
    await Promise.all(Array.from({ length: 20 }, () => categories.list(signal)))
    await categories.findById(1, signal)
    expect(lists()).toBe(1)
    const { category } = await categories.create('ads', '', signal)
    const before = lists()
    await categories.add(category, new FewSites(sitesOf('a.com')), { compile: true }, signal)
    await categories.list(signal)
    expect(lists()).toBe(before + 1)
  })

  test('a list that fails is asked for again by those who come later', async () => {
    const { emulator, categories } = await setUp(options)
    emulator.faults.add({ effect: 'html', status: 200, operation: 'list', times: 1 })
    expect(await kindOf(categories.list(signal))).toBe('unreadable')
    expect((await categories.list(signal)).categories).toEqual([])
  })

  test('a list whose only caller left is asked for anew', async () => {
    const { emulator, categories } = await setUp(options)
    emulator.faults.add({ effect: 'latency', milliseconds: 5000, operation: 'list', times: 1 })
    const controller = new AbortController()
    const leaving = kindOf(categories.list(controller.signal))
    while (emulator.journal.entries().length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort()
    expect((await categories.list(signal)).categories).toEqual([])
    expect(await leaving).toBe('cancelled')
  })

  test.each(['drop', 'truncate', 'disabled'] as const)(
    'a query with the fault %s is no absence',
    async (effect) => {
      const { emulator, categories } = await setUp(options)
      const { category } = await categories.create('ads', '', signal)
      const sites = manySites(3)
      emulator.faults.add({ effect, operation: 'query' })
      const { present, absent, unasked, failure } = await categories.present(
        category,
        new FewSites(sites),
        signal,
      )
      expect([present, absent, unasked]).toEqual([[], [], sites])
      expect(failure).toBeDefined()
    },
  )

  test('a canceled addition sends nothing and says so', async () => {
    const { emulator, categories } = await setUp(options)
    const { category } = await categories.create('ads', '', signal)
    const outcome = await categories.add(
      category,
      new FewSites(manySites(3)),
      { compile: true },
      AbortSignal.abort(),
    )
    expect(outcome).toMatchObject({ confirmed: [], compiled: false, failure: { kind: 'cancelled' } })
    expect(emulator.store.sites(category.id).size).toBe(0)
  })

  test('a backup is ordered once, also where its answer gets lost', async () => {
    const { emulator, categories } = await setUp(options, { retries: 3 })
    await categories.backup(signal)
    emulator.faults.add({ effect: 'drop', operation: 'backup', afterWork: true })
    expect(await kindOf(categories.backup(signal))).toBe('interrupted')
    expect(requestsOf(emulator).filter((request) => request.endsWith('/backup'))).toHaveLength(2)
  })
})

describe('on an appliance with the older routes only', () => {
  test('a compile that fails leaves the sites confirmed and not compiled', async () => {
    const { emulator, categories } = await setUp({ generation: 'older' })
    const { category } = await categories.create('ads', '', signal)
    emulator.faults.add({ effect: 'compile-fails' })
    const sites = manySites(3)
    const outcome = await categories.add(category, new FewSites(sites), { compile: true }, signal)
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
    await categories.add(trackers, new FewSites(sitesOf('b.com')), { compile: true }, signal)
    const outcome = await categories.add(
      ads,
      new FewSites(sitesOf('a.com', 'b.com', 'c.com')),
      { compile: true },
      signal,
    )
    expect([outcome.confirmed, outcome.unconfirmed]).toEqual([sitesOf('a.com'), sitesOf('b.com', 'c.com')])
    expect(messageOf(outcome.failure)).toContain('already categorized')
  })

  test('a category without a known site cannot be compiled', async () => {
    const { categories } = await setUp({ generation: 'older' })
    const { category } = await categories.create('ads', '', signal)
    const error = await caught(categories.compile(category, undefined, signal))
    expect([error.kind, diagnosticOf(error).code]).toEqual(['route-missing', 'compile-needs-site'])
  })

  test('the autonomous service is told to be missing where the settings insist on it', async () => {
    const { categories } = await setUp({ generation: 'older' }, { categoryApi: 'autonomous' })
    const { failure } = await categories.add(
      { id: 250 },
      new FewSites(manySites(1)),
      { compile: true },
      signal,
    )
    expect(failure?.kind).toBe('route-missing')
    expect(messageOf(failure)).toContain('POST /categories/[category_id]/add')
    expect((failure && diagnosticOf(failure))?.advice).toContain('category_api to "older"')
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
    expect(await categories.add(category, new FewSites(sites), { compile: true }, signal)).toMatchObject({
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
    expect(diagnosticOf(creation).message).toContain('PUT /categories/create')
    expect(diagnosticOf(creation).advice).toContain('Create the category in the console')
    const [site] = manySites(1)
    if (!site) throw new Error('no site')
    expect(await kindOf(categories.query(site, signal))).toBe('route-missing')
    expect((await categories.remove({ id: 250 }, new FewSites([site]), signal)).failure?.kind).toBe(
      'route-missing',
    )
    expect(
      (await categories.move({ id: 250 }, { id: 251 }, new FewSites([site]), signal)).failure?.kind,
    ).toBe('route-missing')
  })

  test('a site whose name the service would cut is not sent', async () => {
    const { emulator, categories } = await setUp(autonomous)
    const { id } = emulator.store.create({ name: 'ads', description: '' }) ?? { id: 0 }
    const outcome = await categories.add(
      { id },
      new FewSites(sitesOf('a.com', 'awww.b.com')),
      { compile: true },
      signal,
    )
    expect(outcome.confirmed).toEqual([])
    expect(codeOf(outcome.failure)).toBe('sites-not-storable')
    expect(messageOf(outcome.failure)).toContain('cannot be stored: awww.b.com.')
    expect(emulator.store.sites(id).size).toBe(0)
  })
})

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
