import type { Incidents } from '@webfilter/appliance-client'
import { caseOf, error, warning } from '@webfilter/terraform-plugin/diagnostics'
import { numberText } from '@webfilter/text'
import {
  declaredTwice,
  notChecked,
  notFound,
  notListed,
  numberRefused,
  numberReused,
  oneRequired,
  stays,
} from './objects'
import { type Contained, containedText, counted, notListedWords, numberName, type Unread } from './wording'

// Of categories themselves: whether they exist, which one a name means, and what happens to one as a whole.

export const categoryAdopted = warning(
  'category-adopted',
  'A category already exists and will be adopted',
  ({
    name,
    id,
    contained,
  }: {
    readonly name: string
    readonly id: number
    /** How many of the declared sites it contains; undefined if that is not known. */
    readonly contained?: Contained | undefined
  }) => [
    `Category ${JSON.stringify(name)} already exists as number ${id}, and the apply adopts it. ` +
      (contained ? `${containedText(contained)} already. ` : '') +
      'The other sites of the category stay. Declared sites that it already contains are managed from now on: a later destroy removes them too, unless ' +
      'on_destroy is "keep".',
    'If you do not want that, choose another name.',
  ],
  { group: 'rule' },
)

export const sitesAdopted = warning(
  'sites-adopted',
  'A category already contains sites of a new list',
  ({
    category,
    list,
    contained,
    isKept,
  }: {
    readonly category: string
    /** Name of the list; null for that of the category itself. */
    readonly list: string | null
    readonly contained: Contained
    /** Whether `on_destroy` is `keep`. */
    readonly isKept: boolean
  }) => [
    `Category ${JSON.stringify(category)} contains sites of ` +
      `${list === null ? 'its new list' : `the new list ${JSON.stringify(list)}`}: ${containedText(contained)} already. These are ` +
      `managed from now on, and a later destroy ${isKept ? 'leaves them there' : 'removes them too'}.`,
    `If others maintain these sites, leave them out of the list${isKept ? '' : ', or set on_destroy to "keep"'}.`,
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
    `Category ${JSON.stringify(name)} will most likely be stored in the table ${table}, together with category ` +
      `${JSON.stringify(other)}: the appliance names a table after the first 20 bytes of a name, without blanks and punctuation. Each of the two ` +
      'categories would then contain the sites of both.',
    'Choose a name that differs there. A letter beyond ASCII takes two bytes or more.',
  ],
)

export const sitesLeaveBoth = warning(
  'sites-leave-both',
  'Sites leave two categories that have one table',
  ({
    category,
    others,
    table,
    count,
    sites,
  }: {
    readonly category: string
    /** Names of the other categories that have the table. */
    readonly others: readonly string[]
    readonly table: string
    readonly count: number
    readonly sites: string
  }) => {
    const named = others.map((other) => JSON.stringify(other)).join(' and ')
    return [
      `${counted(count, 'site')} that ${count === 1 ? 'leaves' : 'leave'} category ${JSON.stringify(category)} will also leave category ` +
        `${named} unless that gains ${count === 1 ? 'it' : 'them'} in the same apply, because the appliance stores both in the table ${table}: ${sites}.`,
      `To keep ${count === 1 ? 'the site' : 'the sites'} in category ${named}, do not remove ${count === 1 ? 'it' : 'them'} here, or move the ` +
        'sites of one category to another one, whose name differs in its first 20 bytes.',
    ]
  },
)

export const tableImpossible = error(
  'table-impossible',
  'The appliance cannot make a table for this name of a category',
  ({ name }: Incidents['table-impossible']) => [
    `The appliance names the table of a category after the first 20 bytes of its name, without blanks and punctuation. In ${JSON.stringify(name)} ` +
      'that cut is within a letter, so its database refuses the table. Nothing was sent.',
    'Choose another name, such as one that begins with one ASCII letter or digit more, or one less, or a shorter one.',
  ],
)

export const categoryNotChecked = caseOf(
  notChecked,
  'Could not check whether a category exists',
  ({ name, failure }: { readonly name: string; readonly failure: string }) => [
    `Could not check whether category ${JSON.stringify(name)} exists: ${failure}`,
    'Plan again to check before the apply. The apply adopts the category if it exists, and creates it otherwise.',
  ],
)

export const listCategoryNotChecked = caseOf(
  notChecked,
  'Could not check whether the category of a list exists',
  ({ id, failure }: { readonly id: string; readonly failure: string }) => [
    `Could not check whether category number ${numberName(id)} exists: ${failure}`,
    'Plan again to check before the apply. The apply sends nothing if the category does not exist.',
  ],
)

