import { Aspects, DataResource, Fn, Lazy, type TerraformStack, TerraformVariable, Testing } from 'cdktf'
import type {} from 'cdktf/lib/testing/adapters/jest'
import { DataApplianceLdapMember } from '../bindings/cdktf/data-appliance-ldap-member/index'
import { LdapGroupMembership } from '../bindings/cdktf/ldap-group-membership/index'
import { LdapMember } from '../bindings/cdktf/ldap-member/index'
import { LdapService } from '../bindings/cdktf/ldap-service/index'
import { DirectoryTeam } from '../src/directory-team'
import {
  addressOf,
  itWithTerraform,
  problemsIn,
  reference,
  resourcesIn,
  stackWithProvider,
} from './synthesized'

Testing.setupJest()

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.org' }
const bob = { firstName: 'Bob', lastName: 'Ray', email: 'bob.ray@example.org' }

describe('a team of the directory', () => {
  let stack: TerraformStack
  let password: TerraformVariable

  beforeEach(() => {
    stack = stackWithProvider()
    password = new TerraformVariable(stack, 'password', { type: 'string', sensitive: true })
  })

  it('declares its groups, its members, and who is in which group', () => {
    const { groups, members } = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': { ...ann, group: 'staff' }, 'bob.ray': bob },
      groups: { staff: [], editors: ['ann.lee', 'bob.ray'] },
    })
    expect(Object.values(resourcesIn(stack, 'appliance_ldap_group'))).toEqual([
      { name: 'editors', organization: 'acme' },
      { name: 'staff', organization: 'acme' },
    ])
    expect(Object.values(resourcesIn(stack, 'appliance_ldap_member'))).toEqual([
      {
        uid: 'ann.lee',
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'ann.lee@example.org',
        organization: 'acme',
        gid: reference(`${addressOf(groups.staff)}.gid`),
      },
      {
        uid: 'bob.ray',
        first_name: 'Bob',
        last_name: 'Ray',
        email: 'bob.ray@example.org',
        organization: 'acme',
      },
    ])
    expect(Object.values(resourcesIn(stack, 'appliance_ldap_group_membership'))).toEqual(
      [members['ann.lee'], members['bob.ray']].map((member) => ({
        uid: reference(`${addressOf(member)}.uid`),
        gid: reference(`${addressOf(groups.editors)}.gid`),
      })),
    )
  })

  it('sends passwords as write-only attributes, with the version that the app sets', () => {
    new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': { ...ann, password }, 'bob.ray': { ...bob, password, passwordVersion: 3 } },
      groups: {},
    })
    const synthesized = Testing.synth(stack, true)
    const password_wo = reference('var.password')
    const [annGets, bobGets] = [
      { uid: 'ann.lee', password_wo, password_wo_version: 1 },
      { uid: 'bob.ray', password_wo, password_wo_version: 3 },
    ]
    expect(synthesized).toHaveResourceWithProperties(LdapMember, annGets)
    expect(synthesized).toHaveResourceWithProperties(LdapMember, bobGets)
  })

  it('takes a variable of another copy of the library, as an app with a link to this package has it', () => {
    jest.isolateModules(() => {
      const copy: typeof import('cdktf') = require('cdktf')
      const variable = new copy.TerraformVariable(stack, 'of_a_copy', { type: 'string', sensitive: true })
      expect(variable).not.toBeInstanceOf(TerraformVariable)
      new DirectoryTeam(stack, 'newsroom', {
        organization: 'acme',
        members: { 'ann.lee': { ...ann, password: variable } },
        groups: {},
      })
    })
    expect(Testing.synth(stack, true)).toHaveResourceWithProperties(LdapMember, {
      password_wo: reference('var.of_a_copy'),
    })
  })

  it('refuses a password that is a text, and never writes it', () => {
    new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': { ...ann, password: 'correct horse' } },
      groups: {},
    })
    const problems = problemsIn(() => Testing.synth(stack, true))
    expect(problems).toEqual([expect.stringMatching(/^The password of member "ann\.lee" is plain text, /)])
    expect(problems.join()).not.toContain('correct horse')
    expect(Testing.synth(stack)).not.toContain('correct horse')
  })

  it('refuses passwords that a variable would show', () => {
    const shown = new TerraformVariable(stack, 'shown', { type: 'string' })
    const written = new TerraformVariable(stack, 'written', { sensitive: true, default: 'correct horse' })
    new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': { ...ann, password: shown }, 'bob.ray': { ...bob, password: written } },
      groups: {},
    })
    const problems = problemsIn(() => Testing.synth(stack, true))
    expect(problems).toEqual([
      expect.stringMatching(
        /^The password of member "ann\.lee" comes from the variable "shown", .* Set sensitive: true\.$/,
      ),
      expect.stringMatching(
        /^The password of member "bob\.ray" comes from the variable "written", whose default/,
      ),
    ])
    expect(problems.join()).not.toContain('correct horse')
  })

  it('refuses members and groups that it does not have, with all of its problems at once', () => {
    new DirectoryTeam<string, string>(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': { ...ann, group: 'stuff' } },
      groups: { staff: ['ann.lee', 'ann.le', 'constructor'] },
    })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      expect.stringMatching(/^Member "ann\.lee" has the group "stuff", which the team does not declare\./),
      expect.stringMatching(/^Group "staff" has the member "ann\.le", which the team does not declare\./),
      expect.stringMatching(/^Group "staff" has the member "constructor", which the team does not declare\./),
    ])
  })

  it('links a member to a group once, however often it is named', () => {
    new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': ann },
      groups: { editors: ['ann.lee', 'ann.lee'] },
    })
    expect(Object.keys(resourcesIn(stack, 'appliance_ldap_group_membership'))).toHaveLength(1)
  })

  it('has all of it wait for what it depends on', () => {
    const service = new LdapService(stack, 'directory', {})
    new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': ann },
      groups: { editors: ['ann.lee'] },
      dependsOn: [service],
    })
    const declared = ['group', 'member', 'group_membership'].flatMap((kind) =>
      Object.values(resourcesIn(stack, `appliance_ldap_${kind}`)),
    )
    expect(declared.map(({ depends_on }) => depends_on)).toEqual(declared.map(() => [addressOf(service)]))
  })

  it('has members who name their groups, and groups that are only names', () => {
    const { groups, members, memberships } = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      groups: ['staff', 'editors'],
      members: { 'ann.lee': { ...ann, group: 'staff', groups: ['editors'] }, 'bob.ray': bob },
    })
    expect(Object.values(resourcesIn(stack, 'appliance_ldap_group_membership'))).toEqual([
      {
        uid: reference(`${addressOf(members['ann.lee'])}.uid`),
        gid: reference(`${addressOf(groups.editors)}.gid`),
      },
    ])
    expect(memberships.editors['ann.lee']).toBe(groups.editors.memberships['ann.lee'])
    // @ts-expect-error the team has no such group
    expect(groups.editor).toBeUndefined()
    // @ts-expect-error the team has no such member
    expect(members['eve.may']).toBeUndefined()
  })

  it('refuses groups that members name and it does not have', () => {
    new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      groups: ['editors'],
      // @ts-expect-error the team has no such group
      members: { 'ann.lee': { ...ann, groups: ['editor'] } },
    })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      expect.stringMatching(/^Member "ann\.lee" has the group "editor", which the team does not declare\./),
    ])
  })

  it('has the same addresses wherever memberships are declared', () => {
    const [one, other] = [stackWithProvider(), stackWithProvider()]
    new DirectoryTeam(one, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': ann },
      groups: { editors: ['ann.lee'] },
    })
    new DirectoryTeam(other, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': { ...ann, groups: ['editors'] } },
      groups: ['editors'],
    })
    expect(Testing.synth(other)).toBe(Testing.synth(one))
  })

  itWithTerraform('takes members and groups later, with what the team is made with', () => {
    const service = new LdapService(stack, 'directory', {})
    const team = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': ann },
      groups: ['editors'],
      dependsOn: [service],
    })
    const later = new DataResource(stack, 'later', {})
    const archive = team.addGroup('archive', { onExisting: 'fail' })
    archive.addMember('bob.ray')
    const member = team.addMember('bob.ray', {
      ...bob,
      group: archive,
      groups: ['editors'],
      password,
      passwordVersion: 2,
      dependsOn: [later],
    })
    archive.addMember(team.members['ann.lee'])

    const depends_on = [addressOf(service)]
    const gid = reference(`${addressOf(archive)}.gid`)
    expect(Object.values(resourcesIn(stack, 'appliance_ldap_group'))).toContainEqual({
      depends_on,
      name: 'archive',
      organization: 'acme',
      on_existing: 'fail',
    })
    expect(Object.values(resourcesIn(stack, 'appliance_ldap_member'))).toContainEqual({
      depends_on: [...depends_on, 'terraform_data.later'],
      uid: 'bob.ray',
      first_name: 'Bob',
      last_name: 'Ray',
      email: 'bob.ray@example.org',
      organization: 'acme',
      gid,
      password_wo: reference('var.password'),
      password_wo_version: 2,
    })
    expect(Object.values(resourcesIn(stack, 'appliance_ldap_group_membership'))).toEqual(
      [
        [archive, team.members['ann.lee']] as const,
        [archive, member] as const,
        [team.groups.editors, member] as const,
      ].map(([inGroup, each]) => ({
        depends_on,
        gid: reference(`${addressOf(inGroup)}.gid`),
        uid: reference(`${addressOf(each)}.uid`),
      })),
    )
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([])
    expect(team.resources).toHaveLength(7)
  })

  it('refuses logins and names that it does not have when they are added later', () => {
    const team = new DirectoryTeam<string, string>(stack, 'newsroom', {
      organization: 'acme',
      members: {},
      groups: ['editors'],
    })
    team.groups.editors?.addMember('ann.le')
    team.addMember('ann.lee', { ...ann, group: 'staff' })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      expect.stringMatching(/^Member "ann\.lee" has the group "staff", which the team does not declare\./),
      expect.stringMatching(/^Group "editors" has the member "ann\.le", which the team does not declare\./),
    ])
  })

  it('refuses a membership that is declared in two places', () => {
    const team = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': { ...ann, groups: ['editors', 'editors', 'archive'] }, 'bob.ray': bob },
      groups: { editors: ['ann.lee', 'bob.ray'], archive: [] },
    })
    const membership = team.memberships.archive['ann.lee']
    expect(team.groups.archive.addMember('ann.lee')).toBe(membership)
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      'Member "ann.lee" is put into group "editors" in several places: by the group, by the member, or by addMember. Keep one of them.',
      'Member "ann.lee" is put into group "archive" in several places: by the group, by the member, or by addMember. Keep one of them.',
    ])
  })

  it('refuses logins that differ in case only, and a login of another team', () => {
    new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': ann, 'Ann.Lee': ann, 'bob.ray': bob },
      groups: [],
    })
    new DirectoryTeam(stack, 'desk', { organization: 'acme', members: { 'bob.ray': bob }, groups: [] })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      '"newsroom/members/ann.lee" and "newsroom/members/Ann.Lee" declare the same member. Remove one of them.',
      '"newsroom/members/bob.ray" and "desk/members/bob.ray" declare the same member. Remove one of them.',
    ])
  })

  it('takes any reference for a password', () => {
    const eve = new DataApplianceLdapMember(stack, 'eve', { uid: 'eve.may' })
    new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: {
        'ann.lee': { ...ann, password: eve.title },
        'bob.ray': { ...bob, password: Fn.sensitive(password.stringValue) },
        'eve.poe': { ...ann, password: `\${ephemeral.vault_secret.eve.value}` },
        'max.orr': { ...ann, password: Lazy.stringValue({ produce: () => password.stringValue }) },
      },
      groups: [],
    })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([])
    const members = Object.values(resourcesIn(stack, 'appliance_ldap_member'))
    expect(members.map(({ password_wo, password_wo_version }) => [password_wo, password_wo_version])).toEqual(
      [
        [reference(`data.appliance_ldap_member.eve.title`), 1],
        [reference('sensitive(var.password)'), 1],
        [reference('ephemeral.vault_secret.eve.value'), 1],
        [reference('var.password'), 1],
      ],
    )
  })

  it('refuses passwords that were set late, of all members at once', () => {
    const team = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': ann, 'bob.ray': bob, 'eve.poe': { ...ann, password } },
      groups: [],
    })
    team.members['ann.lee'].password = 'correct horse'
    team.members['bob.ray'].addOverride('password', 'battery staple')
    Aspects.of(stack).add({
      visit: (construct) => {
        if (construct === team.members['eve.poe']) team.members['eve.poe'].passwordWo = 'correct horse'
      },
    })
    const problems = problemsIn(() => Testing.synth(stack, true))
    expect(problems).toEqual(
      ['ann.lee', 'bob.ray', 'eve.poe'].map((login) =>
        expect.stringContaining(`The password of member "${login}" is plain text, `),
      ),
    )
    expect(problems.join()).not.toMatch(/correct|staple/)
  })

  it('refuses a password without a version, a version without a password, and two passwords', () => {
    const { members } = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': ann, 'bob.ray': { ...bob, passwordVersion: 2 }, 'eve.poe': { ...ann, password } },
      groups: [],
    })
    members['ann.lee'].passwordWo = password.stringValue
    members['eve.poe'].password = password.stringValue
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      '"newsroom/members/ann.lee" has passwordWo without passwordWoVersion. Set passwordWoVersion: 1.',
      '"newsroom/members/bob.ray" has the version of a password, but no password. Set the password, or remove its version.',
      '"newsroom/members/eve.poe" has both password and passwordWo. Remove one of them.',
    ])
  })

  it('takes only the values that the provider takes', () => {
    new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: {
        'ann.lee': { ...ann, onExisting: 'adopt', onDestroy: 'keep', password },
        // @ts-expect-error the provider does not take this value
        'bob.ray': { ...bob, onExisting: 'allow' },
      },
      groups: [],
    })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      'The attribute onExisting of "newsroom/members/bob.ray" is "allow". Set it to "adopt" or "fail".',
    ])
  })

  it('imports members and groups', () => {
    const team = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': { ...ann, importId: 'ann.lee', onDestroy: 'keep' } },
      groups: ['editors'],
    })
    const archive = team.addGroup('archive', { importId: 'acme/5002' })
    team.groups.editors.importFrom('acme/5001')
    const { import: imports } = JSON.parse(Testing.synth(stack))
    expect(imports).toEqual([
      { to: addressOf(team.groups.editors), id: 'acme/5001' },
      { to: addressOf(archive), id: 'acme/5002' },
      { to: addressOf(team.members['ann.lee']), id: 'ann.lee' },
    ])
  })

  itWithTerraform('is something that others can depend on', () => {
    const team = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': ann },
      groups: { editors: ['ann.lee'] },
    })
    new DataResource(stack, 'later', { dependsOn: [team] })
    const { locals, resource } = JSON.parse(Testing.synth(stack, true))
    const [[name, resources]] = Object.entries(locals) as [[string, unknown]]
    expect(resource.terraform_data.later.depends_on).toEqual([`local.${name}`])
    expect(resources).toEqual(
      [team.groups.editors, team.members['ann.lee'], ...Object.values(team.memberships.editors)].map((each) =>
        reference(addressOf(each)),
      ),
    )
  })

  itWithTerraform('warns, once, about what is allowed and hardly meant', () => {
    const team = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: {
        'ann.lee': { ...ann, group: 'staff' },
        'bob.ray': { ...bob, importId: 'bob.ray' },
        'eve.poe': { ...ann, group: 'staff', groups: ['editors', 'staff'], password },
        'ida.may': { ...ann, importId: 'ida.may', onDestroy: 'keep', password },
        'max.orr': { ...ann, importId: 'max.orr', onDestroy: 'delete' },
      },
      groups: ['staff', 'editors', 'archive', 'filled', 'moved'],
    })
    new LdapGroupMembership(stack, 'eve', { uid: 'eve.may', gid: team.groups.filled.gid })
    team.groups.moved.moveToId('appliance_ldap_group.elsewhere')
    Testing.synth(stack, true)
    Testing.synth(stack, true)
    const warnings = stack.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type.endsWith('/warn'))
    expect(warnings.map(({ data }) => data)).toEqual([
      'Member without a password: "ann.lee". The appliance may refuse to create an account without one. Set a password, or import the ' +
        'account if it exists.',
      'Group "archive" has no members in this stack. Put members into it, or remove it.',
      'Member "bob.ray" is imported, and a destroy deletes an imported account. Set onDestroy to "keep", or to "delete" if you want that.',
      'Member "eve.poe" has group "staff" as its primary group, and is put into it once more. Keep the primary group only.',
      'Member "ida.may" is imported with a password, and the apply that imports the account sets it. Remove the password if the account keeps its own.',
    ])
  })

  it('leaves references to Terraform, and lets the resources be changed past it', () => {
    const email = new TerraformVariable(stack, 'email', { type: 'string' })
    const { members, memberships } = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': { ...ann, email: email.stringValue } },
      groups: { editors: ['ann.lee'] },
    })
    members['ann.lee'].gid = 5001
    memberships.editors['ann.lee']?.addOverride('lifecycle.prevent_destroy', true)
    expect(Object.values(resourcesIn(stack, 'appliance_ldap_member'))).toEqual([
      expect.objectContaining({ email: reference('var.email'), gid: 5001 }),
    ])
    expect(Object.values(resourcesIn(stack, 'appliance_ldap_group_membership'))).toEqual([
      expect.objectContaining({ lifecycle: { prevent_destroy: true } }),
    ])
  })
})
