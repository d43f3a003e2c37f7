import { nestedList, string } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'
import { categoryDataDocumentation, toldAttributes, toldBy } from './category-attributes'

/** All personal categories (interface document, list routes of 4.1 and 4.2). */
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
        ...toldAttributes,
      },
      { computed: true, description: 'Categories, in the order of the appliance.' },
    ),
  },

  async read({ appliance, signal }) {
    const list = await appliance.categories.list(signal)
    return {
      generation: list.generation,
      categories: list.categories.map((category) => ({
        id: String(category.id),
        name: category.name,
        ...toldBy(category),
      })),
    }
  },
})
