import {
  listsOverlap,
  sitesContested,
  sitesShared,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { exceptionsOfOtherList } from '@webfilter/appliance-declarations/diagnostics/exceptions'
import { siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import {
  asTable,
  attributeOfList,
  emptyTable,
  type SiteSet,
  sitesAgainst,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
} from '@webfilter/site-lists'
import type { Diagnostics } from '@webfilter/terraform-plugin'
import type { DeclaredSites } from '../../run/contested-sites'
import type { ListInPlan, PlannedRow } from '../../run/lists-planned'
import type { ListPlace } from '../../run/place'
import type { Context } from './context'
import { type ListNote, notedSites, type PlanMemory, packedForNote } from './memory'
import type { PlannedList } from './planned'
import type { ListChange } from './planned-change'

/** What of a category the plan of a list changes: where the state has the list, or where it is created in place of another one. */
export interface SharedPlace extends ListPlace, Pick<PlannedRow, 'stays' | 'declares'> {
  /** What the apply removes there, unless other lists keep it. */
  readonly removed: SiteSet
  /** What it may remove; more than `removed` while an entry is unknown. */
  readonly mayLeave?: SiteSet
  /** What is planned of an object that stays; undefined if an object is deleted, which is destroyed or replaced. */
  readonly change?: Pick<PlannedList, 'before' | 'added'>
  /** Where else the list will be. */
  readonly elsewhere?: PlannedRow | undefined
}

/** What the other lists of a category mean for the plan of one. */
export interface Sharing {
  /** What the apply removes. */
  readonly removed: SiteSet
  /** What the plan notes of that for the apply. */
  readonly note: Pick<ListNote, 'staying'>
  /** Whether the list has to be applied although it does not change, because other lists may remove sites of it. */
  readonly isShared: boolean
}

/**
 * Says in a plan what a list has in its category and removes there, waits for the lists that may have to do with that, and warns of the sites
 * that both are about. Sites of lists that were planned by then stay: the apply knows them from the note of this plan. With hosts that drop
 * notes, an update knows only those of lists that were planned before its refresh. If another list removes sites of one that stays and cannot know
 * that, this one has to be applied too: it keeps them, or adds them again.
 *
 * @param mine the list among those of this run, which arrives here
 */
export async function shareSites(
  mine: ListInPlan,
  { category, list, removed, mayLeave = removed, stays, change, declares, elsewhere }: SharedPlace,
  context: Context & Pick<PlanMemory, 'record'> & Partial<Pick<PlanMemory, 'notedInPlan' | 'areNotesKept'>>,
): Promise<Sharing> {
  const { run, diagnostics, signal } = context
  const remembered = await rememberedOf(change === undefined, context)
  // A deposed list is planned again within the apply, too late for other lists to change, and without the note of its first plan: the apply
  // surely knows only what the refresh has noted.
  const isAnnounced = change !== undefined || !run.changes.haveBegun
  const going = isAnnounced ? { leaves: mayLeave, surelyStays: remembered } : {}
  mine.announce({ category, list, stays, declares, ...going }, ...(elsewhere ? [elsewhere] : []))
  const unplanned = change ? await mine.othersArePlanned(category, change.before, signal) : emptyTable
  if (!change && removed.size > 0 && isAnnounced) await mine.allArePlanned(signal)

  const kept = await mine.kept(category, removed)
  const recalled = sitesWithout(sitesInBoth(removed, remembered), kept)
  // The sites that it adds are sent anyway.
  const own = async () => (change && stays ? sitesWithout(await stays(), change.added) : emptyTable)
  const leaving = unplanned.size > 0 ? sitesInBoth(await own(), unplanned) : emptyTable
  const lost = sitesInEither(await mine.lost(category, own), leaving)
  // A second list may give up the same sites, without knowing of one that declares them.
  const mayGo = await mine.surelyLost(category, sitesInEither(kept, recalled))
  const fates = [
    [sitesWithout(kept, mayGo), 'left'],
    [sitesWithout(recalled, mayGo), 'recalled'],
    [sitesInEither(lost, sitesInBoth(kept, mayGo)), 'restored'],
  ] as const
  for (const [sites, fate] of fates) {
    if (sites.size > 0) {
      const shared = { category: category.name, count: sites.size, sites: siteNames(sites) }
      diagnostics.raise(sitesShared({ ...shared, fate }))
    }
  }
  const staying = sitesInEither(kept, recalled)
  return {
    removed: sitesWithout(removed, staying),
    note: { staying: await packedForNote(staying) },
    isShared: lost.size > 0,
  }
}

/** What earlier calls have noted of the sites that other lists declare. A record may be of an earlier refresh, and outlive the other list. */
async function rememberedOf(
  isDeletion: boolean,
  { record, notedInPlan, areNotesKept }: Parameters<typeof shareSites>[2],
): Promise<SiteSet> {
  if (isDeletion) return sitesInEither(await notedSites(record?.shared), await notedSites(record?.copied))
  return await notedSites(areNotesKept ? notedInPlan?.staying : record?.shared)
}

/**
 * Refuses sites that another category declares too, while one of the two takes them from the other. The second one that is planned does
 * so, also if it has no change: after a saved plan that could not know it, the next plan must not add them again.
 */
export async function refuseContested(
  mine: ListInPlan,
  declares: DeclaredSites,
  { attributes }: ListChange,
  { diagnostics }: Context,
): Promise<void> {
  const path = [attributeOfList(attributes)]
  for (const { taker, other, sites } of await mine.contests(declares)) {
    const names = siteNames(sites)
    diagnostics.raise(sitesContested({ taker, other, count: sites.size, sites: names }), path)
  }
}

/** Warns of sites that two lists of one category contain, and of those that one declares and the other leaves out. */
export async function diagnoseOverlaps(mine: ListInPlan, { diagnostics }: Context): Promise<void> {
  for (const [own, other] of mine.beside()) {
    const sites = await own.sites()
    const shared = sitesInBoth(sites, await other.sites())
    if (shared.size > 0) {
      const lists = { category: own.owner.category, one: other.owner.list, other: own.owner.list }
      diagnostics.raise(listsOverlap({ ...lists, sites: siteNames(shared) }))
    }
    await diagnoseExceptionsOfOther(own, other, diagnostics)
    await diagnoseExceptionsOfOther(other, own, diagnostics)
  }
}

/** Warns if another list of the category contains what the exceptions of a list leave out of it. */
async function diagnoseExceptionsOfOther(
  { owner, exceptions }: DeclaredSites,
  other: DeclaredSites,
  diagnostics: Diagnostics,
): Promise<void> {
  if (!exceptions) return
  const sites = sitesAgainst(await exceptions(), asTable(await other.sites()))
  if (sites.size === 0) return
  const lists = { category: owner.category, list: owner.list, other: other.owner.list }
  diagnostics.raise(exceptionsOfOtherList({ ...lists, count: sites.size, sites: siteNames(sites) }))
}
