import type { NamedCategory } from '../../coordination/shared-sites'
import type { Context } from '../../definitions'
import { sitesShared } from '../../diagnostics/category-changes'
import { emptyTable, namesOf, type SiteSet, sitesInEither, sitesWithout } from '../../sites/table/site-table'

import {
  type ListNote,
  type ListRecord,
  notedSites,
  packedForNote,
  type RemovalNote,
} from './list-private-data'
import type { ManagedCategory } from './managed-category'
import type { PlannedList } from './planned-list'

/**
 * Says in the plan of a destroy which of the sites that it would take out stay, as others declare them, as far as these were planned
 * before. Those that are planned later learn of it.
 *
 * @returns what is to be taken out
 */
export async function diagnoseRemoval(
  category: ManagedCategory,
  removed: SiteSet,
  { run, diagnostics }: Pick<Context, 'run' | 'diagnostics'>,
  note: (note: RemovalNote) => void,
): Promise<SiteSet> {
  // What is destroyed after its replacement was created is planned within the apply: too late for others to be changed for it.
  const isAnnounced = !run.isApplying
  const kept = await run.shared.leave(category, removed, { isAnnounced })
  if (isAnnounced) note({ staying: await packedForNote(kept) })
  if (kept.size > 0) diagnostics.raise(sitesShared({ ...describe(category, kept), isLeft: true }))
  return kept.size > 0 ? sitesWithout(removed, kept) : removed
}

/** What the plan of a list knows that stays in its category, and what of it. */
interface ListThatStays
  extends Pick<PlannedList, 'before' | 'added' | 'leaving' | 'planned' | 'isUncertain'> {
  /** What is to be taken out of the category. */
  readonly removed: SiteSet
  readonly removes: boolean
}

/** What a plan of a list and its private data say of other lists. */
export interface Remembered {
  readonly record?: ListRecord | undefined
  /** The note of the plan that is applied, where the host keeps it. */
  readonly notedInPlan?: ListNote | undefined
}

/** What the other lists of the category mean for one that stays. */
export interface Sharing {
  /** It has to be applied although nothing of it changes, as others may take sites of it out. */
  readonly isShared: boolean
  /** What it would remove, and leaves there for others that declare it. */
  readonly kept: SiteSet
}

/**
 * Says in the plan of a list that it stays in its category, and what it removes there. What another list declares that was planned
 * before stays: the apply gets that from the note of this plan or, with hosts that drop it, from the refresh. Where another list takes
 * sites of this one out and cannot know that they are to stay, this one has to be applied, too: it keeps them there, or puts them back.
 *
 * @param arrived called once this list has announced what it is about
 */
export async function diagnoseStay(
  category: ManagedCategory,
  list: ListThatStays,
  { record, notedInPlan }: Remembered,
  { run, diagnostics, signal }: Pick<Context, 'run' | 'diagnostics' | 'signal'>,
  arrived: () => void = () => {},
): Promise<Sharing> {
  const { before, planned, added, removed, isUncertain, removes } = list
  const by = {}
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
  // What it adds, it sends anyway.
  const lost = await run.shared.lost(category, sitesWithout(await staying(), added), by)
  if (kept.size > 0) diagnostics.raise(sitesShared({ ...describe(category, kept), isLeft: true }))
  if (lost.size > 0) diagnostics.raise(sitesShared({ ...describe(category, lost), isLeft: false }))
  return { isShared: lost.size > 0, kept }
}

/** What a refresh remembers for the apply: the sites of a list that others declare which are planned by now. */
export async function rememberShared(
  category: NamedCategory,
  managed: SiteSet,
  { record, keep, run }: RefreshedList,
): Promise<void> {
  const shared = await packedForNote(await run.shared.kept(category, managed))
  if (!shared && !record?.shared) return
  const { first_added = [], reading } = record ?? {}
  keep({ first_added, reading, ...(shared && { shared }) })
}

interface RefreshedList {
  readonly record: ListRecord | undefined
  readonly run: Context['run']
  keep(record: ListRecord): void
}

/** What a deletion is to take out: not what the plan noted, nor what others declare that were planned again in the apply. */
export async function removedByDeletion(
  category: ManagedCategory,
  managed: SiteSet,
  noted: Partial<RemovalNote> | undefined,
  { run, signal }: Pick<Context, 'run' | 'signal'>,
): Promise<SiteSet> {
  // Those that begin with it are heard first.
  await run.exchange.opening(signal)
  const staying = await notedSites(noted?.staying)
  const removed = staying.size > 0 ? sitesWithout(managed, staying) : managed
  const kept = await run.shared.leave(category, removed, { isAnnounced: noted?.staying !== undefined })
  return kept.size > 0 ? sitesWithout(removed, kept) : removed
}

/** What an update is to take out: not what plan or refresh remember, nor what others declare that were planned again in the apply. */
export async function removedByUpdate(
  category: NamedCategory,
  leaving: SiteSet,
  {
    noted,
    record,
    run,
  }: { noted: ListNote | undefined; record: ListRecord | undefined; run: Context['run'] },
): Promise<SiteSet> {
  if (leaving.size === 0) return leaving
  const remembered = sitesInEither(await notedSites(record?.shared), await notedSites(noted?.staying))
  const removed = remembered.size > 0 ? sitesWithout(leaving, remembered) : leaving
  const kept = await run.shared.leave(category, removed, { isAnnounced: true })
  return kept.size > 0 ? sitesWithout(removed, kept) : removed
}

const named = 10

function describe({ name }: ManagedCategory, sites: SiteSet) {
  return { category: name, count: sites.size, sites: namesOf(sites, named) }
}

function sharedBy(sites: SiteSet, others: SiteSet): SiteSet {
  return others.size === 0 ? emptyTable : sitesWithout(sites, sitesWithout(sites, others))
}
