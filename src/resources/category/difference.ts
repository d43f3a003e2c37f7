import { type DeclaredList, namedKinds, type OnRemove } from '@webfilter/appliance-declarations/declared-list'
import {
  listNotKnown,
  removalLimitExceeded,
  removalNearLimit,
  sitesReadOtherwise,
  sitesReadOtherwiseRefused,
  sitesRemoved,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { sitesFileChanged, sitesFileEmptied } from '@webfilter/appliance-declarations/diagnostics/site-files'
import { siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import { type InheritedLimit, isNearLimit, limitOf, mostRemovals } from '@webfilter/appliance-names/settings'
import {
  attributeOfFiles,
  attributeOfList,
  emptyTable,
  type FileNames,
  namesOfFiles,
  sitesWithout,
} from '@webfilter/site-lists'
import { containsUnknown, isUnknown, ProviderError, type Unknown } from '@webfilter/terraform-plugin'
import type { Successor } from '../../run/lists-planned'
import type { StoredContent } from '../../run/lists-read'
import type { PlanContext } from './context'
import type { PlannedList } from './planned'
import type { ListChange } from './planned-change'
import { removedByDestroy, type StoredList } from './stored'

/** A change of a list, as far as it is known. */
export interface Difference {
  /** Name of the category. */
  readonly category: string
  readonly list: Successor['list'] &
    Pick<PlannedList, 'before' | 'added' | 'leaving'> &
    Partial<Pick<PlannedList, 'readOtherwise'>>
  readonly on_remove: OnRemove | Unknown
  readonly compile: boolean | Unknown
  readonly removal_limit: string | Unknown | null
  /** The state has no list yet, as after an import. */
  readonly isFirst?: boolean
}

/**
 * Warns of the change of a list from a file, which Terraform does not print, and of the sites that a replacement removes. Refuses a
 * change that removes more sites than the limit allows. What is not known yet is decided in the apply, which plans again.
 *
 * @param stays whether the list stays where the state has it; if not, its resource is to be replaced, and what the state has goes with it
 * @throws {ProviderError} if it removes more sites than the limit allows
 */
export async function diagnoseDifference(
  difference: Difference,
  stored: StoredList,
  stays: boolean,
  context: PlanContext,
): Promise<void> {
  if (stays) return await diagnoseChange(difference, namesOfFiles(stored), context)
  const { category, list } = difference
  const removed = await removedByDestroy(stored, list.before)
  if (removed.size === 0) return
  // With another type or an unknown category, the new list can turn out to be in the same category.
  const again = removed.size - sitesWithout(removed, await list.planned()).size
  const sites = siteNames(removed)
  context.diagnostics.raise(sitesRemoved({ category, count: removed.size, sites, by: 'replacement', again }))
}

/**
 * Warns of what a list that is to be created removes of the one whose place it takes, and refuses it if that is too much: for the
 * category, both together are the change of one list.
 *
 * @throws {ProviderError} if it removes more sites than the limit allows
 */
export async function diagnoseSuccession(
  { list, ...difference }: Successor,
  { removed: before, files }: StoredContent,
  context: PlanContext,
): Promise<void> {
  if (list.isUncertain || before.size === 0) return
  const planned = await list.planned()
  const [added, leaving] = [sitesWithout(planned, before), sitesWithout(before, planned)]
  const change = { ...list, before: async () => before, added, leaving }
  await diagnoseChange({ ...difference, list: change, on_remove: 'remove' }, files, context)
}

async function diagnoseChange(
  difference: Difference,
  before: FileNames | null,
  context: PlanContext,
): Promise<void> {
  const { category, list } = difference
  await checkReading(difference, before, context)
  await checkRemovals(difference, before, context)
  const names = namesOfFiles(list.attributes)
  const path = names ?? before
  if (path === null || list.added.size + list.leaving.size === 0) return
  if (names !== null && list.leaving.size > 0 && (await list.planned()).size === 0) {
    return await warnOfEmptying(path, difference, context)
  }
  const { added, leaving } = list
  context.diagnostics.raise(
    sitesFileChanged({
      path,
      category,
      count: list.count,
      isTakenOut: isUnknown(difference.on_remove) ? undefined : difference.on_remove === 'remove',
      isFirst: difference.isFirst ?? false,
      added: { count: added.size, sites: siteNames(added) },
      leaving: { count: leaving.size, sites: siteNames(leaving) },
    }),
    [attributeOfFiles(path)],
  )
}

/**
 * Warns of sites that leave a list because its file is read otherwise than by the release that applied it. Refuses more than a tenth of the
 * list, although nobody has changed the file, unless a limit is set by which more may be removed.
 *
 * @throws {ProviderError}
 */
async function checkReading(
  { category, list, on_remove, removal_limit: own }: Difference,
  before: FileNames | null,
  { removalLimit: inherited, diagnostics }: PlanContext,
): Promise<void> {
  const { readOtherwise } = list
  const path = namesOfFiles(list.attributes) ?? before
  if (!readOtherwise || path === null) return
  const managed = (await list.before()).size
  const count = readOtherwise.sites.size
  const kinds = namedKinds(readOtherwise)
  const read = { path, category, count, kinds, sites: siteNames(readOtherwise.sites), managed }
  const limit = isUnknown(own)
    ? 'not known'
    : limitOf({ own, inherited: inherited ?? noLimit, isOfFile: false, managed })
  if (limit === undefined && count > mostRemovals({ most: 10, unit: 'percent' }, managed)) {
    throw new ProviderError(sitesReadOtherwiseRefused(read), { path: [attributeOfFiles(path)] })
  }
  const isTakenOut = on_remove !== 'keep'
  diagnostics.raise(sitesReadOtherwise({ ...read, isTakenOut }), [attributeOfFiles(path)])
}

async function warnOfEmptying(
  path: FileNames,
  { category, list: { leaving, count }, on_remove, compile }: Difference,
  { appliance, diagnostics, signal }: PlanContext,
): Promise<void> {
  const sites = siteNames(leaving)
  const staysActive = await whatStaysActive()
  const emptied = { path, category, leaving: leaving.size, sites, count }
  diagnostics.raise(sitesFileEmptied({ ...emptied, staysActive }), [attributeOfFiles(path)])

  async function whatStaysActive() {
    if (on_remove === 'keep') return 'kept'
    if (compile === false) return 'not compiled'
    return (await appliance?.categories.generation(signal)) ?? 'unknown'
  }
}

/**
 * Refuses a removal beyond the limit, and warns of one that is near it.
 * @param files those that the list came from before; null for none
 * @throws {ProviderError}
 */
export async function checkRemovals(
  difference: Pick<Difference, 'category' | 'on_remove' | 'removal_limit'> & {
    readonly list: Pick<Difference['list'], 'before' | 'leaving' | 'attributes'>
  },
  files: FileNames | null,
  { removalLimit: inherited, diagnostics }: Pick<PlanContext, 'removalLimit' | 'diagnostics'>,
): Promise<void> {
  const { category, list, on_remove, removal_limit: own } = difference
  const { leaving } = list
  if (on_remove !== 'remove' || leaving.size === 0 || isUnknown(own)) return
  if (own === null && inherited === undefined) return
  const managed = (await list.before()).size
  const isOfFile = namesOfFiles(list.attributes) !== null || files !== null
  const limit = limitOf({ own, inherited: inherited ?? noLimit, isOfFile, managed })
  if (limit === undefined) return
  const most = mostRemovals(limit, managed)
  const removals = { category, removed: leaving.size, managed, most, limit: limit.text, origin: limit.origin }
  const path = [attributeOfList(list.attributes)]
  if (leaving.size > most) {
    const sites = siteNames(leaving)
    throw new ProviderError(removalLimitExceeded({ ...removals, sites }), { path })
  }
  if (isNearLimit(leaving.size, most, managed)) diagnostics.raise(removalNearLimit(removals), path)
}

const noLimit: InheritedLimit = { text: null, variable: undefined }

/**
 * Warns of what may become of sites while the values are not known that decide it. The apply plans again with them, and does what they say.
 * @param holders which other categories contain which of the added sites; undefined for none
 */
export async function warnOfUnknown(
  { sites, exceptions, exceptions_file, list_exceptions, on_conflict, on_remove }: DeclaredList,
  { added, leaving, before, isUncertain }: ListChange,
  holders: string | undefined,
  { diagnostics }: PlanContext,
): Promise<void> {
  const content = { sites, exceptions, exceptions_file, list_exceptions }
  const ofContent = Object.entries(content).flatMap(([name, value]) => (containsUnknown(value) ? [name] : []))
  const mayMove =
    on_conflict !== 'keep' && (ofContent.length > 0 || (isUnknown(on_conflict) && added.size > 0))
  const may =
    isUncertain && on_remove !== 'keep' ? await before() : isUnknown(on_remove) ? leaving : emptyTable
  const unknowns = [
    ...ofContent,
    ...(isUnknown(on_conflict) && mayMove ? ['on_conflict'] : []),
    ...(isUnknown(on_remove) && may.size > 0 ? ['on_remove'] : []),
  ]
  if (unknowns.length === 0 || !(mayMove || may.size > 0)) return
  diagnostics.raise(
    listNotKnown({
      attributes: unknowns,
      leaving: { count: may.size, sites: siteNames(may) },
      mayTake: mayMove && on_conflict !== 'fail',
      mayBeRefused: mayMove && on_conflict !== 'move',
      holders,
    }),
    [unknowns[0] ?? 'sites'],
  )
}
