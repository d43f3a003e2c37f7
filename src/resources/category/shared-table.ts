import { tableNameOf } from '../../appliance/categories/category-name'
import { tableShared } from '../../diagnostics/entries/categories'
import type { Surroundings } from './surroundings'

/**
 * Says at plan time where a category that is to be created would have the table of another one: of one that the appliance lists, or
 * of one that this run creates too, whichever is planned later.
 */
export async function announceSharedTable(
  name: string,
  { appliance, categoryClaims, diagnostics, signal }: Surroundings,
): Promise<void> {
  const table = tableNameOf(name)
  if (table === undefined) return
  const { categories } = await appliance.categories.list(signal)
  const listed = categories.find((category) => category.table.toLowerCase() === table)?.name
  const other = listed ?? categoryClaims.createTable(table, name)
  if (other !== undefined) diagnostics.raise(tableShared({ name, other, table }), ['name'])
}
