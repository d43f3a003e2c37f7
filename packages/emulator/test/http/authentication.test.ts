import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../src/emulator'
import type { EmulatorOptions } from '../../src/emulator-options'
import { get, send } from '../../src/testing/requests'

let emulator: Emulator
afterEach(() => emulator.close())

async function start(options: EmulatorOptions): Promise<void> {
  emulator = await startEmulator(options)
  emulator.store.create({ name: 'ads' })
}

test.each(['X-Auth-Token', 'X-Api-Key'])(
  'the categories listener accepts the token from %s',
  async (header) => {
    await start({ token: 'open sesame' })
    expect(
      (await get(`${emulator.urls.categories}/categories/list`, { [header]: 'open sesame' })).status,
    ).toBe(200)
  },
)

test.each([
  ['no token', {}],
  ['a wrong token', { 'X-Auth-Token': 'open barley' }],
  ['a wrong token beside a right key', { 'X-Auth-Token': 'open barley', 'X-Api-Key': 'open sesame' }],
  ["the older listener's header", { ArticaKey: 'open sesame' }],
])('the categories listener answers Forbidden to %s, and does nothing', async (_, headers) => {
  await start({ token: 'open sesame' })
  emulator.store.addSites(250, ['a.com'])
  const answer = await get(`${emulator.urls.categories}/categories/delete/250/a.com`, headers)
  expect(answer).toMatchObject({ status: 403, text: 'Forbidden' })
  expect(answer.contentType).toContain('text/plain')
  expect(emulator.store.categoriesOf('a.com')).toEqual([250])
})

describe('an autonomous route', () => {
  test.each([{}, { 'X-Auth-Token': 'open barley' }])('ignores tokens: %j is let in', async (headers) => {
    await start({ token: 'open sesame', list: 'autonomous' })
    for (const path of ['/categories/list', '/categories/250/compile', '/categories/250/add?sites=a.com']) {
      expect((await get(emulator.urls.categories + path, headers)).json).toMatchObject({ status: true })
    }
  })

  test.each(['older', 'autonomous'] as const)(
    'leaves it to the older routes beside it, whose list is the %s one, to require a token',
    async (list) => {
      await start({ token: 'open sesame', list })
      const older = ['/categories/query/a.com', '/categories/delete/250/a.com', '/nothing']
      const answers = await Promise.all(older.map((path) => get(emulator.urls.categories + path)))
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    },
  )

  test('refuses a source address even for an unknown route', async () => {
    await start({ generation: 'autonomous', allowedAddresses: ['192.0.2.1'] })
    const answer = await get(`${emulator.urls.categories}/categories/query/a.com`)
    expect(answer).toMatchObject({ status: 200, json: { status: false } })
  })
})

test('an unknown route requires authentication before it is reported as unknown', async () => {
  await start({ token: 'open sesame' })
  expect((await get(`${emulator.urls.categories}/nothing`)).status).toBe(403)
})

test('the older listener accepts the token only from ArticaKey, and answers 401 otherwise', async () => {
  await start({ token: 'open sesame' })
  const url = `${emulator.urls.legacy}/categories/250/a.com`
  expect((await get(url, { 'X-Auth-Token': 'open sesame' })).status).toBe(401)
  expect((await get(url, { ArticaKey: 'open barley' })).status).toBe(401)
  expect(emulator.store.categoriesOf('a.com')).toEqual([])
  expect((await get(url, { ArticaKey: 'open sesame' })).status).toBe(200)
})

test.each([
  ['base', '/system/network/interfaces'],
  ['records', '/databases/list'],
  ['categories', '/analyze/website/direct/192.0.2.1%20'],
] as const)('the listener %s requires the same on %s', async (listener, path) => {
  await start({ token: 'open sesame' })
  const url = emulator.urls[listener] + path
  expect(await get(url)).toMatchObject({ status: 403, text: 'Forbidden' })
  expect((await get(url, { 'X-Auth-Token': 'open sesame' })).status).toBe(200)
  expect((await get(url, { 'X-Api-Key': 'open sesame' })).status).toBe(200)
})

