import { counted, numberText } from '../counted'
import { error, warning } from '../diagnostic'

// Of categories themselves: whether they exist, which one a name means, what this appliance can do with them, and their compiles.

export const categoryAdopted = warning(
  'category-adopted',
  'A category already exists and will be adopted',
  ({ name, id }: { readonly name: string; readonly id: number }) => [
    `Category ${JSON.stringify(name)} already exists as number ${id}, and the apply adopts it. Its other sites stay. Declared sites ` +
      'that it already contains are managed from now on: a later destroy removes them too, unless on_destroy is "keep".',
    'If you do not want that, choose another name.',
  ],
)

export const categoryNotManaged = warning(
  'category-not-managed',
  'A category will no longer be managed, only a list in it',
  ({ category, count }: { readonly category: string; readonly count: number }) => [
    `The list of category ${JSON.stringify(category)} moves from appliance_category to appliance_category_sites. ` +
      `${moveSendsNothing(count)} Terraform no longer manages the category itself, which stays on the appliance.`,
    'If Terraform should still manage the category, remove the moved block, or declare an appliance_category for it in a later apply.',
  ],
)

export const listOfCategoryItself = warning(
  'list-of-category-itself',
  'A list will become the list of its category, which will be managed',
  ({
    list,
    category,
    count,
  }: {
    readonly list: string
    readonly category: string
    readonly count: number
  }) => [
    `The list ${JSON.stringify(list)} of category ${JSON.stringify(category)} moves from appliance_category_sites to ` +
      `appliance_category. ${moveSendsNothing(count)} Terraform then also manages the category itself. A destroy leaves it on the ` +
      'appliance.',
    'If something else manages the category, remove the moved block.',
  ],
)

/** A move comes before the plan, and does not know what that will do with the list. */
function moveSendsNothing(count: number): string {
  const stay = `${counted(count, 'managed site')} ${count === 1 ? 'stays' : 'stay'} in the category`
  return `The move itself sends nothing: its ${stay} unless the plan also changes or replaces the list.`
}

export const tableShared = warning(
  'table-shared',
  'Two categories may share one table',
  ({
    name,
    other,
    table,
  }: {
    readonly name: string
    /** Name of the category that has the table, or is to get it in the same run. */
    readonly other: string
    readonly table: string
  }) => [
    `Category ${JSON.stringify(name)} will most likely be stored in the table ${table}, together with category ` +
      `${JSON.stringify(other)}: the appliance names a table after the first 20 letters and digits of a name. Each of the two ` +
      'categories would then contain the sites of both.',
    'Choose a name that differs in its first 20 letters and digits.',
  ],
)

export const categoryNotChecked = warning(
  'category-not-checked',
  'Could not check whether a category exists',
  ({ name, failure }: { readonly name: string; readonly failure: string }) => [
    `Could not check whether category ${JSON.stringify(name)} exists: ${failure}`,
    'Plan again to check before the apply. The apply adopts the category if it exists, and creates it otherwise.',
  ],
)

export const listCategoryNotChecked = warning(
  'list-category-not-checked',
  'Could not check whether the category of a list exists',
  ({ id, failure }: { readonly id: string; readonly failure: string }) => [
    `Could not check whether category number ${id} exists: ${failure}`,
    'Plan again to check before the apply. The apply sends nothing if the category does not exist.',
  ],
)

export const categoryDeclaredTwice = error(
  'category-declared-twice',
  'A category is declared twice',
  ({ name }: { readonly name: string }) => [
    `Another resource in this configuration also declares category ${JSON.stringify(name)}. Both would change the same category.`,
    'Declare the category once.',
  ],
)

export const categoryDescriptionFixed = error(
  'category-description-fixed',
  'The description of a category cannot be changed',
  ({ name, actual }: { readonly name: string; readonly actual: string }) => [
    `Category ${JSON.stringify(name)} has the description ${JSON.stringify(actual)} on the appliance, which cannot change it.`,
    'Use that description in the configuration, or remove the attribute.',
  ],
)

