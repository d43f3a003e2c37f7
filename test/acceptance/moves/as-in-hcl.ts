import { TerraformVariable } from 'cdktf'
import { Category } from 'terraform-provider-appliance/cdktf/category'
import { LdapGroup } from 'terraform-provider-appliance/cdktf/ldap-group'
import { LdapGroupMembership } from 'terraform-provider-appliance/cdktf/ldap-group-membership'
import { LdapMember } from 'terraform-provider-appliance/cdktf/ldap-member'
import { newProxy } from './proxy'

const { app, stack } = newProxy()
const password = new TerraformVariable(stack, 'first_password', { type: 'string', sensitive: true })
new Category(stack, 'ads', { name: 'Advertising', sites: ['doubleclick.net', 'adserver.example'] })
new Category(stack, 'games', { name: 'Games', sites: ['play.example'] })
new Category(stack, 'old', { name: 'Old', sites: ['old.example'] })
const editors = new LdapGroup(stack, 'editors', { name: 'editors', organization: 'acme' })
const ann = new LdapMember(stack, 'ann', {
  uid: 'ann.lee',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann.lee@example.org',
  organization: 'acme',
  passwordWo: password.stringValue,
  passwordWoVersion: 1,
})
new LdapGroupMembership(stack, 'ann-editor', { uid: ann.uid, gid: editors.gid })
app.synth()
