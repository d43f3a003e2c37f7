import { type TerraformStack, TerraformVariable, Testing } from 'cdktf'
import type {} from 'cdktf/lib/testing/adapters/jest'
import { LdapMember } from '../../bindings/cdktf/ldap-member'
import { LdapService } from '../../bindings/cdktf/ldap-service'
import { DirectoryTeam } from '../../src/constructs/directory-team'
import { addressOf, problemsIn, reference, resourcesIn, stackWithProvider } from './synthesized'

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

  it('sends passwords as write-only attributes, with the version that it is told', () => {
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
    const literal = 'correct horse' as unknown as TerraformVariable
    new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      members: { 'ann.lee': { ...ann, password: literal } },
      groups: {},
    })
    const problems = problemsIn(() => Testing.synth(stack, true))
    expect(problems).toEqual([expect.stringMatching(/^The password of member "ann\.lee" is not a variable/)])
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
