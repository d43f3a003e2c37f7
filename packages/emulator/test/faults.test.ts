import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request as requestOverHttp } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createContext, runInContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { type Emulator, startEmulator } from '../src/emulator'
import { effects, type Fault } from '../src/faults'
import { get, send } from '../src/testing/requests'

let emulator: Emulator
let base: string

beforeEach(async () => {
  emulator = await startEmulator()
  base = emulator.urls.categories
  emulator.store.create({ name: 'ads' })
})
afterEach(() => emulator.close())

const quick = (items: string) => send('PUT', `${base}/categories/quick/250`, { form: { items } })
const add = (sites: string) => send('POST', `${base}/categories/250/add`, { form: { sites } })
const statusesOf = (fault: Fault, urls: readonly string[]) => {
  emulator.faults.set([fault])
  return inTurn(urls.map((url) => async () => (await get(url)).status))
}

async function inTurn<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  for (const task of tasks) results.push(await task())
  return results
}

test('each effect is tried by a test of the emulator', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ts$/.test(name),
  )
  const tests = files.map((name) => readFileSync(join(__dirname, name), 'utf8')).join('\n')
  expect(effects.filter((effect) => !tests.includes(`effect: '${effect}'`))).toEqual([])
})

describe('the requests that a fault hits', () => {
  const list = '/categories/list'
  const query = '/categories/query/a.com'

  test('those of an operation', async () => {
    const fault: Fault = { operation: 'list', effect: 'status', status: 500 }
    expect(await statusesOf(fault, [base + query, base + list])).toEqual([200, 500])
  })

  test('those of a method and a path, in which a star stands for one segment', async () => {
    const fault: Fault = { method: 'get', path: '/categories/*/a.com', effect: 'status', status: 500 }
    const move = `${base}/categories/move/250/a.com/250`
    expect(await statusesOf(fault, [base + list, `${base + query}?with=query`, move])).toEqual([
      200, 500, 200,
    ])
    emulator.faults.set([{ ...fault, method: 'PUT' }])
    expect((await get(base + query)).status).toBe(200)
  })

  test.each([
    ['/categories/q*y/*.com', true],
    ['/categories/*', false],
    ['/*/query/*', true],
    ['/categories/query/*.*.com', false],
    ['/categories/query/a.com*', true],
    ['/categories/query/a*a.com', false],
    ['/categories/*query/a.com', true],
  ])('those of the path %s: %j', async (path, isHit) => {
    expect(await statusesOf({ path, effect: 'status', status: 500 }, [base + query])).toEqual([
      isHit ? 500 : 200,
    ])
  })

  test('are found at once, however many stars a path has', () => {
    emulator.faults.set([{ path: `/${'*a'.repeat(30)}b`, effect: 'status', status: 500 }])
    const url = `/${'a'.repeat(60)}`
    const target = { listener: 'categories', method: 'GET', url, operation: undefined }
    const context = createContext({ look: () => emulator.faults.hitting(target).length })
    expect(runInContext('look()', context, { timeout: 1_000 })).toBe(0)
  })

  test('those of a listener, although both have an operation of that name', async () => {
    emulator.faults.set([{ listener: 'legacy', operation: 'add', effect: 'status', status: 500 }])
    expect((await add('a.com')).status).toBe(200)
    expect((await get(`${emulator.urls.legacy}/categories/250/b.com`)).status).toBe(500)
  })

  test('all by default', async () => {
    expect(await statusesOf({ effect: 'status', status: 500 }, [base + list, `${base}/nothing`])).toEqual([
      500, 500,
    ])
  })

  test('the first few', async () => {
    const urls = Array<string>(4).fill(base + list)
    expect(await statusesOf({ effect: 'status', status: 500, times: 2 }, urls)).toEqual([500, 500, 200, 200])
  })

  test('the ones after those that are skipped', async () => {
    const urls = Array<string>(4).fill(base + list)
    expect(await statusesOf({ effect: 'status', status: 500, skip: 1, times: 2 }, urls)).toEqual([
      200, 500, 500, 200,
    ])
    expect(emulator.faults.report()).toEqual([{ fault: expect.objectContaining({ skip: 1 }), fitted: 4 }])
  })

  test('none any more once the faults are cleared', async () => {
    emulator.faults.add({ effect: 'status', status: 500 })
    emulator.faults.add({ effect: 'status', status: 403 })
    expect((await get(base + list)).status).toBe(500)
    emulator.faults.clear()
    expect((await get(base + list)).status).toBe(200)
  })

  test('an invalid fault is refused, and those in force stay', async () => {
    emulator.faults.set([{ effect: 'status', status: 500 }])
    expect(() => emulator.faults.set([{ effect: 'status', status: 99 }])).toThrow('not a list of faults')
    expect((await get(base + list)).status).toBe(500)
  })
})

