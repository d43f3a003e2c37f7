import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { parseSite, type Site } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import { type Appliance, connect } from '../src/appliance'
import { caught } from './caught'
import { json, type Received, serve, type TestServer } from './server'

const { signal } = new AbortController()
const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

/** How an appliance answers for a name, and what it holds. */
interface Manner {
  readonly absent: (name: string, response: ServerResponse) => void
  /** For a path that no appliance has. */
  readonly unknownRoute?: (path: string, response: ServerResponse) => void
  readonly list?: object
  readonly status?: object
  readonly organizations?: object
  /** Whether what exists is answered as what does not. */
  readonly fails?: () => boolean
}

const entry = { category_id: 250, category_name: 'ads', table_name: 'category_ads' }
const olderList = { Status: true, Error: '', Categories: [entry] }
const autonomousList = {
  status: true,
  info: 'List of available categories',
  categories: { 250: { table: 'category_ads', items: 5, name: 'ads', description: '' } },
}
const running = { Status: true, Info: '[APP_OPENLDAP]\nrunning=1\ninstalled=1\nservice_disabled=1' }

/** An appliance with one category that holds known.example, and one member, ann.lee. */
async function appliance(manner: Manner): Promise<Appliance & { readonly asked: () => readonly string[] }> {
  const server: TestServer = await serve((request, response) => answer(request, response, manner))
  const client = connect({
    endpoints: { categories: { url: server.url }, directory: { url: server.url } },
    retries: 0,
  })
  opened.push(server, client)
  return { ...client, asked: () => server.received.map(({ method, path }) => `${method} ${path}`) }
}

function answer({ path }: Received, response: ServerResponse, manner: Manner): void {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (path === '/categories/list') json(response, manner.list ?? olderList)
  else if (path === '/openldap/status') json(response, manner.status ?? running)
  else if (path === '/openldap/ous') json(response, manner.organizations ?? { Status: true, Data: ['acme'] })
  else if (path === '/categories/query/known.example') {
    json(response, { Status: true, Info: 'known.example is in 1', Error: '', Categories: [entry] })
  } else if (path === '/openldap/members/ann.lee' && !manner.fails?.()) {
    json(response, { Status: true, Data: { uid: 'ann.lee', sn: 'Lee' } })
  } else if (/^\/(?:categories\/query|openldap\/members)\//.test(path)) manner.absent(name, response)
  else if (manner.unknownRoute) manner.unknownRoute(path, response)
  else text(response, 404, '404 page not found')
}

function text(response: ServerResponse, status: number, content: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type })
  response.end(content)
}

function siteOf(name: string): Site {
  const parsed = parseSite(name)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.site
}

type Wording = (name: string) => string
let counter = 0

const wordings: readonly (readonly [string, Wording])[] = [
  ['a token', () => 'NOT_FOUND'],
  ['another token', () => 'ERR-1042'],
  ['a sentence', (name) => `There is nothing called ${name} here`],
  ['German', (name) => `Der Eintrag „${name}“ ist unbekannt`],
  ['French', (name) => `Aucune donnée pour ${name}`],
  ['Japanese', () => '該当なし'],
  ['a distinguished name', (name) => `uid=${name},ou=people,dc=server,dc=example: 32`],
  ['a number', () => '0'],
  ['words of another failure', (name) => `database lookup of ${name}: no rows in result set`],
  ['a file', (name) => `open /var/lib/records/${name}: no such file or directory`],
  ['a time', () => `[${new Date().toISOString()}] nothing`],
  ['a counter', () => `nothing, request ${counter++}`],
  ['a UUID', () => `nothing (${randomUUID()})`],
  ['hexadecimal digits', () => `nothing (${randomBytes(8).toString('hex')})`],
  ['a dash', () => '-'],
]

const envelopes: readonly (readonly [string, (said: string) => object])[] = [
  ['the older envelope', (said) => ({ Status: false, Info: '', Error: said })],
  ['the newer envelope', (said) => ({ status: false, info: said })],
]

const matrix = wordings.flatMap(([words, say]) =>
  envelopes.flatMap(([envelope, wrap]) =>
    [200, 404, 500].map((status) => [words, envelope, status, (name: string) => wrap(say(name))] as const),
  ),
)

