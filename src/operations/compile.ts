import type { Site } from '@webfilter/appliance-names'
import type { Diagnostics } from '@webfilter/terraform-plugin'
import type { Appliance } from '../appliance/appliance'
import type { CategoryAddress } from '../appliance/categories/category'
import type { ApplianceError } from '../appliance/errors'
import { compileUnconfirmed, harmlessNamesLeft } from '../diagnostics/operations'

/** What a category is compiled with. */
export interface CompileContext {
  readonly appliance: Appliance
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
}

/**
 * Compiles a category, and warns where the answer says neither yes nor no. If the older routes exist, the compile cannot be skipped: a
 * placeholder name changes the number of sites before it. The autonomous service alone removes no placeholder name, so there the
 * appliance decides.
 *
 * @param site that the category contains; the older generation adds it if it does not, and cannot compile without one
 * @returns whether the answer says that the appliance accepted the request
 * @throws {ApplianceError}
 */
export async function compileCategory(
  category: CategoryAddress,
  site: Site | undefined,
  { appliance, diagnostics, signal }: CompileContext,
): Promise<boolean> {
  const doubt = (await canBeSure())
    ? await compileSurely()
    : await appliance.categories.compile(category, site, signal)
  if (doubt) diagnostics.raise(compileUnconfirmed({ category: category.id, reason: doubt.message }))
  return doubt === undefined

  async function canBeSure(): Promise<boolean> {
    const { categories } = appliance
    if ((await categories.generation(signal)) === 'older') return site !== undefined
    // No compile of an empty category begins, and a placeholder name would stay active there.
    return (await categories.count(category, signal)) !== 0 && (await categories.hasOlderRoutes(signal))
  }

  async function compileSurely(): Promise<ApplianceError | undefined> {
    const isOlder = (await appliance.categories.generation(signal)) === 'older'
    const change = appliance.categoryChanges.begin({ category, add: [], remove: [] })
    try {
      // Beside the autonomous service, whether the category contains the site was not asked.
      const siteThatStays = isOlder ? site : undefined
      const { failure, doubt, leftMarkers } = await change.carryOut(
        category,
        { siteThatStays, compile: true, pending: true },
        signal,
      )
      if (leftMarkers.length > 0) {
        const names = leftMarkers.map((left) => ({
          site: left.site,
          category: `number ${left.category}`,
          isStored: left.isStored,
        }))
        diagnostics.raise(harmlessNamesLeft({ names }))
      }
      if (failure) throw failure
      return doubt
    } finally {
      change.end()
    }
  }
}