test('requests beyond a number a second may be refused', async () => {
  emulator.faults.set([{ effect: 'too-fast', perSecond: 1 }])
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => (await get(`${base}/categories/list`)).status),
  )
  expect(statuses[0]).toBe(200)
  expect(statuses).toContain(429)
})

test('a success may be pretended', async () => {
  emulator.records.add('1270002', [{ address: '192.0.2.1' }])
  emulator.faults.set([{ operation: 'delete-records', effect: 'pretend' }])
  const answer = await get(`${emulator.urls.records}/database/delete/1270002/192.0.2.1`)
  expect(answer.json).toEqual({ Status: true, Info: '', Error: '' })
  expect(emulator.records.record('1270002', '192.0.2.1')).toBeDefined()
})

test('a query may find the categories of what is above a site', async () => {
  emulator.store.create({ name: 'ads' })
  emulator.store.addSites(250, ['example.com', 'b.example.com'])
  const found = async (site: string) => (await get(`${base}/categories/query/${site}`)).json
  emulator.faults.set([{ effect: 'answers-for-parents' }])
  expect(await found('a.b.example.com')).toMatchObject({ Categories: [{ category_id: 250 }] })
  expect(await found('example.org')).toMatchObject({ Status: false })
  emulator.faults.clear()
  expect(await found('a.b.example.com')).toMatchObject({ Status: false })
})

test('a batch may leave out a site, which only the numbers of its answer say', async () => {
  emulator.store.create({ name: 'ads' })
  emulator.faults.set([{ effect: 'leaves-one-out' }])
  expect((await quick('a.com,b.com,c.com')).json).toMatchObject({
    Status: true,
    Info: '2 added, 1 already exist',
  })
  expect([...emulator.store.sites(250)]).toEqual(['a.com', 'b.com'])
})

describe('answers that are too large', () => {
  test.each([{}, { unannounced: true }])('are JSON of so many bytes: %j', async (how) => {
    emulator.faults.set([{ operation: 'list', effect: 'oversize', bytes: 1_000_000, ...how }])
    const response = await fetch(`${base}/categories/list`)
    const text = await response.text()
    expect(text.length).toBeGreaterThanOrEqual(1_000_000)
    expect(text.length).toBeLessThan(1_100_000)
    expect(response.headers.get('content-length')).toBe(how.unannounced ? null : String(text.length))
    expect(JSON.parse(text)).toMatchObject({ Status: true, Error: '' })
  })

  test('come instead of the work, or after it', async () => {
    emulator.faults.set([{ operation: 'quick', effect: 'oversize', bytes: 1 }])
    await quick('a.com')
    expect(emulator.store.categoriesOf('a.com')).toEqual([])
    emulator.faults.set([{ operation: 'quick', effect: 'oversize', bytes: 1, afterWork: true }])
    await quick('a.com')
    expect(emulator.store.category(250)).toMatchObject({ items: 1 })
  })
})