export const categoryDeclaredTwice = caseOf(
  declaredTwice,
  'A category is declared twice',
  ({ name }: { readonly name: string }) => [
    `Another resource in this configuration also declares category ${JSON.stringify(name)}. Both would change the same category.`,
    'Declare the category once, and further lists in it with appliance_category_sites.',
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

export const categoryStays = caseOf(
  stays,
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
      removed: `Its ${counted(removed, 'managed site')} will be removed unless another resource declares ${removed === 1 ? 'it' : 'them'}.`,
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

export const categoryUnlisted = warning(
  'category-unlisted',
  'The list of categories lacks a category that exists',
  ({
    id,
    name,
    site,
  }: {
    readonly id: string
    readonly name: string
    /** One for which the appliance returns the category. */
    readonly site: string
  }) => [
    `The list of categories lacks category ${JSON.stringify(name)}, number ${id}, but the appliance returns it for the site ${site}. So the ` +
      'list is cut off or filtered. The state keeps the category, and no other one is created under its name.',
    'Look for the cause in the log of the appliance, or in a proxy before it: categories that no state contains may be missing from the list, too.',
  ],
)

export const categoryNumberReused = caseOf(
  numberReused,
  'The number of a category now belongs to another category',
  ({ id, name, now }: { readonly id: string; readonly name: string; readonly now: string }) => [
    `Number ${id} now belongs to category ${JSON.stringify(now)} instead of ${JSON.stringify(name)}, so category_id = "${id}" now ` +
      `refers to ${JSON.stringify(now)}.`,
    'If the list does not belong in that category, correct category_id.',
  ],
)

export const categoryNumberRefused = caseOf(
  numberRefused,
  'The number of a category belongs to another category than before',
  ({
    id,
    name,
    now,
    list,
  }: {
    readonly id: string
    readonly name: string
    readonly now: string
    readonly list: string
  }) => [
    `The state has list ${JSON.stringify(list)} in category ${JSON.stringify(name)}, and category_id = "${id}" now refers to category ` +
      `${JSON.stringify(now)}. The plan would add the sites of the list there.`,
    'Correct category_id, or set it from the resource of the category. If the category was only renamed, remove the list from the state ' +
      '(terraform state rm), and apply: the apply manages the list in the renamed category.',
  ],
)

export const categoryMissing = caseOf(
  notFound,
  'The category does not exist',
  (sought: { readonly id: string } | { readonly name: string | null }) => [
    `The appliance has no category ${'id' in sought ? `number ${numberName(sought.id)}` : JSON.stringify(sought.name)}.`,
    'Use the number or the name of an existing personal category. The data source appliance_categories lists them.',
  ],
)

export const categoryAmbiguous = error(
  'category-ambiguous',
  'A name matches several categories of the appliance',
  ({ name, found, more }: Incidents['category-ambiguous']) => [
    `The name ${JSON.stringify(name)} matches several categories of the appliance: ${found.map((each) => `"${each.name}" (${each.id})`).join(', ')}${more > 0 ? ` and ${numberText(more)} more` : ''}.`,
    'Rename all but one of them in the console of the appliance, because the REST interface cannot rename a category. Or import the category by its number.',
  ],
  { canBeWarning: true },
)

export const categoryNumberAmbiguous = caseOf(
  categoryAmbiguous,
  'A number belongs to several categories in the list of the appliance',
  ({ id, names }: Incidents['category-number-ambiguous']) => [
    `The appliance lists number ${id} with the names ${names.map((name) => `"${name}"`).join(' and ')}.`,
    'Look for the cause in the log of the appliance, and check in its console which category has the number.',
  ],
)

interface NamedCategory {
  readonly id: number
  readonly name: string
}

export const categoryImportAmbiguous = caseOf(
  categoryAmbiguous,
  'An id of an import is the number of one category and the name of another',
  ({
    id,
    byId,
    byName,
  }: {
    readonly id: string
    readonly byId: NamedCategory
    readonly byName: NamedCategory
  }) => [
    `${JSON.stringify(id)} is the number of category ${JSON.stringify(byId.name)}, and the name of category number ${byName.id}.`,
    `To import category ${JSON.stringify(byId.name)}, use the ID ${JSON.stringify(byId.name)}; to import category ${JSON.stringify(byName.name)}, use the ID ${JSON.stringify(String(byName.id))}. ` +
      `With Terraform 1.12 or newer, an import block can instead have identity = { name = ${JSON.stringify(byId.name)}, id = "${byId.id}" }, or the same of the other category.`,
  ],
)

export const categoryNumberImpossible = error(
  'category-number-impossible',
  'The appliance lists a category under a number that no route accepts',
  ({ id, name }: Incidents['category-number-impossible']) => [
    `The appliance lists category ${JSON.stringify(name)} under the number ${id}, by which it cannot be managed.`,
    'Use another name, or correct the category in the console of the appliance.',
  ],
  { canBeWarning: true },
)

export const categoryKeyUnclear = caseOf(
  oneRequired,
  'Exactly one of id and name is required',
  ({ given }: { readonly given: 'both' | 'none' }) =>
    given === 'both'
      ? ['Both id and name are set, and they could refer to different categories.', 'Remove one of them.']
      : ['Neither id nor name is set.', 'Set one of them.'],
)

export const categoryNotListed = caseOf(
  notListed,
  'The appliance does not list a category that it created',
  ({ name, ...became }: Unread<'category-not-listed'>) =>
    notListedWords('category', `category ${JSON.stringify(name)}`, became, [
      'Look for the category in the console of the appliance, and create it there if it is missing. Then apply again to adopt it.',
      'To let an apply create it, remove the resource from the state (terraform state rm).',
    ]),
)

export const categoryNotReleased = error(
  'category-not-released',
  'Another resource still manages the category',
  ({ name }: { readonly name: string }) => [
    `This resource takes over category ${JSON.stringify(name)} from another one, which failed before it released the category.`,
    'Fix the error of the other resource, and apply again.',
  ],
)

// Identities by which resources are imported.

export const categoryIdentityMismatch = error(
  'category-identity-mismatch',
  'Name and number are not those of one category',
  ({
    id,
    name,
    now,
  }: {
    readonly id: string
    readonly name: string
    /** The name of the category with this number; undefined if there is none. */
    readonly now: string | undefined
  }) => [
    `The import identifies category ${JSON.stringify(name)} with number ${JSON.stringify(id)}, but ` +
      (now === undefined
        ? 'the appliance has no category with this number.'
        : `the category with this number is ${JSON.stringify(now)}.`),
    'Correct the identity, or remove id from it to import the category by its name.',
  ],
)
