import { openExceptions, sitesOf } from '@webfilter/appliance-declarations/declared-list'
import { leavingSites } from '@webfilter/appliance-declarations/list-outcome'
import { simplifyName } from '@webfilter/appliance-names'
import {
  digestOf,
  emptyTable,
  FewSites,
  type FileNames,
  filesNamed,
  firstBeside,
  namesOfFiles,
  openList,
  readingParts,
  type SiteSet,
  sitesInEither,
  sitesWithout,
  verificationMode,
  verifyOf,
} from '@webfilter/site-lists'
import { IncompleteChange } from '@webfilter/terraform-plugin'
import type { ListInChange } from '../../run/lists-changed'
import type { ListPlace } from '../../run/place'
import { isUnseen, leavingWith, notTakenOver, ownerOf, siteOfOthers } from './apply'
import { changeCategory } from './category-change'
import type { Context } from './context'
import { checkRemovals } from './difference'
import { type Account, keepOfFailure, nothingDone, remaining, removablePlaceholders } from './left-behind'
import { findManaged } from './look'
import type { ChangeMemory, ListNote, NotedExceptions, PlannedFile } from './memory'
import { notedExceptions, refuseChangedExceptions, refuseChangedFile } from './planned-change'
import { listHolding, managedSites, type StoredList } from './stored'
import { takenOf } from './taken'

/**
 * Removes the sites of a list from its category if its destroy does so, except those that another resource declares there.
 *
 * @param context `noted` is the note of the plan of the destroy, or of the plan of what is created in its place
 * @throws {IncompleteChange} with the state and what is left of the list, if it fails on the way
 */
export async function deleteList(
  place: ListPlace,
  state: StoredList,
  context: Context & ChangeMemory,
): Promise<void> {
  const { run, signal } = context
  const mine = run.lists.change(ownerOf(place), undefined)
  if (leavingSites({ fate: 'destroyed', on_destroy: state.on_destroy }) === 'removed') {
    const work = () => removeList(mine, place, state, context)
    await run.changes.turn('category', place.category.name, signal, work)
  } else mine.releases(place.category, () => managedSites(state), true)
  mine.ends(place.category)
}

async function removeList(
  mine: ListInChange,
  place: ListPlace,
  state: StoredList,
  context: Context & ChangeMemory,
): Promise<void> {
  const { run, object, noted, record, keep } = context
  const owner = ownerOf(place)
  const managed = await managedSites(state)
  const again = await sitesOfSuccessor(place, { managed, files: namesOfFiles(state) }, noted ?? {}, context)
  // If the resource was replaced, or another one took its place, its sites may still be declared.
  const leaving = await leavingWith(mine, place.category, sitesWithout(managed, again), context)
  const leave = mine.declaredByNone(leaving)
  const placeholders = await removablePlaceholders(context)
  const remove = sitesInEither(leave, placeholders)
  const compile = (state.compile || mine.isSucceededWithCompile) && (remove.size > 0 || !state.compiled)
  const removal = { place, state, mine, managed, again, leave }
  const isNothing = remove.size === 0 && !compile
  // What stays is declared by others, which may not be created yet: if the appliance cannot be asked, or is another one, the state keeps it.
  if (isNothing && managed.size === 0) return
  const managing = await findManaged(place.category, managed, context).catch(async (failure: unknown) => {
    throw await unfinished(removal, nothingDone, failure)
  })
  const found = managing?.category
  // With the category, the list is gone.
  if (!found) return
  const compiled = compile || (state.compiled && remove.size === 0)
  if (isNothing) return await handOver(removal, compiled)
  run.changes.mayGiveUp({ category: found.id, list: owner.list, sites: leave })
  // What other changes have taken out does not stay, either: a compile that named it would add it again.
  const absent = sitesInEither(remove, mine.gone(place.category, managed))
  const change = {
    name: owner.category,
    list: owner.list,
    add: emptyTable,
    remove,
    placeholders,
    deletion: object.deletion === 'destroy' ? 'destroy' : 'replacement',
    looksUp: verificationMode(verifyOf(state.verify, context.verify), managed.size),
    siteThatStays: firstBeside(absent, managed) ?? siteOfOthers(mine, found, context),
    onConflict: 'keep',
    compile,
    pending: !state.compiled || placeholders.size > 0 || isUnseen(state, context),
  } as const
  const outcome = await changeCategory(found, change, context)
  if (!outcome.failure) return await handOver(removal, compiled)
  await keepOfFailure(record, outcome, found, keep)
  throw await unfinished(removal, outcome, outcome.failure)
}

