import { error, warning } from '../diagnostic'

// Of categories themselves: that they exist, which one is meant, what this appliance can do with them, and their compiles.

export const categoryAdopted = warning(
  'category-adopted',
  'A category exists already and will be adopted',
  ({ name, id }: { readonly name: string; readonly id: number }) => [
    `Category ${JSON.stringify(name)} exists already: the appliance has it as number ${id}. Its sites stay; those of the configuration ` +
      'are added, and from then on they are managed.',
    'Choose another name if that is not meant.',
  ],
)

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
    `Category ${JSON.stringify(name)} will most likely be stored in the table ${table}, which is that of category ` +
      `${JSON.stringify(other)}: the appliance names a table after the first 20 letters and digits of a name. Then each of the two ` +
      'has the sites of both.',
    'Choose a name that differs within its first 20 letters and digits.',
  ],
)

export const categoryNotChecked = warning(
  'category-not-checked',
  'Whether a category exists already was not checked',
  ({ name, failure }: { readonly name: string; readonly failure: string }) => [
    `Whether category ${JSON.stringify(name)} exists already was not checked: ${failure}`,
    'Plan again to know before the apply. The apply adopts the category if it exists, and creates it if not.',
  ],
)

export const listCategoryNotChecked = warning(
  'list-category-not-checked',
  'Whether the category of a list exists was not checked',
  ({ id, failure }: { readonly id: string; readonly failure: string }) => [
    `Whether the appliance has a category number ${id} was not checked: ${failure}`,
    'Plan again to know before the apply. The apply sends nothing if the category does not exist.',
  ],
)

export const categoryDeclaredTwice = error(
  'category-declared-twice',
  'A category is declared twice',
  ({ name }: { readonly name: string }) => [
    `Category ${JSON.stringify(name)} is declared twice: another resource of this configuration has the same name, and both would ` +
      'change the same category.',
    'Declare it once.',
  ],
)

export const categoryDescriptionFixed = error(
  'category-description-fixed',
  'The description of a category cannot be changed',
  ({ name, actual }: { readonly name: string; readonly actual: string }) => [
    `Category ${JSON.stringify(name)} has the description ${JSON.stringify(actual)} on the appliance, which has no way to change it.`,
    'Write the description as the appliance has it, or leave it out.',
  ],
)

export const categoryDescriptionNotCompared = warning(
  'category-description-not-compared',
  'The description of a category cannot be compared',
  ({ name }: { readonly name: string }) => [
    `This release of the appliance does not tell the description of category ${JSON.stringify(name)}, and has no way to change it: the ` +
      'description of the configuration is only noted in the state.',
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
    /** What becomes of its managed sites. */
    readonly sites: 'removed' | 'kept' | 'shared' | 'none'
    /** How many of them are removed. */
    readonly removed: number
  }) => {
    const ofSites = {
      removed: `${removed === 1 ? 'Its managed site is' : `Its ${removed} managed sites are`} removed; the category stays.`,
      kept: 'on_destroy is "keep", so its sites stay active.',
      shared: 'Its managed sites stay for another resource, which declares them.',
      none: 'It has no managed sites.',
    }
    return [
      `Category ${JSON.stringify(name)} will stay, as the appliance cannot delete a category. ${ofSites[sites]}`,
      'Delete it in the console of the appliance after the destroy if it is no longer needed.',
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
        `${service} category_api is "autonomous", so no other service is asked.`,
        `${withoutIt} If the appliance has the older category routes too, leave category_api out.`,
      ]
    }
    const answer =
      evidence &&
      ` It answered HTTP status ${evidence.status} and "${evidence.words}". The request was ${evidence.request}.`
    return [`${service} This appliance has that service alone.${answer ?? ''}`, withoutIt]
  },
)

export const categoriesNotListed = error(
  'categories-not-listed',
  'The appliance fails to list its categories',
  ({
    request,
    words,
  }: {
    readonly request: string
    /** What the page of HTML says: its title, and the last line of a traceback. */
    readonly words: string
  }) => [
    `The appliance answered HTTP status 500 and "${words}" instead of the list of its categories. So the autonomous category service ` +
      `answers if one category has no table: a remote one, or one whose table was dropped. The request was ${request}.`,
    'Look in the console of the appliance for a category without a table, which the answer may name, and delete or repair it. No ' +
      'category can be managed before. If all of them have one, look for the cause in the log of the appliance.',
  ],
)

export const categoryCreationUnsupported = error(
  'category-creation-unsupported',
  'This appliance cannot create categories',
  ({ name, api }: { readonly name: string } & AutonomousAlone) => [
    `Category ${JSON.stringify(name)} does not exist, and ${onlyAutonomous(api)}, which has no route that creates a category.`,
    `Create it in the console of the appliance, and apply again to adopt it.${elseOlderRoutes(api)}`,
  ],
)

export const siteRemovalUnsupported = error(
  'site-removal-unsupported',
  'This appliance cannot remove sites from categories',
  ({
    category,
    api,
  }: { /** `category "name"`, or `category 250`. */ readonly category: string } & AutonomousAlone) => [
    `Sites cannot be removed from ${category}: ${onlyAutonomous(api)}, which has no route that removes sites, and none that tells ` +
      'whether they are still there.',
    'Remove them in the console of the appliance, or let them stay; then apply on_remove = "keep", which ceases to manage them and sends ' +
      `nothing. To destroy the resource, apply on_destroy = "keep" first.${elseOlderRoutes(api)}`,
  ],
)

export const conflictsUnsupported = error(
  'conflicts-unsupported',
  'This appliance does not tell which categories hold a site',
  ({ name, api }: { readonly name: string } & AutonomousAlone) => [
    `on_conflict of category ${JSON.stringify(name)} needs the older category routes, and ${onlyAutonomous(api)}.`,
    `Set on_conflict to "keep".${elseOlderRoutes(api)}`,
  ],
)

