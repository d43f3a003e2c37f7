import { type Emulator, startEmulator } from '../../../src/emulator/emulator'
import { get, send } from '../requests'

let emulator: Emulator
let base: string

beforeEach(async () => {
  emulator = await startEmulator({ generation: 'autonomous' })
  base = emulator.urls.categories
})
afterEach(() => emulator.close())

const add = (sites: string, id = 250) => send('POST', `${base}/categories/${id}/add`, { form: { sites } })

describe('list', () => {
  test('is an object keyed by id, ordered by it, with a live count', async () => {
    emulator.store.create({ name: 'games', id: 300 })
    emulator.store.create({ name: 'ads', description: 'all of them' })
    emulator.store.addSites(250, ['a.com', 'b.com'])
    const answer = await get(`${base}/categories/list`)
    expect(answer).toMatchObject({ status: 200, contentType: 'application/json;charset=UTF-8' })
    expect(answer.json).toEqual({
      status: true,
      info: '',
      categories: {
        '250': { table: 'category_ads', items: 2, name: 'ads', description: 'all of them' },
        '300': { table: 'category_games', items: 0, name: 'games', description: '' },
      },
    })
    expect(answer.text.indexOf('"250"')).toBeLessThan(answer.text.indexOf('"300"'))
  })
})

describe('add', () => {
  test('counts the accepted lines and, apart, what the category holds then', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.addSites(250, ['old.com', 'a.com'])
    const answer = await add('A.com\nlocalhost\nwww.b.com\na.www.b.c\n192.0.2.7\nb.com\n')
    expect(answer.json).toEqual({ status: true, info: '5 sites added in category_ads (5 elements)' })
    expect([...emulator.store.sites(250)]).toEqual(['old.com', 'a.com', 'b.com', 'b.c', '192.0.2.7'])
  })

  test('compiles nothing, and does not look into other categories', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.create({ name: 'games' })
    emulator.store.addSites(251, ['a.com'])
    await add('a.com')
    expect(emulator.store.categoriesOf('a.com')).toEqual([250, 251])
    expect(emulator.store.category(250)).toMatchObject({ compilations: 0, dirty: true })
  })

  test('fails without the field, without a site, and for a category without a table', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.create({ name: 'bare', table: '' })
    const url = `${base}/categories/250/add`
    const noField = { status: false, info: 'Field sites is missing' }
    expect(await send('POST', url, { form: { items: 'a.com' } })).toMatchObject({
      status: 200,
      json: noField,
    })
    expect(await send('POST', url)).toMatchObject({ status: 200, json: noField })
    expect(await add('localhost\n')).toMatchObject({
      status: 200,
      json: { status: false, info: 'No site parsed' },
    })
    expect(await add('a.com', 251)).toMatchObject({
      json: { status: false, info: 'Category 251 has no table' },
    })
    expect(emulator.store.categoriesOf('a.com')).toEqual([])
  })

  test('is HTTP 500 for an unknown id', async () => {
    expect((await add('a.com', 999)).status).toBe(500)
  })
})

describe('compile', () => {
  test('is launched in the background and never skipped', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.create({ name: 'games' })
    emulator.store.addSites(250, ['a.com'])
    await get(`${base}/categories/250/compile`)
    emulator.store.removeSites(250, ['a.com'])
    emulator.store.addSites(250, ['b.com'])
    const answer = await get(`${base}/categories/250/compile`)
    expect(answer.json).toEqual({ status: true, info: 'launched in background' })
    expect(emulator.store.category(250)).toMatchObject({ compilations: 2, dirty: false })
    expect(emulator.store.category(251)).toMatchObject({ compilations: 0 })
  })

  test('is HTTP 500 for an unknown id', async () => {
    expect((await get(`${base}/categories/999/compile`)).status).toBe(500)
  })
})

test('backup answers at once and takes one', async () => {
  expect((await get(`${base}/categories/backup`)).json).toMatchObject({ status: true })
  expect(emulator.store.backups).toEqual([1])
})
