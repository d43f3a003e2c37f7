import { TerraformStack, TerraformVariable } from 'cdktn'
import type { Construct } from 'constructs'
import { DirectoryTeam } from 'terraform-provider-appliance/cdktn/constructs/directory-team'
import { FilteringPolicy } from 'terraform-provider-appliance/cdktn/constructs/filtering-policy'
import { LdapService } from 'terraform-provider-appliance/cdktn/ldap-service'
import { ApplianceProvider } from 'terraform-provider-appliance/cdktn/provider'
import { declareBackend } from './backend'

/** The appliance of the headquarters: its categories and its user directory. */
export class Headquarters extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id)
    // Passwords are sent as write-only attributes, which need these versions. cdktn requires this context; cdktf does not.
    this.node.setContext('targetVersions', { terraform: '>=1.11.0', opentofu: '>=1.11.0' })
    declareBackend(this)

    // The address and the token of the appliance come from the environment (README.md).
    new ApplianceProvider(this, 'appliance', {})

    new FilteringPolicy(this, 'policy', {
      categories: {
        ads: {
          name: 'ads',
          description: 'Advertising',
          sites: ['doubleclick.net', 'adserver.example', '203.0.113.80'],
        },
        trackers: { name: 'trackers', sites: ['pixel.example', 'adserver.example'] },
        malware: { name: 'malware', sitesFile: 'lists/malware.txt', onConflict: 'move' },
        partners: { name: 'partners', sites: ['www.supplier.example', 'bücher.example'], onDestroy: 'keep' },
      },
      // Both categories contain this site on purpose.
      sharedSites: ['adserver.example'],
    })

    const firstPassword = new TerraformVariable(this, 'first_password', {
      type: 'string',
      sensitive: true,
      description: 'Password with which members log in for the first time.',
    })
    // Keeps the password out of plans as well.
    firstPassword.addOverride('ephemeral', true)

    const service = new LdapService(this, 'directory', {})
    new DirectoryTeam(this, 'newsroom', {
      organization: 'example',
      groups: ['staff', 'editors'],
      members: {
        'ann.lee': {
          firstName: 'Ann',
          lastName: 'Lee',
          email: 'ann.lee@example.org',
          title: 'Editor',
          group: 'staff',
          groups: ['editors'],
          password: firstPassword,
        },
        'bob.ray': {
          firstName: 'Bob',
          lastName: 'Ray',
          email: 'bob.ray@example.org',
          group: 'staff',
          password: firstPassword,
        },
      },
      dependsOn: [service],
    })
  }
}
