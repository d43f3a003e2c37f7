import type { Appliance } from '../appliance/appliance'
import { compileUnconfirmed } from '../diagnostics/entries/operations'
import type { Site } from '../sites/site'
import type { Diagnostics } from '../terraform/provider/diagnostics'

/** What a category is compiled with. */
export interface CompileContext {
  readonly appliance: Appliance
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
}

/**
 * Compiles a category, and warns where the answer says neither yes nor no.
 *
 * @param site that the category contains; the older generation adds it if it does not, and cannot compile without one
 * @returns whether the answer says that the appliance accepted the request
 * @throws {ApplianceError}
 */
export async function compileCategory(
  category: number,
  site: Site | undefined,
  { appliance, diagnostics, signal }: CompileContext,
): Promise<boolean> {
  const doubt = await appliance.categories.compile({ id: category }, site, signal)
  if (doubt) diagnostics.raise(compileUnconfirmed({ category, reason: doubt.message }))
  return doubt === undefined
}