test.each(['base', 'records'] as const)('the listener %s refuses a source address', async (listener) => {
  await start({ allowedAddresses: ['192.0.2.1'] })
  expect(await get(`${emulator.urls[listener]}/nothing`)).toMatchObject({
    status: 403,
    json: { Status: false, Error: 'Authentication failed', Info: '' },
  })
})

test('an older route refuses a source address with 403 and an envelope', async () => {
  await start({ allowedAddresses: ['192.0.2.1'] })
  const answer = await get(`${emulator.urls.categories}/categories/query/a.com`)
  expect(answer).toMatchObject({
    status: 403,
    json: { Status: false, Error: 'Authentication failed', Info: '' },
  })
})

test('an autonomous route refuses a source address with 200 and names it', async () => {
  await start({ allowedAddresses: ['192.0.2.1'] })
  const answer = await get(`${emulator.urls.categories}/categories/250/compile`)
  const info = expect.stringMatching(/^Your IP address \[127\.0\.0\.1\] is not allowed/)
  expect(answer).toMatchObject({ status: 200, json: { status: false, info } })
  expect(emulator.store.category(250)).toMatchObject({ compilations: 0 })
})

test('an allowed source address is let in', async () => {
  await start({ allowedAddresses: ['127.0.0.1'] })
  expect((await get(`${emulator.urls.categories}/categories/list`)).json).toMatchObject({ Status: true })
})

describe('a request that a web page may have sent', () => {
  const deletion = (headers: Readonly<Record<string, string>>) => {
    emulator.store.addSites(250, ['a.com'])
    return get(`${emulator.urls.categories}/categories/delete/250/a.com`, headers)
  }

  test.each([
    '127.0.0.1',
    '192.0.2.7:80',
    '[::1]:9503',
    'localhost',
    'LocalHost.:1',
    'appliance.test',
    'APPLIANCE.test:9503',
    'machine.example:1',
  ])('is none if it goes to the host %s', async (host) => {
    await start({ allowedHosts: ['Appliance.TEST', 'machine.example'] })
    expect((await deletion({ host })).status).toBe(200)
    expect(emulator.store.categoriesOf('a.com')).toEqual([])
  })

  test.each([
    'evil.example:9503',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'sub.appliance.test',
    'xappliance.test',
    'evil.example:80:127.0.0.1',
    '[evil.example]',
  ])('is refused if it goes to the host %s, and does nothing', async (host) => {
    await start({ allowedHosts: ['appliance.test'] })
    const answer = await deletion({ host })
    expect(answer.status).toBe(421)
    expect(answer.text).toMatch(
      /does not answer requests to the host \S+, .* start it with --allow-host \S+\.$/,
    )
    expect(emulator.store.categoriesOf('a.com')).toEqual([250])
    expect(emulator.journal.entries()).toMatchObject([{ path: '/categories/delete/250/a.com', status: 421 }])
  })

  test.each<Readonly<Record<string, string>>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is refused if the browser says so: %j', async (headers) => {
    await start({})
    expect(await deletion(headers)).toMatchObject({ status: 403, text: expect.stringContaining('web page') })
    expect(emulator.store.categoriesOf('a.com')).toEqual([250])
  })

  test('is refused on every listener over the network, whatever it asks for, and answered on the socket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hosts-'))
    const socket = join(folder, 'directory.sock')
    await start({ ports: { control: 0 }, socket, token: 'open sesame' })
    const { categories, legacy, base, records, control } = emulator.urls
    const headers = { host: 'evil.example' }
    for (const url of [categories, legacy, base, records, control])
      for (const path of ['/', '/state', '/nothing'])
        expect((await get(url + path, headers)).status).toBe(421)
    const status = await send('GET', 'http://evil.example/openldap/status', { socketPath: socket })
    expect(status.status).toBe(200)
    rmSync(folder, { recursive: true })
  })

  test('is none where the address to listen on is a name', async () => {
    await start({ host: 'localhost', ports: {} })
    expect((await get(`${emulator.urls.categories}/categories/list`)).status).toBe(200)
  })

  test('and somebody who opens its address in a browser is no page', async () => {
    await start({})
    const { host } = new URL(emulator.urls.categories)
    for (const headers of [
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin', origin: `http://${host}` },
    ])
      expect((await deletion(headers)).status).toBe(200)
  })
})
