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

describe('the group of a membership in a first plan', () => {
  const plain = membership('appliance_ldap_group_membership.m', 'ann')

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
      '"(known after apply)"',
    ],
    ['a local value', refers('local.gid'), '"(known after apply)"'],
  ])('is named where it refers to %s', async (_, gid, name) => {
    const one = group('appliance_ldap_group.one', 'one')
    expect(await memberLines([one, teamX, teamY, plain], { resources: [declared(gid)] })).toEqual([
      `+ group ${name}: 1 member: ann`,
    ])
  })

  const keyed = (['x', 'y'] as const).map((index) =>
    membership(`appliance_ldap_group_membership.m["${index}"]`, `ann-${index}`, { name: 'm', index }),
  )
  const presumed = '1 member (presumably: the group has the same key)'
  const byKey = [`+ group team-x: ${presumed}: ann-x`, `+ group team-y: ${presumed}: ann-y`]
  const byBlock = ['+ group appliance_ldap_group.teams: 2 members: ann-x, ann-y']

  it.each([
    ['its own key', declared(refers('appliance_ldap_group.teams', 'each.key')), byKey],
    [
      'what it is made for each of',
      declared(refers('each.value.gid', 'each.value'), {
        for_each_expression: refers('appliance_ldap_group.teams'),
      }),
      byKey,
    ],
    [
      'its own value',
      declared(refers('appliance_ldap_group.teams', 'each.value.team', 'each.value')),
      byBlock,
    ],
    [
      'its own key in a local value',
      declared(refers('appliance_ldap_group.teams', 'local.teams', 'each.key')),
      byBlock,
    ],
  ])('is named by %s, or not at all', async (_, resource, expected) => {
    expect(await memberLines([teamX, teamY, ...keyed], { resources: [resource] })).toEqual(expected)
  })

  it('is named through an output of a module, and through an element of one', async () => {
    const inModule = [
      group('module.groups.appliance_ldap_group.g', 'alone', { module_address: 'module.groups' }),
      ...['k1', 'k2'].map((index) =>
        group(`module.groups.appliance_ldap_group.gs["${index}"]`, `kind-${index}`, {
          module_address: 'module.groups',
          name: 'gs',
          index,
        }),
      ),
    ]
    const outputs = {
      gid: { expression: refers('appliance_ldap_group.g.gid', 'appliance_ldap_group.g') },
      gids: { expression: refers('appliance_ldap_group.gs') },
    }
    const of = (gid: object) => ({
      resources: [declared(gid)],
      module_calls: { groups: { module: { outputs } } },
    })
    expect(await memberLines([...inModule, plain], of(refers('module.groups.gid', 'module.groups')))).toEqual(
      ['+ group alone: 1 member: ann'],
    )
    const element = refers('module.groups.gids["k2"]', 'module.groups.gids', 'module.groups')
    expect(await memberLines([...inModule, plain], of(element))).toEqual(['+ group kind-k2: 1 member: ann'])
  })

  it('is named through a variable of the module that it is in', async () => {
    const inside = (key: string) =>
      membership(`module.members["${key}"].appliance_ldap_group_membership.m`, `ann-${key}`, {
        module_address: `module.members["${key}"]`,
      })
    const call = (gid: object) => ({
      module_calls: {
        members: { expressions: { gid }, module: { resources: [declared(refers('var.gid'))] } },
      },
    })
    const changes = [teamX, teamY, inside('x'), inside('y')]
    expect(await memberLines(changes, call(refers('appliance_ldap_group.teams', 'each.key')))).toEqual(byKey)
    expect(await memberLines(changes, call(refers('appliance_ldap_group.teams', 'local.x')))).toEqual(byBlock)
  })

  it('is named through an element of such a variable', async () => {
    const inside = membership('module.members.appliance_ldap_group_membership.m', 'ann', {
      module_address: 'module.members',
    })
    const root_module = {
      module_calls: {
        members: {
          expressions: { gids: refers('appliance_ldap_group.teams') },
          module: { resources: [declared(refers('var.gids["y"]', 'var.gids'))] },
        },
      },
    }
    expect(await memberLines([teamX, teamY, inside], root_module)).toEqual(['+ group team-y: 1 member: ann'])
  })

  it('is not looked for without an end in a document that leads in a circle', async () => {
    const root_module = {
      resources: [declared(refers('module.a.gid'))],
      module_calls: {
        a: {
          expressions: { gid: refers('module.a.gid', 'module.a.gid') },
          module: { outputs: { gid: { expression: refers('var.gid') } } },
        },
      },
    }
    expect(await memberLines([plain], root_module)).toEqual(['+ group "(known after apply)": 1 member: ann'])
  })
})

it('looks for a group in modules that multiply their outputs no longer than a configuration can mean it, and guesses none', async () => {
  // Each output refers to all of the next module, down to a group: some 10 to the power of 12 ways.
  const fan = Array.from({ length: 12 }, (_, index) => `module.m.o${index}`)
  const outputs = Object.fromEntries(fan.map((_, index) => [`o${index}`, { expression: refers(...fan) }]))
  const leaf = { outputs: { ...outputs, o0: { expression: refers('appliance_ldap_group.one') } } }
  let module: object = leaf
  for (let level = 0; level < 11; level += 1) module = { outputs, module_calls: { m: { module } } }
  const changes = [
    membership('appliance_ldap_group_membership.m', 'ann'),
    group('appliance_ldap_group.one', 'one'),
  ]
  const lines = await memberLines(changes, {
    resources: [declared(refers('module.m.o1'))],
    module_calls: { m: { module } },
  })
  expect(lines).toEqual(['+ group "(known after apply)": 1 member: ann'])
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
