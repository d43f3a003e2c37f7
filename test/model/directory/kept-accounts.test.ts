import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, type Fault, startEmulator } from '@webfilter/appliance-emulator'
import { usualWaits } from '../../../src/run/waits'
import { isFull } from '../../lanes/extent'
import { ModelCore } from '../core'
import type { DeclaredResource, DeclaredResources } from '../declared-resources'
import type { Address } from '../resource-types'

// A directory that calls members deleted and links removed may keep them. Only its own answer shows it.

let folder: string
let emulator: Emulator
let core: ModelCore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-'))
  emulator = await startEmulator({
    socket: join(folder, 'directory.sock'),
    directory: { service: 'running' },
  })
  const { organizations, groups } = emulator.directory
  organizations.create('acme')
  groups.create({ name: 'staff', organization: 'acme' })
  groups.create({ name: 'editors', organization: 'acme' })
  core = new ModelCore(
    { endpoints: { directory: { url: emulator.urls.directory ?? null } }, retries: 0, timeout: 30 },
    { ...usualWaits, untilGone: [0, 0, 0] },
  )
})

afterEach(async () => {
  await emulator.close()
  await rm(folder, { recursive: true })
})

const ann: Address = 'appliance_ldap_member.ann'
const link: Address = 'appliance_ldap_group_membership.ann'

function member(uid: string): DeclaredResource {
  const names = { first_name: 'Ann', last_name: 'Lee', email: `${uid}@example.com` }
  return { values: { uid, organization: 'acme', password: 'initial', ...names }, references: {} }
}

const withLink: DeclaredResources = new Map([
  [ann, member('ann.lee')],
  [link, { values: { gid: 5002 }, references: { uid: { address: ann, attribute: 'uid' } } }],
])
const memberAlone: DeclaredResources = new Map([[ann, member('ann.lee')]])
const nothing: DeclaredResources = new Map()

async function apply(declared: DeclaredResources): Promise<readonly string[]> {
  const plan = await core.plan(declared)
  expect(plan.errors).toEqual([])
  emulator.journal.clear()
  return (await plan.apply()).flatMap(({ errors }) => errors)
}

const looks = (path: string) => emulator.journal.entries().filter((each) => each.path === path)
const keepsMember: Fault = { operation: 'member-delete', effect: 'pretend' }
const keepsLink: Fault = { operation: 'group-unlink', effect: 'pretend' }

test('a member that is still there at three looks stays in the state, the destroy fails, and the next one tries again', async () => {
  expect(await apply(memberAlone)).toEqual([])
  emulator.faults.set([keepsMember])
  const errors = await apply(nothing)
  expect(errors).toEqual([expect.stringContaining('[appliance:member-still-there]')])
  expect(errors.join()).toMatch(/on_destroy = "keep".*terraform state rm/s)
  expect(looks('/openldap/members/ann.lee')).toHaveLength(4)
  expect(core.state.get(ann)).toMatchObject({ uid: 'ann.lee' })
  emulator.faults.clear()
  expect(await apply(nothing)).toEqual([])
  expect(emulator.directory.members.all()).toEqual([])
  expect(looks('/openldap/members/ann.lee')).toHaveLength(2)
})

test('a link that is still there at three looks stays in the state, the apply fails, and the next one tries again', async () => {
  expect(await apply(withLink)).toEqual([])
  emulator.faults.set([keepsLink])
  const errors = await apply(memberAlone)
  expect(errors).toEqual([expect.stringContaining('[appliance:membership-still-there]')])
  expect(errors.join()).toContain('terraform state rm')
  expect(looks('/openldap/members/ann.lee/groups')).toHaveLength(3)
  expect(core.state.get(link)).toMatchObject({ gid: 5002 })
  emulator.faults.clear()
  expect(await apply(memberAlone)).toEqual([])
  expect(emulator.directory.groups.membersOf(5002)).toEqual([])
})

test('a directory that lags is not believed at the first looks', async () => {
  expect(await apply(withLink)).toEqual([])
  // What the plans read is answered once more, or twice.
  const stale = { effect: 'stale', milliseconds: 3_600_000 } as const
  emulator.faults.set([{ ...stale, operation: 'member-groups', times: 3 }])
  expect(await apply(memberAlone)).toEqual([])
  emulator.faults.set([{ ...stale, operation: 'member-get', times: 3 }])
  expect(await apply(nothing)).toEqual([])
})

test.each<Fault>([
  { effect: 'status', status: 500 },
  { effect: 'drop' },
  { effect: 'refuse', error: 'LDAP_ERROR' },
  { effect: 'truncate' },
  { effect: 'nothing-listed' },
])('without an answer, members and links count as gone: %j', async (fault) => {
  expect(await apply(withLink)).toEqual([])
  const planned = await core.plan(nothing)
  emulator.faults.set([keepsMember, keepsLink])
  for (const operation of ['member-get', 'member-groups']) emulator.faults.add({ ...fault, operation })
  expect((await planned.apply()).flatMap(({ errors }) => errors)).toEqual([])
})

test('many members and links are destroyed, with a look for each', async () => {
  const count = isFull ? 300 : 30
  const many: DeclaredResources = new Map(
    Array.from({ length: count }, (_, index) => `ann.lee${index}`).flatMap((uid) => {
      const address = `appliance_ldap_member.m-${uid.replace('.', '-')}`
      const group = { values: { gid: 5002 }, references: { uid: { address, attribute: 'uid' } } }
      const linked: [Address, DeclaredResource] = [
        `appliance_ldap_group_membership.m-${uid.replace('.', '-')}`,
        group,
      ]
      return [[address, member(uid)] as [Address, DeclaredResource], linked]
    }),
  )
  expect(await apply(many)).toEqual([])
  emulator.faults.set([keepsMember])
  const kept = await apply(nothing)
  expect(kept).toHaveLength(count)
  expect(core.state.size).toBe(count)
  emulator.faults.clear()
  expect(await apply(nothing)).toEqual([])
  expect(core.state.size).toBe(0)
  const reads = emulator.journal.entries().filter(({ method }) => method === 'GET')
  expect(reads.length).toBeLessThanOrEqual(count + 5)
})
