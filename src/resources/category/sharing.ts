import { sitesContested, sitesShared } from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import {
  attributeOfList,
  type SiteSet,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
} from '@webfilter/site-lists'
import type { Context } from '../../definitions'
import type { ListInPlan } from '../../run/lists'
import type { ListOwner, NamedCategory } from '../../run/place'
import type { ListChange, PlannedList } from './planned'
import { type Memory, notedSites, packedForNote, type RemovalNote } from './stored'

/**
 * Refuses sites that another category declares too, while one of the two takes them from the other. The second one that is planned does
 * so, also if it has no change: after a saved plan that could not know it, the next plan must not add them again.
 */
export async function refuseContested(
  mine: ListInPlan,
  owner: ListOwner,
  { planned, onConflict, attributes }: ListChange,
  { diagnostics }: Context,
): Promise<void> {
  const declared = { owner, takes: onConflict === 'move', sites: planned }
  const path = [attributeOfList(attributes)]
  for (const { taker, other, sites } of await mine.contests(declared)) {
    const names = siteNames(sites)
    diagnostics.raise(sitesContested({ taker, other, count: sites.size, sites: names }), path)
  }
}

/**
 * Warns in the plan of a destroy of the sites that stay because other lists declare them, as far as those are planned or were read by now.
 * Lists that are planned later see what is announced here.
 *
 * @param mine the list among those of this run, which arrives here
 * @returns the sites to remove, and what the plan is to note
 */
export async function diagnoseRemoval(
  category: NamedCategory,
  removed: SiteSet,
  mine: ListInPlan,
  { run, diagnostics, signal, record }: Context & Pick<Memory, 'record'>,
): Promise<RemovalNote & { readonly removed: SiteSet }> {
  // A deposed list is planned again within the apply, too late for other lists to change, and without the note of its first plan: the apply
  // surely knows only what the refresh has noted.
  const isAnnounced = !run.changes.haveBegun
  const remembered = sitesInEither(await notedSites(record?.shared), await notedSites(record?.copied))
  if (isAnnounced) mine.gives(category, removed, remembered)
  mine.arrives()
  if (removed.size > 0 && isAnnounced) await mine.allArePlanned(signal)
  const kept = await keptBeside(mine, category, { removed, remembered }, diagnostics)
  return { removed: sitesWithout(removed, kept), staying: await packedForNote(kept) }
}

/** The sites that a list would remove, and leaves for other lists that declare them, or did so when the list was last read. */
async function keptBeside(
  mine: ListInPlan,
  category: NamedCategory,
  { removed, remembered }: { readonly removed: SiteSet; readonly remembered: SiteSet },
  diagnostics: Context['diagnostics'],
): Promise<SiteSet> {
  const planned = await mine.kept(category, removed)
  const recalled = sitesWithout(sitesInBoth(removed, remembered), planned)
  if (planned.size > 0) diagnostics.raise(sitesShared({ ...sharedSitesIn(category, planned), fate: 'left' }))
  if (recalled.size > 0)
    diagnostics.raise(sitesShared({ ...sharedSitesIn(category, recalled), fate: 'recalled' }))
  return sitesInEither(planned, recalled)
}

/** What is planned for a list that stays in its category. */
interface ListThatStays
  extends Pick<PlannedList, 'before' | 'added' | 'planned' | 'isUncertain'>,
    Pick<ListChange, 'removed' | 'onRemove'> {}

/** What the other lists of the category mean for one that stays. */
interface Sharing {
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
 * @param mine the list among those of this run, which arrives here
 */
export async function diagnoseStay(
  category: NamedCategory,
  list: ListThatStays,
  mine: ListInPlan,
  {
    diagnostics,
    signal,
    record,
    notedInPlan,
    areNotesKept,
  }: Context & Pick<Memory, 'record' | 'notedInPlan' | 'areNotesKept'>,
): Promise<Sharing> {
  const { before, planned, added, removed, isUncertain, onRemove } = list
  // A record may be of an earlier refresh, and outlive the other list.
  const remembered = await notedSites(areNotesKept ? notedInPlan?.staying : record?.shared)
  // Any site of the state may turn out to stay, or to leave.
  const staying = async () => (isUncertain ? sitesInEither(await before(), await planned()) : await planned())
  const leaving = isUncertain && onRemove !== 'keep' ? await before() : removed
  // Both are said before anything is waited for.
  mine.gives(category, leaving, remembered)
  mine.keeps(category, staying)
  mine.arrives()
  await mine.othersArePlanned(category, before, signal)
  const kept = await keptBeside(mine, category, { removed, remembered }, diagnostics)
  // The sites that it adds are sent anyway.
  const lost = await mine.lost(category, async () => sitesWithout(await staying(), added))
  if (lost.size > 0) diagnostics.raise(sitesShared({ ...sharedSitesIn(category, lost), fate: 'restored' }))
  return { isShared: lost.size > 0, kept }
}

function sharedSitesIn({ name }: NamedCategory, sites: SiteSet) {
  return { category: name, count: sites.size, sites: siteNames(sites) }
}
