import type { Category } from '../appliance/categories/category'
import { categoryReleases } from '../documentation'
import type { Documentation } from '../terraform/provider/definition'
import { bool, integer, nestedObject, string } from '../terraform/schema/builders'

/** What the appliance tells of a category, as far as its generation does (interface document, 2.1 and 2.2). */
export const toldAttributes = {
  table: string({
    computed: true,
    description: 'Name of the table in which its sites are stored; may be empty.',
  }),
  description: string({
    computed: true,
    nullable: true,
    description: 'What it is for. Null where the appliance does not tell.',
  }),
  item_count: integer({
    computed: true,
    nullable: true,
    description: 'Number of sites in it. Null where the appliance does not tell.',
  }),
  rpz: nestedObject(
    {
      enabled: bool({ computed: true, description: 'Whether it takes part in the zone.' }),
      action: integer({
        computed: true,
        description:
          '0 default, 1 drop, 2 NXDOMAIN, 3 allow, 4 redirect to an address; releases may have more.',
      }),
      redirect: string({ computed: true, description: 'Target of a redirect; may be empty.' }),
    },
    {
      computed: true,
      nullable: true,
      description: 'How it takes part in a response policy zone. Null where the appliance does not tell.',
    },
  ),
}

/** The list is a route of both generations (interface document, 4.1, 4.2 and 9). */
export const categoryDataDocumentation: Documentation = {
  subcategory: 'Categories',
  release:
    `${categoryReleases} Either will do. The older list knows no description and no count, the autonomous one nothing of ` +
    'response policy zones.',
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
