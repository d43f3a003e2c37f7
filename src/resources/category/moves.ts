import {
  categoryNotManaged,
  listOfCategoryItself,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import type { protectionAttributes } from '@webfilter/appliance-declarations/protection'
import type { MovedState, State } from '@webfilter/terraform-plugin'
import { listPrivateData } from './memory'
import type { listAttributes } from './schema'

/** What a state of either resource holds of its list, and of what is done with it. */
type ListOfState = State<typeof listAttributes & typeof protectionAttributes> & {
  readonly on_destroy: 'remove' | 'keep'
  readonly id: string
  readonly name: string
}

/**
 * The list of a category becomes a list in it. It has the name of the category until the configuration gives it its own, which changes
 * nothing on the appliance.
 */
export function listOfCategory({ state, record, diagnostics }: MovedState) {
  const {
    description: _,
    id,
    name,
    ...list
  } = state as unknown as ListOfState & {
    readonly description: string | null
  }
  diagnostics.raise(categoryNotManaged({ category: name, count: countOf(list) }))
  const moved = { ...list, id: `${id}/${name}`, name, category_id: id, category_name: name }
  return { state: moved, record: listPrivateData.record(record) }
}

/** A list in a category becomes that of the category. What the list knew nothing of, the refresh finds, which follows each move. */
export function categoryOfList({ state, record, diagnostics }: MovedState) {
  const {
    category_id: id,
    category_name: name,
    ...list
  } = state as unknown as ListOfState & {
    readonly category_id: string
    readonly category_name: string
  }
  diagnostics.raise(listOfCategoryItself({ list: list.name, category: name, count: countOf(list) }))
  return { state: { ...list, id, name, description: null }, record: listPrivateData.record(record) }
}

function countOf({ sites, file_sites }: Pick<ListOfState, 'sites' | 'file_sites'>): number {
  return file_sites?.count ?? sites?.length ?? 0
}
