import type { Appliance } from '../../appliance/appliance'
import type { Category } from '../../appliance/categories/category'
import type { ChangeUnderWay } from '../../appliance/categories/category-change'
import type { Move } from '../../appliance/categories/category-steps'
import { conflictsNotChecked, sitesInOtherCategories, sitesMoved } from '../../diagnostics/entries/sites'
import type { Site } from '../../sites/site'
import type { SiteSet } from '../../sites/site-set'
import { ProviderError } from '../../terraform/provider/failures'
import type { PlannedReleases } from './planned-releases'
import type { Surroundings } from './surroundings'

/** What happens to a site that another personal category holds: see the attribute `on_conflict`. */
export type OnConflict = 'keep' | 'move' | 'fail'

/** A site, and the other personal categories that hold it. */
interface Conflict {
  readonly site: Site
  readonly holders: readonly Category[]
}

/** More added sites than this are not asked for at plan time, and the plan says so. */
const mostAskedInPlan = 5_000

/** So many conflicts are named one by one. */
const named = 10

/** Says at plan time which added sites other categories hold, and what the apply will make of it. */
export async function announceConflicts(
  { ownName, added, onConflict }: { ownName: string; added: SiteSet; onConflict: OnConflict },
  surroundings: Surroundings,
): Promise<void> {
  if (onConflict === 'keep' || added.size === 0) return
  const { appliance, categoryClaims, diagnostics, signal } = surroundings
  if (added.size > mostAskedInPlan) {
    const notChecked = { category: ownName, count: added.size, most: mostAskedInPlan }
    diagnostics.raise(conflictsNotChecked(notChecked), ['on_conflict'])
    return
  }
  const found = await findConflicts(appliance, ownName, [...added], signal)
  const conflicts = await withoutThoseGivenUp(found, onConflict, categoryClaims.releases, signal)
  if (conflicts.length === 0) return
  const held = heldSites(ownName, conflicts)
  if (onConflict === 'fail') diagnostics.raise(sitesInOtherCategories(held), ['sites'])
  else diagnostics.raise(sitesMoved(held), ['on_conflict'])
}

/**
 * What to take from other categories before sites are added.
 * @param underWay the change: sites that others give up for it are no conflict
 * @throws {ProviderError} where conflicts are to be refused and there are some
 */
export async function resolveConflicts(
  { name, add, onConflict }: { name: string; add: readonly Site[]; onConflict: OnConflict },
  { appliance, categoryClaims, signal }: Pick<Surroundings, 'appliance' | 'categoryClaims' | 'signal'>,
  underWay: ChangeUnderWay,
): Promise<readonly Move[]> {
  if (onConflict === 'keep') return []
  const offered = await underWay.offered(signal)
  const asked = add.filter((site) => !offered.has(site))
  const conflicts = await findConflicts(appliance, name, asked, signal)
  if (onConflict === 'fail') {
    const left = await withoutThoseGivenUp(conflicts, onConflict, categoryClaims.releases, signal)
    if (left.length > 0) {
      throw new ProviderError(sitesInOtherCategories(heldSites(name, left)), { path: ['sites'] })
    }
    return []
  }
  const bySource = new Map<number, Site[]>()
  for (const { site, holders } of conflicts) {
    for (const { id } of holders) {
      const sites = bySource.get(id) ?? []
      sites.push(site)
      bySource.set(id, sites)
    }
  }
  return [...bySource].map(([from, sites]) => ({ from, sites }))
}

/** A site that every category that holds it gives up in this run is no conflict. */
async function withoutThoseGivenUp(
  conflicts: readonly Conflict[],
  onConflict: Exclude<OnConflict, 'keep'>,
  releases: PlannedReleases,
  signal: AbortSignal,
): Promise<readonly Conflict[]> {
  const isGivenUp = ({ site, holders }: Conflict) => holders.every(({ id }) => releases.isReleasing(id, site))
  const isKept = ({ site, holders }: Conflict) =>
    holders.some(({ id }) => releases.isPlanned(id) && !releases.isReleasing(id, site))
  const isDecided = () => conflicts.every((conflict) => isGivenUp(conflict) || isKept(conflict))
  await releases.wait(isDecided, onConflict === 'fail' ? 'refuses' : 'warns', signal)
  return conflicts.filter((conflict) => !isGivenUp(conflict))
}

/** Only personal categories count: those that the list route tells. */
async function findConflicts(
  { categories }: Appliance,
  ownName: string,
  sites: readonly Site[],
  signal: AbortSignal,
): Promise<readonly Conflict[]> {
  if (sites.length === 0) return []
  const own = await categories.findByName(ownName, signal)
  const personal = new Set((await categories.list(signal)).categories.map(({ id }) => id))
  const { holders, failure } = await categories.holders(sites, signal)
  if (failure) throw failure
  return sites
    .map((site) => ({
      site,
      holders: (holders.get(site) ?? []).filter(({ id }) => id !== own?.id && personal.has(id)),
    }))
    .filter((conflict) => conflict.holders.length > 0)
}

function heldSites(category: string, conflicts: readonly Conflict[]) {
  return { category, count: conflicts.length, holders: listed(conflicts) }
}

function listed(conflicts: readonly Conflict[]): string {
  const lines = conflicts
    .slice(0, named)
    .map(
      ({ site, holders }) => `${site} is in ${holders.map(({ name }) => JSON.stringify(name)).join(' and ')}`,
    )
  const more = conflicts.length > named ? `, and ${conflicts.length - named} more` : ''
  return `${lines.join(', ')}${more}.`
}
