import type { ObjectValue } from '@webfilter/terraform-plugin'
import type { BridgedObject } from '@webfilter/terraform-plugin/testing'
import { type BridgedProvider, startBridgedProvider } from './bridged-provider'

let provider: BridgedProvider

beforeEach(async () => {
  provider = await startBridgedProvider()
})

afterEach(() => provider.close())

const declared: readonly (readonly [string, ObjectValue, string])[] = [
  ['appliance_category', { name: 'ads', sites: ['a.example'] }, 'declared-twice'],
  ['appliance_category_sites', { category_id: '250', name: 'feed', sites: ['a.example'] }, 'declared-twice'],
  [
    'appliance_certificate',
    {
      self_signed: {
        certificate_name: 'Console',
        common_name: 'a.example',
        country_name: 'DE',
        organization_name: 'Example GmbH',
        key_size: 4096,
        certificate_max_days: 825,
      },
    },
    'already-exists',
  ],
  ['appliance_hostname', { hostname: 'proxy.example.org' }, 'declared-twice'],
  ['appliance_ldap_group', { name: 'editors', organization: 'acme' }, 'declared-twice'],
  ['appliance_ldap_group_membership', { uid: 'bob.ray', gid: 5001 }, 'declared-twice'],
  [
    'appliance_ldap_member',
    {
      uid: 'ann.lee',
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'ann.lee@example.org',
      organization: 'acme',
      password: 'correct horse',
    },
    'declared-twice',
  ],
  ['appliance_ldap_service', {}, 'declared-twice'],
]

/** What the things above need. */
function prepare(): void {
  const { directory, store } = provider.appliance
  store.create({ name: 'first' })
  directory.members.create({ uid: 'bob.ray', organization: 'acme', password: 'by-hand' })
  directory.groups.create({ name: 'staff', organization: 'acme' })
  provider.appliance.writes()
}

const kept = async (object: BridgedObject) => (await provider.bridge.read(object))?.state

describe('a second resource for one thing, in a process that applies between plans', () => {
  it.each(declared)(
    'is refused at its apply if the first %s is created, and sends nothing',
    async (typeName, config, code) => {
      prepare()
      const { appliance, bridge } = provider
      const first = await bridge.create(typeName, config)
      appliance.writes()
      await expect(bridge.create(typeName, config)).rejects.toThrow(`[appliance:${code}]`)
      expect(appliance.writes()).toEqual([])
      expect(await kept(first)).toEqual(first.state)
    },
  )

  it.each(declared.filter(([typeName]) => typeName !== 'appliance_certificate'))(
    'is refused in the plan if the first %s is only planned, or is in a state',
    async (typeName, config, code) => {
      prepare()
      const { bridge } = provider
      await bridge.preview(typeName, config)
      await expect(bridge.preview(typeName, config)).rejects.toThrow(`[appliance:${code}]`)
      await provider.close()
      provider = await startBridgedProvider()
      prepare()
      const first = await bridgedAgain(await provider.bridge.create(typeName, config))
      await provider.bridge.diff(first, config)
      await expect(provider.bridge.create(typeName, config)).rejects.toThrow(`[appliance:${code}]`)
    },
  )

  it('is created after the first one was deleted', async () => {
    prepare()
    const { bridge } = provider
    for (const [typeName, config] of declared) {
      const first = await bridgedAgain(await bridge.create(typeName, config))
      expect(await bridge.diff(first, config)).toBe('none')
      await bridge.delete(first)
      if (typeName === 'appliance_certificate') continue
      expect((await bridge.create(typeName, config)).state.id).toEqual(first.state.id)
    }
  })
})

/** As the next run has it. */
async function bridgedAgain(object: BridgedObject): Promise<BridgedObject> {
  return (await provider.bridge.read(object)) ?? object
}

