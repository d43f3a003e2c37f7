import { sitesShared } from '../../diagnostics/entries/category/conflicts'
import { namesOf } from '../../sites/first-sites'
import { type SiteSet, sitesInEither, sitesWithout } from '../../sites/table/site-set'
import { emptyTable } from '../../sites/table/site-table'
import { isJsonObject } from '../../terraform/values/json-object'
import type { Context } from '../context'
import { managedSites, packedList } from './list/managed'
import type { PlannedList } from './list/planned'
import type { ManagedCategory } from './managed-category'

/** What the plan of a destroy tells the deletion. It tells something also where nothing stays. */
export interface DepartureNote {
  /** Sites that others declare and that are to stay, packed; null for none. */
  readonly staying: PackedSites | null
}

/** Sites as a state holds those of a file. */
interface PackedSites {
  readonly sites_packed: string
  readonly sites_digest: string
  readonly site_count: number
}

/** Reads a note from private data; undefined for what is no such note. */
export function departureNoteIn(json: object): DepartureNote | undefined {
  const staying: unknown = Reflect.get(json, 'staying')
  if (staying === null) return { staying }
  if (!isJsonObject(staying)) return undefined
  const { sites_packed, sites_digest, site_count } = staying
  const isPacked = typeof sites_packed === 'string' && typeof sites_digest === 'string'
  if (!isPacked || typeof site_count !== 'number') return undefined
  return { staying: { sites_packed, sites_digest, site_count } }
}

/**
 * Says in the plan of a destroy which of the sites that it would take out stay, as others declare them, as far as these were planned
 * before. Those that are planned later learn of it.
 *
 * @returns what is to be taken out
 */
export async function diagnoseDeparture(
  category: ManagedCategory,
  removed: SiteSet,
  { run, diagnostics }: Pick<Context, 'run' | 'diagnostics'>,
  note: (note: DepartureNote) => void,
): Promise<SiteSet> {
  // What is destroyed after its replacement was created is planned within the apply: too late for others to be changed for it.
  const isTold = !run.isApplying
  const kept = await run.shared.leave(category, removed, { isTold })
  if (isTold) note({ staying: kept.size > 0 ? await packed(kept) : null })
  if (kept.size > 0) diagnostics.raise(sitesShared({ ...describe(category, kept), isLeft: true }))
  return kept.size > 0 ? sitesWithout(removed, kept) : removed
}

/**
 * Says in the plan of a list that it stays in its category. Where a resource that was planned before is destroyed and takes sites of
 * the list out, the list has to be applied, too: it keeps them there, or puts them back. In the apply that is decided.
 *
 * @returns whether it has to be applied although nothing of it changes
 */
export async function diagnoseStay(
  category: ManagedCategory,
  { before, planned, isUncertain }: Pick<PlannedList, 'before' | 'planned' | 'isUncertain'>,
  { run, diagnostics }: Pick<Context, 'run' | 'diagnostics'>,
): Promise<boolean> {
  // Any site of the state may turn out to stay.
  const sites = async () => (isUncertain ? sitesInEither(await before(), await planned()) : await planned())
  const lost = await run.shared.stay(category, sites)
  if (lost.size === 0) return false
  diagnostics.raise(sitesShared({ ...describe(category, lost), isLeft: false }))
  return true
}

/** What a deletion is to take out: not what the plan noted, nor what others declare that were planned again in the apply. */
export async function departing(
  category: ManagedCategory,
  managed: SiteSet,
  noted: Partial<DepartureNote> | undefined,
  { run, signal }: Pick<Context, 'run' | 'signal'>,
): Promise<SiteSet> {
  // Those that begin with it are heard first.
  await run.exchange.opening(signal)
  const staying = noted?.staying
    ? await managedSites({ sites: null, sites_file: null, ...noted.staying })
    : emptyTable
  const removed = staying.size > 0 ? sitesWithout(managed, staying) : managed
  const kept = await run.shared.leave(category, removed, { isTold: noted?.staying !== undefined })
  return kept.size > 0 ? sitesWithout(removed, kept) : removed
}

const named = 10

function describe({ name }: ManagedCategory, sites: SiteSet) {
  return { category: name, count: sites.size, sites: namesOf(sites, named) }
}

async function packed(sites: SiteSet): Promise<DepartureNote['staying']> {
  const { sites_packed, sites_digest, site_count } = await packedList(sites, null)
  const isPacked = sites_packed !== null && sites_digest !== null && site_count !== null
  return isPacked ? { sites_packed, sites_digest, site_count } : null
}
