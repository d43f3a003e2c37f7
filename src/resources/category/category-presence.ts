import type { Appliance } from '../../appliance/appliance'
import type { Category, CategoryAddress } from '../../appliance/categories/category'
import type { Site } from '../../sites/site'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { entriesOf, sitesOf } from './declared-sites'
import type { Surroundings } from './surroundings'

/** The entries of a list whose sites a category holds, as far as the appliance tells. */
export async function entriesThatAreThere(
  category: Category,
  declared: readonly string[],
  { appliance, diagnostics, signal }: Omit<Surroundings, 'claims'>,
): Promise<readonly string[]> {
  const sites = sitesOf(declared)
  const { present, absent, failure } = await appliance.categories.present(category, sites, signal)
  if (failure?.kind === 'route-missing') return asTheCountTells(category, declared, diagnostics)
  if (failure) throw failure
  return absent.length === 0 ? declared : entriesOf(declared, present)
}

/** Sites that are still to be added; all of them where the appliance cannot be asked for single sites. */
export async function absentFrom(
  category: CategoryAddress,
  sites: readonly Site[],
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<readonly Site[]> {
  const { absent, unasked, failure } = await categories.present(category, sites, signal)
  if (failure && failure.kind !== 'route-missing') throw failure
  return [...absent, ...unasked]
}

/** Where single sites cannot be asked for, too low a count says that some are missing, and nothing says which. */
function asTheCountTells(
  { name, items }: Category,
  declared: readonly string[],
  diagnostics: Diagnostics,
): readonly string[] {
  const managed = sitesOf(declared).length
  if (items === undefined || items >= managed) return declared
  diagnostics.warn(
    `Category ${JSON.stringify(name)} holds fewer sites than are managed`,
    `It holds ${items}, and ${managed} are managed. This appliance does not tell which are missing: the next apply adds all of ` +
      'them again, which leaves those that are there as they are.',
  )
  return []
}
