import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import { codeIn } from '../../../../src/diagnostics/catalogue'

import type { DeclaredResource, DeclaredResources } from '../../../model/declared-resources'
import type { AppliedChange } from '../../../model/planned-change'
import { noPrivate, ProviderProcess, type Told } from '../../../model/provider-process'
import { type Address, attributesOf, complete } from '../../../model/resource-types'

import { TerraformCore } from '../../../model/terraform-core'

const ann: Address = 'appliance_ldap_member.ann'
const link: Address = 'appliance_ldap_group_membership.link'

let folder: string
let emulator: Emulator
let settings: ObjectValue
let core: TerraformCore

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
  core = await TerraformCore.begin(settings)
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
    code: 'member-not-checked',
    operation: 'member-get',
    resources: declared(member()),
    names: '"ann.lee"',
  },
  {
    code: 'group-not-checked',
    operation: 'group-list',
    resources: declared(['appliance_ldap_group.staff', { name: 'staff', organization: 'acme' }]),
    names: '"staff"',
  },
  {
    code: 'membership-not-checked',
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
      const strict = await TerraformCore.begin({ ...settings, on_unreachable: 'fail' })
      const plan = await strict.plan(resources)
      expect([codes(plan.errors), plan.warnings]).toEqual([['check-not-possible'], []])
      expect(plan.errors.join()).toContain(names)
      expect(plan.errors.join()).toContain('set on_unreachable = "warn" in the provider block')
    },
  )

  it('fails with on_unreachable = "fail" before a member is replaced', async () => {
    core = await TerraformCore.begin({ ...settings, on_unreachable: 'fail' })
    await applied(declared(member({ gid: group('staff'), on_move: 'replace' })))
    emulator.faults.set([{ operation: 'organization-list', effect: 'status', status: 503 }])
    const plan = await core.plan(declared(member({ gid: group('writers'), on_move: 'replace' })))
    expect(codes(plan.errors)).toEqual(['check-not-possible'])
  })

  it('says so of a member that is to be replaced', async () => {
    await applied(declared(member({ gid: group('staff'), on_move: 'replace' })))
    emulator.faults.set([{ operation: 'organization-list', effect: 'status', status: 503 }])
    const plan = await core.plan(declared(member({ gid: group('writers'), on_move: 'replace' })))
    expect(plan.errors).toEqual([])
    expect(codes(plan.warnings)).toContain('replacement-not-checked')
    expect(codes(plan.warnings)).toContain('member-replaced')
  })
})

it('a member that exists with another group is not adopted', async () => {
  byHand('ann.lee')
  const plan = await core.plan(declared(member({ gid: group('writers') })))
  expect(codes(plan.errors)).toEqual(['member-in-other-group'])
  expect(plan.errors.join()).toContain('Member "ann.lee" already exists in group')
})

it('a member that was created by others after the plan is adopted, with a warning', async () => {
  const plan = await core.plan(declared(member()))
  byHand('ann.lee')
  expect(codes(warningsOf(await plan.apply()))).toContain('member-adopted-at-apply')
})

