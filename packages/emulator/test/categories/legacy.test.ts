import { type Emulator, startEmulator } from '../../src/emulator'
import { get, send } from '../../src/testing/requests'

let emulator: Emulator
let base: string

beforeEach(async () => {
  emulator = await startEmulator({ generation: 'older' })
  base = emulator.urls.legacy
  emulator.store.create({ name: 'ads' })
})
afterEach(() => emulator.close())

test('the older listener adds one site, as a URL if need be, and compiles nothing', async () => {
  const answer = await get(`${base}/categories/250/${encodeURIComponent('https://www.Example.com/path')}`)
  expect(answer).toMatchObject({ status: 200, json: { Status: true, Info: '', Error: '' } })
  expect([...emulator.store.sites(250)]).toEqual(['example.com'])
  expect(emulator.store.category(250)).toMatchObject({ compilations: 0, dirty: true })
})

test('adding an existing site answers true', async () => {
  emulator.store.addSites(250, ['example.com'])
  expect((await get(`${base}/categories/250/example.com`)).json).toMatchObject({ Status: true })
})

test('a failed operation is HTTP 503 with the error', async () => {
  const refused = await get(`${base}/categories/250/${encodeURIComponent('a$.com')}`)
  const unknown = await get(`${base}/categories/999/a.com`)
  expect(refused).toMatchObject({
    status: 503,
    json: { Status: false, Info: '', Error: 'INVALID_SITE a$.com' },
  })
  expect(unknown).toMatchObject({ status: 503, json: { Status: false, Info: '', Error: 'INVALID_ID' } })
})

test.each([
  ['GET', '/categories/list'],
  ['GET', '/categories/query/a.com'],
  ['PUT', '/categories/quick/250'],
  ['POST', '/categories/250/add'],
])('%s %s is an unknown command there', async (method, path) => {
  expect((await send(method, base + path)).status).toBe(404)
})

describe('an older release', () => {
  let olderRelease: Emulator
  beforeEach(async () => {
    olderRelease = await startEmulator({ generation: 'older', sitesElsewhere: 'refused' })
    olderRelease.store.create({ name: 'ads' })
    olderRelease.store.create({ name: 'games' })
    olderRelease.store.addSites(251, ['a.com'])
  })
  afterEach(() => olderRelease.close())

  test('refuses a site that another category holds', async () => {
    const answer = await get(`${olderRelease.urls.legacy}/categories/250/a.com`)
    expect(answer).toMatchObject({
      status: 503,
      json: { Error: 'a.com already categorized in category 251' },
    })
    expect(olderRelease.store.categoriesOf('a.com')).toEqual([251])
  })

  test('accepts a site that this category holds', async () => {
    expect(await get(`${olderRelease.urls.legacy}/categories/251/a.com`)).toMatchObject({ status: 200 })
  })

  test('moves such a site anyway', async () => {
    await get(`${olderRelease.urls.categories}/categories/move/251/a.com/250`)
    expect(olderRelease.store.categoriesOf('a.com')).toEqual([250])
  })
})
