import { describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { FewSites } from '@webfilter/site-lists'
import { connect } from '../../src/appliance'
import type { ApplianceSettings } from '../../src/settings'
import { caught, codeOf, messageOf } from '../caught'
import { type Answerer, json, serve } from '../server'
import { closers, manySites, signal, sitesOf } from './categories-emulated'

/** docs/appliance, "Unknown routes". */
const failurePage: Answerer = (_, response) => {
  response.writeHead(500, { 'content-type': 'text/html;charset=utf-8' })
  response.end(`<!DOCTYPE html>
<html><head><title>500 Internal Server Error</title></head><body><h2>500 Internal Server Error</h2>
<pre id="traceback">Traceback (most recent call last):
  File "/usr/share/categories.py", line 40, in default
    category_id = int(args[0])
ValueError: invalid literal for int() with base 10: 'query'
</pre></body></html>`)
}

const autonomousList: Answerer = (_, response) =>
  json(response, {
    status: true,
    info: 'List of available categories',
    categories: { 250: { table: 'category_ads', items: 3, name: 'ads', description: '' } },
  })
const olderList: Answerer = (_, response) =>
  json(response, { Status: true, Error: '', Categories: [{ category_id: 250, category_name: 'ads' }] })

async function appliance(
  { list = autonomousList, query = failurePage }: { list?: Answerer; query?: Answerer },
  settings: ApplianceSettings = {},
) {
  const queries = { count: 0 }
  const server = await serve((request, response, nth) => {
    if (request.path === '/categories/list') return list(request, response, nth)
    if (!request.path.startsWith('/categories/query/')) return failurePage(request, response, nth)
    queries.count += 1
    return query(request, response, queries.count)
  })
  const client = connect({ endpoints: { categories: { url: server.url } }, ...settings })
  closers.push(server.close, client.close)
  return {
    categories: client.categories,
    asked: () => server.received.map(({ method, path }) => `${method} ${path}`),
  }
}

const found: Answerer = (request, response) =>
  json(response, {
    Status: true,
    Info: `${request.path} found inside 1 categorie(s)`,
    Error: '',
    Categories: [{ category_id: 250, category_name: 'ads' }],
  })

test('numbers of a list are never rounded', async () => {
  const list: Answerer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      '{"Status": true, "Error": "", "Categories": [{"category_id": 250, "category_name": "ads"}, ' +
        '{"category_id": 9007199254740993, "category_name": "great"}, ' +
        '{"category_id": 251.00000000000000001, "category_name": "broken"}]}',
    )
  }
  const { categories } = await appliance({ list })
  const { categories: listed, unreadable } = await categories.list(signal)
  expect(listed.map(({ id }) => id)).toEqual([250])
  expect(unreadable?.quoted.join()).toMatch(/9007199254740993.*251\.00000000000000001/)
})