describe('a member that was set', () => {
  const reads = { method: 'GET', path: '/openldap/members/ann.lee' } as const

  it.each([
    { code: 'member-unconfirmed', fault: { effect: 'status', status: 503 } },
    { code: 'member-unconfirmed', fault: { effect: 'refuse', error: 'USER_NOT_FOUND' } },
    { code: 'member-not-shown', fault: { effect: 'refuse', error: 'USER_NOT_FOUND' }, isAnotherShown: true },
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
    expect(codes(warningsOf(await plan.apply()))).toContain('member-declared-elsewhere')
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
    expect(codes(warningsOf(await plan.apply()))).toContain('membership-stays')
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

describe('a member that is replaced', () => {
  let gid: number
  const replace = () => core.plan(declared(member({ gid })), { replaced: [ann] })

  beforeEach(async () => {
    gid = group('staff')
    await applied(declared(member({ gid })))
    emulator.directory.groups.link(group('readers'), 'ann.lee')
  })

  it('and cannot be created again is an error that names its groups', async () => {
    const plan = await replace()
    emulator.faults.set([{ operation: 'member-create', effect: 'refuse', error: 'DISK_FULL' }])
    const errors = (await plan.apply()).flatMap((change) => change.errors)
    expect(codes(errors)).toEqual(['member-not-recreated'])
    expect(errors.join()).toMatch(/DISK_FULL.*was linked to the groups \d+/s)
  })

  it('and cannot be created again is the same error where it was in no group', async () => {
    emulator.directory.groups.unlink(group('readers'), 'ann.lee')
    const plan = await replace()
    emulator.faults.set([{ operation: 'member-create', effect: 'refuse', error: 'DISK_FULL' }])
    const errors = (await plan.apply()).flatMap((change) => change.errors)
    expect(codes(errors)).toEqual(['member-not-recreated'])
  })

  it('and cannot be linked again is created, with a warning, and the next apply links it', async () => {
    const plan = await replace()
    emulator.faults.set([{ operation: 'group-link', effect: 'refuse', error: 'DISK_FULL' }])
    const changes = await plan.apply()
    expect(changes.flatMap((change) => change.errors)).toEqual([])
    expect(codes(warningsOf(changes))).toEqual(['member-to-be-recreated', 'member-incomplete'])
    expect(warningsOf(changes).join()).toContain('DISK_FULL')
    emulator.faults.clear()
    await applied(declared(member({ gid })))
    expect(emulator.directory.groups.of('ann.lee')).toHaveLength(2)
  })

  it('and was in a group that does not exist any more is linked to it no more, with a warning', async () => {
    const plan = await replace()
    emulator.faults.set([{ operation: 'group-link', effect: 'status', status: 503 }])
    await plan.apply()
    emulator.faults.clear()
    emulator.directory.groups.remove(group('readers'))
    const again = await core.plan(declared(member({ gid })))
    expect(codes(warningsOf(await again.apply()))).toContain('member-not-relinked')
    expect((await core.plan(declared(member({ gid })))).changes[0]?.action).toBe('no-op')
  })

  it('is not deleted unless a group is set, as the appliance may not choose one', async () => {
    await applied(declared(member()))
    const { errors } = await core.plan(declared(member()), { replaced: [ann] })
    expect(codes(errors)).toEqual(['replacement-needs-group'])
    expect((await core.plan(declared(member({ uid: 'ann.smith' })))).errors).toEqual([])
  })

  it('by another login stays, with the new account, if neither can be completed or removed again', async () => {
    const renamed = declared(member({ gid, uid: 'ann.smith', title: 'Editor' }))
    const plan = await core.plan(renamed)
    emulator.faults.set(
      ['member-save', 'member-delete'].map((operation) => ({
        operation,
        effect: 'refuse',
        error: 'DISK_FULL',
      })),
    )
    const errors = (await plan.apply()).flatMap((change) => change.errors)
    expect(codes(errors)).toEqual(['successor-left'])
    expect(core.state.get(ann)).toMatchObject({ uid: 'ann.lee' })
    expect(emulator.directory.members.get('ann.lee')).toBeDefined()
    emulator.faults.clear()
    emulator.directory.members.remove('ann.smith')
    await applied(renamed)
    expect(emulator.directory.members.get('ann.lee')).toBeUndefined()
  })

  it.each([0, 1, 2, 3, 4, 5])(
    'by another login loses nothing if the directory cannot be read after %d requests',
    async (skip) => {
      const plan = await core.plan(declared(member({ gid, uid: 'ann.smith' })))
      emulator.faults.set([{ operation: 'member-get', effect: 'refuse', error: 'DISK_FULL', skip }])
      const errors = (await plan.apply()).flatMap((change) => change.errors)
      const { members } = emulator.directory
      if (errors.length === 0) expect(members.get('ann.smith')).toBeDefined()
      else {
        expect(core.state.get(ann)).toMatchObject({ uid: 'ann.lee' })
        expect(members.get('ann.lee')).toBeDefined()
        expect(members.get('ann.smith')).toBeUndefined()
      }
    },
  )

  it('by another login may have a successor if the answer to its creation is lost, which the error says', async () => {
    const plan = await core.plan(declared(member({ gid, uid: 'ann.smith' })))
    emulator.faults.set([
      { operation: 'member-create', effect: 'drop', afterWork: true },
      // Before the creation, members are asked for five times.
      { operation: 'member-get', effect: 'status', status: 503, skip: 5 },
    ])
    const errors = (await plan.apply()).flatMap((change) => change.errors)
    expect(codes(errors)).toEqual(['successor-not-created'])
    expect(emulator.directory.members.get('ann.smith')).toBeDefined()
    expect(errors.join()).toContain('It is not certain whether member "ann.smith" was created')
    expect(core.state.get(ann)).toMatchObject({ uid: 'ann.lee' })
  })

  it('and is not to be deleted is said to be adopted again', async () => {
    await applied(declared(member({ on_destroy: 'keep' })))
    const attributes = attributesOf.appliance_ldap_member
    const config = complete(attributes, member({ on_destroy: 'keep' })[1])
    const prior = core.state.get(ann) ?? null
    const provider = await ProviderProcess.start(settings)
    const first = await provider.plan('appliance_ldap_member', {
      prior,
      proposed: { ...prior, ...member({ on_destroy: 'keep' })[1] },
      config,
      priorPrivate: noPrivate,
    })
    // What Terraform asks for next with -replace; it shows only errors of it.
    const second = await provider.plan('appliance_ldap_member', {
      prior: null,
      proposed: config,
      config,
      priorPrivate: first.plannedPrivate,
    })
    await provider.end()
    expect([second.errors, codes(second.warnings)]).toEqual([[], ['member-readopted']])
  })
})

describe('a member that leaves an organization', () => {
  const groupsOf = (uid: string) =>
    emulator.directory.groups
      .of(uid)
      .map(({ name }) => name)
      .sort()
  let sales: number

  beforeEach(() => {
    group('chosen')
    emulator.directory.organizations.create('other')
    sales = emulator.directory.groups.create({ name: 'sales', organization: 'other' }).gid
  })

  it.each([{ gid: 0 }, {}])(
    'leaves the group that the appliance chose there, and keeps the links that others made: %j',
    async (created) => {
      await applied(declared(member({ ...created, on_move: 'replace' })))
      emulator.directory.groups.link(group('readers'), 'ann.lee')
      await applied(declared(member({ gid: sales, organization: 'other', on_move: 'replace' })))
      expect(groupsOf('ann.lee')).toEqual(['readers', 'sales'])
      expect((await core.plan(declared(member({ gid: sales, organization: 'other' })))).errors).toEqual([])
    },
  )

  it('leaves it too where no record shows it', async () => {
    Object.assign(emulator.directory.spelling, { places: 'hidden' })
    await applied(declared(member({ on_move: 'replace' })))
    emulator.directory.groups.link(group('readers'), 'ann.lee')
    const ofOther = emulator.directory.groups.create({ name: 'guests', organization: 'other' }).gid
    emulator.directory.groups.link(ofOther, 'ann.lee')
    const plan = await core.plan(declared(member({ gid: sales, organization: 'other', on_move: 'replace' })))
    const warnings = warningsOf(await plan.apply())
    expect(groupsOf('ann.lee')).toEqual(['guests', 'sales'])
    expect(codes(warnings)).toContain('member-not-relinked')
  })

  it('with a new login leaves that group too, although it declares none', async () => {
    await applied(declared(member()))
    emulator.directory.groups.link(group('readers'), 'ann.lee')
    await applied(declared(member({ uid: 'ann.smith', organization: 'other' })))
    expect(groupsOf('ann.smith')).toEqual(['readers', 'sales'])
  })
})

it('a member that was replaced before is destroyed although its groups cannot be read, with a warning', async () => {
  await applied(declared(member()))
  const attributes = attributesOf.appliance_ldap_member
  const [prior, config] = [
    core.state.get(ann) ?? null,
    complete(attributes, { ...member()[1], uid: 'bob.lee' }),
  ]
  const provider = await ProviderProcess.start(settings)
  const creation = { prior: null, proposed: config, config, priorPrivate: noPrivate }
  const { planned, plannedPrivate } = await provider.plan('appliance_ldap_member', creation)
  await provider.apply('appliance_ldap_member', null, { planned, config, plannedPrivate })
  const destroy = { prior, proposed: null, config: null, priorPrivate: noPrivate }
  const deposed = await provider.plan('appliance_ldap_member', destroy)
  emulator.faults.set([{ operation: 'member-groups', effect: 'status', status: 503 }])
  const { plannedPrivate: noted } = deposed
  const { warnings } = await provider.apply('appliance_ldap_member', prior, {
    planned: null,
    config: null,
    plannedPrivate: noted,
  })
  await provider.end()
  expect(codes(warnings)).toEqual(['member-groups-unread'])
  expect(emulator.directory.members.get('ann.lee')).toBeUndefined()
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
