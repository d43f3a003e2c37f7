import { App, Aspects } from 'cdktf'
import { LdapMember } from 'terraform-provider-appliance/cdktf/ldap-member'
import { declareOffices } from '../offices'

const app = new App()
const { newsroom } = declareOffices(app)
Aspects.of(newsroom).add({
  visit(construct) {
    if (construct instanceof LdapMember) construct.passwordWo = 'Welcome-2026'
  },
})
app.synth()
