import { type App, Aspects, LocalBackend, TerraformIterator, type TerraformStack } from 'cdktf'
import { Category } from 'terraform-provider-appliance/cdktf/category'
import { ApplianceFleet } from 'terraform-provider-appliance/cdktf/constructs/appliance-fleet'
import { ExistingCategory } from 'terraform-provider-appliance/cdktf/constructs/existing-category'
import { DescribeCategories } from './describe-categories'
import { policy, quarantined } from './policy'
import { declareNewsroom, declareSales } from './teams'

/** The appliances of three offices: one policy, and what each office has besides. */
export function declareOffices(app: App) {
  // Passwords are sent as write-only attributes. cdktn wants to know that; cdktf does not ask.
  app.node.setContext('targetVersions', { terraform: '>=1.11.0', opentofu: '>=1.11.0' })
  const fleet = new ApplianceFleet(app, 'offices', {
    policy,
    appliances: {
      berlin: { provider: {} },
      oslo: { provider: {}, exceptions: { gambling: { sites: ['poker.example'] } } },
      rome: { provider: {}, exceptions: { ads: { add: ['annunci.example'] }, social: 'absent' } },
    },
    forEachStack: ({ name, stack }) => {
      new LocalBackend(stack, { path: `../../../states/${name}.tfstate` })
      Aspects.of(stack).add(new DescribeCategories())
    },
  })
  const { berlin, oslo, rome } = fleet.appliances
  const newsroom = declareNewsroom(berlin.stack)
  const sales = declareSales(rome.stack)
  declareProjects(oslo.stack)
  oslo.policy.addSites('ads', 'reklame.example')
  const helpdesk = ExistingCategory.fromName(rome.stack, 'helpdesk', 'Helpdesk')
  rome.policy.addExisting('requests', helpdesk, { sites: ['asked-for.example'], dependsOn: [sales] })
  quarantined.push('odd.example')
  return { fleet, newsroom, sales }
}

/** A category for each project, for which people ask by name. */
function declareProjects(stack: TerraformStack): void {
  const each = TerraformIterator.fromMap({
    fjord: { sites: ['fjord.example', 'tides.example'] },
    glacier: { sites: ['glacier.example'] },
  })
  new Category(stack, 'projects', {
    forEach: each,
    name: `Project \${each.key}`,
    sites: each.getList('sites'),
  })
}
