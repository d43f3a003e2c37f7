import { tableNameOf } from '@webfilter/appliance-names'
import { tableShared } from '../../../diagnostics/categories'
import type { Context } from '../../context'

/**
 * Says at plan time where a category that is to be created or adopted has the table of another one: of one that the appliance lists, or
 * of one that this run creates too, whichever is planned later.
 */
export async function diagnoseSharedTable(
  name: string,
  { appliance, run, diagnostics, signal }: Context,
): Promise<void> {
  const own = await appliance.categories.findByName(name, signal)
  const table = own ? own.table.toLowerCase() || undefined : tableNameOf(name)
  if (table === undefined) return
  const { categories } = await appliance.categories.list(signal)
  const listed = categories.find(({ id, table: their }) => id !== own?.id && their.toLowerCase() === table)
  const other = listed?.name ?? (own ? undefined : run.lists.createTable(table, name))
  if (other !== undefined) diagnostics.raise(tableShared({ name, other, table }), ['name'])
}
