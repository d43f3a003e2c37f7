import { containsUnknown, isUnknown, ProviderError } from '@webfilter/terraform-plugin'
import { exceptionsBesideSites } from '../../diagnostics/exceptions'
import { sitesFileUnknown } from '../../diagnostics/site-files'
import { attributeOfList, type ListFiles, namesOfFiles, noFiles } from '../../sites/files/several-files'
import { SiteFiles } from '../../sites/files/site-files'
import { emptyTable, type SiteSet, sitesWithout } from '../../sites/table/site-table'
import {
  knownTexts,
  refuseDeletedSites,
  sitesOf,
  warnOfNeverActive,
  warnOfPublicSuffixes,
} from './declared-list'
import { openExceptions, pathOfExceptions } from './exceptions'
import {
  type Before,
  type ChangedList,
  type ConfiguredList,
  deletedFrom,
  type ListInPlan,
  type PlannedList,
  type Planning,
  type PriorList,
} from './list-in-plan'
import { listOfFiles } from './list-of-files'
import { managedSites, noPackedList, refuseWithoutList } from './list-state'

/**
 * Plans a list: a pure function of prior state, configuration, the bytes of the file, the generation that stores the sites, and the table
 * of the category.
 * @throws {ProviderError} if the file cannot be read, is not known yet, has no site, or is most likely no list
 * @throws the reason of the signal, by which reading the file ends
 */
export async function planList(
  configured: ConfiguredList,
  prior: PriorList | null,
  planning: Planning,
): Promise<PlannedList> {
  if (prior) refuseWithoutList(prior)
  const listFiles = knownFiles(configured)
  const before = readOnce(prior)
  const { files = new SiteFiles(), signal } = planning
  const exceptions = await openExceptions(configured, { files, signal })
  const list = { prior, before, exceptions }
  const changed =
    namesOfFiles(listFiles) === null
      ? await inlineList(configured, list, planning)
      : await listOfFiles({ ...configured, ...listFiles }, list, { ...planning, files })
  const attribute = attributeOfList(listFiles)
  warnOfNeverActive(changed.added, attribute, planning.diagnostics)
  await warnOfPublicSuffixes(changed.added, attribute, planning)
  return { before, exceptions, ...changed }
}

function readOnce(prior: PriorList | null): Before {
  let read: Promise<SiteSet> | undefined
  return async () => {
    read ??= prior ? managedSites(prior) : Promise.resolve(emptyTable)
    return await read
  }
}

/**
 * The files of a list, all of whose names are known.
 * @throws {ProviderError} if one is not known yet
 */
function knownFiles({ sites_file, sites_files }: ConfiguredList): ListFiles {
  if (isUnknown(sites_file)) throw new ProviderError(sitesFileUnknown(), { path: ['sites_file'] })
  if (containsUnknown(sites_files)) throw new ProviderError(sitesFileUnknown(), { path: ['sites_files'] })
  return { sites_file, sites_files: sites_files === null ? null : knownTexts(sites_files) }
}

async function inlineList(
  { sites }: ConfiguredList,
  { before, exceptions }: ListInPlan,
  planning: Planning,
): Promise<ChangedList> {
  if (exceptions) {
    const [attribute] = pathOfExceptions(exceptions)
    throw new ProviderError(exceptionsBesideSites({ attribute: String(attribute) }), {
      path: [String(attribute)],
    })
  }
  const planned = new Set(sitesOf(sites))
  const isUncertain = containsUnknown(sites)
  const deleted = await deletedFrom(planned, planning)
  // While the category is not known, its apply refuses them, which plans again.
  if (deleted !== 'not known') refuseDeletedSites(deleted, planning.diagnostics)
  const managed = await before()
  return {
    attributes: { ...noFiles, ...noPackedList },
    added: sitesWithout(planned, managed),
    leaving: isUncertain ? emptyTable : sitesWithout(managed, planned),
    planned: async () => planned,
    isUncertain,
  }
}
