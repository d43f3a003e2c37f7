import { type Emulator, startEmulator } from '../../src/emulator'
import type { EmulatorOptions } from '../../src/emulator-options'
import { get, send } from '../../src/testing/requests'

const olderRoutes = [
  ['PUT', '/categories/create'],
  ['PUT', '/categories/quick/250'],
  ['GET', '/categories/move/250/a.com/250'],
  ['GET', '/categories/delete/250/a.com'],
  ['GET', '/categories/query/a.com'],
] as const
const autonomousRoutes = [
  ['POST', '/categories/250/add'],
  ['GET', '/categories/250/compile'],
] as const

/** The HTTP statuses of all routes, and which shape the list and the backup have. */
async function surveyOf(options: EmulatorOptions) {
  const emulator = await startEmulator(options)
  emulator.store.create({ name: 'ads' })
  const statuses = async (routes: ReadonlyArray<readonly [string, string]>, base: string) => {
    const answers = await Promise.all(routes.map(([method, path]) => send(method, base + path)))
    return [...new Set(answers.map(({ status }) => status))]
  }
  const shape = async (path: string) => {
    const { text } = await send('GET', emulator.urls.categories + path)
    return text.includes('"Status"') ? 'older' : 'autonomous'
  }
  const survey = {
    older: await statuses(olderRoutes, emulator.urls.categories),
    legacy: await statuses([['GET', '/categories/250/a.com']], emulator.urls.legacy),
    autonomous: await statuses(autonomousRoutes, emulator.urls.categories),
    list: await shape('/categories/list'),
    backup: await shape('/categories/backup'),
  }
  await emulator.close()
  return survey
}

test('both generations are served, with the older list by default', async () => {
  const all = { older: [200], legacy: [200], autonomous: [200] }
  expect(await surveyOf({})).toEqual({ ...all, list: 'older', backup: 'older' })
  expect(await surveyOf({ list: 'autonomous' })).toEqual({ ...all, list: 'autonomous', backup: 'autonomous' })
})

test('with the older generation alone, the autonomous routes are unknown, whatever list is requested', async () => {
  const older = { older: [200], legacy: [200], autonomous: [404], list: 'older', backup: 'older' }
  expect(await surveyOf({ generation: 'older', list: 'autonomous' })).toEqual(older)
})

test('with the autonomous generation alone, the older routes are unknown, on both listeners', async () => {
  const autonomous = {
    older: [500],
    legacy: [404],
    autonomous: [200],
    list: 'autonomous',
    backup: 'autonomous',
  }
  expect(await surveyOf({ generation: 'autonomous', list: 'older' })).toEqual(autonomous)
})

describe('for an unknown route, the autonomous generation alone', () => {
  let emulator: Emulator
  beforeEach(async () => {
    emulator = await startEmulator({ generation: 'autonomous', token: 'open sesame' })
  })
  afterEach(() => emulator.close())

  test.each([
    ['GET', '/categories/query/a.com', "ValueError: invalid literal for int() with base 10: 'query'"],
    ['PUT', '/categories/create?name=ads', "ValueError: invalid literal for int() with base 10: 'create'"],
    ['GET', '/categories/250/a.com', "KeyError: 'a.com'"],
    ['DELETE', '/categories/', "ValueError: invalid literal for int() with base 10: ''"],
  ])('fails with a traceback at %s %s', async (method, path, error) => {
    const answer = await send(method, emulator.urls.categories + path)
    expect(answer).toMatchObject({ status: 500, contentType: 'text/html;charset=utf-8' })
    expect(answer.text).toContain(`${error.replaceAll("'", '&#x27;')}\n</pre>`)
  })

  test.each(['/nothing', '/categories', '/categories.html'])('has no page at %s', async (path) => {
    const answer = await get(emulator.urls.categories + path)
    expect(answer).toMatchObject({ status: 404, contentType: 'text/html; charset=utf-8' })
    expect(answer.text).toContain('<html>')
  })

  test('has an empty answer at its root', async () => {
    expect(await get(`${emulator.urls.categories}/?from=health`)).toMatchObject({ status: 200, text: '' })
  })
})

test.each(['older', 'both'] as const)(
  'an unknown route of the generation %s is a plain 404',
  async (generation) => {
    const emulator = await startEmulator({ generation, list: 'autonomous' })
    const answers = await Promise.all(
      ['/', '/nothing', '/categories/nothing'].map((path) => get(emulator.urls.categories + path)),
    )
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
      Array(3).fill('404 404 page not found'),
    )
    await emulator.close()
  },
)

test('the older routes find an address only in the form in which the autonomous add stored it', async () => {
  const emulator = await startEmulator()
  const base = `${emulator.urls.categories}/categories`
  emulator.store.create({ name: 'ads' })
  await send('POST', `${base}/250/add`, { form: { sites: '1.2.3.4' } })
  expect((await get(`${base}/query/1.2.3.4`)).json).toMatchObject({ Status: false })
  expect((await get(`${base}/query/16909060.addr`)).json).toMatchObject({ Status: true })
  await get(`${base}/delete/250/1.2.3.4`)
  expect([...emulator.store.sites(250)]).toEqual(['16909060.addr'])
  await get(`${base}/delete/250/16909060.addr`)
  expect([...emulator.store.sites(250)]).toEqual([])
  await emulator.close()
})
