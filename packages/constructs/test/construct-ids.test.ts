import { App, type TerraformStack, TerraformVariable, Testing } from 'cdktf'
import type { Category } from '../bindings/cdktf/category/index'
import { ApplianceFleet } from '../src/appliance-fleet'
import { DirectoryTeam } from '../src/directory-team'
import { ExistingCategory } from '../src/existing-category'
import { ExistingGroup } from '../src/existing-group'
import { FilteringPolicy, type PolicyCategories } from '../src/filtering-policy'
import { addressOf, problemsIn, stackWithProvider, warningsIn } from './synthesized'

const person = { firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.org' }
const every = 'has a key that every object in JavaScript has, so it cannot be an ID. Choose another key.'

describe('a key that the library takes for no id', () => {
  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'is reported with all others: %s',
    (key) => {
      const stack = stackWithProvider()
      const problems = () => problemsIn(() => Testing.synth(stack, true))
      const policy = new FilteringPolicy(stack, 'policy', { categories: { [key]: { name: 'Games' } } })
      const existing = ExistingCategory.fromId(stack, 'blocked', '250')
      policy.addExisting(key, existing, { sites: ['one.example'] })
      existing.addList(key, { name: 'feed', sites: ['two.example'] })
      new DirectoryTeam(stack, 'team', {
        organization: 'acme',
        groups: [key],
        members: { [key]: { ...person, groups: [key] } },
      })
      expect(problems()).toEqual(
        expect.arrayContaining([
          `Category ${JSON.stringify(key)} ${every}`,
          `List ${JSON.stringify(key)} ${every}`,
          `Group ${JSON.stringify(key)} ${every}`,
          `Member ${JSON.stringify(key)} ${every}`,
        ]),
      )
    },
  )

  it('is reported of the appliances of a fleet', () => {
    const { appliances } = new ApplianceFleet(Testing.app(), 'branches', {
      policy: { categories: {} },
      appliances: { toString: { provider: {} }, '': { provider: {} }, rome: { provider: {} } },
    })
    expect(problemsIn(() => Testing.synth(appliances.rome.stack, true))).toEqual([
      `Appliance "toString" ${every}`,
      'Appliance "" has an empty key. Choose a key.',
    ])
  })

  it('is an empty one, or a reference', () => {
    const stack = stackWithProvider()
    const key = new TerraformVariable(stack, 'key', { type: 'string' }).stringValue
    new FilteringPolicy(stack, 'policy', { categories: { '': { name: 'A' }, [key]: { name: 'B' } } })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      'Category "" has an empty key. Choose a key.',
      expect.stringMatching(/^Category ".+" has a reference as its key\. Write the key as a text\.$/),
    ])
  })
})

const games = { name: 'Games', sites: ['play.example'] }

/** `moved` blocks, as pairs of addresses. */
function movesIn(stack: TerraformStack): readonly string[] {
  const { moved = [] }: { moved?: { from: string; to: string }[] } = JSON.parse(Testing.synth(stack, true))
  return moved.map(({ from, to }) => `${from} -> ${to}`)
}

function problems(stack: TerraformStack): readonly string[] {
  return problemsIn(() => Testing.synth(stack, true))
}

/** The address that a category has in a stack of its own. */
function addressIn(key: string, policy = 'policy'): string {
  const { categories } = new FilteringPolicy(stackWithProvider(), policy, { categories: { [key]: games } })
  return addressOf(categories[key] as Category)
}

