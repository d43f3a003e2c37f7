import { changeOf, type WrittenChange } from '../review/plans'
import { linesOf, reviewed } from '../review/review-of'

/** An expression as the JSON of a configuration has it. */
const refers = (...references: readonly string[]) => ({ references })
const unknown = { change: { after_unknown: { gid: true } } }

function group(address: string, name: string, further: object = {}): WrittenChange {
  return changeOf(address, null, { name }, { ...unknown, ...further })
}

function membership(address: string, uid: string, further: object = {}): WrittenChange {
  return changeOf(address, null, { uid }, { ...unknown, ...further })
}

/** A resource of the configuration that refers to a group. */
function declared(gid: object, further: object = {}) {
  return { type: 'appliance_ldap_group_membership', name: 'm', expressions: { gid }, ...further }
}

/** The lines about memberships in a first plan, in which no group has a number yet. */
async function memberLines(
  changes: readonly WrittenChange[],
  root_module: object,
): Promise<readonly string[]> {
  const review = await reviewed(changes, { further: { configuration: { root_module } } })
  return linesOf(review).filter((line) => /member/.test(line))
}

const [teamX, teamY] = ['x', 'y'].map((index) =>
  group(`appliance_ldap_group.teams["${index}"]`, `team-${index}`, { name: 'teams', index }),
) as [WrittenChange, WrittenChange]

const one = group('appliance_ldap_group.one', 'one')
const unknownGroup = '"(known after apply)"'

/** A member whose group is not certain, with the address that says more. */
function withAddress(uid: string, address: string): string {
  return JSON.stringify(`${uid} (${address})`)
}

describe('the group of a membership in a first plan', () => {
  const address = 'appliance_ldap_group_membership.m'

  it.each([
    ['one group', refers('appliance_ldap_group.one.gid', 'appliance_ldap_group.one'), 'one'],
    [
      'one of several by its key',
      refers(
        'appliance_ldap_group.teams["y"].gid',
        'appliance_ldap_group.teams["y"]',
        'appliance_ldap_group.teams',
      ),
      'team-y',
    ],
  ])('is named where it refers to %s', async (_, gid, name) => {
    const changes = [one, teamX, teamY, membership(address, 'ann')]
    expect(await memberLines(changes, { resources: [declared(gid)] })).toEqual([
      `+ group ${name}: 1 member: ann`,
    ])
  })

  it.each([
    [
      'one of several that something else chooses',
      refers('appliance_ldap_group.teams', 'var.team'),
      'appliance_ldap_group.teams',
    ],
    [
      'one or another group',
      refers(
        'appliance_ldap_group.one.gid',
        'appliance_ldap_group.one',
        'appliance_ldap_group.teams["x"].gid',
        'appliance_ldap_group.teams["x"]',
        'appliance_ldap_group.teams',
      ),
      unknownGroup,
    ],
    ['a local value', refers('local.gid'), unknownGroup],
    ['an output of a module', refers('module.groups.gid', 'module.groups'), unknownGroup],
    ['a variable', refers('var.gids["y"]', 'var.gids'), unknownGroup],
  ])('is not guessed where it refers to %s', async (_, gid, name) => {
    const changes = [one, teamX, teamY, membership(address, 'ann')]
    expect(await memberLines(changes, { resources: [declared(gid)] })).toEqual([
      `+ group ${name}: 1 member: ${withAddress('ann', address)}`,
    ])
  })

  const keyed = ['x', 'y'].map((index) => membership(`${address}["${index}"]`, 'ann', { name: 'm', index }))

  it('is presumed by its own key', async () => {
    const resources = [declared(refers('appliance_ldap_group.teams', 'each.key'))]
    expect(await memberLines([teamX, teamY, ...keyed], { resources })).toEqual(
      ['x', 'y'].map((key) => `+ group team-${key}: 1 member (presumably: the group has the same key): ann`),
    )
  })

  it.each([
    [
      'what it is made for each of',
      declared(refers('each.value.gid', 'each.value'), {
        for_each_expression: refers('appliance_ldap_group.teams'),
      }),
      unknownGroup,
    ],
    [
      'its own value',
      declared(refers('appliance_ldap_group.teams', 'each.value.team', 'each.value')),
      'appliance_ldap_group.teams',
    ],
    [
      'its own key in a local value',
      declared(refers('appliance_ldap_group.teams', 'local.teams', 'each.key')),
      'appliance_ldap_group.teams',
    ],
  ])('is not guessed by %s: the addresses of the memberships have the keys', async (_, resource, name) => {
    const members = ['x', 'y'].map((key) => withAddress('ann', `${address}["${key}"]`)).join(', ')
    expect(await memberLines([teamX, teamY, ...keyed], { resources: [resource] })).toEqual([
      `+ group ${name}: 2 members: ${members}`,
    ])
  })

  it('is named in the module that both are in', async () => {
    const inside = { module_address: 'module.teams["a"]' }
    const changes = [
      group('module.teams["a"].appliance_ldap_group.one', 'inside', inside),
      membership(`module.teams["a"].${address}`, 'ann', inside),
      one,
    ]
    const gid = refers('appliance_ldap_group.one.gid', 'appliance_ldap_group.one')
    const root_module = { module_calls: { teams: { module: { resources: [declared(gid)] } } } }
    expect(await memberLines(changes, root_module)).toEqual(['+ group inside: 1 member: ann'])
  })
})

it('names the groups of thousands of memberships without comparing each with each', async () => {
  const people = Array.from({ length: 2_000 }, (_, index) => `p${index}`)
  const changes = people.flatMap((name) => [
    changeOf(`appliance_ldap_member.${name}`, null, { uid: name }),
    membership(`appliance_ldap_group_membership.${name}`, name),
  ])
  const gid = refers('appliance_ldap_group.one.gid', 'appliance_ldap_group.one')
  const lines = await memberLines([...changes, group('appliance_ldap_group.one', 'one')], {
    resources: people.map((name) => declared(gid, { name })),
  })
  expect(lines).toContain(
    `+ group one: 2,000 members: ${people.sort().slice(0, 10).join(', ')} and 1,990 more`,
  )
  expect(lines).toContain(
    '+ member p1999: created, or adopted if the directory already contains it; group one',
  )
}, 30_000)

describe('groups of one name in two organizations', () => {
  const editors = (organization: string, gid: string) => {
    const values = { name: 'editors', organization, gid, id: gid }
    return changeOf(`appliance_ldap_group.${organization}`, values, values)
  }

  it('are two groups, of which lines name the organization', async () => {
    const moved = changeOf(
      'appliance_ldap_group_membership.ann',
      { uid: 'ann', gid: '5001' },
      { uid: 'ann', gid: '5002' },
      { change: { actions: ['delete', 'create'] } },
    )
    const added = changeOf('appliance_ldap_group_membership.bob', null, { uid: 'bob', gid: '5001' })
    const review = await reviewed([editors('acme', '5001'), editors('lab', '5002'), moved, added])
    expect(linesOf(review)).toEqual([
      '+ group editors of acme: 1 member: bob',
      '+ group editors of lab: 1 member: ann',
      '- group editors of acme: 1 member: ann',
    ])
  })
})