describe('connections', () => {
  test('are dropped before the work is done', async () => {
    emulator.faults.set([{ effect: 'drop' }])
    await expect(quick('a.com')).rejects.toThrow('socket hang up')
    expect(emulator.store.categoriesOf('a.com')).toEqual([])
    expect(emulator.journal.entries()).toMatchObject([{ body: 'items=a.com', status: 'dropped' }])
  })

  test('are dropped after the work is done', async () => {
    emulator.faults.set([{ effect: 'drop', afterWork: true }])
    await expect(quick('a.com')).rejects.toThrow('socket hang up')
    expect(emulator.store.category(250)).toMatchObject({ items: 1, compilations: 1 })
  })

  test('are reset by a full queue, before anything is done', async () => {
    emulator.faults.set([{ effect: 'queue-full' }])
    await expect(quick('a.com')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(emulator.store.categoriesOf('a.com')).toEqual([])
  })

  test('are reset only when more requests are under way than the queue takes', async () => {
    emulator.faults.set([{ operation: 'query', effect: 'latency', milliseconds: 600_000 }])
    const waiting = ['a.com', 'b.com'].map((site) =>
      get(`${base}/categories/query/${site}`).catch(() => 'closed'),
    )
    while (emulator.journal.entries().length < 2) await delay(5)
    emulator.faults.add({ effect: 'queue-full', capacity: 3 })
    expect((await get(`${base}/categories/list`)).status).toBe(200)
    emulator.faults.add({ effect: 'queue-full', capacity: 2 })
    await expect(get(`${base}/categories/list`)).rejects.toMatchObject({ code: 'ECONNRESET' })
    await emulator.close()
    expect(await Promise.all(waiting)).toEqual(['closed', 'closed'])
  })
})

describe('latency', () => {
  test('lets other requests overtake the one that waits', async () => {
    emulator.faults.set([{ operation: 'query', effect: 'latency', milliseconds: 600_000 }])
    const waiting = get(`${base}/categories/query/a.com`).catch(() => 'closed')
    while (emulator.journal.entries().length < 1) await delay(5)
    expect((await get(`${base}/categories/list`)).status).toBe(200)
    expect(emulator.journal.entries().map(({ status }) => status)).toEqual(['pending', 200])
    await emulator.close()
    expect(await waiting).toBe('closed')
  })

  test('after the work delays the answer', async () => {
    emulator.faults.set([{ operation: 'quick', effect: 'latency', milliseconds: 600_000, afterWork: true }])
    const waiting = quick('a.com').catch(() => 'closed')
    while (emulator.store.categoriesOf('a.com').length === 0) await delay(5)
    expect(emulator.journal.entries().map(({ status }) => status)).toEqual(['pending'])
    await emulator.close()
    expect(await waiting).toBe('closed')
  })

  test('does the work in the end, and combines with other faults', async () => {
    emulator.faults.set([
      { effect: 'latency', milliseconds: 5 },
      { effect: 'status', status: 500, afterWork: true },
    ])
    expect((await quick('a.com')).status).toBe(500)
    expect(emulator.store.categoriesOf('a.com')).toEqual([250])
  })
})

describe('answers', () => {
  test.each([500, 403, 503])('are a bare HTTP %d', async (status) => {
    emulator.faults.set([{ effect: 'status', status, text: 'no' }])
    expect(await quick('a.com')).toMatchObject({ status, text: 'no' })
    expect(emulator.store.categoriesOf('a.com')).toEqual([])
  })

  test.each([503, 200])('are a page of HTML with HTTP %d', async (status) => {
    emulator.faults.set([{ effect: 'html', status }])
    const answer = await quick('a.com')
    expect(answer).toMatchObject({ status, text: expect.stringMatching(/^<!DOCTYPE html>/) })
    expect(answer.contentType).toContain('text/html')
    expect(emulator.store.categoriesOf('a.com')).toEqual([])
  })

  test('are a page with a traceback, as the autonomous service fails', async () => {
    emulator.faults.set([{ effect: 'html', status: 500, error: "KeyError: 'category_ads'" }])
    const { status, text, contentType } = await get(`${base}/categories/list`)
    expect([status, contentType]).toEqual([500, expect.stringContaining('text/html')])
    expect(text).toMatch(
      /^<!DOCTYPE.{200,}Traceback \(most recent call last\):.*\nKeyError: &#x27;category_ads&#x27;\n/s,
    )
  })

  test('break off in the middle of their JSON, with the work done', async () => {
    emulator.faults.set([{ effect: 'truncate' }])
    const answer = await quick('a.com')
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/^\{\n {2}"Status": true/)
    expect(() => answer.json).toThrow(SyntaxError)
    expect(emulator.store.categoriesOf('a.com')).toEqual([250])
  })

  test('are compressed, although nobody asked for it', async () => {
    const sent = async (fault: object) => {
      emulator.faults.set([{ effect: 'compressed', ...fault }])
      const asked = requestOverHttp(`${base}/categories/list`).end()
      const [answer]: IncomingMessage[] = await once(asked, 'response')
      if (answer === undefined) throw new Error('there is no answer')
      const bytes = Buffer.concat(await answer.toArray())
      return { coding: answer.headers['content-encoding'], bytes }
    }
    const plain = (await get(`${base}/categories/list`)).text
    const single = await sent({})
    expect([single.coding, String(gunzipSync(single.bytes))]).toEqual(['gzip', plain])
    const twice = await sent({ twice: true, undeclared: true })
    expect([twice.coding, String(gunzipSync(gunzipSync(twice.bytes)))]).toEqual([undefined, plain])
    const filled = await sent({ coding: 'br', bytes: 2 ** 20 })
    expect([filled.coding, brotliDecompressSync(filled.bytes).length]).toEqual(['br', 2 ** 20])
    const cut = await sent({ coding: 'deflate', cut: true })
    expect(() => inflateSync(cut.bytes)).toThrow('unexpected end')
  })

  test('list nothing, in an empty collection or in none, whatever there is', async () => {
    emulator.faults.set([{ operation: 'list', effect: 'nothing-listed' }])
    const list = async () => (await get(`${base}/categories/list`)).json
    expect(await list()).toEqual({ Status: true, Error: '', Categories: [] })
    emulator.faults.set([{ operation: 'list', effect: 'nothing-listed', as: 'null' }])
    expect(await list()).toEqual({ Status: true, Error: '', Categories: null })
  })

  describe('have a list that is not what the appliance has', () => {
    const flaws: readonly (readonly [string, Fault, readonly unknown[]])[] = [
      ['cut off', { effect: 'entries-missing', first: 1 }, [[250, 'ads']]],
      ['filtered', { effect: 'entries-missing', without: ['ads'] }, [[251, 'games']]],
      [
        'with each entry twice',
        { effect: 'entries-repeated' },
        [
          [250, 'ads'],
          [250, 'ads'],
          [251, 'games'],
          [251, 'games'],
        ],
      ],
      [
        'with one number twice',
        { effect: 'second-name', name: 'other' },
        [
          [250, 'ads'],
          [251, 'games'],
          [250, 'other'],
        ],
      ],
      [
        'with an entry without a number',
        { effect: 'entry-unreadable', lacks: 'number' },
        [
          [250, 'ads'],
          [251, 'games'],
          [null, 'ads'],
        ],
      ],
    ]

    test.each(flaws)('%s', async (_, fault, expected) => {
      emulator.store.create({ name: 'games' })
      emulator.faults.set([{ ...fault, operation: 'list' }])
      const { json } = await get(`${base}/categories/list`)
      const { Categories: entries } = json as { Categories: Record<string, unknown>[] }
      expect(entries.map((entry) => [entry.category_id, entry.category_name])).toEqual(expected)
    })

    test('with a number that is larger than programs hold exactly', async () => {
      emulator.faults.set([{ operation: 'list', effect: 'entry-unreadable', lacks: 'small-number' }])
      expect((await get(`${base}/categories/list`)).text).toMatch(/"category_id": 9007199254740993,/)
    })
  })

  test.each([
    ['html', 'R&amp;D / sales'],
    ['cut', 'R&D / sales'],
    ['without-spaces', 'R&D/sales'],
  ] as const)('say yes to a creation whose name is stored otherwise: %s', async (as, name) => {
    emulator.faults.set([{ operation: 'create', effect: 'stored-otherwise', as }])
    const form = { name: as === 'cut' ? 'R&D / sales department' : 'R&D / sales', description: '' }
    expect((await send('PUT', `${base}/categories/create`, { form })).json).toMatchObject({ Status: true })
    expect(emulator.store.category(251)?.name).toBe(as === 'cut' ? 'R&D / sales' : name)
  })

  test.each([
    [undefined, 'application/json'],
    [true, 'application/json; charset=ISO-8859-1'],
  ])('are written in ISO 8859-1, declared: %j', async (declared, type) => {
    emulator.store.create({ name: 'Æbler for alle' })
    emulator.faults.set([{ operation: 'list', effect: 'latin1', ...(declared && { declared }) }])
    const answer = await fetch(`${base}/categories/list`)
    expect(answer.headers.get('content-type')).toBe(type)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.toString('latin1')).toContain('"Æbler for alle"')
    expect(bytes.includes(0xc6)).toBe(true)
  })

  test("refuse in each route's own spelling", async () => {
    emulator.faults.set([{ effect: 'refuse', error: 'SOCKET_NOT_FOUND' }])
    const older = { Status: false, Info: '', Error: 'SOCKET_NOT_FOUND' }
    expect(await quick('a.com')).toMatchObject({ status: 200, json: older })
    expect(await add('a.com')).toMatchObject({
      status: 200,
      json: { status: false, info: 'SOCKET_NOT_FOUND' },
    })
    expect(await get(`${emulator.urls.legacy}/categories/250/a.com`)).toMatchObject({
      status: 503,
      json: older,
    })
    expect(emulator.store.categoriesOf('a.com')).toEqual([])
  })

  test('refuse although the work is done', async () => {
    emulator.faults.set([{ effect: 'refuse', error: 'DATABASE_BUSY', afterWork: true }])
    expect((await quick('a.com')).json).toMatchObject({ Status: false, Error: 'DATABASE_BUSY' })
    expect(emulator.store.categoriesOf('a.com')).toEqual([250])
  })

  test('say that the category service is switched off', async () => {
    emulator.faults.set([{ effect: 'disabled' }])
    const text = 'Category service disabled on this server'
    expect((await add('a.com')).json).toEqual({ status: false, info: text })
    expect((await quick('a.com')).json).toEqual({ Status: false, Info: '', Error: text })
    expect(emulator.store.categoriesOf('a.com')).toEqual([])
  })

  test('come after authentication: a caller without a token sees no fault', async () => {
    const guarded = await startEmulator({ token: 'open sesame' })
    guarded.faults.set([{ effect: 'disabled' }])
    expect((await get(`${guarded.urls.categories}/categories/list`)).status).toBe(403)
    await guarded.close()
  })
})

