import { categoryId } from '../appliance/categories/category-id'
import { dataSource } from '../definitions'
import { ProviderError } from '../terraform/provider/failures'
import { string } from '../terraform/schema/builders'
import { isUnknown } from '../terraform/values/unknown'
import { categoryDataDocumentation, toldAttributes, toldBy } from './category-attributes'

/** One personal category, by number or by name. */
export const category = dataSource('category', {
  description: 'One personal category of the appliance, found by its number or by its name.',
  documentation: categoryDataDocumentation,

  attributes: {
    id: string({
      optional: true,
      computed: true,
      description: 'Number of the category. Give this or `name`.',
    }),
    name: string({ optional: true, computed: true, description: 'Name of the category. Give this or `id`.' }),
    ...toldAttributes,
  },

  validate({ config: { id, name }, diagnostics }) {
    if (id !== null && !isUnknown(id) && categoryId(id) === undefined) {
      diagnostics.error(
        'Not the number of a category',
        `${JSON.stringify(id)} is not a plain number. Write it as 250.`,
        ['id'],
      )
    }
    if (isUnknown(id) || isUnknown(name) || (id === null) !== (name === null)) return
    diagnostics.error(
      'Give either id or name',
      id === null
        ? 'Without one of them there is no telling which category is meant.'
        : 'Both could mean different categories: leave one of them out.',
    )
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
        `The appliance has no category ${id === null ? JSON.stringify(name) : id}.`,
        'The data source appliance_categories lists those that it has.',
      )
    }
    return { id: String(found.id), name: found.name, ...toldBy(found) }
  },
})
