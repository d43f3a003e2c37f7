import { simplifyName } from '@webfilter/appliance-names'
import { string } from '@webfilter/terraform-plugin'
import { listResource } from '../../definitions'
import { notBlank } from '../../validators'
import { importedCategory } from './category'

/** The personal categories of the appliance, for `terraform query` (interface document, list routes of 4.1 and 4.2). */
export const categoryList = listResource('category', {
  description:
    'Lists the personal categories of the appliance. The REST interface cannot list the sites of a category, so an imported ' +
    'category manages no sites until you add `sites` or `sites_file` to its configuration.',

  attributes: {
    name_contains: string({
      optional: true,
      validate: notBlank,
      description:
        'Text that the name contains. Accents, apostrophes and letter case have no meaning. If not set, all categories are listed.',
    }),
  },

  async *list({ config: { name_contains }, appliance, signal }) {
    const wanted = simplifyName(name_contains ?? '')
    const { categories } = await appliance.categories.list(signal)
    for (const category of categories) {
      // No configuration can declare a category without a name.
      if (category.name.trim() === '' || !simplifyName(category.name).includes(wanted)) continue
      yield { displayName: category.name, state: importedCategory(category) }
    }
  },
})
