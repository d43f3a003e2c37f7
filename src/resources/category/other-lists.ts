import type { Category } from '../../appliance/categories/category'
import type { NamedCategory } from '../../coordination/shared-sites'
import type { Context } from '../../definitions'
import { sitesShared } from '../../diagnostics/category-changes'
import {
  emptyTable,
  type SiteSet,
  siteNames,
  sitesInEither,
  sitesWithout,
} from '../../sites/table/site-table'
import type { PlannedList } from './list-in-plan'
import {
  type ListRecord,
  type Memory,
  notedSites,
  nothingRecorded,
  packedForNote,
  type RemovalNote,
} from './list-private-data'
import type { ListPlace, ManagedCategory } from './managed-category'

/**
 * Warns in the plan of a destroy of the sites that stay because other lists declare them, as far as those are planned or were read by now.
 * Lists that are planned later see what is announced here.
 *
 * @param arrived called once this list has made its announcements
 * @returns the sites to remove, and what the plan is to note
 */
export async function diagnoseRemoval(
  category: ManagedCategory,
  removed: SiteSet,
  arrived: () => void,
  { run, object, diagnostics, signal, record }: Context & Pick<Memory, 'record'>,
): Promise<RemovalNote & { readonly removed: SiteSet }> {
  // A deposed list is planned again within the apply, too late for other lists to change, and without the note of its first plan: the apply
  // surely knows only what the refresh has noted.
  const isAnnounced = !run.isApplying
  const remembered = sitesInEither(await notedSites(record?.shared), await notedSites(record?.copied))
  await run.shared.leave(category, removed, { by: object, isAnnounced, remembered })
  arrived()
  if (removed.size > 0 && isAnnounced) await run.shared.allArePlanned(signal)
  const planned = await run.shared.kept(category, removed, object)
  const kept = sitesInEither(planned, sharedBy(removed, remembered))
  const staying = await packedForNote(kept)
  if (kept.size === 0) return { removed, staying }
  diagnostics.raise(sitesShared({ ...sharedSitesIn(category, kept), isLeft: true }))
  return { removed: sitesWithout(removed, kept), staying }
}

/**
 * Announces in the plan of a list that is to be created which sites it will have in its category. Lists that leave these there know it from
 * now on. What they remove before they know it, the creation adds.
 */
export async function announceCreation(
  category: Category,
  { planned }: Pick<PlannedList, 'planned'>,
  { run, object }: Pick<Context, 'run' | 'object'>,
): Promise<void> {
  await run.shared.stay({ id: String(category.id), name: category.name }, planned, object)
}

/** What is planned for a list that stays in its category. */
interface ListThatStays
  extends Pick<PlannedList, 'before' | 'added' | 'leaving' | 'planned' | 'isUncertain'> {
  /** The sites to remove from the category. */
  readonly removed: SiteSet
  readonly removes: boolean
}

/** What the other lists of the category mean for one that stays. */
export interface Sharing {
  /** Whether it has to be applied although it does not change, because other lists may remove sites of it. */
  readonly isShared: boolean
  /** The sites that it would remove, and leaves for other lists that declare them. */
  readonly kept: SiteSet
}

/**
 * Announces in the plan of a list that it stays in its category, and which sites it removes there. Sites of lists that were planned
 * before stay: the apply knows them from the note of this plan or, with hosts that drop it, from the refresh. If another list removes
 * sites of this one and cannot know that they are to stay, this one has to be applied too: it keeps them, or adds them again.
 *
 * @param arrived called once this list has made its announcements
 */
export async function diagnoseStay(
  category: ManagedCategory,
  list: ListThatStays,
  arrived: () => void,
  {
    run,
    object: by,
    diagnostics,
    signal,
    record,
    notedInPlan,
  }: Context & Pick<Memory, 'record' | 'notedInPlan'>,
): Promise<Sharing> {
  const { before, planned, added, removed, isUncertain, removes } = list
  const remembered = sitesInEither(await notedSites(record?.shared), await notedSites(notedInPlan?.staying))
  // Any site of the state may turn out to stay, or to leave.
  const staying = async () => (isUncertain ? sitesInEither(await before(), await planned()) : await planned())
  const leaving = isUncertain && removes ? await before() : removed
  // Both are announced before anything is waited for.
  const leaves = run.shared.leave(category, leaving, { by, isAnnounced: true, remembered })
  const stays = run.shared.stay(category, staying, by)
  arrived()
  await Promise.all([leaves, stays])
  await run.shared.othersArePlanned(category, before, signal)
  const kept = sitesInEither(await run.shared.kept(category, removed, by), sharedBy(removed, remembered))
  // The sites that it adds are sent anyway.
  const lost = await run.shared.lost(category, async () => sitesWithout(await staying(), added), by)
  if (kept.size > 0) diagnostics.raise(sitesShared({ ...sharedSitesIn(category, kept), isLeft: true }))
  if (lost.size > 0) diagnostics.raise(sitesShared({ ...sharedSitesIn(category, lost), isLeft: false }))
  return { isShared: lost.size > 0, kept }
}

/** Records in a refresh, for the apply, which sites of a list other lists declare that are planned by now. */
export async function withShared(
  { category }: ListPlace,
  managed: SiteSet,
  record: ListRecord | undefined,
  { object, run }: Pick<Context, 'object' | 'run'>,
): Promise<ListRecord | undefined> {
  const shared = await run.shared.kept(category, managed, object)
  const all = await run.shared.kept(category, managed)
  if (all.size === 0 && !record?.shared && !record?.copied) return record
  const { shared: _, copied: __, ...rest } = record ?? nothingRecorded
  const [byOthers, byItself] = [await packedForNote(shared), await packedForNote(sitesWithout(all, shared))]
  return { ...rest, ...(byOthers && { shared: byOthers }), ...(byItself && { copied: byItself }) }
}

/** The sites that a deletion removes: neither those that its plan noted as staying, nor those of lists that the apply has planned again. */
export async function removedByDeletion(
  category: ManagedCategory,
  managed: SiteSet,
  { run, signal, noted }: Context & Pick<Memory, 'noted'>,
): Promise<SiteSet> {
  // Lists whose changes begin at the same time make their announcements first.
  await run.exchange.opening(signal)
  const staying = await notedSites(noted?.staying)
  const removed = staying.size > 0 ? sitesWithout(managed, staying) : managed
  // Lists that are applied later add again what they declare.
  const kept = await run.shared.leave(category, removed, { isAnnounced: true })
  return kept.size > 0 ? sitesWithout(removed, kept) : removed
}

/**
 * The sites that an update removes: neither those that its plan or the refresh noted as staying, nor those of lists that the apply has
 * planned again.
 */
export async function removedByUpdate(
  category: NamedCategory,
  leaving: SiteSet,
  { noted, record, run }: Context & Pick<Memory, 'noted' | 'record'>,
): Promise<SiteSet> {
  if (leaving.size === 0) return leaving
  const remembered = sitesInEither(await notedSites(record?.shared), await notedSites(noted?.staying))
  const removed = remembered.size > 0 ? sitesWithout(leaving, remembered) : leaving
  const kept = await run.shared.leave(category, removed, { isAnnounced: true })
  return kept.size > 0 ? sitesWithout(removed, kept) : removed
}

/** So many sites are named one by one. */
const named = 10

function sharedSitesIn({ name }: ManagedCategory, sites: SiteSet) {
  return { category: name, count: sites.size, sites: siteNames(sites, named) }
}

function sharedBy(sites: SiteSet, others: SiteSet): SiteSet {
  return others.size === 0 ? emptyTable : sitesWithout(sites, sitesWithout(sites, others))
}
