import { openExceptions, sitesOf } from '@webfilter/appliance-declarations/declared-list'
import { simplifyName } from '@webfilter/appliance-names'
import {
  digestOf,
  emptyTable,
  FewSites,
  type FileNames,
  filesNamed,
  openList,
  readingParts,
  type SiteSet,
  sitesWithout,
} from '@webfilter/site-lists'
import type { Context } from '../../definitions'
import type { ListPlace } from '../../run/place'
import { checkRemovals } from './difference'
import type { ListNote, NotedExceptions, PlannedFile } from './memory'
import { notedExceptions, refuseChangedExceptions, refuseChangedFile } from './planned-change'
import { takenOf } from './taken'

/**
 * The sites that the successor of a list declares in the same category, also as a list of another name: the deletion leaves them there. Empty if
 * the plan knew of none. Refuses the deletion if they are too few. The plan compares both only if a refresh in the same process has read the old
 * one.
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
  const staysThere =
    list === null ? simplifyName(place) === simplifyName(category.name) : place.startsWith(`${category.id}/`)
  if (!staysThere || (sites === null && !file)) return emptyTable
  const wanted = file ? await sitesOfPlannedFile(file, note, context) : new FewSites(sitesOf(sites))
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