/** The deletion of a list whose sites leave with it. */
interface ListRemoval {
  readonly place: ListPlace
  readonly state: StoredList
  readonly mine: ListInChange
  readonly managed: SiteSet
  /** What its successor declares. */
  readonly again: SiteSet
  /** What leaves the category. */
  readonly leave: SiteSet
}

/** What stays is left to others, unless one of them was not created. */
async function handOver(
  { place, state, mine, managed, leave }: ListRemoval,
  compiled: boolean,
): Promise<void> {
  const left = sitesWithout(managed, leave)
  mine.releases(place.category, () => left)
  const failed = await mine.declaredByFailed(place.category, left)
  if (failed.size === 0) return
  mine.fails()
  const kept = { ...state, ...(await listHolding(failed, state)), compiled }
  throw new IncompleteChange(kept, notTakenOver(place, failed))
}

/** The state without the sites that others declare by now: the next destroy leaves them. What takes the place of the list is not created. */
async function unfinished(
  { place, state, mine, managed, again }: ListRemoval,
  outcome: Account['outcome'],
  failure: unknown,
): Promise<IncompleteChange> {
  mine.fails()
  // Sites that only a plan declares stay in the state: the change of that list may never begin.
  const takenOver = sitesWithout(sitesWithout(managed, again), mine.declaredByNone(managed))
  mine.releases(place.category, () => takenOver)
  const left = remaining({ before: managed, takenOver, lost: emptyTable, found: emptyTable, outcome })
  const compiled = state.compiled && outcome.removed.size + outcome.unsure.size === 0
  return new IncompleteChange({ ...state, ...(await listHolding(left, state)), compiled }, failure)
}

/**
 * The sites that the successor of a list declares in the same category, also as a list of another name: the deletion leaves them there. Empty if
 * the plan knew of none. Refuses the deletion if the successor has the same name and they are too few. The plan compares both only if a refresh in
 * the same process has read the old one.
 *
 * @param managed what the deletion removes if nothing else declares it
 * @throws {ProviderError} if it removes more sites than the limit allows, or if the file is not the planned one any more
 */
export async function sitesOfSuccessor(
  { category, list }: ListPlace,
  { managed, files }: { readonly managed: SiteSet; readonly files: FileNames | null },
  { successor, ...note }: ListNote,
  context: Context,
): Promise<SiteSet> {
  if (!successor) return emptyTable
  const { place, removal_limit, sites } = successor
  const { file } = note
  const isSameList =
    list === null ? simplifyName(place) === simplifyName(category.name) : place === `${category.id}/${list}`
  const staysThere = isSameList || (list !== null && place.startsWith(`${category.id}/`))
  if (!staysThere || (sites === null && !file)) return emptyTable
  const wanted = file ? await sitesOfPlannedFile(file, note, context) : new FewSites(sitesOf(sites))
  if (!isSameList) return wanted
  const change = {
    before: async () => managed,
    leaving: sitesWithout(managed, wanted),
    attributes: filesNamed(file?.path),
  }
  const removal = { category: category.name, list: change, on_remove: 'remove', removal_limit } as const
  await checkRemovals(removal, files, context)
  return wanted
}

async function sitesOfPlannedFile(
  planned: PlannedFile,
  { reading, exceptions: noted }: ListNote,
  { siteFiles, signal }: Context,
): Promise<SiteSet> {
  const exceptions = noted && (await openNoted(noted, { files: siteFiles, signal }))
  const file = await openList(planned.path, siteFiles, signal)
  const content = await file.read(planned.digest, signal, {
    exceptions: await exceptions?.table(),
    exceptionLines: noted?.areTaken ? 'take' : 'skip',
  })
  const { taken = 'all', table } = readingParts(reading) ?? {}
  const sites = takenOf(content, taken, table)
  const { digest: bytes } = file
  const now = {
    path: planned.path,
    bytes,
    digest: digestOf(sites),
    count: sites.size,
    file_digest: bytes,
  }
  refuseChangedFile(planned, now)
  return sites
}

async function openNoted(noted: NotedExceptions, reading: Parameters<typeof openExceptions>[1]) {
  const configured = { exceptions: noted.entries, exceptions_file: noted.file?.path ?? null }
  const exceptions = await openExceptions(configured, reading)
  const now = await notedExceptions(exceptions, null)
  if (now) refuseChangedExceptions(noted, now)
  return exceptions
}
