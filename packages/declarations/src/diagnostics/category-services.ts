import type { Incidents } from '@webfilter/appliance-client'
import { caseOf, error, errorCode, warning } from '@webfilter/terraform-plugin/diagnostics'
import { routeMissing } from './answers'

// The two services for categories: which of them an appliance has, and what that one cannot do.

export const routeOfOlderService = caseOf(
  routeMissing,
  'The autonomous category service does not have this route',
  ({ route, release, withoutIt, evidence }: Incidents['route-of-older-service']) => {
    const service = `The autonomous category service does not have the route ${route}, which came with ${release}.`
    if (evidence === 'category_api') {
      return [
        `${service} The provider uses no other service because category_api is "autonomous".`,
        `${withoutIt} If the appliance also has the older category routes, remove category_api.`,
      ]
    }
    const answer =
      evidence &&
      ` It answered HTTP status ${evidence.status} and "${evidence.words}". The request was ${evidence.request}.`
    return [`${service} This appliance has only that service.${answer ?? ''}`, withoutIt]
  },
)

export const categoriesNotListed = error(
  'categories-not-listed',
  'The appliance cannot list its categories',
  ({ request, words }: Incidents['categories-not-listed']) => [
    `The appliance answered HTTP status 500 and "${words}" instead of the list of its categories. The autonomous category service ` +
      `does that if one category has no table, because it is remote or its table was dropped. The request was ${request}.`,
    'In the console of the appliance, find the category without a table, which the answer may name. If its table was dropped, restore the ' +
      'table first. Delete the category only if nothing on the appliance uses it, because deleting it changes what is filtered. If each ' +
      'category has a table, look for the cause in the log of the appliance.',
  ],
  { canBeWarning: true },
)

export const categoryListNull = caseOf(
  categoriesNotListed,
  'The appliance returns no list of its categories',
  ({ request }: Incidents['category-list-null']) => [
    `The appliance returned null instead of a list of its categories, which does not show whether it has any. The request was ${request}.`,
    'If the appliance has personal categories, look for the cause in its log, and try again. If it has none yet, create the first one in ' +
      'its console: an apply then adopts that category, and creates the others.',
  ],
)

export const unsupportedByAppliance = errorCode(
  'unsupported-by-appliance',
  'This appliance does not support what the configuration requires',
)

export const categoryCreationUnsupported = caseOf(
  unsupportedByAppliance,
  'This appliance cannot create categories',
  ({ name, api }: { readonly name: string } & AutonomousAlone) => [
    `Category ${JSON.stringify(name)} does not exist, and ${onlyAutonomous(api)}, which has no route that creates a category.`,
    `Create the category in the console of the appliance, and apply again to adopt it.${elseOlderRoutes(api)}`,
  ],
)

export const siteRemovalUnsupported = caseOf(
  unsupportedByAppliance,
  'This appliance cannot remove sites from categories',
  ({
    category,
    api,
  }: { /** `category "name"`, or `category 250`. */ readonly category: string } & AutonomousAlone) => [
    `Sites cannot be removed from ${category}: ${onlyAutonomous(api)}, which has no route that removes sites and none that reports ` +
      'whether the category still contains them.',
    'Set on_remove = "keep" and apply: Terraform stops managing the sites and sends nothing. To remove them from the category, also delete ' +
      'them in the console of the appliance. To destroy the resource, put the block back if you have removed it, set ' +
      `on_destroy = "keep", and apply. Then remove the block.${elseOlderRoutes(api)}`,
  ],
)

export const conflictsUnsupported = caseOf(
  unsupportedByAppliance,
  'This appliance cannot report which categories contain a site',
  ({ name, api }: { readonly name: string } & AutonomousAlone) => [
    `on_conflict of category ${JSON.stringify(name)} requires the older category routes, but ${onlyAutonomous(api)}.`,
    `Set on_conflict to "keep".${elseOlderRoutes(api)}`,
  ],
)

export const olderRoutesMissing = caseOf(
  routeMissing,
  'The appliance does not have the routes that category_api names',
  () => [
    'category_api is "older", but this appliance has only the autonomous category service.',
    'Set category_api to "autonomous", or remove it.',
  ],
)

export const autonomousServiceUnconfirmed = warning(
  'autonomous-service-unconfirmed',
  'Could not check whether the appliance has the autonomous category service',
  () => [
    'category_api is "autonomous", but the list of categories comes from the older service, which does not show whether the autonomous ' +
      'service exists.',
    'If the apply fails because a route is missing, set category_api to "older", or remove it.',
  ],
)

/** Why the older routes are not used: the setting of the generation, which may rule them out. */
interface AutonomousAlone {
  readonly api: 'auto' | 'older' | 'autonomous'
}

/** A clause. */
function onlyAutonomous(api: AutonomousAlone['api']): string {
  return api === 'autonomous'
    ? 'category_api is "autonomous", so the provider uses only the autonomous category service'
    : 'this appliance has only the autonomous category service'
}

/** A further advice, which begins with a space. */
function elseOlderRoutes(api: AutonomousAlone['api']): string {
  return api === 'autonomous'
    ? ' If the appliance also has the older category routes, remove category_api.'
    : ''
}