describe('a category that says which key it had', () => {
  let stack: TerraformStack
  const policyOf = (categories: PolicyCategories, formerly?: string | string[]) =>
    new FilteringPolicy(stack, 'policy', { categories, formerly })

  beforeEach(() => {
    stack = stackWithProvider()
  })

  it('moves from the address that the other key gave it', () => {
    const { categories } = policyOf({ play: { ...games, formerly: 'games' } })
    expect(movesIn(stack)).toEqual([`${addressIn('games')} -> ${addressOf(categories.play as Category)}`])
    expect(stack.node.findChild('policy').node.tryFindChild('games')).toBeUndefined()
  })

  it('leads from each of several keys to the present one, each address once', () => {
    policyOf({ play: { ...games, formerly: ['games', 'jeux', 'games'] } })
    expect(movesIn(stack)).toEqual([
      `${addressIn('games')} -> ${addressIn('jeux')}`,
      `${addressIn('jeux')} -> ${addressIn('play')}`,
    ])
  })

  it('says nothing where no key is given, and needs no Terraform at synth', () => {
    policyOf({ play: { ...games, formerly: [] } })
    expect(movesIn(stack)).toEqual([])
    expect(stack.hasResourceMove()).toBe(false)
  })

  it('moves as well if it is added later, and if it is a list in an existing category', () => {
    const policy = policyOf({})
    policy.addCategory('play', { ...games, formerly: 'games' })
    const blocked = ExistingCategory.fromId(stack, 'blocked', '250')
    policy.addExisting('press', blocked, { sites: ['news.example'], formerly: 'desk' })
    const list = blocked.addList('feed', { sites: ['feed.example'], formerly: 'stream' })
    expect(list.nameInput).toBe('feed')
    expect(movesIn(stack).map((move) => move.replaceAll(/_[0-9A-F]{8}\b/g, ''))).toEqual([
      'appliance_category.policy_games -> appliance_category.policy_play',
      'appliance_category_sites.policy_desk -> appliance_category_sites.policy_press',
      'appliance_category_sites.blocked_stream -> appliance_category_sites.blocked_feed',
    ])
  })

  it('moves with a policy that had another id', () => {
    policyOf({ play: { ...games, formerly: 'games' }, ads: { name: 'Ads' } }, 'web')
    expect(movesIn(stack)).toEqual([
      `${addressIn('games', 'web')} -> ${addressIn('play', 'web')}`,
      `${addressIn('play', 'web')} -> ${addressIn('games')}`,
      `${addressIn('games')} -> ${addressIn('play')}`,
      `${addressIn('ads', 'web')} -> ${addressIn('ads')}`,
    ])
  })

  it('is refused if the other key is still that of a category', () => {
    const policy = policyOf({ play: { ...games, formerly: 'games' } })
    policy.addCategory('games', { name: 'Board games' })
    expect(problems(stack)).toEqual([
      'Category "play" was "games" before, but "policy/games" is still declared. Remove "games" from formerly, or declare the other one ' +
        'with another key.',
    ])
  })

  it('is not refused for a list that has the key now, which is another type of resource', () => {
    const policy = policyOf({ play: { ...games, formerly: 'desk' } })
    policy.addExisting('desk', ExistingCategory.fromId(stack, 'blocked', '250'), { sites: ['news.example'] })
    expect(movesIn(stack)).toEqual([`${addressIn('desk')} -> ${addressIn('play')}`])
  })

  it('is refused if two had the same key', () => {
    policyOf({ play: { ...games, formerly: 'games' }, cards: { name: 'Cards', formerly: 'games' } })
    expect(problems(stack)).toEqual([
      'Category "play" was "games" before, but another moved block says otherwise: it leads to "policy/cards". Keep one of the two.',
      'Category "cards" was "games" before, but another moved block says otherwise: it leads to "policy/play". Keep one of the two.',
    ])
  })

  it('is refused beside moveFromId, and if it names its own key or none', () => {
    const policy = policyOf({
      play: { ...games, formerly: 'games' },
      ads: { name: 'Ads', formerly: 'ads' },
      press: { name: 'Press', formerly: ['', 'constructor'] },
      sport: {
        name: 'Sport',
        formerly: new TerraformVariable(stack, 'key', { type: 'string' }).stringValue,
      },
    })
    policy.categories.play?.moveFromId('appliance_category.games')
    expect(problems(stack)).toEqual([
      'Category "play" was "games" before, but another moved block says otherwise: it leads from "appliance_category.games". Keep one of ' +
        'the two.',
      'Category "ads" has its own key as its former one. Write the key that it had before, or remove formerly.',
      'Category "press" has a former key that is empty, a reference, or cannot be an ID. Write the key that it had before.',
      'Category "sport" has a former key that is empty, a reference, or cannot be an ID. Write the key that it had before.',
    ])
  })

  it('writes the blocks in HCL too', () => {
    policyOf({ play: { ...games, formerly: 'games' } })
    expect(Testing.synthHcl(stack)).toMatch(
      /moved \{\s+to\s+= appliance_category\.policy_play_\w+\s+from\s+= appliance_category\.policy_games_\w+\s+\}/,
    )
  })
})

