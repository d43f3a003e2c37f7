import { type Emulator, startEmulator } from '../src/emulator'
import { get, send } from '../src/testing/requests'

let emulator: Emulator
let control: string

beforeEach(async () => {
  emulator = await startEmulator({ ports: { control: 0 }, token: 'open sesame' })
  control = emulator.urls.control ?? ''
  emulator.store.create({ name: 'ads' })
})
afterEach(() => emulator.close())

const json = { 'content-type': 'application/json' }
const list = () => get(`${emulator.urls.categories}/categories/list`, { 'X-Auth-Token': 'open sesame' })

test('there is no control listener unless it is asked for', async () => {
  const plain = await startEmulator()
  expect(plain.urls.control).toBeUndefined()
  await plain.close()
})

test('it listens on the loopback address regardless of the host', async () => {
  const open = await startEmulator({ host: '0.0.0.0', ports: { control: 0 } })
  expect(open.urls.categories).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/)
  expect(open.urls.control).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await open.close()
})

test('faults are put, seen and deleted', async () => {
  const body = JSON.stringify([{ operation: 'list', effect: 'status', status: 500, times: 1 }])
  expect((await send('PUT', `${control}/faults`, { body, headers: json })).status).toBe(200)
  expect([(await list()).status, (await list()).status]).toEqual([500, 200])
  expect((await get(`${control}/faults`)).json).toEqual({
    faults: [{ fault: { operation: 'list', effect: 'status', status: 500, times: 1 }, fitted: 2 }],
  })
  expect((await send('DELETE', `${control}/faults`)).json).toEqual({ faults: [] })
  expect(emulator.faults.report()).toEqual([])
})

test.each([
  ['an effect that is none', '[{"effect":"explode"}]', 'effect'],
  ['a field that is none', '[{"effect":"drop","tymes":1}]', 'tymes'],
  ['no list', '{"effect":"drop"}', 'expected array'],
  ['no JSON', '[{', 'JSON'],
])('%s is refused with what is wrong', async (_, body, named) => {
  emulator.faults.set([{ effect: 'disabled' }])
  const answer = await send('PUT', `${control}/faults`, { body, headers: json })
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({ error: expect.stringContaining(named) })
  expect(emulator.faults.report()).toHaveLength(1)
})

test('the journal is read and cleared', async () => {
  await list()
  const entry = { listener: 'categories', method: 'GET', path: '/categories/list', body: '', status: 200 }
  expect((await get(`${control}/journal`)).json).toEqual({ requests: [entry] })
  expect((await send('DELETE', `${control}/journal`)).json).toEqual({ requests: [] })
  expect(emulator.journal.entries()).toEqual([])
})

test('the state shows every area', async () => {
  emulator.certificates.store({ commonName: 'mail.example.org' })
  emulator.network.setHostname('proxy.example.org')
  emulator.records.add('1270002', [{ address: '192.0.2.1', description: 'Reported' }])
  expect((await get(`${control}/state`)).json).toMatchObject({
    certificates: [{ id: 1, kind: 'stored', commonName: 'mail.example.org' }],
    network: { hostname: 'proxy.example.org' },
    databases: [
      { index: '1270002', items: 1, dirty: true },
      { index: '1270009', items: 0 },
    ],
    directory: { service: 'not-installed', members: [] },
  })
  expect((await get(`${control}/state/records/1270002`)).json).toMatchObject({
    address: '127.0.0.2',
    records: [{ address: '192.0.2.1', description: 'Reported', date: expect.any(String) }],
  })
  expect(await get(`${control}/state/records/9`)).toMatchObject({
    status: 404,
    json: { error: 'There is no record database 9.' },
  })
})

test('the state shows what is stored and what is compiled', async () => {
  emulator.store.addSites(250, ['b.com', 'a.com'])
  emulator.store.compile(250)
  emulator.store.removeSites(250, ['b.com'])
  const category = { id: 250, name: 'ads', items: 1, compiledItems: 2, compilations: 1, dirty: true }
  expect((await get(`${control}/state`)).json).toMatchObject({ categories: [category], backups: [] })
  expect((await get(`${control}/state/250`)).json).toMatchObject({
    ...category,
    sites: ['a.com'],
    compiledSites: ['a.com', 'b.com'],
  })
  expect(await get(`${control}/state/999`)).toMatchObject({
    status: 404,
    json: { error: 'There is no category 999.' },
  })
})
