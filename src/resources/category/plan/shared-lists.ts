import type { ListOwner } from '../../../coordination/category-lists'
import { sitesWithout } from '../../../sites/table/site-set'
import type { Context } from '../../context'
import { diagnoseStay, type Remembered } from '../departure'
import { packedForNote } from '../list/packed-note'
import type { ManagedCategory } from '../managed-category'
import type { ListChange } from './list'
import { diagnoseList } from './list-diagnostics'

/** What a plan needs to agree with the other lists of its category. */
export interface OtherLists extends Remembered {
  /** Called once the list has announced what it is about. */
  arrived(): void
}

/**
 * Says what the plan of a list leads to that stays in its category, beside the other lists in it.
 *
 * @returns whether it has to be applied although nothing of it changes, as others may take sites of it out
 */
export async function diagnoseShared(
  category: ManagedCategory,
  owner: ListOwner,
  list: ListChange,
  context: Context & OtherLists & { readonly formerly?: string },
): Promise<boolean> {
  const { run, arrived, formerly = owner.list } = context
  const { isShared, kept } = await diagnoseStay(category, list, context, context, arrived)
  const removed = kept.size > 0 ? sitesWithout(list.removed, kept) : list.removed
  if (list.removed.size > 0 || list.isUncertain) list.noteStaying(await packedForNote(kept))
  run.mayGiveUp({ category: Number(category.id), list: formerly, sites: removed })
  await diagnoseList(owner, { ...list, removed }, { creation: false, isNew: false }, context)
  return isShared
}
