import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, type EmulatorOptions, type Fault, startEmulator } from '@webfilter/appliance-emulator'
import { aThirdOf } from '../lanes/extent'
import { ModelCore } from './core'
import type { DeclaredResource, DeclaredResources } from './declared-resources'
import type { Address } from './resource-types'

/** Answers that are the same for every name, while everything else of the appliance answers as ever. */
const failing: readonly (readonly [string, Fault])[] = [
  ['status 500 and plain text', { effect: 'status', status: 500, text: 'database is locked' }],
  ['status 400 and plain text', { effect: 'status', status: 400, text: 'database is locked' }],
  ['status 404 and plain text', { effect: 'status', status: 404, text: 'database is locked' }],
  ['status 500 and an envelope', { effect: 'refuse', status: 500, error: 'database is locked' }],
  ['status 400 and an envelope', { effect: 'refuse', status: 400, error: 'database is locked' }],
  ['status 404 and an envelope', { effect: 'refuse', status: 404, error: 'NOT_FOUND' }],
  ['status 200 and an envelope', { effect: 'refuse', error: 'database is locked' }],
]

let emulator: Emulator
let core: ModelCore
let folder: string

async function begin(options: EmulatorOptions): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'appliance-model-'))
  emulator = await startEmulator({ ...options, socket: join(folder, 'directory.sock') })
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
}

afterEach(async () => {
  await emulator.close()
  await rm(folder, { recursive: true })
})

/** Applies a configuration, and expects the next plan to find nothing to do. */
async function settle(declared: DeclaredResources): Promise<void> {
  expect(await applied(declared)).toEqual([])
  expect(await planned(declared)).toEqual({ errors: [], actions: {} })
}

async function applied(declared: DeclaredResources): Promise<readonly string[]> {
  const plan = await core.plan(declared)
  expect(plan.errors).toEqual([])
  return (await plan.apply()).flatMap(({ errors }) => errors)
}

/** What a plan would do, by the codes of its errors and the actions of its changes. */
async function planned(declared: DeclaredResources) {
  const { errors, changes } = await core.plan(declared)
  const codes = errors.map((error) => /\[appliance:([a-z-]+)\]/.exec(error)?.[1] ?? error)
  const due = changes.filter(({ action }) => action !== 'no-op')
  return {
    errors: [...new Set(codes)].sort(),
    actions: Object.fromEntries(due.map(({ address, action }) => [address, action])),
  }
}

function category(name: string, sites: readonly string[], more = {}): [Address, DeclaredResource] {
  return [`appliance_category.${name}`, { values: { name, sites, ...more }, references: {} }]
}

function member(uid: string, more = {}): [Address, DeclaredResource] {
  const names = { first_name: 'By', last_name: 'Name', email: `${uid}@example.org` }
  const values = { uid, ...names, organization: 'acme', password: 'a-long-secret', ...more }
  return [`appliance_ldap_member.${uid.replace('.', '-')}`, { values, references: {} }]
}

const sitesOf = (count: number) => Array.from({ length: count }, (_, n) => `site-${n}.example`)

describe.each(['older', 'autonomous'] as const)('queries that all fail alike, beside the %s list', (list) => {
  const shapes: readonly (readonly [string, DeclaredResources])[] = [
    ['one site', new Map([category('ads', ['one.example'])])],
    ['several categories', new Map([category('ads', sitesOf(20)), category('games', ['game.example'])])],
    ['a sample', new Map([category('ads', sitesOf(6), { verify: 'sample' })])],
  ]
  const trials = failing.flatMap(([form, fault]) =>
    shapes.map(([shape, declared]) => [form, shape, fault, declared] as const),
  )

  test.each(aThirdOf(trials, `failing queries beside the ${list} list`))(
    'are an error, in the form of %s, for %s',
    async (_, __, fault, declared) => {
      await begin({ list })
      await settle(declared)
      emulator.faults.set([{ ...fault, operation: 'query' }])
      const { errors, actions } = await planned(declared)
      expect(errors).not.toEqual([])
      expect(actions).toEqual({})
      emulator.faults.clear()
      expect(await planned(declared)).toEqual({ errors: [], actions: {} })
    },
  )

  test('are an error, too, if somebody has taken a few of many sites out meanwhile', async () => {
    await begin({ list })
    const declared = new Map([category('ads', sitesOf(20)), category('games', ['game.example'])])
    await settle(declared)
    emulator.store.removeSites(250, ['site-3.example'])
    emulator.faults.set([{ operation: 'query', effect: 'refuse', status: 500, error: 'database is locked' }])
    expect(await planned(declared)).toEqual({
      errors: expect.arrayContaining(['absence-unproven']),
      actions: {},
    })
    emulator.faults.clear()
    expect(await planned(declared)).toEqual({ errors: [], actions: { 'appliance_category.ads': 'update' } })
  })

  test('leave the plan of what is new possible, and what it adds is there', async () => {
    await begin({ list })
    emulator.faults.set([{ operation: 'query', effect: 'refuse', status: 500, error: 'database is locked' }])
    emulator.store.create({ name: 'games', description: '' })
    const declared = new Map([category('ads', ['one.example']), category('games', ['game.example'])])
    expect(await applied(declared)).toEqual([])
    expect([...emulator.store.sites(250)]).toEqual(['game.example'])
    emulator.faults.clear()
    expect(await planned(declared)).toEqual({ errors: [], actions: {} })
  })

  test('are no answer to whether another category holds a site', async () => {
    await begin({ list })
    emulator.store.create({ name: 'games', description: '' })
    emulator.store.addSites(250, ['one.example'])
    emulator.faults.set([{ operation: 'query', effect: 'refuse', status: 500, error: 'database is locked' }])
    const declared = new Map([category('ads', ['one.example'], { on_conflict: 'fail' })])
    expect(await planned(declared)).toEqual({ errors: ['absence-unproven'], actions: {} })
  })
})

