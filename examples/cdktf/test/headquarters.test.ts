import { Testing } from 'cdktf'
import 'cdktf/lib/testing/adapters/jest'
import { Category } from 'terraform-provider-appliance/cdktf/category'
import { LdapGroupMembership } from 'terraform-provider-appliance/cdktf/ldap-group-membership'
import { LdapMember } from 'terraform-provider-appliance/cdktf/ldap-member'
import { Headquarters } from '../headquarters'

Testing.setupJest()

describe('the headquarters', () => {
  const synthesized = Testing.synth(new Headquarters(Testing.app(), 'headquarters'), true)

  it('blocks advertising', () => {
    expect(synthesized).toHaveResourceWithProperties(Category, {
      name: 'ads',
      sites: expect.arrayContaining(['doubleclick.net']),
    })
  })

  it('lets the sites of partners stay when nobody declares them any more', () => {
    expect(synthesized).toHaveResourceWithProperties(Category, { name: 'partners', on_destroy: 'keep' })
  })

  it('has Ann among the editors, and her password in no text', () => {
    expect(synthesized).toHaveResource(LdapGroupMembership)
    expect(synthesized).toHaveResourceWithProperties(LdapMember, {
      uid: 'ann.lee',
      password_wo: expect.stringContaining('var.first_password'),
    })
  })
})
