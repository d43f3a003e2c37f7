import { configurationUnknown } from '@webfilter/terraform-plugin'
import type { CatalogueEntry } from './catalogue'
import { memberNotChecked } from './entries/accounts'
import { categoryNotChecked, listCategoryNotChecked } from './entries/categories'
import { directoryServiceNotChecked, groupNotChecked, membershipNotChecked } from './entries/directory'
import { actionNotChecked } from './entries/operations'
import { replacementNotChecked } from './entries/replacements'

/**
 * Codes after which nothing can be said of drift: a plan goes on where a look at the appliance fails that only a creation or an action needs, and
 * where the provider is not configured yet.
 */
export const unseen: ReadonlySet<string> = new Set(
  [
    configurationUnknown,
    categoryNotChecked,
    listCategoryNotChecked,
    memberNotChecked,
    replacementNotChecked,
    groupNotChecked,
    membershipNotChecked,
    directoryServiceNotChecked,
    actionNotChecked,
  ].map(({ code }: CatalogueEntry) => code),
)