describe('lists of one process that plans, applies, and plans again', () => {
  const list = (name: string, sites: readonly string[], more: ObjectValue = {}) =>
    ({ category_id: '250', name, sites, ...more }) satisfies ObjectValue
  const type = 'appliance_category_sites'
  const stored = () => [...provider.appliance.store.sites(250)].sort()

  it('do not take a wish that was given up for one of the other list', async () => {
    prepare()
    const { bridge } = provider
    const one = await bridge.create(type, list('one', ['a.example', 'shared.example']))
    const two = await bridge.create(type, list('two', ['b.example', 'shared.example']))
    expect(await bridge.diff(two, list('two', ['b.example']))).toBe('update')
    // That wish is given up: nothing of it may change the plan of either list.
    expect(await bridge.diff(two, list('two', ['b.example', 'shared.example']))).toBe('none')
    expect(await bridge.diff(one, list('one', ['a.example', 'shared.example']))).toBe('none')
    expect(bridge.warnings().join()).not.toContain('[appliance:sites-shared]')
  })

  it('keep what the other one declares, whichever is changed or deleted', async () => {
    prepare()
    const { bridge } = provider
    const one = await bridge.create(type, list('one', ['a.example', 'shared.example']))
    let two = await bridge.create(type, list('two', ['b.example', 'shared.example']))
    expect(await bridge.diff(one, list('one', ['a.example', 'shared.example']))).toBe('none')
    expect(await bridge.diff(two, list('two', ['b.example']))).toBe('update')
    two = await bridge.update(two, list('two', ['b.example']))
    expect(stored()).toEqual(['a.example', 'b.example', 'shared.example'])
    expect(await bridge.diff(two, list('two', ['b.example', 'shared.example']))).toBe('update')
    two = await bridge.update(two, list('two', ['b.example', 'shared.example']))
    expect(await bridge.diff(one, list('one', ['a.example', 'shared.example']))).toBe('none')
    await bridge.delete(two)
    expect(stored()).toEqual(['a.example', 'shared.example'])
    await bridge.delete(one)
    expect(stored()).toEqual([])
  })

  it('are not kept by an earlier plan of themselves', async () => {
    prepare()
    const { bridge } = provider
    const wide = list('one', ['a.example', 'b.example'])
    let one = await bridge.create(type, wide)
    expect(await bridge.diff(one, wide)).toBe('none')
    one = (await bridge.read(one)) ?? one
    await bridge.update(one, list('one', ['a.example']))
    expect(stored()).toEqual(['a.example'])
  })

  it('may declare a site that another category took in an earlier wish', async () => {
    prepare()
    const { appliance, bridge } = provider
    appliance.store.create({ name: 'second' })
    const taker = await bridge.create(type, list('taker', ['a.example'], { on_conflict: 'move' }))
    const other = await bridge.create(type, list('other', ['b.example'], { category_id: '251' }))
    await bridge.diff(taker, list('taker', ['a.example', 'b.example'], { on_conflict: 'move' }))
    await bridge.diff(taker, list('taker', ['a.example'], { on_conflict: 'move' }))
    expect(await bridge.diff(other, list('other', ['b.example'], { category_id: '251' }))).toBe('none')
    const wanted = list('taker', ['a.example', 'b.example'], { on_conflict: 'move' })
    await expect(bridge.diff(taker, wanted)).rejects.toThrow('[appliance:sites-contested]')
  })

  it('find what others changed between two runs', async () => {
    prepare()
    const { appliance, bridge } = provider
    const object = await bridge.create('appliance_category', {
      name: 'ads',
      sites: ['a.example', 'b.example'],
    })
    const id = appliance.store.categoryNamed('ads')?.id ?? 0
    appliance.store.removeSites(id, ['a.example' as never])
    const read = await bridge.read(object)
    expect(read?.state.sites).toEqual(['b.example'])
    appliance.store.remove(id)
    expect(read && (await bridge.read(read))).toBeUndefined()
  })
})

describe('a replacement that a host wants without a plan, of a thing whose name stays', () => {
  it.each(declared.filter(([typeName]) => !/certificate|service/.test(typeName)))(
    'keeps the %s that the new resource declares',
    async (typeName, config) => {
      prepare()
      const old = await provider.bridge.create(typeName, config)
      const { appliance } = provider
      const bridge = await provider.another()
      appliance.writes()
      const successor = await bridge.create(typeName, config)
      appliance.writes()
      await bridge.delete(old)
      expect(appliance.writes()).toEqual([])
      expect((await bridge.read(successor))?.state).toEqual(successor.state)
    },
  )
})

describe('members of one process that plans, applies, and plans again', () => {
  const [, member] = declared.find(([typeName]) => typeName === 'appliance_ldap_member') ?? []
  const type = 'appliance_ldap_member'

  it('may keep a login that an earlier plan wanted to change', async () => {
    const { appliance, bridge } = provider
    const ann = await bridge.create(type, { ...member })
    await expect(bridge.diff(ann, { ...member, uid: 'ann.ray' })).rejects.toThrow('member-login-changed')
    expect(await bridge.diff(ann, { ...member, title: 'Editor' })).toBe('update')
    await bridge.update(ann, { ...member, title: 'Editor' })
    expect(appliance.directory.members.get('ann.lee')).toBeDefined()
    // That login is free.
    await bridge.create(type, { ...member, uid: 'ann.ray' })
  })

  it('are deleted after a plan that declared them', async () => {
    const { appliance, bridge } = provider
    const ann = await bridge.create(type, { ...member })
    expect(await bridge.diff(ann, { ...member })).toBe('none')
    await bridge.delete(ann)
    expect(appliance.directory.members.get('ann.lee')).toBeUndefined()
  })
})