describe('absence is recognized by comparison, whatever its wording', () => {
  test.each(matrix)('in the form of %s, in %s with HTTP status %i', async (_, __, status, absence) => {
    const absent: Manner['absent'] = (name, response) => json(response, absence(name), status)
    const unknownRoute: Manner['unknownRoute'] = (_path, response) => text(response, 404, 'no such command')
    const client = await appliance({ absent, unknownRoute })
    expect(await client.categories.query(siteOf('known.example'), signal)).toHaveLength(1)
    expect(await client.categories.query(siteOf('missing.example'), signal)).toEqual([])
    expect(await client.categories.query(siteOf('server.example'), signal)).toEqual([])
    expect((await client.directory.members.find('ann.lee', signal))?.uid).toBe('ann.lee')
    expect(await client.directory.members.find('not.found', signal)).toBeUndefined()
    expect(await client.directory.members.find('bob', signal)).toBeUndefined()
  })

  test.each<[string, Manner['absent']]>([
    ['no text at all', (_, response) => text(response, 404, '')],
    ['plain text', (name, response) => text(response, 404, `no ${name}`)],
    [
      'JSON that is called HTML',
      (_, response) => text(response, 200, '{"Status":false,"Error":"NO_ENTRY"}', 'text/html; charset=UTF-8'),
    ],
    ['plain text of a failure', (name, response) => text(response, 500, `no ${name}`)],
    ['an empty record', (_, response) => json(response, { Status: true, Data: {} })],
    ['a record that is null', (_, response) => json(response, { Status: true, Data: null, Info: '' })],
    [
      'a record that holds the name alone',
      (uid, response) => json(response, { Status: true, Data: { uid } }),
    ],
    ['a success with an error', (_, response) => json(response, { Status: true, Error: 'NO_ENTRY' })],
  ])('in the form of %s', async (_, absent) => {
    const client = await appliance({ absent })
    expect(await client.directory.members.look('bob', signal)).toEqual({ member: undefined, unproven: true })
    expect(diagnosticOf(await caught(client.directory.members.find('bob', signal))).code).toBe(
      'absence-unproven',
    )
    expect((await client.directory.members.find('ann.lee', signal))?.uid).toBe('ann.lee')
    expect(await client.directory.members.find('bob', signal)).toBeUndefined()
  })

  test('and asks for it once, by four more requests, however many ask at the same time', async () => {
    const client = await appliance({
      absent: (_, response) => json(response, { Status: false, Error: 'NONE' }),
    })
    const sites = Array.from({ length: 50 }, (_, index) => siteOf(`site${index}.example`))
    const outcome = await client.categories.present({ id: 250 }, new FewSites(sites), signal)
    expect([outcome.absent.size, outcome.unproven, outcome.failure]).toEqual([50, true, undefined])
    expect(client.asked()).toHaveLength(50 + 4)
    expect(client.asked().filter((request) => /^GET \/categories\/[a-z]{16}$/.test(request))).toHaveLength(1)
  })

  test('and asks for nothing more where the answer counts the categories, as it is documented', async () => {
    const client = await appliance({
      absent: (name, response) =>
        json(response, { Status: false, Info: `${name} found inside 0 categorie(s)`, Categories: [] }),
    })
    expect(await client.categories.query(siteOf('missing.example'), signal)).toEqual([])
    expect(client.asked()).toEqual(['GET /categories/query/missing.example'])
  })
})

/** Answers in one way for the names that the client invents, and in another one for the others. */
function only(name: string, other: Manner['absent']): Manner['absent'] {
  return (asked, response) =>
    asked === name ? other(asked, response) : json(response, { Status: false, Error: `no ${asked}` })
}

