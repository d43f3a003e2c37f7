import { warning } from '@webfilter/terraform-plugin'
import { counted } from '../../counted'

// Of lists that `moved` blocks take from one kind of resource to the other.

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
