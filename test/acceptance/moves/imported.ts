import { TerraformVariable } from 'cdktf'
import { DirectoryTeam } from 'terraform-provider-appliance/cdktf/constructs/directory-team'
import { ExistingGroup } from 'terraform-provider-appliance/cdktf/constructs/existing-group'
import { FilteringPolicy } from 'terraform-provider-appliance/cdktf/constructs/filtering-policy'
import { newProxy } from './proxy'

const { app, stack } = newProxy()
const password = new TerraformVariable(stack, 'first_password', { type: 'string', sensitive: true })
new FilteringPolicy(stack, 'policy', {
  categories: {
    ads: {
      name: 'Advertising',
      sites: ['doubleclick.net', 'adserver.example'],
      importId: 'Advertising',
    },
  },
})

// The number of the group, which is not known before the appliance is asked.
const { gid } = ExistingGroup.fromName(stack, 'editors', 'editors', { organization: 'acme' })
const team = new DirectoryTeam(stack, 'newsroom', {
  organization: 'acme',
  groups: [],
  members: {
    'ann.lee': {
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann.lee@example.org',
      password,
      importId: 'ann.lee',
      onDestroy: 'keep',
    },
  },
})
const editors = team.addGroup('editors', { importId: `acme/${gid}` })
editors.addMember(team.members['ann.lee']).importFrom(`ann.lee/${gid}`)
app.synth()