describe('an answer is never an absence', () => {
  test.each<[string, Manner['absent'], string]>([
    ['401', (_, response) => text(response, 401, 'no'), 'forbidden'],
    ['403', (_, response) => text(response, 403, 'Forbidden'), 'forbidden'],
    ['407', (_, response) => text(response, 407, 'no'), 'forbidden'],
    ['429', (_, response) => text(response, 429, 'no'), 'refused'],
    ['502', (_, response) => text(response, 502, 'no'), 'refused'],
    ['503', (_, response) => text(response, 503, 'no'), 'refused'],
    ['504', (_, response) => text(response, 504, 'no'), 'refused'],
    ['503 with an envelope', (_, response) => json(response, { Status: false, Error: 'no' }, 503), 'refused'],
    ['302', (_, response) => text(response, 302, 'no'), 'refused'],
    ['206', (_, response) => text(response, 206, '{"Status":false}'), 'interrupted'],
    ['HTML of 200', (_, response) => text(response, 200, '<html>no</html>', 'text/html'), 'unreadable'],
    ['HTML of 404', (_, response) => text(response, 404, '<!DOCTYPE html>no', 'text/html'), 'refused'],
    ['HTML of 500', (_, response) => text(response, 500, '<html>no</html>', 'text/html'), 'refused'],
    [
      'a service that is off',
      (_, response) => json(response, { status: false, info: 'Category service disabled on this server' }),
      'failed',
    ],
    [
      'a check of the caller that failed',
      (_, response) =>
        json(response, { status: false, info: 'Fatal error while checking security accesses' }),
      'refused',
    ],
    [
      'a check of the caller that failed, in a word',
      (_, response) => text(response, 404, 'Fatal error while checking security accesses'),
      'refused',
    ],
    [
      'a caller who is not allowed',
      (_, response) => json(response, { Status: false, Error: 'Authentication failed', Info: '' }),
      'forbidden',
    ],
  ])('where it is %s, for one name or for all', async (_, absent, kind) => {
    for (const manner of [{ absent }, { absent: only('missing.example', absent) }]) {
      const { categories } = await appliance(manner)
      const error = await caught(categories.query(siteOf('missing.example'), signal))
      expect(error.kind).toBe(kind)
    }
    for (const manner of [{ absent }, { absent: only('bob', absent) }]) {
      const { directory } = await appliance(manner)
      expect((await caught(directory.members.find('bob', signal))).kind).toBe(kind)
    }
  })

  test('where it differs from the answer for what cannot exist', async () => {
    const broken: Manner['absent'] = (_, response) =>
      json(response, { Status: false, Error: 'no space left' })
    const { categories } = await appliance({ absent: only('missing.example', broken) })
    const error = await caught(categories.query(siteOf('missing.example'), signal))
    expect([error.kind, diagnosticOf(error).message]).toEqual([
      'failed',
      expect.stringContaining('no space left'),
    ])
    const { directory } = await appliance({ absent: only('bob', broken) })
    const failure = await caught(directory.members.find('bob', signal))
    expect([failure.kind, diagnosticOf(failure).message]).toEqual([
      'failed',
      expect.stringContaining('no space left'),
    ])
  })

  test('where the two answers for what cannot exist differ in form: both are quoted', async () => {
    const { categories } = await appliance({
      absent: (name, response) =>
        name.endsWith('.invalid')
          ? json(response, { Status: false, Error: 'INVALID_DOMAIN' }, 400)
          : json(response, { Status: false, Error: `no ${name}` }),
    })
    const error = await caught(categories.query(siteOf('missing.example'), signal))
    expect([error.kind, diagnosticOf(error).code]).toEqual(['unreadable', 'absence-unproven'])
    expect(diagnosticOf(error).message).toMatch(
      /cannot be determined: .*no [a-z]{16}\.com.*HTTP status 400.*INVALID_DOMAIN/,
    )
  })

  test('where words of letters vary from answer to answer', async () => {
    const words = ['spring', 'summer', 'autumn', 'winter']
    let asked = 0
    const { categories } = await appliance({
      absent: (_, response) => json(response, { Status: false, Error: `none in ${words[asked++ % 4]}` }),
    })
    const error = await caught(categories.query(siteOf('missing.example'), signal))
    expect([error.kind, diagnosticOf(error).code]).toEqual(['unreadable', 'absence-unproven'])
    expect(diagnosticOf(error).message).toContain('cannot be determined')
  })

  test('where a number has changed since it was learned, although something is found still', async () => {
    let day = 1
    const { categories } = await appliance({
      absent: (name, response) => json(response, { Status: false, Error: `day ${day}: no ${name}` }),
    })
    expect(await categories.query(siteOf('known.example'), signal)).toHaveLength(1)
    expect(await categories.query(siteOf('missing.example'), signal)).toEqual([])
    day = 2
    const error = await caught(categories.query(siteOf('missing.example'), signal))
    expect([error.kind, diagnosticOf(error).code]).toEqual(['unreadable', 'absence-unproven'])
    expect(diagnosticOf(error).message).toMatch(/cannot be determined: .*day 1: .*day 2: /)
  })

  test('where it tells of success and of nothing else, and is not like that for what cannot exist', async () => {
    const success: Manner['absent'] = (_, response) => json(response, { Status: true, Info: 'done' })
    const { categories } = await appliance({ absent: only('missing.example', success) })
    const error = await caught(categories.query(siteOf('missing.example'), signal))
    expect([error.kind, diagnosticOf(error).code]).toEqual(['unreadable', 'answer-unreadable'])
  })

  test.each([200, 404])(
    'where a route that does not exist is answered alike, with HTTP status %i',
    async (status) => {
      const same: Manner['absent'] = (_, response) =>
        json(response, { Status: false, Error: 'nothing' }, status)
      const client = await appliance({ absent: same, unknownRoute: same })
      for (const error of [
        await caught(client.categories.query(siteOf('missing.example'), signal)),
        await caught(client.directory.members.find('bob', signal)),
      ]) {
        expect(error.kind).not.toBe('route-missing')
        expect(diagnosticOf(error).message).toContain('nothing')
      }
    },
  )

  test.each(['stopped', 'not understood'])('while the service of the directory is %s', async (state) => {
    const status = state === 'stopped' ? { Status: true, Info: '[APP_OPENLDAP]\nrunning=0\ninstalled=1' } : {}
    const { directory } = await appliance({
      absent: (_, response) => json(response, { Status: false, Error: 'no' }),
      status,
    })
    const error = await caught(directory.members.find('bob', signal))
    expect(error.kind).toBe(state === 'stopped' ? 'not-running' : 'unreadable')
  })

  test('while the directory itself does not answer, although its service is said to run', async () => {
    const outage = { Status: false, Error: 'SOCKET_NOT_FOUND' }
    const { directory } = await appliance({
      absent: (_, response) => json(response, outage),
      organizations: outage,
    })
    const error = await caught(directory.members.find('bob', signal))
    expect(diagnosticOf(error).message).toContain('SOCKET_NOT_FOUND')
  })
})

