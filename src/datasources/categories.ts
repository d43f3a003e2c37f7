import { type Category, lostLetters, lostNames } from '@webfilter/appliance-client'
import { categoryKeyUnclear, categoryMissing } from '@webfilter/appliance-declarations/diagnostics/categories'
import { warnOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { categoryNumber } from '@webfilter/appliance-declarations/validators'
import { parsedNumber } from '@webfilter/appliance-names'
import {
  bool,
  type Documentation,
  integer,
  isUnknown,
  nestedList,
  nestedObject,
  ProviderError,
  string,
} from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'
import { categoryReleases } from '../documentation'

/** What the appliance returns of a category, which differs between the generations (docs/appliance, "List categories"). */
const categoryAttributes = {
  table: string({
    computed: true,
    description: 'Name of the table in which the appliance stores the sites. Can be empty.',
  }),
  description: string({
    computed: true,
    nullable: true,
    description: 'Purpose of the category. Null if the appliance does not return it.',
  }),
  item_count: integer({
    computed: true,
    nullable: true,
    description: 'Number of sites in the category. Null if the appliance does not return it.',
  }),
  rpz: nestedObject(
    {
      enabled: bool({ computed: true, description: 'Whether the category is part of the zone.' }),
      action: integer({
        computed: true,
        description:
          'Number of the action: 0 default, 1 drop, 2 NXDOMAIN, 3 allow, 4 redirect to an address. Releases can have more.',
      }),
      redirect: string({ computed: true, description: 'Target of a redirect. Can be empty.' }),
    },
    {
      computed: true,
      nullable: true,
      description:
        'Settings of the category in a response policy zone. Null if the appliance does not return them.',
    },
  ),
}

/** The list is a route of both generations (docs/appliance, "List categories"). */
const categoryDataDocumentation: Documentation = {
  subcategory: 'Categories',
  release:
    `${categoryReleases} The older routes return no description and no count; the autonomous service ` +
    'returns nothing about response policy zones.',
}

/** What the list of categories returns of one; null for what this generation does not return. */
function attributesOf(category: Category) {
  return {
    table: category.table,
    description: category.description ?? null,
    item_count: category.items ?? null,
    rpz: category.rpz ?? null,
  }
}

/** One personal category, by number or by name. */
export const category = dataSource('category', {
  description:
    'Reads one personal category of the appliance, by its number or its name. Exactly one of `id` and `name` must be set.',
  documentation: categoryDataDocumentation,

  attributes: {
    id: string({
      optional: true,
      computed: true,
      validate: categoryNumber,
      description: 'Number of the category. Conflicts with `name`.',
    }),
    name: string({
      optional: true,
      computed: true,
      description: 'Name of the category. Conflicts with `id`.',
    }),
    ...categoryAttributes,
  },

  validate({ config: { id, name }, diagnostics }) {
    if (isUnknown(id) || isUnknown(name) || (id === null) !== (name === null)) return
    diagnostics.raise(categoryKeyUnclear({ given: id === null ? 'none' : 'both' }))
  },

  async read({ config: { id, name }, appliance, diagnostics, signal }) {
    const { categories } = appliance
    const number = id === null ? undefined : parsedNumber(id)
    const found =
      number === undefined
        ? await categories.findByName(name ?? '', signal)
        : await categories.findById(number, signal)
    if (!found) {
      throw new ProviderError(categoryMissing(id === null ? { name } : { id }))
    }
    warnOf(lostLetters([found.name], found.encoding), diagnostics)
    return { id: String(found.id), name: found.name, ...attributesOf(found) }
  },
})

/** All personal categories (docs/appliance, "List categories"). */
export const categories = dataSource('categories', {
  description: 'Lists all personal categories of the appliance.',
  documentation: categoryDataDocumentation,

  attributes: {
    generation: string({
      computed: true,
      description: 'Generation of the category service that answered: `older` or `autonomous`.',
    }),
    categories: nestedList(
      {
        id: string({ computed: true, description: 'Number of the category.' }),
        name: string({ computed: true, description: 'Name of the category.' }),
        ...categoryAttributes,
      },
      { computed: true, description: 'Categories, in the order of the appliance.' },
    ),
  },

  async read({ appliance, diagnostics, signal }) {
    const list = await appliance.categories.list(signal)
    warnOf(lostNames(list.categories), diagnostics)
    return {
      generation: list.generation,
      categories: list.categories.map((category) => ({
        id: String(category.id),
        name: category.name,
        ...attributesOf(category),
      })),
    }
  },
})
