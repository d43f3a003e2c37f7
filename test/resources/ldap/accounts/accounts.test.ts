import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeIn } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import { noPrivate, type Told } from '@webfilter/terraform-plugin/testing'
import type { AppliedChange } from '../../../model/core'
import { ModelCore, startProvider } from '../../../model/core'
import type { DeclaredResource, DeclaredResources } from '../../../model/declared-resources'
import { type Address, attributesOf, complete } from '../../../model/resource-types'

const ann: Address = 'appliance_ldap_member.ann'
const link: Address = 'appliance_ldap_group_membership.link'

let folder: string
let emulator: Emulator
let settings: ObjectValue
let core: ModelCore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-'))
  emulator = await startEmulator({
    socket: join(folder, 'directory.sock'),
    directory: { service: 'running' },
  })
  emulator.directory.organizations.create('acme')
  settings = {
    endpoints: { directory: { url: emulator.urls.directory ?? null } },
    retries: 0,
    timeout: 10,
  }
  core = new ModelCore(settings)
})

afterEach(async () => {
  await emulator.close()
  await rm(folder, { recursive: true })
})

const group = (name: string) => emulator.directory.groups.create({ name, organization: 'acme' }).gid

function byHand(uid: string): void {
  const attributes = { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org' }
  emulator.directory.members.create({ uid, organization: 'acme', password: 'by-hand', attributes })
}

const notChecked = [
  {
    code: 'not-checked',
    operation: 'member-get',
    resources: declared(member()),
    names: '"ann.lee"',
  },
  {
    code: 'not-checked',
    operation: 'group-list',
    resources: declared(['appliance_ldap_group.staff', { name: 'staff', organization: 'acme' }]),
    names: '"staff"',
  },
  {
    code: 'not-checked',
    operation: 'member-groups',
    resources: declared([link, { uid: 'bob.lee', gid: 5001 }]),
    names: '"bob.lee"',
  },
]

describe('a plan of something that nobody could look for', () => {
  it.each(notChecked)(
    'says so, and is a plan all the same: $code',
    async ({ code, operation, resources, names }) => {
      byHand('bob.lee')
      emulator.faults.set([{ operation, effect: 'status', status: 503 }])
      const plan = await core.plan(resources)
      expect([plan.errors, codes(plan.warnings)]).toEqual([[], [code]])
      expect(plan.warnings.join()).toContain(names)
    },
  )

  it.each(notChecked)(
    'fails with on_unreachable = "fail": $code',
    async ({ operation, resources, names }) => {
      byHand('bob.lee')
      emulator.faults.set([{ operation, effect: 'status', status: 503 }])
      const strict = new ModelCore({ ...settings, on_unreachable: 'fail' })
      const plan = await strict.plan(resources)
      expect([codes(plan.errors), plan.warnings]).toEqual([['check-not-possible'], []])
      expect(plan.errors.join()).toContain(names)
      expect(plan.errors.join()).toContain('set on_unreachable = "warn" in the provider block')
    },
  )

  it('says so of a member whose place changes, and the apply looks again', async () => {
    await applied(declared(member({ gid: group('staff') })))
    emulator.faults.set([{ operation: 'member-get', effect: 'status', status: 503, skip: 1 }])
    const plan = await core.plan(declared(member({ gid: group('writers') })))
    expect([plan.errors, codes(plan.warnings)]).toEqual([[], ['not-checked']])
    emulator.faults.clear()
    const [change] = await plan.apply()
    expect(codes(change?.errors ?? [])).toEqual(['member-move-refused'])
  })
})

it('a member that exists with another group is not adopted', async () => {
  byHand('ann.lee')
  const plan = await core.plan(declared(member({ gid: group('writers') })))
  expect(codes(plan.errors)).toEqual(['member-in-other-place'])
  expect(plan.errors.join()).toContain('Member "ann.lee" already exists, and its gid is')
})

it('a member that was created by others after the plan is adopted, with a warning', async () => {
  const plan = await core.plan(declared(member()))
  byHand('ann.lee')
  expect(codes(warningsOf(await plan.apply()))).toContain('member-adopted')
})

describe('a member that was set', () => {
  const reads = { method: 'GET', path: '/openldap/members/ann.lee' } as const

  it.each([
    { code: 'member-unconfirmed', fault: { effect: 'status', status: 503 } },
    { code: 'member-unconfirmed', fault: { effect: 'refuse', error: 'USER_NOT_FOUND' } },
    {
      code: 'member-unconfirmed',
      fault: { effect: 'refuse', error: 'USER_NOT_FOUND' },
      isAnotherShown: true,
    },
  ] as const)(
    'and cannot be seen afterward is kept, with a warning: %j',
    async ({ code, fault, ...trial }) => {
      const bob: [Address, ObjectValue] = ['appliance_ldap_member.bob', { ...member()[1], uid: 'bob.lee' }]
      const others = 'isAnotherShown' in trial ? [bob] : []
      const plan = await core.plan(declared(...others, member()), { parallelism: 1 })
      // Before its creation it is asked for twice, as the first answer may be of anything that does not exist.
      emulator.faults.set([{ ...reads, ...fault, skip: 2 }])
      const change = (await plan.apply()).find(({ address }) => address === ann)
      expect([change?.errors, codes(change?.warnings ?? [])]).toEqual([[], [code]])
      expect(change?.after).toMatchObject({ uid: 'ann.lee' })
    },
  )

  it('and is shown otherwise has a warning with all that differs', async () => {
    await applied(declared(member({ title: 'Editor', mobile: '110' })))
    const plan = await core.plan(declared(member({ title: 'Chief', mobile: '112' })))
    // It is taken for a success, and nothing was set.
    const answer = { effect: 'status', status: 200, text: '{"Status":true}' } as const
    emulator.faults.set([{ operation: 'member-save', ...answer }])
    const [change] = await plan.apply()
    expect(codes(change?.warnings ?? [])).toEqual(['member-values-different'])
    expect(change?.warnings.join()).toContain('title = "Editor", mobile = "110" for member "ann.lee"')
    expect(change?.after).toMatchObject({ unverified: ['mobile', 'title'] })
  })
})

describe('a resource that gets another name without a moved block', () => {
  // What depends on the old one is destroyed before it, and slowly: the new one is there by then.
  const slowly = { effect: 'latency', milliseconds: 300 } as const

  it('takes no account with it that the other one has adopted', async () => {
    byHand('ann.lee')
    const linked: DeclaredResource = {
      values: { gid: group('staff') },
      references: { uid: { address: ann, attribute: 'uid' } },
    }
    await applied(new Map([...declared(member()), [link, linked]]))
    const plan = await core.plan(declared(['appliance_ldap_member.renamed', member()[1]]))
    expect(plan.errors).toEqual([])
    emulator.faults.set([{ operation: 'group-unlink', ...slowly }])
    expect(codes(warningsOf(await plan.apply()))).toContain('declared-elsewhere')
    expect(emulator.directory.members.get('ann.lee')).toBeDefined()
  })

  it('takes no link with it that the other one has adopted', async () => {
    byHand('ann.lee')
    const linked = { uid: 'ann.lee', gid: group('staff') }
    const bob: DeclaredResource = {
      values: { ...member()[1], uid: 'bob.lee' },
      references: { title: { address: link, attribute: 'id' } },
    }
    await applied(new Map([...declared([link, linked]), ['appliance_ldap_member.bob', bob]]))
    const plan = await core.plan(declared(['appliance_ldap_group_membership.renamed', linked]))
    expect(plan.errors).toEqual([])
    emulator.faults.set([{ operation: 'member-delete', ...slowly }])
    expect(codes(warningsOf(await plan.apply()))).toContain('declared-elsewhere')
    expect(emulator.directory.groups.of('ann.lee').map(({ name }) => name)).toContain('staff')
  })
})

describe('a member whose group comes from something that the apply makes', () => {
  it('may have to be moved, which the plan says', async () => {
    await applied(declared(member({ gid: group('staff') })))
    const resources: DeclaredResources = new Map([
      ['appliance_ldap_group.new', { values: { name: 'new', organization: 'acme' }, references: {} }],
      [
        ann,
        {
          values: member()[1],
          references: { gid: { address: 'appliance_ldap_group.new', attribute: 'gid' } },
        },
      ],
    ])
    const plan = await core.plan(resources)
    expect([plan.errors, codes(plan.warnings)]).toEqual([[], ['member-move-unknown']])
  })
})

it('a group to which a member was to be linked, and that does not exist any more, is given up with a warning', async () => {
  await applied(declared(member({ gid: group('staff') })))
  const readers = group('readers')
  const bytes = Buffer.from(
    JSON.stringify({ object: 'one', record: { gid: null, unfinished: { gids: [readers] } } }),
  )
  const attributes = attributesOf.appliance_ldap_member
  const config = complete(attributes, member()[1])
  const prior = core.state.get(ann) ?? null
  const provider = await startProvider(settings)
  emulator.directory.groups.remove(readers)
  const planned = await provider.plan('appliance_ldap_member', {
    prior,
    proposed: { ...prior, ...member()[1] },
    config,
    priorPrivate: bytes,
  })
  const told = await provider.apply('appliance_ldap_member', prior, { ...planned, config })
  await provider.end()
  expect(codes(planned.warnings)).toEqual(['member-to-be-completed'])
  expect(codes(told.warnings)).toEqual(['member-not-relinked'])
})

describe('the deletion of a deposed object', () => {
  it.each([
    ['ann.lee', []],
    ['bob.lee', ['stays']],
  ])('sends nothing, and says if an account is left: the other object is of %s', async (uid, said) => {
    await applied(declared(member()))
    const attributes = attributesOf.appliance_ldap_member
    const prior = core.state.get(ann) ?? null
    const config = complete(attributes, { ...member()[1], uid })
    const provider = await startProvider(settings)
    const creation = { prior: null, proposed: config, config, priorPrivate: noPrivate }
    const { planned, plannedPrivate } = await provider.plan('appliance_ldap_member', creation)
    await provider.apply('appliance_ldap_member', null, { planned, config, plannedPrivate })
    const destroy = { prior, proposed: null, config: null, priorPrivate: noPrivate }
    const deposed = await provider.plan('appliance_ldap_member', destroy)
    const { warnings } = await provider.apply('appliance_ldap_member', prior, {
      planned: null,
      config: null,
      plannedPrivate: deposed.plannedPrivate,
    })
    await provider.end()
    expect(codes(warnings)).toEqual(said)
    expect(emulator.directory.members.get('ann.lee')).toBeDefined()
  })
})

type Declared = readonly [address: Address, values: ObjectValue]

function member(attributes: ObjectValue = {}): Declared {
  const names = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.org' }
  return [ann, { uid: 'ann.lee', ...names, organization: 'acme', password: 'initial', ...attributes }]
}

function declared(...resources: readonly Declared[]): DeclaredResources {
  return new Map(resources.map(([address, values]) => [address, { values, references: {} }]))
}

async function applied(resources: DeclaredResources): Promise<void> {
  const plan = await core.plan(resources)
  const changes = await plan.apply()
  expect([...plan.errors, ...changes.flatMap(({ errors }) => errors)]).toEqual([])
}

function warningsOf(changes: readonly AppliedChange[]): readonly string[] {
  return changes.flatMap(({ warnings }) => warnings)
}

/** What is said by its codes. */
function codes(told: Told['warnings']): readonly (string | undefined)[] {
  return told.map(codeIn)
}
