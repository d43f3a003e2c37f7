import { TerraformIterator, type TerraformStack, TerraformVariable } from 'cdktf'
import { DirectoryTeam } from 'terraform-provider-appliance/cdktf/constructs/directory-team'
import { ExistingMember } from 'terraform-provider-appliance/cdktf/constructs/existing-member'
import { LdapGroupMembership } from 'terraform-provider-appliance/cdktf/ldap-group-membership'
import { LdapService } from 'terraform-provider-appliance/cdktf/ldap-service'

/** The editors, in the directory of Berlin. */
export function declareNewsroom(stack: TerraformStack) {
  const { password, service } = declareDirectory(stack)
  const team = new DirectoryTeam(stack, 'newsroom', {
    organization: 'newsroom',
    groups: ['staff', 'editors'],
    members: {
      'ann.lee': {
        firstName: 'Ann',
        lastName: 'Lee',
        email: 'ann.lee@example.org',
        group: 'staff',
        groups: ['editors'],
        password,
      },
      'bob.ray': {
        firstName: 'Bob',
        lastName: 'Ray',
        email: 'bob.ray@example.org',
        group: 'staff',
        password,
      },
    },
    dependsOn: [service],
  })
  team.groups.editors.addMember(ExistingMember.fromUid(stack, 'old-hand', 'old.hand'))
  return team
}

/** The sellers, in the directory of Rome. On call is whoever the run names. */
export function declareSales(stack: TerraformStack) {
  const { password, service } = declareDirectory(stack)
  const team = new DirectoryTeam(stack, 'sales', {
    organization: 'sales',
    groups: { sellers: ['eva.rossi', 'ugo.bini'], 'on-call': [] },
    members: {
      'eva.rossi': { firstName: 'Eva', lastName: 'Rossi', email: 'eva.rossi@example.org', password },
      'ugo.bini': { firstName: 'Ugo', lastName: 'Bini', email: 'ugo.bini@example.org', password },
    },
    dependsOn: [service],
  })
  team.addMember('ida.mori', {
    firstName: 'Ida',
    lastName: 'Mori',
    email: 'ida.mori@example.org',
    groups: ['sellers'],
    password,
  })
  const onCall = new TerraformVariable(stack, 'on_call', {
    type: 'set(string)',
    default: ['eva.rossi', 'ida.mori'],
    description: 'Logins of the members who are on call.',
  })
  const each = TerraformIterator.fromList(onCall.listValue)
  new LdapGroupMembership(stack, 'on-call', {
    forEach: each,
    uid: each.value,
    gid: team.groups['on-call'].gid,
    dependsOn: [team],
  })
  return team
}

function declareDirectory(stack: TerraformStack) {
  const password = new TerraformVariable(stack, 'first_password', { type: 'string', sensitive: true })
  password.addOverride('ephemeral', true)
  const service = new LdapService(stack, 'directory', {})
  // It was installed before this program was written.
  service.importFrom('openldap')
  return { password, service }
}