export const olderRoutesMissing = error(
  'older-routes-missing',
  'The appliance does not have the routes that category_api names',
  () => [
    'category_api is "older", and this appliance has only the autonomous category service.',
    'Set category_api to "autonomous", or leave it out.',
  ],
)

export const autonomousServiceUnconfirmed = warning(
  'autonomous-service-unconfirmed',
  'Whether the appliance has the autonomous category service shows in the apply only',
  () => [
    'category_api is "autonomous", and the older service answers the list, which does not tell of the other one.',
    'If the apply finds that a route is missing, set category_api to "older", or leave it out.',
  ],
)

export const categoryGone = error(
  'category-gone',
  'The category of the state no longer exists',
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
      ? `The appliance no longer has the category ${JSON.stringify(name)}, number ${id}.`
      : `Number ${id} is now the category ${JSON.stringify(now)}, no longer ${JSON.stringify(name)}.`,
    'Plan again without -refresh=false: the plan then shows what is to be done.',
  ],
)

export const categoryNumberReused = warning(
  'category-number-reused',
  'The number of a category belongs to another one now',
  ({ id, name, now }: { readonly id: string; readonly name: string; readonly now: string }) => [
    `Number ${id} is now the category ${JSON.stringify(now)}, no longer ${JSON.stringify(name)}: a category_id of "${id}" means that ` +
      'category from now on.',
    'Write another number if that category is not meant.',
  ],
)

export const categoryMissing = error(
  'category-missing',
  'The appliance has no such category',
  ({ category }: { /** `"name"`, or `number 250`. */ readonly category: string }) => [
    `The appliance has no category ${category}.`,
    'Give the number or the name of a personal category that exists: the data source appliance_categories lists them.',
  ],
)

export const categoryAmbiguous = error(
  'category-ambiguous',
  'A name fits several categories of the appliance',
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
    `The name ${JSON.stringify(name)} fits several categories of the appliance: ${found.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    'Rename all but one of them in the console of the appliance, or import the one you mean by its number.',
  ],
)

export const categoryKeyUnclear = error(
  'category-key-unclear',
  'Either id or name is needed',
  ({ given }: { readonly given: 'both' | 'none' }) =>
    given === 'both'
      ? ['Both id and name are set, and they could mean different categories.', 'Leave one of them out.']
      : ['Neither id nor name is set, so no category is meant.', 'Set one of them.'],
)

export const categoryNotListed = error(
  'category-not-listed',
  'The appliance does not list a category that it created',
  ({ name }: { readonly name: string }) => [
    `The appliance accepted the creation of the category ${JSON.stringify(name)}, but does not list it.`,
    'Look for the category in the console of the appliance, create it there if it is missing, and apply again: it is adopted.',
  ],
)

export const categoryNotReleased = error(
  'category-not-released',
  'Another resource still manages the category',
  ({ name }: { readonly name: string }) => [
    `Another resource was to cease to manage category ${JSON.stringify(name)} before, and failed.`,
    'See the error of that resource, and apply again.',
  ],
)

export const categoryAnswerUnreadable = warning(
  'category-answer-unreadable',
  'The answer to a change of a category cannot be read',
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
    `Category ${JSON.stringify(name)} was changed. ${failure} The sites were asked for, and are in the category or gone from it as they ` +
      'should be.',
    compile ? 'Check in the console of the appliance that the category was compiled.' : '',
  ],
)

export const harmlessNamesLeft = warning(
  'harmless-names-left',
  'Harmless names are left in a category',
  ({ names }: { readonly names: readonly LeftName[] }) => [
    `${names.map(whereItIs).join(' ')} ${names.length === 1 ? 'It stands' : 'They stand'} for no website, and ` +
      `${names.length === 1 ? 'was' : 'were'} added because no site of the category was known to compile by.`,
    names.some(({ isStored }) => isStored)
      ? 'Nothing is blocked by such a name. One that is in a category can be taken out in the console once that is compiled.'
      : 'Nothing is blocked by such a name, and nothing has to be done.',
  ],
)

/** A name that was added for the sake of a compile. */
interface LeftName {
  readonly site: string
  /** The category's name in quotes, or `number 250`. */
  readonly category: string
  /** Whether the category holds it. If not, it is active until the next compile. */
  readonly isStored: boolean
}

function whereItIs({ site, category, isStored }: LeftName): string {
  return isStored
    ? `The name ${site} is left in category ${category}.`
    : `The name ${site} was taken out of category ${category} again, and stays active until its next compile.`
}

export const compileNeedsSite = error(
  'compile-needs-site',
  'A category cannot be compiled without a site',
  ({ id, route }: { readonly id: number /** The one that compiles. */; readonly route: string }) => [
    `The category ${id} cannot be compiled: the older category routes only compile along with a site (${route}), and no site of it is ` +
      'known.',
    'Compile it in the console of the appliance, or leave at least one site in the category.',
  ],
)

/** Why the older routes are not asked: the setting of the generation, which may rule them out. */
interface AutonomousAlone {
  readonly api: 'auto' | 'older' | 'autonomous'
}

/** A clause. */
function onlyAutonomous(api: AutonomousAlone['api']): string {
  return api === 'autonomous'
    ? 'category_api is "autonomous", so only the autonomous category service is asked'
    : 'this appliance has only the autonomous category service'
}

/** A further advice, which begins with a space. */
function elseOlderRoutes(api: AutonomousAlone['api']): string {
  return api === 'autonomous'
    ? ' If the appliance has the older category routes too, leave category_api out.'
    : ''
}
