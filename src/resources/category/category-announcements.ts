import { simplifyName } from '../../appliance/categories/category-name'
import { categoryDeclaredTwice, categoryStays } from '../../diagnostics/entries/categories'
import type { Unknown } from '../../terraform/values/unknown'
import { announceAdoption, refuseOtherDescription } from './category-adoption'
import { noNeeds, refuseWhatCannotBeDone } from './category-limits'
import { announceDeparture, type DepartureNote } from './departure'
import { type AnnouncedList, announceList, removedByDestroy } from './list-announcements'
import type { ListedSites } from './managed-list'
import { announceSharedTable } from './shared-table'
import type { PlanSurroundings, Surroundings } from './surroundings'

/** The category that is planned, as far as it is known. */
export interface PlannedCategory {
  readonly name: string
  readonly description: string | Unknown | null
  readonly list: AnnouncedList
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
 */
export async function announce(
  planned: PlannedCategory,
  prior: PriorCategory | null,
  surroundings: Surroundings,
): Promise<void> {
  await surroundings.categoryClaims.releases.whileAtWork(() => announceAll(planned, prior, surroundings))
}

async function announceAll(
  planned: PlannedCategory,
  prior: PriorCategory | null,
  surroundings: Surroundings,
): Promise<void> {
  const { categoryClaims, diagnostics } = surroundings
  const { name, description, list, replanned } = planned
  const owner = { category: name, list: null }
  if (!replanned && !categoryClaims.claim(owner)) {
    diagnostics.raise(categoryDeclaredTwice({ name }), ['name'])
    return
  }
  if (prior && simplifyName(prior.name) !== simplifyName(name))
    return announceReplacement(prior, surroundings)
  if (prior) {
    if (description !== prior.description)
      refuseOtherDescription(name, description, prior.description, diagnostics)
    categoryClaims.releases.plan(prior.id, null, list.removed)
  }
  const found = prior ? 'there' : await announceAdoption(name, description, surroundings)
  if (found === 'not looked') return
  if (!prior) await announceSharedTable(name, surroundings)
  await announceList(owner, { ...list, creation: found === 'absent', isNew: !prior }, surroundings)
}

/** Another name makes another category, of which Terraform asks for a plan next; this one is about what is left behind. */
async function announceReplacement(prior: PriorCategory, surroundings: Surroundings): Promise<void> {
  const removed = await removedByDestroy(prior)
  surroundings.categoryClaims.releases.plan(prior.id, null, removed)
  await refuseWhatCannotBeDone(prior.name, { ...noNeeds, removal: removed.size > 0 }, surroundings)
}

/** Says what a destroy leaves on the appliance, and refuses one that the appliance cannot carry out. */
export async function announceDestroy(
  state: PriorCategory,
  { appliance, categoryClaims, diagnostics, signal }: PlanSurroundings,
  note: (note: DepartureNote) => void,
): Promise<void> {
  const { id, name, on_destroy } = state
  const managed = await removedByDestroy(state)
  const removed = categoryClaims
    ? await announceDeparture(state, managed, { categoryClaims, diagnostics }, note)
    : managed
  const removal = removed.size > 0
  categoryClaims?.releases.plan(id, null, removed)
  const kept = on_destroy === 'keep' ? 'kept' : managed.size > 0 ? 'shared' : 'none'
  diagnostics.raise(categoryStays({ name, sites: removal ? 'removed' : kept, removed: removed.size }))
  if (appliance) {
    await refuseWhatCannotBeDone(name, { ...noNeeds, removal }, { appliance, diagnostics, signal })
  }
}
