import { type Emulator, startEmulator } from '../../src/emulator'
import { get, type Received, send } from '../../src/testing/requests'

let emulator: Emulator
let base: string

beforeEach(async () => {
  emulator = await startEmulator({ generation: 'autonomous' })
  base = emulator.urls.categories
})
afterEach(() => emulator.close())

const add = (sites: string, id = 250) => send('POST', `${base}/categories/${id}/add`, { form: { sites } })

/** A page of which the last line of the traceback is the error. */
function expectTraceback({ status, contentType, text }: Received, error: string): void {
  expect([status, contentType]).toEqual([500, 'text/html;charset=utf-8'])
  const escaped = error.replaceAll("'", '&#x27;')
  expect(text).toContain(`${escaped}\n</pre>`)
}

describe('list', () => {
  test('is an object keyed by id, ordered by it, with a live count', async () => {
    emulator.store.create({ name: 'games', id: 300 })
    emulator.store.create({ name: 'ads', description: 'all of them' })
    emulator.store.addSites(250, ['a.com', 'b.com'])
    const answer = await get(`${base}/categories/list`)
    expect(answer).toMatchObject({ status: 200, contentType: 'application/json' })
    expect(answer.headers['content-transfer-encoding']).toBe('binary')
    expect(answer.json).toEqual({
      status: true,
      info: 'List of available categories',
      categories: {
        '250': { table: 'category_ads', items: 2, name: 'ads', description: 'all of them' },
        '300': { table: 'category_games', items: 0, name: 'games', description: '' },
      },
    })
    expect(answer.text.indexOf('"250"')).toBeLessThan(answer.text.indexOf('"300"'))
    expect(answer.text).toContain('\n    "categories": {\n        "250": {\n            "table":')
  })

  test('fails as a whole at a category without a table', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.create({ name: 'bare', table: '' })
    expectTraceback(await get(`${base}/categories/list`), 'ProgrammingError: syntax error at end of input')
  })
})

describe('a category alone', () => {
  test.each([250, 999])('has Status false, for %d too', async (id) => {
    emulator.store.create({ name: 'ads' })
    const answer = await get(`${base}/categories/${id}`)
    expect(answer).toMatchObject({ status: 200, json: { status: false, info: expect.any(String) } })
  })
})

describe('add', () => {
  test('counts the accepted lines and, separately, the resulting sites of the category', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.addSites(250, ['old.com', 'a.com'])
    const answer = await add('A.com\nlocalhost\nwww.b.com\na.www.b.c\n1.2.3.4\nb.com\n')
    expect(answer.json).toEqual({ status: true, info: '5 sites added in category_ads (5 elements)' })
    expect([...emulator.store.sites(250)]).toEqual(['old.com', 'a.com', 'b.com', 'b.c', '16909060.addr'])
  })

  test('compiles nothing, and does not check other categories', async () => {
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

  test('accepts the sites from the query too, and answers GET', async () => {
    emulator.store.create({ name: 'ads' })
    const got = await get(`${base}/categories/250/add?sites=a.com%0Ab.com`)
    expect(got.json).toEqual({ status: true, info: '2 sites added in category_ads (2 elements)' })
    await send('POST', `${base}/categories/250/add?sites=c.com`)
    expect([...emulator.store.sites(250)]).toEqual(['a.com', 'b.com', 'c.com'])
  })

  test('returns the error of the database, with nothing stored', async () => {
    emulator.store.create({ name: 'ads' })
    const quote = await add("a.com\no'brien.com")
    expect(quote).toMatchObject({ status: 200, json: { status: false } })
    expect(quote.text).toContain('syntax error at or near \\"brien\\"')
    expect(await add(`a.com\n${'ä'.repeat(509)}.com`)).toMatchObject({
      status: 200,
      json: { status: false, info: 'value too long for type character varying(512)\n' },
    })
    expect([...emulator.store.sites(250)]).toEqual([])
    expect((await add(`${'🦊'.repeat(508)}.com`)).json).toMatchObject({ status: true })
  })

  test('fails with a traceback at an address that is none, and at a field that comes twice', async () => {
    emulator.store.create({ name: 'ads' })
    const error = 'OSError: illegal IP address string passed to inet_aton'
    expectTraceback(await add('a.com\n1.2.3.4.5'), error)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const twice = { body: 'sites=a.com&sites=b.com', headers }
    const split = "AttributeError: 'list' object has no attribute 'splitlines'"
    expectTraceback(await send('POST', `${base}/categories/250/add`, twice), split)
    expectTraceback(
      await send('POST', `${base}/categories/250/add?sites=c.com`, { form: { sites: 'a.com' } }),
      split,
    )
    expect([...emulator.store.sites(250)]).toEqual([])
  })

  test('is HTTP 500 with a traceback for an unknown id', async () => {
    expectTraceback(await add('a.com', 999), "KeyError: '999'")
  })
})

describe('compile', () => {
  test('starts in the background, and is skipped for as many sites as at the last compile of either generation', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.create({ name: 'games' })
    emulator.store.addSites(250, ['a.com'])
    await get(`${base}/categories/250/compile`)
    emulator.store.removeSites(250, ['a.com'])
    emulator.store.addSites(250, ['b.com'])
    const answer = await get(`${base}/categories/250/compile`)
    const info = expect.stringMatching(/^\/usr\/\S+ .*--category=250 .* launched in background$/)
    expect(answer.json).toEqual({ status: true, info })
    expect(emulator.store.category(250)).toMatchObject({ compilations: 1, dirty: true })
    expect(emulator.store.category(251)).toMatchObject({ compilations: 0 })
    emulator.store.addSites(250, ['c.com'])
    await get(`${base}/categories/250/compile`)
    expect(emulator.store.category(250)).toMatchObject({ compilations: 2, dirty: false })
    emulator.store.compileAllIfCountChanged()
    expect(emulator.store.category(250)).toMatchObject({ compilations: 2 })
  })

  test('is HTTP 500 with a traceback for an unknown id', async () => {
    expectTraceback(await get(`${base}/categories/999/compile`), "KeyError: '999'")
  })
})

test('backup answers at once and creates a backup', async () => {
  expect((await get(`${base}/categories/backup`)).json).toMatchObject({ status: true })
  expect(emulator.store.backups).toEqual([1])
})