export const categoryDescriptionNotCompared = warning(
  'category-description-not-compared',
  'The description of a category cannot be compared',
  ({ name }: { readonly name: string }) => [
    `The appliance can neither return nor change the description of category ${JSON.stringify(name)}, so the description in the ` +
      'configuration is only stored in the state.',
  ],
)

export const categoryStays = warning(
  'category-stays',
  'A category will stay on the appliance',
  ({
    name,
    sites,
    removed,
  }: {
    readonly name: string
    /** What happens to its managed sites. */
    readonly sites: 'removed' | 'kept' | 'shared' | 'none'
    /** How many of them are removed. */
    readonly removed: number
  }) => {
    const ofSites = {
      removed: `Its ${counted(removed, 'managed site')} will be removed.`,
      kept: 'on_destroy is "keep", so its sites stay active.',
      shared: 'Its managed sites stay because another resource declares them.',
      none: 'It has no managed sites.',
    }
    return [
      `Category ${JSON.stringify(name)} will stay because the REST interface cannot delete categories. ${ofSites[sites]}`,
      'If you no longer need the category, delete it in the console of the appliance after the destroy.',
    ]
  },
)

export const routeOfOlderService = error(
  'route-of-older-service',
  'The autonomous category service does not have this route',
  ({
    route,
    release,
    withoutIt,
    evidence,
  }: {
    /** As the interface document names it: `PUT /categories/create`. */
    readonly route: string
    /** That it came with. */
    readonly release: string
    /** A sentence of what to do. */
    readonly withoutIt: string
    /** The setting that rules the older routes out, or the answer that shows that they are missing; undefined where that was told before. */
    readonly evidence:
      | 'category_api'
      | { readonly request: string; readonly status: number; readonly words: string }
      | undefined
  }) => {
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
  ({
    request,
    words,
  }: {
    readonly request: string
    /** What the page of HTML says: its title, and the last line of a traceback. */
    readonly words: string
  }) => [
    `The appliance answered HTTP status 500 and "${words}" instead of the list of its categories. The autonomous category service ` +
      `does that if one category has no table, because it is remote or its table was dropped. The request was ${request}.`,
    'In the console of the appliance, find the category without a table, which the answer may name. If its table was dropped, restore the ' +
      'table first. Delete the category only if nothing on the appliance uses it, because deleting it changes what is filtered. If each ' +
      'category has a table, look for the cause in the log of the appliance.',
  ],
)

export const categoryCreationUnsupported = error(
  'category-creation-unsupported',
  'This appliance cannot create categories',
  ({ name, api }: { readonly name: string } & AutonomousAlone) => [
    `Category ${JSON.stringify(name)} does not exist, and ${onlyAutonomous(api)}, which has no route that creates a category.`,
    `Create the category in the console of the appliance, and apply again to adopt it.${elseOlderRoutes(api)}`,
  ],
)

export const siteRemovalUnsupported = error(
  'site-removal-unsupported',
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

export const conflictsUnsupported = error(
  'conflicts-unsupported',
  'This appliance cannot report which categories contain a site',
  ({ name, api }: { readonly name: string } & AutonomousAlone) => [
    `on_conflict of category ${JSON.stringify(name)} requires the older category routes, but ${onlyAutonomous(api)}.`,
    `Set on_conflict to "keep".${elseOlderRoutes(api)}`,
  ],
)

export const olderRoutesMissing = error(
  'older-routes-missing',
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

export const categoryGone = error(
  'category-gone',
  'The category in the state no longer exists',
  ({
    id,
    name,
    now,
  }: {
    readonly id: string
    readonly name: string
    /** The category that has the number now, if one has. */
    readonly now: string | undefined
  }) => [
    now === undefined
      ? `Category ${JSON.stringify(name)}, number ${id}, no longer exists on the appliance.`
      : `Number ${id} now belongs to category ${JSON.stringify(now)} instead of ${JSON.stringify(name)}.`,
    'Plan again without -refresh=false to see what has to change.',
  ],
)

export const categoryNumberReused = warning(
  'category-number-reused',
  'The number of a category now belongs to another category',
  ({ id, name, now }: { readonly id: string; readonly name: string; readonly now: string }) => [
    `Number ${id} now belongs to category ${JSON.stringify(now)} instead of ${JSON.stringify(name)}, so category_id = "${id}" now ` +
      `refers to ${JSON.stringify(now)}.`,
    'If the list does not belong in that category, correct category_id.',
  ],
)

export const categoryMissing = error(
  'category-missing',
  'The category does not exist',
  ({ category }: { /** `"name"`, or `number 250`. */ readonly category: string }) => [
    `The appliance has no category ${category}.`,
    'Use the number or the name of an existing personal category. The data source appliance_categories lists them.',
  ],
)

export const categoryAmbiguous = error(
  'category-ambiguous',
  'A name matches several categories of the appliance',
  ({
    name,
    found,
    more,
  }: {
    readonly name: string
    /** Name and number of each. */
    readonly found: readonly string[]
    /** How many are not named. */
    readonly more: number
  }) => [
    `The name ${JSON.stringify(name)} matches several categories of the appliance: ${found.join(', ')}${more > 0 ? ` and ${numberText(more)} more` : ''}.`,
    'Rename all but one of them in the console of the appliance, because the REST interface cannot rename a category. Or import the category by its number.',
  ],
)

export const categoryKeyUnclear = error(
  'category-key-unclear',
  'Exactly one of id and name is required',
  ({ given }: { readonly given: 'both' | 'none' }) =>
    given === 'both'
      ? ['Both id and name are set, and they could refer to different categories.', 'Remove one of them.']
      : ['Neither id nor name is set.', 'Set one of them.'],
)

export const categoryNotListed = error(
  'category-not-listed',
  'The appliance does not list a category that it created',
  ({ name }: { readonly name: string }) => [
    `The appliance accepted the creation of category ${JSON.stringify(name)}, but does not list it.`,
    'Look for the category in the console of the appliance, and create it there if it is missing. Then apply again to adopt it.',
  ],
)

export const categoryNotReleased = error(
  'category-not-released',
  'Another resource still manages the category',
  ({ name }: { readonly name: string }) => [
    `This resource takes over category ${JSON.stringify(name)} from another one, which failed before it released the category.`,
    'Fix the error of the other resource, and apply again.',
  ],
)

export const categoryAnswerUnreadable = warning(
  'category-answer-unreadable',
  'The answer to a change of a category is not understood',
  ({
    name,
    failure,
    compile,
  }: {
    readonly name: string
    readonly failure: string
    /** Whether the change was to be compiled. */
    readonly compile: boolean
  }) => [
    `Category ${JSON.stringify(name)} was changed, but the answer is not understood. ${failure} The provider checked the sites: they ` +
      'were added or removed as planned.',
    compile ? 'Check in the console of the appliance that the category was compiled.' : '',
  ],
)

export const harmlessNamesLeft = warning(
  'harmless-names-left',
  'Placeholder names are left in a category',
  ({ names }: { readonly names: readonly LeftName[] }) => [
    `${names.map(whereItIs).join(' ')} A placeholder name matches no website. It was added because the appliance compiles a category ` +
      'only with a site, and no site of the category was known.',
    names.some(({ isStored }) => isStored)
      ? 'A placeholder name blocks nothing. If it is still in a category, you can remove it in the console after the category is compiled.'
      : 'A placeholder name blocks nothing, so no action is required.',
  ],
)

/** A name that was added for the sake of a compile. */
interface LeftName {
  readonly site: string
  /** The category's name in quotes, or `number 250`. */
  readonly category: string
  /** Whether the category contains it. If not, it is active until the next compile. */
  readonly isStored: boolean
}

function whereItIs({ site, category, isStored }: LeftName): string {
  return isStored
    ? `The placeholder name ${site} is left in category ${category}.`
    : `The placeholder name ${site} was removed from category ${category}, but stays active until its next compile.`
}

export const compileNeedsSite = error(
  'compile-needs-site',
  'A category cannot be compiled without a site',
  ({ id, route }: { readonly id: number /** The one that compiles. */; readonly route: string }) => [
    `Category ${id} cannot be compiled: the older category routes compile only together with a site (${route}), and no site of the ` +
      'category is known.',
    'Compile the category in the console of the appliance, or leave at least one site in it.',
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
