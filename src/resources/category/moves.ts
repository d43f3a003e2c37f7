import {
  categoryNotManaged,
  listOfCategoryItself,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import type { protectionAttributes } from '@webfilter/appliance-declarations/protection'
import type { MovedState, State } from '@webfilter/terraform-plugin'
import { type ListRecord, listPrivateData } from './memory'
import type { listAttributes } from './schema'

/** What a state of either resource holds of its list, and of what is done with it. */
type ListOfState = State<typeof listAttributes & typeof protectionAttributes> & {
  readonly on_destroy: 'remove' | 'keep'
}

/** A state of `appliance_category`. */
interface CategoryState extends ListOfState {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

/** A state of `appliance_category_sites`. */
interface CategorySitesState extends ListOfState {
  readonly id: string
  readonly name: string
  readonly category_id: string
  readonly category_name: string
}

interface Moved<S> {
  readonly state: S
  readonly record?: ListRecord | undefined
}

/**
 * The list of a category becomes a list in it. It has the name of the category until the configuration gives it its own, which changes
 * nothing on the appliance.
 */
export function listOfCategory({ state, record, diagnostics }: MovedState): Moved<CategorySitesState> {
  const { description: _, id, name, ...list } = state as unknown as CategoryState
  diagnostics.raise(categoryNotManaged({ category: name, count: countOf(list) }))
  return {
    state: { ...list, id: `${id}/${name}`, name, category_id: id, category_name: name },
    record: recordIn(record),
  }
}

/** A list in a category becomes that of the category. What the list knew nothing of, the refresh finds, which follows each move. */
export function categoryOfList({ state, record, diagnostics }: MovedState): Moved<CategoryState> {
  const {
    category_id: id,
    category_name: name,
    name: listName,
    ...list
  } = state as unknown as CategorySitesState
  diagnostics.raise(listOfCategoryItself({ list: listName, category: name, count: countOf(list) }))
  return { state: { ...list, id, name, description: null }, record: recordIn(record) }
}

function countOf({ sites, file_sites }: Pick<ListOfState, 'sites' | 'file_sites'>): number {
  return file_sites?.count ?? sites?.length ?? 0
}

/** Both resources keep the same beside a list. */
function recordIn(record: unknown): ListRecord | undefined {
  return listPrivateData.record(record)
}