describe('what stands before the appliance', () => {
  test('closes a connection after its first answer, and says so to the second request', async () => {
    emulator.faults.set([{ effect: 'closed-silently' }])
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = () => statusOver(agent, `${base}/categories/list`)
    expect(await ask()).toBe(200)
    await expect(ask()).rejects.toThrow(/ECONNRESET|socket hang up/)
    expect(await ask()).toBe(200)
    agent.destroy()
  })

  test('answers a GET from its memory, unless the request asks for a new answer', async () => {
    emulator.faults.set([{ effect: 'cached' }])
    const url = `${base}/categories/delete/250/a.com`
    const removes = async (headers: Readonly<Record<string, string>>) => {
      emulator.store.addSites(250, ['a.com'])
      expect((await get(url, headers)).json).toMatchObject({ Status: true })
      return emulator.store.categoriesOf('a.com').length === 0
    }
    expect(await inTurn([() => removes({}), () => removes({})])).toEqual([true, false])
    expect(await removes({ 'Cache-Control': 'no-cache' })).toBe(true)
    expect(await removes({})).toBe(false)
    emulator.faults.set([{ effect: 'cached' }])
    expect(await removes({})).toBe(true)
  })

  test('answers reads as before the last change for a while, as a replica does', async () => {
    const read = async (site: string) => (await get(`${base}/categories/query/${site}`)).text
    const stale = (milliseconds: number) => emulator.faults.set([{ effect: 'stale', milliseconds }])
    stale(60_000)
    const before = await read('a.com')
    await quick('a.com')
    expect(await read('a.com')).toBe(before)
    // What was not read before the change is answered as it is.
    expect((await read('b.com')).replaceAll('b.com', 'a.com')).toBe(before)
    await quick('c.com')
    expect(await read('c.com')).not.toBe(before.replaceAll('a.com', 'c.com'))
    stale(0)
    expect(await read('a.com')).not.toBe(before)
  })

  function statusOver(agent: Agent, url: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const request = requestOverHttp(url, { agent }, (response) => {
        response.resume().on('end', () => setImmediate(() => resolve(response.statusCode)))
      })
      request.on('error', reject).end()
    })
  }
})

