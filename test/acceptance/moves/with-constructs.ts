import { TerraformVariable } from 'cdktf'
import { Category } from 'terraform-provider-appliance/cdktf/category'
import { DirectoryTeam } from 'terraform-provider-appliance/cdktf/constructs/directory-team'
import { FilteringPolicy } from 'terraform-provider-appliance/cdktf/constructs/filtering-policy'
import { newProxy } from './proxy'

const { app, stack } = newProxy()
const password = new TerraformVariable(stack, 'first_password', { type: 'string', sensitive: true })
const policy = new FilteringPolicy(stack, 'policy', {
  categories: {
    ads: { name: 'Advertising', sites: ['doubleclick.net', 'adserver.example'] },
    games: { name: 'Games', sites: ['play.example'] },
  },
})
policy.categories.ads.moveFromId('appliance_category.ads')
new Category(stack, 'games', { name: 'Games' }).moveTo('games')
policy.categories.games.addMoveTarget('games')
stack.addOverride('removed', [{ from: 'appliance_category.old', lifecycle: { destroy: false } }])

const { groups, members } = new DirectoryTeam(stack, 'newsroom', {
  organization: 'acme',
  groups: ['editors'],
  members: {
    'ann.lee': {
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann.lee@example.org',
      groups: ['editors'],
      password,
    },
  },
})
members['ann.lee'].moveFromId('appliance_ldap_member.ann')
groups.editors.moveFromId('appliance_ldap_group.editors')
groups.editors.memberships['ann.lee']?.moveFromId('appliance_ldap_group_membership.ann-editor')
app.synth()
