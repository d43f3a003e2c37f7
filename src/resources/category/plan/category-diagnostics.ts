import { simplifyName } from '@webfilter/appliance-names'
import type { Unknown } from '@webfilter/terraform-plugin'
import { categoryDeclaredTwice, categoryStays } from '../../../diagnostics/categories'
import { type Context, configured, type PlanContext } from '../../context'
import { diagnoseDeparture } from '../departure'
import { type ListedSites, removedByDestroy } from '../list/managed'
import type { DepartureNote } from '../list/packed-note'
import { diagnoseAdoption, refuseOtherDescription } from './adoption'
import { noNeeds, refuseWhatCannotBeDone } from './capabilities'
import type { ListChange } from './list'
import { diagnoseList } from './list-diagnostics'
import { diagnoseShared, type OtherLists } from './shared-lists'
import { diagnoseSharedTable } from './shared-table'

/** The category that is planned, as far as it is known. */
export interface PlannedCategory {
  readonly name: string
  readonly description: string | Unknown | null
  /** The plan is the second one of a resource that is to be replaced. */
  readonly replanned: boolean
}

/** What the state says of the category. */
export interface PriorCategory extends ListedSites {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly on_destroy: 'remove' | 'keep'
}

/**
 * Says, before anything is sent, what the plan of a category leads to on this appliance and what it cannot lead to: a second
 * resource for the same category, adoption, another description, what the appliance has no route for, conflicts.
 *
 * @param prior null where the category is to be created or adopted
 * @returns whether it has to be applied although nothing of it changes, as others may take sites of it out
 */
export async function diagnoseCategory(
  { name, description, replanned }: PlannedCategory,
  list: ListChange,
  prior: PriorCategory | null,
  context: Context & OtherLists,
): Promise<boolean> {
  const { run, diagnostics } = context
  const owner = { category: name, list: null }
  if (!replanned && !run.lists.claim(owner)) {
    diagnostics.raise(categoryDeclaredTwice({ name }), ['name'])
    return false
  }
  if (prior && simplifyName(prior.name) !== simplifyName(name)) {
    await diagnoseReplacement(prior, list, context)
    return false
  }
  if (prior) {
    if (description !== prior.description)
      refuseOtherDescription(name, description, prior.description, diagnostics)
    return await diagnoseShared(prior, owner, list, context)
  }
  const found = await diagnoseAdoption(name, description, context)
  if (found === 'not looked') return false
  await diagnoseSharedTable(name, context)
  await diagnoseList(owner, list, { creation: found === 'absent', isNew: true }, context)
  return false
}

/**
 * Another name makes another category, of which Terraform asks for a plan next; this one is about what is left behind. So does a name
 * that is not known yet.
 */
export async function diagnoseReplacement(
  prior: PriorCategory,
  list: ListChange,
  context: Context,
): Promise<void> {
  const managed = await removedByDestroy(prior, list.before)
  const removed = await diagnoseDeparture(prior, managed, context, ({ staying }) => list.noteStaying(staying))
  context.run.mayGiveUp({ category: Number(prior.id), list: null, sites: removed })
  await refuseWhatCannotBeDone(prior.name, { ...noNeeds, removal: removed.size > 0 }, context)
}

/** Says what a destroy leaves on the appliance, and refuses one that the appliance cannot carry out. */
export async function diagnoseCategoryDestroy(
  state: PriorCategory,
  planContext: PlanContext,
  note: (note: DepartureNote) => void,
): Promise<void> {
  const { id, name, on_destroy } = state
  const context = configured(planContext)
  const managed = await removedByDestroy(state)
  const removed = context ? await diagnoseDeparture(state, managed, context, note) : managed
  const removal = removed.size > 0
  context?.run.mayGiveUp({ category: Number(id), list: null, sites: removed })
  const kept = on_destroy === 'keep' ? 'kept' : managed.size > 0 ? 'shared' : 'none'
  const told = { name, sites: removal ? 'removed' : kept, removed: removed.size } as const
  planContext.diagnostics.raise(categoryStays(told))
  if (context) await refuseWhatCannotBeDone(name, { ...noNeeds, removal }, context)
}