test('a database that fails is reported in its own words, and nothing is changed', async () => {
  jest.spyOn(emulator.store, 'addSites').mockImplementation(() => {
    throw new Error('ENOSPC: no space left on device, write')
  })
  expect((await add('a.com')).json).toEqual({ status: false, info: 'ENOSPC: no space left on device, write' })
  expect((await quick('a.com')).json).toMatchObject({
    Status: false,
    Error: 'ENOSPC: no space left on device, write',
  })
  expect(emulator.store.category(250)).toMatchObject({ items: 0, compilations: 0 })
})

describe('a compilation that fails', () => {
  test('fails the quick route after the sites are stored', async () => {
    emulator.faults.set([{ operation: 'quick', effect: 'compile-fails' }])
    expect((await quick('a.com')).json).toEqual({ Status: false, Info: '', Error: 'COMPILE_FAILED' })
    expect(emulator.store.category(250)).toMatchObject({ items: 1, compilations: 0, dirty: true })
  })

  test('fails the compile route', async () => {
    emulator.store.addSites(250, ['a.com'])
    emulator.faults.set([{ effect: 'compile-fails', times: 1 }])
    expect((await get(`${base}/categories/250/compile`)).json).toMatchObject({ status: false })
    expect(emulator.store.category(250)).toMatchObject({ compilations: 0, dirty: true })
    expect((await get(`${base}/categories/250/compile`)).json).toMatchObject({ status: true })
    expect(emulator.store.category(250)).toMatchObject({ compilations: 1, dirty: false })
  })

  test('is none where it only begins late: so many lists still count the names that it deletes', async () => {
    await emulator.close()
    emulator = await startEmulator({ generation: 'autonomous' })
    base = emulator.urls.categories
    emulator.store.create({ name: 'ads' })
    emulator.store.addSites(250, ['a.com', 'co.uk'])
    emulator.faults.set([{ effect: 'compile-late', lists: 2 }])
    await get(`${base}/categories/250/compile`)
    const list = async () => (await get(`${base}/categories/list`)).json
    const counts = await inTurn([list, list, list])
    expect(counts).toMatchObject([2, 2, 1].map((items) => ({ categories: { 250: { items } } })))
    expect(emulator.store.category(250)).toMatchObject({ compilations: 1, dirty: false })
  })

  test('may hide in the background', async () => {
    emulator.faults.set([{ effect: 'compile-fails', silently: true }])
    expect((await quick('a.com')).json).toMatchObject({ Status: true })
    expect((await get(`${base}/categories/250/compile`)).json).toMatchObject({
      info: expect.stringMatching(/launched in background$/),
    })
    expect(emulator.store.category(250)).toMatchObject({ items: 1, compilations: 0, dirty: true })
  })
})
