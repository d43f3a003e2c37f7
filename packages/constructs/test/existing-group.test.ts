import { type TerraformStack, TerraformVariable, Testing } from 'cdktf'
import { LdapService } from '../bindings/cdktf/ldap-service/index'
import { DirectoryTeam } from '../src/directory-team'
import { ExistingGroup } from '../src/existing-group'
import { ExistingMember } from '../src/existing-member'
import { addressOf, problemsIn, reference, resourcesIn, stackWithProvider } from './synthesized'

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.org' }

describe('a group that exists', () => {
  let stack: TerraformStack

  beforeEach(() => {
    stack = stackWithProvider()
  })

  it('takes members of a team, and is their primary group', () => {
    const board = ExistingGroup.fromGid(stack, 'board', 5001)
    const staff = ExistingGroup.fromGid(stack, 'staff', 5002)
    const { members } = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      groups: [],
      members: { 'ann.lee': { ...ann, group: staff, groups: [board] }, 'bob.ray': ann },
    })
    board.addMember(members['bob.ray'])
    const [first, second] = Object.values(resourcesIn(stack, 'appliance_ldap_member'))
    expect([first?.gid, second?.gid]).toEqual([5002, undefined])
    expect(resourcesIn(stack, 'appliance_ldap_group_membership')).toEqual(
      Object.fromEntries(
        (['ann.lee', 'bob.ray'] as const).map((login) => [
          board.memberships[login]?.friendlyUniqueId,
          { uid: reference(`${addressOf(members[login])}.uid`), gid: 5001 },
        ]),
      ),
    )
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([])
  })

  it('is found by its name, which is compared as the directory compares it', () => {
    const name = 'The "Board" \\ all'
    const service = new LdapService(stack, 'directory', {})
    const board = ExistingGroup.fromName(stack, 'board', name, { organization: 'acme', dependsOn: [service] })
    board.addMember(ExistingMember.fromUid(stack, 'eve', 'eve.may', { dependsOn: [service] }))
    const { data } = JSON.parse(Testing.synth(stack, true))
    const [[id, listed]] = Object.entries(data.appliance_ldap_groups) as [[string, object]]
    const gids = (list: string) =>
      `flatten([ for key, val in ${list}: (lower(trimspace(try(val.name, ""))) == lower(trimspace("The \\"Board\\" \\\\ all"))) ? [val.gid] : []])`
    expect(listed).toEqual({
      organization: 'acme',
      depends_on: [addressOf(service)],
      lifecycle: {
        postcondition: [
          {
            condition: `\${(length(${gids('self.groups')}) == 1)}`,
            error_message:
              'Organization "acme" has no group "The "Board" \\ all". Correct the name, or declare the group.',
          },
        ],
      },
    })
    expect(Object.values(resourcesIn(stack, 'appliance_ldap_group_membership'))).toEqual([
      {
        depends_on: [addressOf(service)],
        uid: reference('data.appliance_ldap_member.eve.uid'),
        gid: reference(`one(${gids(`data.appliance_ldap_groups.${id}.groups`)})`),
      },
    ])
  })

  it.each<[string, (group: TerraformVariable) => string, string]>([
    ['a token', (group) => group.stringValue, 'var.group'],
    ['an expression', () => reference('var.group'), `"${reference('var.group')}"`],
  ])('is found by a name that only Terraform knows, as %s', (_, nameOf, expression) => {
    const name = nameOf(new TerraformVariable(stack, 'group', { type: 'string' }))
    const board = ExistingGroup.fromName(stack, 'board', name, { organization: 'acme' })
    board.addMember(ExistingMember.fromUid(stack, 'eve', 'eve.may'))
    const [membership] = Object.values(resourcesIn(stack, 'appliance_ldap_group_membership'))
    expect(membership?.gid).toContain(`== lower(trimspace(${expression})))`)
    expect(Testing.synth(stack, true)).toContain(`has no group \\"${reference('var.group')}\\".`)
  })

  it('has a member once', () => {
    const board = ExistingGroup.fromGid(stack, 'board', 5001)
    const eve = ExistingMember.fromUid(stack, 'eve', 'eve.may')
    expect(board.addMember(eve)).toBe(board.addMember(eve))
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      'Member "eve.may" is put into group "board" in several places: by the group, by the member, or by addMember. Keep one of them.',
    ])
  })
})
