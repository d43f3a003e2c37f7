import type { CatalogueEntry } from './catalogue'
import { categoryNotChecked, listCategoryNotChecked } from './categories'
import { configurationUnknown } from './framework'

/**
 * Codes after which nothing can be said of drift: a plan goes on where a look at the appliance fails that only a creation needs, and
 * where the provider is not configured yet.
 */
export const unseen: ReadonlySet<string> = new Set(
  codesOf(configurationUnknown, categoryNotChecked, listCategoryNotChecked),
)

function codesOf(...entries: readonly CatalogueEntry[]): readonly string[] {
  return entries.map(({ code }) => code)
}
