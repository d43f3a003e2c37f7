import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openAreas } from '../src/areas'
import { type Emulator, startEmulator } from '../src/emulator'
import {
  baseListener,
  categoriesListener,
  directoryListener,
  legacyListener,
  recordsListener,
} from '../src/listeners'
import { send } from '../src/testing/requests'

// Compares the emulator and the client with the table of docs/appliance, "Routes", so that none of the three has a route alone.

const root = resolve(__dirname, '../../..')

/** A row of the table. */
interface DocumentedRoute {
  readonly method: string
  readonly path: string
  readonly area: string
}

const documented = [
  ...readFileSync(join(root, 'docs/appliance/README.md'), 'utf8').matchAll(
    /^\| ([A-Z]+) \| `(\/[^`]+)` \| `(\w+)` \|/gm,
  ),
].map(([, method = '', path = '', area = '']): DocumentedRoute => ({ method, path, area }))

/** Names of parameters differ between the table and the emulator. */
function shapeOf({ method, path }: Pick<DocumentedRoute, 'method' | 'path'>): string {
  return `${method} ${path.replaceAll(/\[\w+\]|:\w+(?:\(.*?\))?(?=\/|$)/g, '[]')}`
}

const listenerOf: Readonly<Record<string, 'categories' | 'legacy' | 'base' | 'records' | 'directory'>> = {
  categories: 'categories',
  categories_legacy: 'legacy',
  analysis: 'categories',
  certificates: 'base',
  network: 'base',
  records: 'records',
  directory: 'directory',
}

const documentedShapes = documented.map((route) => `${listenerOf[route.area]}: ${shapeOf(route)}`)

it('the table of routes lists each one once', () => {
  expect(documentedShapes).not.toEqual([])
  expect(documentedShapes.filter((each, index) => documentedShapes.indexOf(each) !== index)).toEqual([])
})

it('the table of routes has the same ones as the listeners of the emulator', () => {
  const areas = openAreas(undefined, {})
  const listeners = [
    categoriesListener(areas, { generation: 'older' }),
    categoriesListener(areas, { generation: 'autonomous' }),
    legacyListener(areas, { generation: 'older' }),
    baseListener(areas, {}),
    recordsListener(areas, {}),
    directoryListener(areas, '/socket'),
  ]
  const shapes = listeners.flatMap(({ name, routes }) => routes.map((route) => `${name}: ${shapeOf(route)}`))
  expect([...new Set(shapes)].sort()).toEqual(documentedShapes.toSorted())
})

describe('an emulator with both generations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'appliance-routes-'))
  const socketPath = join(folder, 'directory.sock')
  let emulator: Emulator

  beforeAll(async () => {
    emulator = await startEmulator({ socket: socketPath })
  })
  afterAll(async () => {
    await emulator.close()
    rmSync(folder, { recursive: true })
  })

  async function statusOf({ method, path, area }: DocumentedRoute): Promise<number> {
    const listener = listenerOf[area] ?? 'base'
    const whole = path.replaceAll(/\[\w+\]/g, '250')
    const { status } =
      listener === 'directory'
        ? await send(method, `http://localhost${whole}`, { socketPath })
        : await send(method, emulator.urls[listener] + whole)
    return status
  }

  it.each(documented)('answers $method $path of $area', async (route) => {
    expect(await statusOf(route)).not.toBe(404)
  })

  it.each([...new Set(documented.map(({ area }) => area))])('answers no other route of %s', async (area) => {
    expect(await statusOf({ method: 'GET', path: '/a/route/that/no/appliance/has', area })).toBe(404)
  })
})

it('the table of routes has every one of the client, in the same words', async () => {
  const sources = readdirSync(join(root, 'packages/client/src'), { recursive: true, encoding: 'utf8' })
  const routes: DocumentedRoute[] = []
  for (const source of sources.filter((path) => path.endsWith('.ts'))) {
    const file = join(root, 'packages/client/src', source)
    const found = routesIn(await import(file))
    const written = [...readFileSync(file, 'utf8').matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path]) => path)
    // One that its module does not export would not be compared.
    expect(found.map(({ path }) => path)).toEqual(expect.arrayContaining(written))
    routes.push(...found)
  }
  const words = ({ method, path, area }: DocumentedRoute) => `${method} ${path} (${area})`
  // Routes that no appliance has are requested for comparison.
  const sent = new Set(routes.map(words).filter((each) => !each.includes('/[word]')))
  const known = documented.map(words)
  expect([...sent].filter((each) => !known.includes(each))).toEqual([])
  // And these are all that the provider does not send.
  expect(known.filter((each) => !sent.has(each))).toEqual([
    'GET /categories/[category_id]/add (categories)',
    'GET /categories/[category_id] (categories)',
  ])
})

/** The routes among the exports of a module, also in objects. */
function routesIn(value: unknown): readonly DocumentedRoute[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  if ('method' in value && 'path' in value && 'area' in value) return [value as DocumentedRoute]
  return Object.values(value).flatMap(routesIn)
}
