import { isUnknown, ProviderError, string } from '@webfilter/terraform-plugin'
import { categoryId } from '../appliance/categories/category-id'
import { dataSource } from '../definitions'
import { categoryKeyUnclear, categoryMissing } from '../diagnostics/categories'

import { categoryNumber } from '../validators'
import { categoryDataDocumentation, toldAttributes, toldBy } from './category-attributes'

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
    ...toldAttributes,
  },

  validate({ config: { id, name }, diagnostics }) {
    if (isUnknown(id) || isUnknown(name) || (id === null) !== (name === null)) return
    diagnostics.raise(categoryKeyUnclear({ given: id === null ? 'none' : 'both' }))
  },

  async read({ config: { id, name }, appliance, signal }) {
    const { categories } = appliance
    const number = id === null ? undefined : categoryId(id)
    const found =
      number === undefined
        ? await categories.findByName(name ?? '', signal)
        : await categories.findById(number, signal)
    if (!found) {
      throw new ProviderError(
        categoryMissing({ category: id === null ? JSON.stringify(name) : `number ${id}` }),
      )
    }
    return { id: String(found.id), name: found.name, ...toldBy(found) }
  },
})
