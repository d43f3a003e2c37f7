import { bool, type Documentation, integer, nestedObject, string } from '@webfilter/terraform-plugin'
import type { Category } from '../appliance/categories/category'
import { categoryReleases } from '../documentation'

/** What the appliance tells of a category, as far as its generation does (interface document, 2.1 and 2.2). */
export const toldAttributes = {
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

/** The list is a route of both generations (interface document, 4.1, 4.2 and 9). */
export const categoryDataDocumentation: Documentation = {
  subcategory: 'Categories',
  release:
    `${categoryReleases} One of the two is enough. The older routes return no description and no count; the autonomous service ` +
    'returns nothing about response policy zones.',
}

/** What the list of categories tells of one; null for what this generation does not tell. */
export function toldBy(category: Category) {
  return {
    table: category.table,
    description: category.description ?? null,
    item_count: category.items ?? null,
    rpz: category.rpz ?? null,
  }
}
