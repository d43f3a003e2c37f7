import { Testing } from 'cdktn'
import 'cdktn/lib/testing/adapters/jest'
import { Category } from 'terraform-provider-appliance/cdktn/category'
import { LdapGroupMembership } from 'terraform-provider-appliance/cdktn/ldap-group-membership'
import { LdapMember } from 'terraform-provider-appliance/cdktn/ldap-member'
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

  it('keeps the sites of partners when they are no longer declared', () => {
    expect(synthesized).toHaveResourceWithProperties(Category, { name: 'partners', on_destroy: 'keep' })
  })

  it('has Ann among the editors, without her password as text', () => {
    expect(synthesized).toHaveResource(LdapGroupMembership)
    expect(synthesized).toHaveResourceWithProperties(LdapMember, {
      uid: 'ann.lee',
      password_wo: expect.stringContaining('var.first_password'),
    })
  })
})
