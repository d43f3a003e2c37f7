import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  analysisRoute,
  categoryRoutes,
  databasesRoute,
  directoryRoutes,
  interfacesRoute,
  recordsRoute,
  resolveEndpoint,
} from '@webfilter/appliance-client'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import { assumptionsPage } from '../../../../scripts/docs/assumptions-page'
import { impossibleDirectoryRoute } from '../../../client/src/directory/routes'
import { readAnswer } from '../../../client/src/protocol/answer'
import { examine } from '../../src/doctor/doctor'
import { disproof, topics } from '../../src/doctor/reading'
import { readOnlyCaller } from '../../src/inventory/inventory'
import { checksOf, examined, failuresOf, settingsFor } from './examined'

const folder = mkdtempSync(join(tmpdir(), 'appliance-doctor-'))
let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator({
    socket: join(folder, 'directory.sock'),
    directory: { service: 'running' },
    token: 'the-key-of-the-appliance',
  })
  emulator.store.create({ name: 'ads' })
})
afterAll(async () => {
  await emulator.close()
  rmSync(folder, { recursive: true })
})

const settings = () => settingsFor(emulator, { token: 'the-key-of-the-appliance' })

test('an appliance that has everything is healthy', async () => {
  const report = await examined(settings())
  expect(failuresOf(report)).toEqual([])
  expect(report.healthy).toBe(true)
  for (const area of ['categories', 'network', 'analysis', 'records'] as const) {
    expect(checksOf(report, 'access', area)).toMatchObject([
      { status: 'passed', finding: expect.stringContaining('accepts the token') },
    ])
  }
  expect(checksOf(report, 'service', 'directory')).toMatchObject([{ status: 'passed' }])
})

test('areas that share a listener are connected to once', async () => {
  const { checks } = await examined(settings())
  const reached = checks.filter(({ check }) => check === 'reach').map(({ areas }) => areas.join(' '))
  expect(reached).toEqual([
    'categories analysis',
    'categories_legacy',
    'certificates network',
    'directory',
    'records',
  ])
})

test('whether the key is accepted is not claimed where every route changes something', async () => {
  const report = await examined(settings())
  for (const area of ['categories_legacy', 'certificates'] as const) {
    expect(checksOf(report, 'access', area)).toMatchObject([{ status: 'skipped' }])
  }
})

test('only routes that read are asked, and nothing is changed', async () => {
  emulator.journal.clear()
  await examined(settings())
  const reads = [
    categoryRoutes.list.older,
    categoryRoutes.query.older,
    interfacesRoute,
    analysisRoute,
    databasesRoute,
    recordsRoute,
    ...Object.values(directoryRoutes).filter(({ changes }) => !changes),
    impossibleDirectoryRoute,
  ].map(({ method, path }) => new RegExp(`^${method} ${path.replace(/\[[^\]]+\]/g, '[^/?]+')}(?:\\?.*)?$`))
  const asked = emulator.journal.entries().map(({ method, path }) => `${method} ${path}`)
  expect(asked.length).toBeGreaterThanOrEqual(8)
  expect(asked.filter((request) => !reads.some((pattern) => pattern.test(request)))).toEqual([])
  expect(emulator.store.categories().map(({ name }) => name)).toEqual(['ads'])
})

test('a route that changes something cannot be asked, whoever wants it', async () => {
  const asked: string[] = []
  const caller = readOnlyCaller({
    concurrency: 1,
    async ask({ path }) {
      asked.push(path)
      return readAnswer(path, '{}', resolveEndpoint({ baseUrl: 'https://192.0.2.1' }, 'network'))
    },
    async receive({ path }) {
      throw new TypeError(`${path} was not to be asked`)
    },
  })
  const { signal } = new AbortController()
  await expect(caller.ask(directoryRoutes.restart, {}, signal)).rejects.toThrow('changes the appliance')
  await caller.ask(directoryRoutes.status, {}, signal)
  expect(asked).toEqual(['/openldap/status'])
})

test('nothing speaks against an assumption, and the guide has all that an answer can disprove', async () => {
  expect((await examined(settings())).disproofs).toEqual([])
  const page = assumptionsPage()
  for (const topic of Object.values(topics)) {
    const { hint } = disproof(topic, 'It is otherwise.')
    expect(page).toContain(`\n### ${topic}\n`)
    expect(hint).not.toBe('')
  }
})

test('a variable that is no setting is a warning with the name that was meant, and without its value', async () => {
  const environment = { APPLIANCE_TOKENN: 'the-key-of-the-appliance', APPLIANCE_VERIFY: 'none', PATH: '' }
  const stop = new AbortController().signal
  const report = await examine({ settings: settings() }, new Date(), stop, undefined, environment)
  expect(report.healthy).toBe(true)
  expect(report.checks.filter(({ status }) => status === 'warning')).toMatchObject([
    { subject: 'APPLIANCE_TOKENN', hint: 'Rename it to APPLIANCE_TOKEN, or unset it.' },
  ])
  expect(JSON.stringify(report)).not.toContain('the-key-of-the-appliance')
})