describe('sites that are gone, on an appliance with words of its own for that', () => {
  const absence = { text: 'ERR-1042' }

  test('are found to be if another managed site is there', async () => {
    await begin({ list: 'older', absence })
    const declared = new Map([category('ads', ['one.example']), category('games', ['game.example'])])
    await settle(declared)
    emulator.store.removeSites(250, ['one.example'])
    expect(await planned(declared)).toEqual({ errors: [], actions: { 'appliance_category.ads': 'update' } })
  })

  test('are found to be if the category counts none', async () => {
    await begin({ list: 'autonomous', absence })
    const declared = new Map([category('ads', ['one.example'])])
    await settle(declared)
    emulator.store.removeSites(250, ['one.example'])
    expect(await planned(declared)).toEqual({ errors: [], actions: { 'appliance_category.ads': 'update' } })
  })

  test.each(['older', 'autonomous'] as const)(
    'are an error if nothing shows it, beside the %s list',
    async (list) => {
      await begin({ list, absence })
      const declared = new Map([category('ads', ['one.example', 'two.example'])])
      await settle(declared)
      emulator.store.removeSites(250, ['one.example', 'two.example'])
      emulator.store.addSites(250, ['of-others.example'])
      expect(await planned(declared)).toEqual({ errors: ['absence-unproven'], actions: {} })
    },
  )
})

describe('lookups of members that all fail alike', () => {
  const lookups = { member: ['member-get'], 'member and groups': ['member-get', 'member-groups'] }
  const trials = failing.flatMap(([form, fault]) =>
    Object.entries(lookups).map(([which, operations]) => [form, which, operations, fault] as const),
  )

  test.each(aThirdOf(trials, 'failing queries of the directory'))(
    'are an error, in the form of %s, of the %s',
    async (_, __, operations, fault) => {
      await begin({ directory: { service: 'running' } })
      for (const declared of [
        new Map([member('ann.lee')]),
        new Map([member('ann.lee'), member('bob.lee')]),
      ]) {
        await settle(declared)
        emulator.faults.set(operations.map((operation) => ({ ...fault, operation })))
        const { errors, actions } = await planned(declared)
        expect(errors).not.toEqual([])
        expect(actions).toEqual({})
        emulator.faults.clear()
        expect(await planned(declared)).toEqual({ errors: [], actions: {} })
      }
    },
  )

  test('are no proof that a login is free that has groups', async () => {
    await begin({ directory: { service: 'running' } })
    const { members, groups } = emulator.directory
    const { gid } = groups.create({ name: 'staff', organization: 'acme' })
    members.create({ uid: 'ann.lee', password: 'x', organization: 'acme', gid, attributes: {} })
    groups.link(gid, 'ann.lee')
    emulator.faults.set([
      { operation: 'member-get', effect: 'refuse', status: 500, error: 'database is locked' },
    ])
    expect(await planned(new Map([member('ann.lee')]))).toEqual({
      errors: ['absence-unproven'],
      actions: {},
    })
  })

  test('are no proof that an account was deleted', async () => {
    await begin({ directory: { service: 'running' } })
    await settle(new Map([member('ann.lee')]))
    const plan = await core.plan(new Map())
    emulator.faults.set(
      ['member-get', 'member-groups', 'member-delete'].map((operation) => ({
        operation,
        effect: 'refuse',
        error: 'database is locked',
      })),
    )
    expect((await plan.apply()).flatMap(({ errors }) => errors)).not.toEqual([])
    expect(core.state.size).toBe(1)
    expect(emulator.directory.members.get('ann.lee')).toBeDefined()
  })
})

describe('members that were deleted by hand', () => {
  const manners = [
    { text: 'kein Eintrag für {name}', status: 404 },
    { text: 'uid={name},ou=server,dc=example: 32', status: 500 },
    { text: 'ERR-1042' },
  ]

  test.each(manners)(
    'are planned anew, all of them and the only one, where the answer is %j',
    async (absence) => {
      await begin({ directory: { service: 'running', absence } })
      for (const uids of [['ann.lee'], ['bob.lee', 'cat.lee']]) {
        const declared = new Map(uids.map((uid) => member(uid)))
        await settle(declared)
        for (const uid of uids) emulator.directory.members.remove(uid)
        const { errors, actions } = await planned(declared)
        expect([errors, Object.values(actions)]).toEqual([[], uids.map(() => 'create')])
        expect(await applied(declared)).toEqual([])
      }
    },
  )

  test('are an error if the appliance has changed its words since, until another one is found', async () => {
    await begin({ directory: { service: 'running' } })
    const declared = new Map([member('ann.lee')])
    await settle(declared)
    emulator.directory.members.remove('ann.lee')
    const fault = { effect: 'refuse', error: 'NO_SUCH_ENTRY' } as const
    emulator.faults.set([
      { ...fault, operation: 'member-get' },
      { ...fault, operation: 'member-groups' },
    ])
    expect(await planned(declared)).toEqual({ errors: ['absence-unproven'], actions: {} })
  })
})
