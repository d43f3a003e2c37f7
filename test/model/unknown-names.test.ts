import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, type EmulatorOptions, startEmulator } from '@webfilter/appliance-emulator'
import { ModelCore } from './core'
import type { DeclaredResource } from './declared-resources'
import type { Address } from './resource-types'

let emulator: Emulator
let core: ModelCore
let folder: string

async function begin(options: EmulatorOptions, settings = {}): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'appliance-model-'))
  emulator = await startEmulator({ ...options, socket: join(folder, 'directory.sock') })
  const { urls } = emulator
  const endpoints = { categories: { url: urls.categories }, directory: { url: urls.directory ?? null } }
  core = new ModelCore({ endpoints, retries: 0, timeout: 10, ...settings })
}

afterEach(async () => {
  await emulator.close()
  await rm(folder, { recursive: true })
})

/** What a plan says after a configuration was applied. */
async function saidAfter(before: [Address, DeclaredResource][], after: [Address, DeclaredResource][]) {
  const first = await core.plan(new Map(before))
  expect(first.errors).toEqual([])
  expect((await first.apply()).flatMap(({ errors }) => errors)).toEqual([])
  const { errors, warnings } = await core.plan(new Map(after))
  return { errors, warnings }
}

describe('the replacement of a resource whose new name is not known yet', () => {
  const other: [Address, DeclaredResource] = [
    'appliance_ldap_group.other',
    { values: { name: 'other', organization: 'acme' }, references: {} },
  ]
  const staff: Address = 'appliance_ldap_group.staff'

  it.each(['name', 'organization'])('says of a group that it stays, if that is its %s', async (attribute) => {
    await begin({ directory: { service: 'running' } })
    const values = { name: 'staff', organization: 'acme' }
    const { [attribute as 'name']: _, ...known } = values
    const references = { [attribute]: { address: other[0], attribute: 'id' } }
    const { warnings } = await saidAfter(
      [[staff, { values, references: {} }]],
      [other, [staff, { values: known, references }]],
    )
    expect(warnings).toContainEqual(expect.stringMatching(/Group "staff".*\[appliance:stays\]/s))
  })

  const games: [Address, DeclaredResource] = [
    'appliance_category.games',
    { values: { name: 'games' }, references: {} },
  ]

  it('refuses to empty a category where the appliance cannot', async () => {
    await begin({ generation: 'autonomous' })
    for (const name of ['ads', 'games']) emulator.store.create({ name, description: '' })
    const values = { sites: ['one.example'] }
    const references = { name: { address: games[0], attribute: 'table' } }
    const ads: Address = 'appliance_category.ads'
    const { errors } = await saidAfter(
      [[ads, { values: { ...values, name: 'ads' }, references: {} }]],
      [games, [ads, { values, references }]],
    )
    expect(errors).toContainEqual(expect.stringContaining('[appliance:'))
  })

  it('refuses to take a list out of a category where the appliance cannot', async () => {
    await begin({ generation: 'autonomous' })
    for (const name of ['ads', 'games']) emulator.store.create({ name, description: '' })
    const values = { name: 'desk', sites: ['one.example'] }
    const references = { category_id: { address: games[0], attribute: 'id' } }
    const desk: Address = 'appliance_category_sites.desk'
    const { errors } = await saidAfter(
      [[desk, { values: { ...values, category_id: '250' }, references: {} }]],
      [games, [desk, { values, references }]],
    )
    expect(errors).toContainEqual(expect.stringContaining('[appliance:'))
  })
})
