import { configurationUnknown } from '@webfilter/terraform-plugin'
import { memberNotChecked } from './accounts'
import type { CatalogueEntry } from './catalogue'
import { categoryNotChecked, listCategoryNotChecked } from './categories'
import { directoryServiceNotChecked, groupNotChecked, membershipNotChecked } from './directory'
import { actionNotChecked } from './operations'
import { replacementNotChecked } from './replacements'

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