describe('a renamed category of a fleet', () => {
  it('moves in each stack that has it, by one word', () => {
    const fleet = new ApplianceFleet(new App({ stackTraces: false }), 'branches', {
      policy: { categories: { play: { ...games, formerly: 'games' } } },
      appliances: {
        berlin: { provider: {} },
        oslo: { provider: {}, exceptions: { play: 'absent' } },
        rome: { provider: {}, exceptions: { play: { formerly: ['spiele', 'games'] } } },
        paris: { provider: {}, exceptions: { play: { formerly: [] } } },
        roma: { provider: {}, formerly: 'milan', categories: { local: { name: 'Locale', formerly: 'own' } } },
      },
    })
    const { berlin, oslo, rome, paris, roma } = fleet.appliances
    expect(movesIn(berlin.stack)).toEqual([
      `${addressIn('games', 'berlin')} -> ${addressIn('play', 'berlin')}`,
    ])
    expect(movesIn(oslo.stack)).toEqual([])
    expect(movesIn(rome.stack)).toHaveLength(2)
    expect(movesIn(paris.stack)).toEqual([])
    expect(
      movesIn(roma.stack).map((move) => move.replaceAll(/appliance_category\.|_[0-9A-F]{8}\b/g, '')),
    ).toEqual([
      'milan_own -> milan_local',
      'milan_local -> roma_own',
      'roma_own -> roma_local',
      'milan_games -> milan_play',
      'milan_play -> roma_games',
      'roma_games -> roma_play',
    ])
  })

  it('is named in the error about an exception that still has the former key', () => {
    const { appliances } = new ApplianceFleet(new App({ stackTraces: false }), 'branches', {
      policy: { categories: { play: { ...games, formerly: 'games' } } },
      // @ts-expect-error The policy has no category games.
      appliances: { rome: { provider: {}, exceptions: { games: 'absent' } } },
    })
    expect(problems(appliances.rome?.stack as TerraformStack)).toEqual([
      'On appliance "rome", an exception names the category "games", which the policy now has as "play". Write the new key.',
    ])
  })
})

describe('a member that says which login it had', () => {
  const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.org', group: 'staff' } as const

  it('moves with its memberships, in groups of the team and in others, if only the letter case changes', () => {
    const stack = stackWithProvider()
    const password = new TerraformVariable(stack, 'password', { type: 'string', sensitive: true })
    const team = new DirectoryTeam(stack, 'team', {
      organization: 'acme',
      groups: ['staff', 'editors'],
      members: { 'Ann.Lee': { ...ann, groups: ['editors'], password, formerly: 'ann.lee' } },
    })
    ExistingGroup.fromGid(stack, 'everyone', 5001).addMember(team.members['Ann.Lee'])
    team.groups.staff.addMember('eve.may')
    team.addMember('eve.may', { firstName: 'Eve', lastName: 'May', email: 'eve@example.org', password })
    expect(movesIn(stack).map((move) => move.replaceAll(/appliance_ldap_|_[0-9A-F]{8}\b/g, ''))).toEqual([
      'member.team_members_annlee -> member.team_members_AnnLee',
      'group_membership.team_groups_editors_annlee -> group_membership.team_groups_editors_AnnLee',
      'group_membership.everyone_annlee -> group_membership.everyone_AnnLee',
    ])
    expect([warningsIn(stack), problems(stack)]).toEqual([[], []])
  })

  it('is refused if that is another one, as another login is another account', () => {
    const stack = stackWithProvider()
    const team = new DirectoryTeam(stack, 'team', {
      organization: 'acme',
      groups: ['staff'],
      members: { 'ann.may': { ...ann, formerly: 'ann.lee' }, 'Eve.may': { ...ann, formerly: 'eve.may' } },
    })
    const another =
      'Member "ann.may" had the login "ann.lee", as formerly says, but another login is another account. Remove formerly, and keep the ' +
      'old login as a member of its own until its owner no longer needs the account.'
    expect(problems(stack)).toEqual([another])
    team.addMember('ann.lee', ann)
    expect(problems(stack)).toEqual([
      'Member "ann.may" was "ann.lee" before, but "team/members/ann.lee" is still declared. Remove "ann.lee" from formerly, or declare ' +
        'the other one with another key.',
      another,
    ])
  })
})
