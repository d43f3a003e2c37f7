import { App, LocalBackend, TerraformVariable } from 'cdktf'
import { ApplianceFleet } from 'terraform-provider-appliance/cdktf/constructs/appliance-fleet'
import { DirectoryTeam } from 'terraform-provider-appliance/cdktf/constructs/directory-team'

const app = new App({ context: { targetVersions: { terraform: '>=1.11.0', opentofu: '>=1.11.0' } } })
new ApplianceFleet(app, 'branches', {
  policy: {
    categories: {
      ads: { name: 'Advertising', sites: ['doubleclick.net'] },
      games: { name: 'Games', sites: ['play.example', 'cards.example'] },
    },
  },
  appliances: {
    berlin: { provider: {}, categories: { own: { name: 'Berlin', sites: ['berlin.example'] } } },
    oslo: { provider: {}, exceptions: { games: { remove: ['cards.example'] } } },
  },
  forEachStack: ({ name, stack }) => {
    new LocalBackend(stack, { path: `../../../states/${name}.tfstate` })
    const password = new TerraformVariable(stack, 'first_password', { type: 'string', sensitive: true })
    const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.org', password }
    new DirectoryTeam(stack, 'team', {
      organization: 'acme',
      groups: ['editors'],
      members: { 'ann.lee': { ...ann, groups: ['editors'] } },
    })
  },
})
app.synth()
