import { type Emulator, startEmulator } from '../../src/emulator'
import { get, send } from '../../src/testing/requests'

let emulator: Emulator
let base: string

beforeEach(async () => {
  emulator = await startEmulator({ generation: 'older' })
  base = emulator.urls.categories
})
afterEach(() => emulator.close())

const success = { Status: true, Info: '', Error: '' }

function failure(error: string) {
  return { Status: false, Info: '', Error: error }
}

function entry(id: number, name: string) {
  return {
    table_name: `category_${name}`,
    category_name: name,
    category_id: id,
    rpz_enabled: 0,
    rpz_action: 2,
    rpz_redirect: '',
  }
}

describe('answers', () => {
  test('are JSON indented by two spaces, with the charset in capitals', async () => {
    const answer = await get(`${base}/categories/list`)
    expect(answer.status).toBe(200)
    expect(answer.contentType).toBe('application/json;charset=UTF-8')
    expect(answer.text).toBe('{\n  "Status": true,\n  "Error": "",\n  "Categories": []\n}')
  })

  test.each([
    ['GET', '/categories'],
    ['GET', '/nothing'],
    ['POST', '/categories/create'],
    ['HEAD', '/categories/list'],
    ['GET', '/categories/250/example.com'],
  ])('%s %s is an unknown route', async (method, path) => {
    emulator.store.create({ name: 'ads' })
    expect((await send(method, base + path)).status).toBe(404)
  })

  test('a path that is no valid encoding is a bad request', async () => {
    expect((await get(`${base}/categories/query/%zz`)).status).toBe(400)
  })
})

describe('list', () => {
  test('is an array of entries ordered by id', async () => {
    emulator.store.create({ name: 'games', id: 300 })
    emulator.store.create({ name: 'ads' })
    const { json } = await get(`${base}/categories/list`)
    expect(json).toEqual({ Status: true, Error: '', Categories: [entry(250, 'ads'), entry(300, 'games')] })
  })

  test('shows a table that is empty and the response policy as an administrator set them', async () => {
    emulator.store.create({ name: 'ads', table: '', rpzEnabled: 1, rpzAction: 4, rpzRedirect: '192.0.2.1' })
    const { json } = await get(`${base}/categories/list`)
    const changed = { table_name: '', rpz_enabled: 1, rpz_action: 4, rpz_redirect: '192.0.2.1' }
    expect(json).toMatchObject({ Categories: [{ ...entry(250, 'ads'), ...changed }] })
  })
})

describe('create', () => {
  test('creates the category and does not return its id', async () => {
    const form = { name: 'Réclame', description: "l'été" }
    expect((await send('PUT', `${base}/categories/create`, { form })).json).toEqual(success)
    expect(emulator.store.category(250)).toMatchObject({ name: 'Reclame', description: 'l`été' })
  })

  test('answers true for a name that exists, and changes nothing', async () => {
    const existing = emulator.store.create({ name: 'ads', description: 'first' })
    const form = { name: 'ads', description: 'second' }
    expect((await send('PUT', `${base}/categories/create`, { form })).json).toEqual(success)
    expect(emulator.store.categories()).toEqual([existing])
  })

  test('refuses an empty name, and one that is not in a form', async () => {
    const inJson = { body: '{"name":"ads"}', headers: { 'content-type': 'application/json' } }
    expect((await send('PUT', `${base}/categories/create`, { form: { name: ' ' } })).json).toEqual(
      failure('INVALID_NAME'),
    )
    expect((await send('PUT', `${base}/categories/create`, inJson)).json).toEqual(failure('INVALID_NAME'))
    expect((await send('PUT', `${base}/categories/create`)).json).toEqual(failure('INVALID_NAME'))
    expect(emulator.store.categories()).toEqual([])
  })
})

describe('quick', () => {
  const quick = (items: string, id = '250') =>
    send('PUT', `${base}/categories/quick/${id}`, { form: { items } })

  test('adds all sites and compiles', async () => {
    emulator.store.create({ name: 'ads' })
    expect((await quick('http://www.a.com/path, B.com,,müller.de')).json).toEqual(success)
    expect([...emulator.store.compiledSites(250)]).toEqual(['a.com', 'b.com', 'xn--mller-kva.de'])
    expect(emulator.store.category(250)).toMatchObject({ compilations: 1, dirty: false })
  })

  test('also compiles other categories whose count of sites has changed', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.create({ name: 'games' })
    emulator.store.create({ name: 'news' })
    emulator.store.addSites(251, ['game.com'])
    await quick('a.com')
    expect(emulator.store.categories().map(({ compilations }) => compilations)).toEqual([1, 1, 0])
  })

  test('compiles nothing if the count of sites is unchanged', async () => {
    emulator.store.create({ name: 'ads' })
    await quick('a.com')
    emulator.store.removeSites(250, ['a.com'])
    expect((await quick('b.com')).json).toEqual(success)
    expect(emulator.store.category(250)).toMatchObject({ compilations: 1, dirty: true })
  })

  test('compiles after removals when it names an existing site', async () => {
    emulator.store.create({ name: 'ads' })
    await quick('a.com,b.com')
    emulator.store.removeSites(250, ['b.com'])
    await quick('a.com')
    expect([...emulator.store.compiledSites(250)]).toEqual(['a.com'])
  })

  test('stops at a site that it refuses: those before it are stored, nothing is compiled', async () => {
    emulator.store.create({ name: 'ads' })
    expect((await quick('a.com,b$.com,c.com')).json).toEqual(failure('INVALID_SITE b$.com'))
    expect([...emulator.store.sites(250)]).toEqual(['a.com'])
    expect(emulator.store.category(250)).toMatchObject({ compilations: 0 })
  })

  test('refuses an unknown id and an empty list', async () => {
    emulator.store.create({ name: 'ads' })
    expect((await quick('a.com', '999')).json).toEqual(failure('INVALID_ID'))
    expect((await quick('a.com', 'ads')).json).toEqual(failure('INVALID_ID'))
    expect((await quick(' , ')).json).toEqual(failure('INVALID_ITEMS'))
  })
})