describe('an outage that begins after absence was learned', () => {
  const outages: readonly (readonly [string, string, string])[] = [
    ['in a token', 'USER_NOT_FOUND', 'SERVER_BUSY'],
    ['in a sentence', 'No such object', 'Server is busy'],
    ['in a number', 'LDAP result 32', 'LDAP result 52'],
  ]

  test.each(outages)('is not an absence: %s', async (_, absence, outage) => {
    let said = absence
    const fails = () => said === outage
    const client = await appliance({
      absent: (_name, response) => json(response, { Status: false, Error: said }),
      fails,
    })
    expect((await client.directory.members.find('ann.lee', signal))?.uid).toBe('ann.lee')
    expect(await client.directory.members.find('bob', signal)).toBeUndefined()
    said = outage
    const error = await caught(client.directory.members.find('ann.lee', signal))
    expect([error.kind, diagnosticOf(error).message]).toEqual(['failed', expect.stringContaining(outage)])
    said = absence
    expect(await client.directory.members.find('bob', signal)).toBeUndefined()
  })
})

describe('an outage of the route of members alone', () => {
  test('that begins after one was found is no absence, whatever it answers', async () => {
    let isOut = false
    const client = await appliance({
      absent: (_name, response) => json(response, { Status: false, Error: isOut ? 'BUSY' : 'NOT_FOUND' }),
      fails: () => isOut,
    })
    expect((await client.directory.members.find('ann.lee', signal))?.uid).toBe('ann.lee')
    isOut = true
    const error = await caught(client.directory.members.find('bob', signal))
    expect([error.kind, diagnosticOf(error).code]).toEqual(['unreadable', 'absence-unproven'])
    expect(diagnosticOf(error).message).toContain('ann.lee')
    isOut = false
    expect(await client.directory.members.find('bob', signal)).toBeUndefined()
  })

  test('is not suspected where the client itself has written since then', async () => {
    let isDeleted = false
    const client = await appliance({
      absent: (_name, response) => json(response, { Status: false, Error: 'NOT_FOUND' }),
      fails: () => isDeleted,
    })
    expect((await client.directory.members.find('ann.lee', signal))?.uid).toBe('ann.lee')
    await caught(client.directory.members.setPassword('ann.lee', 'a-long-secret', signal))
    isDeleted = true
    expect(await client.directory.members.find('bob', signal)).toBeUndefined()
  })
})

