import { containsUnknown, isUnknown, ProviderError, unknown } from '@webfilter/terraform-plugin'
import { sitesFileUnknown } from '../../diagnostics/site-files'
import { withoutExceptions } from '../../sites/exceptions'
import { attributeOfList, type ListFiles, namesOfFiles, noFiles } from '../../sites/files/several-files'
import { readingOf, SiteFiles } from '../../sites/files/site-files'
import { haveSameSites } from '../../sites/spelling'
import { emptyTable, type SiteSet, sitesWithout, tableOf } from '../../sites/table/site-table'
import {
  knownTexts,
  refuseDeletedSites,
  sitesOf,
  warnOfNeverActive,
  warnOfPublicSuffixes,
} from './declared-list'
import { diagnoseExceptions, openExceptions, pathOfExceptions, splitByExceptions } from './exceptions'
import {
  type Before,
  type ChangedList,
  type ConfiguredList,
  deletedFrom,
  exceptionsKey,
  type ListInPlan,
  listWithUnknownExceptions,
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
  configured: ConfiguredList,
  { prior, before, exceptions }: ListInPlan,
  planning: Planning,
): Promise<ChangedList> {
  const { sites } = configured
  const listed = sitesOf(sites)
  const isUncertain = containsUnknown(sites)
  const isExcepted = exceptions && withoutExceptions(tableOf(listed), await exceptions.table())
  const { managed: planned, excepted } = splitByExceptions(listed, isExcepted)
  if (exceptions?.isUncertain) return await listWithUnknownExceptions(planned, noFiles, before)
  const deleted = await deletedFrom(planned, planning)
  // While the category is not known, its apply refuses them, which plans again.
  if (deleted !== 'not known') refuseDeletedSites(deleted, planning.diagnostics)
  const reading = exceptions && readingOf('all', undefined, exceptionsKey(configured, exceptions))
  const isDiagnosed = prior?.reading === reading && haveSameSites(prior?.sites ?? [], knownTexts(sites))
  if (isExcepted && !isUncertain && !isDiagnosed) {
    const { on_covered_exception } = configured
    const left = { exceptions: await exceptions.table(), excepted: isExcepted, list: isExcepted.table }
    diagnoseExceptions(left, pathOfExceptions(exceptions), on_covered_exception, planning.diagnostics)
  }
  const managed = await before()
  const added = sitesWithout(planned, managed)
  const leaving = isUncertain ? emptyTable : sitesWithout(managed, planned)
  const known = excepted.length > 0 ? excepted : null
  return {
    attributes: {
      ...noFiles,
      ...noPackedList,
      excepted_sites: isUncertain && exceptions ? unknown : known,
    },
    added,
    leaving,
    planned: async () => planned,
    isUncertain,
    ...(reading !== undefined && { reading }),
  }
}