describe('move', () => {
  test('takes a site from one category to another, and compiles neither', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.create({ name: 'games' })
    emulator.store.addSites(250, ['a.com'])
    expect((await get(`${base}/categories/move/250/a.com/251`)).json).toEqual(success)
    expect(emulator.store.categoriesOf('a.com')).toEqual([251])
    expect(emulator.store.categories().map(({ compilations }) => compilations)).toEqual([0, 0])
  })

  test('does not check that the site was in the source', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.create({ name: 'games' })
    expect((await get(`${base}/categories/move/250/a.com/251`)).json).toEqual(success)
    expect(emulator.store.categoriesOf('a.com')).toEqual([251])
  })

  test('is not transactional: a site that the target refuses is in neither', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.create({ name: 'games' })
    emulator.store.addSites(250, ['odd$.com'])
    const answer = await get(`${base}/categories/move/250/odd%24.com/251`)
    expect(answer.json).toEqual(failure('INVALID_SITE odd$.com'))
    expect(emulator.store.categoriesOf('odd$.com')).toEqual([])
  })

  test('refuses unknown ids on either side, and leaves the site where it is', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.addSites(250, ['a.com'])
    expect((await get(`${base}/categories/move/250/a.com/999`)).json).toEqual(failure('INVALID_ID'))
    expect((await get(`${base}/categories/move/999/a.com/250`)).json).toEqual(failure('INVALID_ID'))
    expect(emulator.store.categoriesOf('a.com')).toEqual([250])
  })
})

describe('delete', () => {
  test('removes a site without compiling, and succeeds again when it is gone', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.addSites(250, ['a.com'])
    emulator.store.compile(250)
    expect((await get(`${base}/categories/delete/250/A.com`)).json).toEqual(success)
    expect((await get(`${base}/categories/delete/250/a.com`)).json).toEqual(success)
    expect([...emulator.store.sites(250)]).toEqual([])
    expect([...emulator.store.compiledSites(250)]).toEqual(['a.com'])
  })

  test('refuses an unknown id', async () => {
    expect((await get(`${base}/categories/delete/999/a.com`)).json).toEqual(failure('INVALID_ID'))
  })
})

describe('query', () => {
  test('lists every category in which the site is stored, compiled or not', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.create({ name: 'games' })
    emulator.store.create({ name: 'news' })
    emulator.store.addSites(252, ['a.com'])
    emulator.store.addSites(250, ['a.com'])
    expect((await get(`${base}/categories/query/A.com`)).json).toEqual({
      Status: true,
      Info: 'A.com found inside 2 categorie(s)',
      Error: '',
      Categories: [entry(250, 'ads'), entry(252, 'news')],
    })
  })

  test('answers Status false for a site that is in none', async () => {
    emulator.store.create({ name: 'ads' })
    expect((await get(`${base}/categories/query/a.com`)).json).toEqual({
      Status: false,
      Info: 'a.com found inside 0 categorie(s)',
      Error: '',
      Categories: [],
    })
  })

  test('says in other words that a site is in none, if configured', async () => {
    const other = await startEmulator({ absence: { text: 'no {name}', status: 404 } })
    try {
      const answer = await get(`${other.urls.categories}/categories/query/a.com`)
      expect([answer.status, answer.json]).toEqual([404, failure('no a.com')])
    } finally {
      await other.close()
    }
  })

  test('decodes the path', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.addSites(250, ['müller.de'])
    const answer = await get(`${base}/categories/query/m%C3%BCller.de`)
    expect(answer.json).toMatchObject({ Status: true, Info: 'müller.de found inside 1 categorie(s)' })
  })

  test('accepts names of the greatest possible length', async () => {
    const name = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`
    emulator.store.create({ name: 'ads' })
    emulator.store.addSites(250, [name])
    expect((await get(`${base}/categories/query/${name}`)).json).toMatchObject({ Status: true })
  })
})

test('backup answers at once and creates a backup', async () => {
  expect((await get(`${base}/categories/backup`)).json).toEqual(success)
  expect(emulator.store.backups).toEqual([1])
})
