import { TerraformVariable, Testing } from 'cdktf'
import { ApplianceProvider } from '../bindings/cdktf/provider/index'
import { DirectoryTeam } from '../src/directory-team'
import { ExistingMember } from '../src/existing-member'
import { addressOf, reference, resourcesIn, stackWithProvider } from './synthesized'

describe('a member who exists', () => {
  it('is put into groups of a team, as the directory has it', () => {
    const stack = stackWithProvider()
    const provider = new ApplianceProvider(stack, 'other', { alias: 'other' })
    const login = new TerraformVariable(stack, 'login', { type: 'string' }).stringValue
    const { groups } = new DirectoryTeam(stack, 'newsroom', {
      organization: 'acme',
      groups: ['editors'],
      members: {},
      provider,
    })
    const eve = ExistingMember.fromUid(stack, 'eve', 'Eve.May', { provider })
    const max = ExistingMember.fromUid(stack, 'max', login)
    for (const member of [eve, max]) groups.editors.addMember(member)

    expect(JSON.parse(Testing.synth(stack, true)).data.appliance_ldap_member).toEqual({
      eve: { uid: 'Eve.May', provider: 'appliance.other' },
      max: { uid: reference('var.login') },
    })
    expect(Object.values(resourcesIn(stack, 'appliance_ldap_group_membership'))).toEqual(
      ['eve', 'max'].map((id) => ({
        provider: 'appliance.other',
        uid: reference(`data.appliance_ldap_member.${id}.uid`),
        gid: reference(`${addressOf(groups.editors)}.gid`),
      })),
    )
    expect(Object.keys(groups.editors.memberships)).toEqual(['Eve.May', 'max'])
  })
})