describe('a route that is missing', () => {
  const goRouter: Manner['absent'] = (_, response) => text(response, 404, '404 page not found')

  test('is known by an answer like that of a route that cannot exist, where the autonomous service lists', async () => {
    const { categories, asked } = await appliance({ absent: goRouter, list: autonomousList })
    expect((await caught(categories.query(siteOf('missing.example'), signal))).kind).toBe('route-missing')
    expect(await categories.hasOlderRoutes(signal)).toBe(false)
    expect(asked().filter((request) => request.includes('/query/'))).toHaveLength(1)
  })

  test('is known so in an envelope, too', async () => {
    const unknown: Manner['absent'] = (_, response) =>
      json(response, { status: false, info: 'Unknown route' })
    const { categories } = await appliance({ absent: unknown, unknownRoute: unknown, list: autonomousList })
    const error = await caught(categories.query(siteOf('missing.example'), signal))
    expect([error.kind, diagnosticOf(error).message]).toEqual([
      'route-missing',
      expect.stringContaining('Unknown route'),
    ])
    expect(diagnosticOf(error).code).toBe('route-missing')
  })

  test('is known so by text that varies', async () => {
    let second = 0
    const unknown: Manner['absent'] = (_, response) =>
      json(response, { status: false, info: `unknown command, request ${second++}` }, 404)
    const { categories } = await appliance({ absent: unknown, unknownRoute: unknown, list: autonomousList })
    expect((await caught(categories.query(siteOf('missing.example'), signal))).kind).toBe('route-missing')
    expect(await categories.hasOlderRoutes(signal)).toBe(false)
  })

  test('is known so by a page for people', async () => {
    const page: Manner['absent'] = (_, response) => text(response, 404, '<html>not here</html>', 'text/html')
    const { categories } = await appliance({ absent: page, unknownRoute: page, list: autonomousList })
    expect((await caught(categories.query(siteOf('missing.example'), signal))).kind).toBe('route-missing')
  })

  test.each([405, 501])(
    'is not the query route where the older list answers, which came with it, whatever %i says',
    async (status) => {
      const same: Manner['absent'] = (_, response) => text(response, status, 'nowhere')
      const { categories } = await appliance({ absent: same, unknownRoute: same })
      await categories.list(signal)
      const error = await caught(categories.query(siteOf('missing.example'), signal))
      expect([error.kind, diagnosticOf(error).code]).toEqual(['refused', 'answered-elsewhere'])
      expect(diagnosticOf(error).message).toContain('HTTP status')
      expect(diagnosticOf(error).message).toContain('it comes with the list that the appliance returned')
    },
  )

  test('is not one whose 404 comes from elsewhere, even if it has not answered yet', async () => {
    const upstream: Manner['absent'] = (_, response) => text(response, 404, 'upstream gone')
    const { categories } = await appliance({
      absent: only('missing.example', upstream),
      list: autonomousList,
    })
    const error = await caught(categories.query(siteOf('missing.example'), signal))
    expect([error.kind, diagnosticOf(error).message]).toEqual([
      'refused',
      expect.stringContaining('upstream gone'),
    ])
    expect(diagnosticOf(error).code).toBe('answered-elsewhere')
    expect(await categories.hasOlderRoutes(signal)).toBe(true)
  })

  test.each([503, 401])(
    'is not known while the route that cannot exist is answered with %i',
    async (status) => {
      const { categories } = await appliance({
        absent: goRouter,
        unknownRoute: (_, response) => text(response, status, 'not now'),
        list: autonomousList,
      })
      const error = await caught(categories.query(siteOf('missing.example'), signal))
      expect(error.status).toBe(status)
      await caught(categories.hasOlderRoutes(signal))
    },
  )

  test('is never one that has answered before: its 404 is a failure, or an absence', async () => {
    const { categories } = await appliance({ absent: goRouter, list: autonomousList })
    expect(await categories.query(siteOf('known.example'), signal)).toHaveLength(1)
    const error = await caught(categories.query(siteOf('missing.example'), signal))
    expect(error.kind).not.toBe('route-missing')
    const other = await appliance({
      absent: (_, response) => text(response, 404, 'none'),
      list: autonomousList,
    })
    expect(await other.categories.query(siteOf('known.example'), signal)).toHaveLength(1)
    expect(await other.categories.query(siteOf('missing.example'), signal)).toEqual([])
  })

  test('is never the query route of an appliance with the older list', async () => {
    const { categories } = await appliance({ absent: goRouter })
    const error = await caught(categories.query(siteOf('missing.example'), signal))
    expect(error.kind).not.toBe('route-missing')
  })
})
