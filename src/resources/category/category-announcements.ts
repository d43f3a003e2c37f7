import { simplifyName } from '../../appliance/categories/category-name'
import type { Site } from '../../sites/site'
import type { Unknown } from '../../terraform/values/unknown'
import { announceAdoption, refuseOtherDescription } from './category-adoption'
import { announceConflicts, type OnConflict } from './category-conflicts'
import { noNeeds, refuseWhatCannotBeDone, warnOfUnseenService } from './category-limits'
import { sitesOf } from './declared-sites'
import type { Surroundings } from './surroundings'

/** The category that is planned, as far as it is known. */
export interface PlannedCategory {
  readonly name: string
  readonly description: string | Unknown | null
  readonly onConflict: OnConflict
  readonly added: readonly Site[]
  readonly removed: readonly Site[]
  /** The plan is the second one of a resource that is to be replaced. */
  readonly replanned: boolean
}

/** What the state says of the category. */
export interface PriorCategory {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly sites: readonly string[] | null
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
  await surroundings.claims.releases.whileAtWork(() => announceAll(planned, prior, surroundings))
}

async function announceAll(
  planned: PlannedCategory,
  prior: PriorCategory | null,
  surroundings: Surroundings,
): Promise<void> {
  const { claims, diagnostics } = surroundings
  const { name, description, onConflict, added, removed, replanned } = planned
  if (!replanned && !claims.claim(name)) {
    diagnostics.error(
      `Category ${JSON.stringify(name)} is declared twice`,
      'Another resource of this configuration has the same name, and both would change the same category. Declare it once.',
      ['name'],
    )
    return
  }
  if (prior && simplifyName(prior.name) !== simplifyName(name))
    return announceReplacement(prior, surroundings)
  if (prior) {
    if (description !== prior.description) refuseOtherDescription(description, prior.description, diagnostics)
    claims.releases.plan(prior.id, removed)
  }
  const found = prior ? 'there' : await announceAdoption(name, description, surroundings)
  if (found === 'not looked') return
  const needs = {
    creation: found === 'absent',
    removal: removed.length > 0,
    conflicts: onConflict !== 'keep' && added.length > 0,
    added,
  }
  if (!prior && added.length > 0) await warnOfUnseenService(surroundings)
  await refuseWhatCannotBeDone(name, needs, surroundings)
  if (diagnostics.hasErrors) return
  await announceConflicts({ ownName: name, added, onConflict }, surroundings)
}

/** Another name makes another category, of which Terraform asks for a plan next; this one is about what is left behind. */
async function announceReplacement(prior: PriorCategory, surroundings: Surroundings): Promise<void> {
  const removed = prior.on_destroy === 'remove' ? sitesOf(prior.sites) : []
  surroundings.claims.releases.plan(prior.id, removed)
  await refuseWhatCannotBeDone(prior.name, { ...noNeeds, removal: removed.length > 0 }, surroundings)
}

/** Says what a destroy leaves on the appliance, and refuses one that the appliance cannot carry out. */
export async function announceDestroy(
  { id, name, sites, on_destroy }: PriorCategory,
  {
    appliance,
    claims,
    diagnostics,
    signal,
  }: Partial<Surroundings> & Pick<Surroundings, 'diagnostics' | 'signal'>,
): Promise<void> {
  const removed = on_destroy === 'remove' ? sitesOf(sites) : []
  const removal = removed.length > 0
  claims?.releases.plan(id, removed)
  diagnostics.warn(`Category ${JSON.stringify(name)} will stay on the appliance`, whatStays())
  if (appliance) {
    await refuseWhatCannotBeDone(name, { ...noNeeds, removal }, { appliance, diagnostics, signal })
  }

  function whatStays(): string {
    if (removal)
      return 'The appliance cannot delete a category. Its managed sites are taken out; the category stays.'
    if (on_destroy === 'remove') return 'The appliance cannot delete a category. It has no managed sites.'
    return 'The appliance cannot delete a category, and on_destroy is "keep": its sites stay active.'
  }
}