describe('beside an autonomous list', () => {
  const [site] = sitesOf('a.example')
  if (!site) throw new Error('no site')

  test('what becomes of the first question is told to whoever asked it, and the others ask for theirs', async () => {
    const firstIsGarbled: Answerer = (request, response, nth) =>
      nth === 1 ? json(response, { Status: 'perhaps' }) : found(request, response, nth)
    const { categories } = await appliance({ query: firstIsGarbled })
    const [one, other] = await Promise.allSettled(
      sitesOf('one.example', 'other.example').map((each) => categories.query(each, signal)),
    )
    expect(one?.status).toBe('rejected')
    expect(other).toMatchObject({ status: 'fulfilled', value: [{ id: 250 }] })
  })

  test('one question that is answered by a page of failure tells that the older routes are missing', async () => {
    const { categories, asked } = await appliance({})
    await categories.list(signal)
    const many = manySites(50)
    const [{ failure }, { unasked }, error] = await Promise.all([
      categories.present({ id: 250 }, new FewSites(many), signal),
      categories.present({ id: 250 }, new FewSites(many), signal),
      caught(categories.query(site, signal)),
    ])
    expect([failure?.kind, unasked.size]).toEqual(['route-missing', 50])
    expect(diagnosticOf(error)).toMatchObject({
      code: 'route-missing',
      message: expect.stringContaining(
        'The autonomous category service does not have the route GET /categories/query/[domain]',
      ),
      advice: expect.stringContaining('Use counts'),
    })
    expect(diagnosticOf(error).message).toContain('ValueError: invalid literal')
    expect(asked()).toEqual(['GET /categories/list', expect.stringMatching(/^GET \/categories\/query\//)])
  })

  test('what was learned of them holds for every route of them', async () => {
    const { categories, asked } = await appliance({})
    await categories.list(signal)
    expect(await categories.hasOlderRoutes(signal)).toBe(false)
    const beside = () => asked().filter((request) => request !== 'GET /categories/list')
    expect(beside()).toEqual(['GET /categories/query/example.com'])
    const creation = await caught(categories.create('news', '', signal))
    expect([creation.kind, diagnosticOf(creation).code]).toEqual(['route-missing', 'route-missing'])
    expect(diagnosticOf(creation).message).toContain('PUT /categories/create')
    expect(diagnosticOf(creation).advice).toContain('Create the category in the console')
    const outcomes = [
      await categories.remove({ id: 250 }, new FewSites([site]), signal),
      await categories.move({ id: 250 }, { id: 251 }, new FewSites([site]), signal),
      await categories.holders(new FewSites([site]), signal),
    ]
    expect(outcomes.map(({ failure }) => failure?.kind)).toEqual(Array(3).fill('route-missing'))
    expect(await categories.hasOlderRoutes(signal)).toBe(false)
    expect(beside()).toHaveLength(1)
  })

  test.each([
    ['a creation', 'PUT /categories/create'],
    ['a removal', 'GET /categories/delete/[ID]/[sitename]'],
    ['a move', 'GET /categories/move/[ID]/[sitename]/[NEXTID]'],
  ])('%s is not sent before it is known', async (work, route) => {
    const { categories, asked } = await appliance({})
    await categories.list(signal)
    const error =
      work === 'a creation'
        ? await caught(categories.create('news', '', signal))
        : work === 'a removal'
          ? (await categories.remove({ id: 250 }, new FewSites(manySites(40)), signal)).failure
          : (await categories.move({ id: 250 }, { id: 251 }, new FewSites(manySites(40)), signal)).failure
    expect(messageOf(error)).toContain(route)
    expect(asked()).toEqual(['GET /categories/list', 'GET /categories/query/example.com'])
  })

  test('category_api "older" adds and compiles nothing by routes that are missing', async () => {
    const { categories, asked } = await appliance({}, { categoryApi: 'older' })
    await categories.list(signal)
    const { failure } = await categories.add({ id: 250 }, new FewSites([site]), { compile: true }, signal)
    expect([failure?.kind, codeOf(failure)]).toEqual(['route-missing', 'route-missing'])
    expect((await caught(categories.compile({ id: 250 }, site, signal))).kind).toBe('route-missing')
    expect(asked()).toEqual(['GET /categories/list', 'GET /categories/query/example.com'])
  })

  test('the first question is no further one where they are there, and a page is a failure after it', async () => {
    const { categories, asked } = await appliance(
      { query: (request, response, nth) => (nth === 1 ? found : failurePage)(request, response, nth) },
      { retries: 0 },
    )
    expect(await categories.query(site, signal)).toMatchObject([{ id: 250 }])
    expect(diagnosticOf(await caught(categories.query(site, signal))).code).toBe('server-error')
    expect(await categories.hasOlderRoutes(signal)).toBe(true)
    expect(asked().filter((request) => request.includes('query'))).toHaveLength(2)
  })

  test.each<[string, Answerer]>([
    ['is too busy', (_, response) => void response.writeHead(503).end('busy')],
    [
      'could not check who asks',
      (_, r) => json(r, { status: false, info: 'Fatal error while checking security accesses' }),
    ],
  ])('nothing is remembered of a question where the appliance %s', async (_, failing) => {
    const { categories } = await appliance(
      { query: (request, response, nth) => (nth === 1 ? failing : failurePage)(request, response, nth) },
      { retries: 0 },
    )
    await categories.list(signal)
    expect((await caught(categories.hasOlderRoutes(signal))).kind).toBe('refused')
    expect(await categories.hasOlderRoutes(signal)).toBe(false)
  })

  test('who stops waiting does not end the question of the others', async () => {
    const answering: (() => void)[] = []
    const { categories, asked } = await appliance({
      query: (request, response, nth) => void answering.push(() => failurePage(request, response, nth)),
    })
    await categories.list(signal)
    const leaving = new AbortController()
    const left = caught(categories.hasOlderRoutes(leaving.signal))
    const stayed = categories.hasOlderRoutes(signal)
    while (answering.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    leaving.abort()
    expect((await left).kind).toBe('cancelled')
    for (const answer of answering) answer()
    expect(await stayed).toBe(false)
    expect(asked()).toHaveLength(2)
  })
})

test('without a list, a page of failure makes it be asked for', async () => {
  const { categories, asked } = await appliance({})
  const [site] = sitesOf('a.example')
  if (!site) throw new Error('no site')
  expect((await caught(categories.query(site, signal))).kind).toBe('route-missing')
  expect(asked()).toEqual(['GET /categories/query/a.example', 'GET /categories/list'])
})

test('beside an older list, a page of failure is a failure, which is repeated', async () => {
  const [site] = sitesOf('a.example')
  if (!site) throw new Error('no site')
  const listed = await appliance({ list: olderList }, { retries: 1 })
  await listed.categories.list(signal)
  expect(diagnosticOf(await caught(listed.categories.query(site, signal))).code).toBe('server-error')
  expect(listed.asked()).toHaveLength(1 + 2)
  const unlisted = await appliance({ list: olderList }, { retries: 1 })
  expect(diagnosticOf(await caught(unlisted.categories.query(site, signal))).code).toBe('server-error')
})

describe('with category_api "autonomous"', () => {
  test.each([
    ['autonomous', autonomousList],
    ['older', olderList],
  ])('nothing older is asked, whichever list answers: %s', async (_, list) => {
    const { categories, asked } = await appliance({ list, query: found }, { categoryApi: 'autonomous' })
    const [site] = sitesOf('a.example')
    if (!site) throw new Error('no site')
    const error = await caught(categories.query(site, signal))
    expect([error.kind, diagnosticOf(error).code]).toEqual(['route-missing', 'route-missing'])
    expect(diagnosticOf(error).message).toContain('category_api is "autonomous"')
    expect(diagnosticOf(error).advice).toContain('remove category_api')
    expect(await categories.hasOlderRoutes(signal)).toBe(false)
    expect((await categories.present({ id: 250 }, new FewSites([site]), signal)).failure?.kind).toBe(
      'route-missing',
    )
    expect((await categories.remove({ id: 250 }, new FewSites([site]), signal)).failure?.kind).toBe(
      'route-missing',
    )
    expect(
      (await categories.move({ id: 250 }, { id: 251 }, new FewSites([site]), signal)).failure?.kind,
    ).toBe('route-missing')
    expect((await caught(categories.create('news', '', signal))).kind).toBe('route-missing')
    expect(new Set(asked())).toEqual(new Set(['GET /categories/list']))
  })
})

describe('a list that is a page of failure', () => {
  const page: Answerer = (request, response, nth) => failurePage(request, response, nth)

  test('is told with its last line, and what it probably means', async () => {
    const { categories, asked } = await appliance({ list: page }, { retries: 1 })
    const error = await caught(categories.list(signal))
    expect(diagnosticOf(error)).toMatchObject({ code: 'categories-not-listed' })
    expect([error.kind, error.transient]).toEqual(['refused', true])
    expect(diagnosticOf(error).message).toContain(
      "ValueError: invalid literal for int() with base 10: 'query'",
    )
    expect(diagnosticOf(error).message).toContain('one category has no table')
    expect(asked()).toHaveLength(2)
  })

  test.each<[string, Answerer]>([
    ['another status', (_, response) => void response.writeHead(502).end('<html>no</html>')],
    ['plain text', (_, response) => void response.writeHead(500).end('no')],
  ])('is told as before with %s', async (_, list) => {
    const { categories } = await appliance({ list }, { retries: 0 })
    expect(diagnosticOf(await caught(categories.list(signal))).code).toBe('server-error')
  })
})
