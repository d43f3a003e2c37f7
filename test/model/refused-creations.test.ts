import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import { ModelCore } from './core'
import type { DeclaredResources } from './declared-resources'

let folder: string
let emulator: Emulator
let core: ModelCore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-model-'))
  emulator = await startEmulator({
    socket: join(folder, 'directory.sock'),
    directory: { service: 'running' },
  })
  const { urls } = emulator
  core = new ModelCore({
    endpoints: {
      categories: { url: urls.categories },
      categories_legacy: { url: urls.legacy },
      directory: { url: urls.directory ?? null },
    },
    retries: 0,
    timeout: 10,
  })
  emulator.store.create({ name: 'others' })
  emulator.directory.groups.create({ name: 'others', organization: 'acme' })
})

afterEach(async () => {
  await emulator.close()
  await rm(folder, { recursive: true })
})

const declared: DeclaredResources = new Map([
  ['appliance_category.ads', { values: { name: 'ads', sites: [] }, references: {} }],
  ['appliance_ldap_group.staff', { values: { name: 'staff', organization: 'acme' }, references: {} }],
])

/** Of a host that keeps the notes of plans, as Terraform does from 1.16 on. */
async function applied(): Promise<readonly string[]> {
  const plan = await core.plan(declared, { keepsPlannedPrivate: true })
  expect(plan.errors).toEqual([])
  return (await plan.apply()).flatMap(({ errors }) => errors)
}

test('a creation that is answered "already exists" keeps what the state had, until the list has it again', async () => {
  expect(await applied()).toEqual([])
  const before = core.state
  emulator.faults.set([
    { operation: 'list', effect: 'entries-missing', without: ['ads'] },
    { operation: 'create', effect: 'refuse', error: 'CATEGORY_EXISTS' },
    { operation: 'group-list', effect: 'entries-missing', without: ['staff'] },
    { operation: 'group-create', effect: 'refuse', error: 'GROUP_EXISTS' },
  ])
  for (const _ of ['first', 'second']) {
    expect((await applied()).join()).toMatch(
      /(CATEGORY_EXISTS.*GROUP_EXISTS)|(GROUP_EXISTS.*CATEGORY_EXISTS)/s,
    )
    expect(core.state).toEqual(before)
  }
  emulator.faults.clear()
  expect(await applied()).toEqual([])
  const idsOf = (state: typeof before) => [...state.values()].map(({ id }) => String(id)).sort()
  expect(idsOf(core.state)).toEqual(idsOf(before))
  const { changes } = await core.plan(declared)
  expect(changes.map(({ action }) => action)).toEqual(['no-op', 'no-op'])
  expect(emulator.store.categories()).toHaveLength(2)
})
