import { cutByAutonomousService } from '../../appliance/categories/autonomous-spelling'
import type { CategoryApi } from '../../appliance/settings'
import { sitesFileUnknown } from '../../diagnostics/entries/site-files'
import { digestOf } from '../../sites/packed-sites'
import { type SiteSet, sitesWithout } from '../../sites/site-set'
import { asTable, emptyTable, type SiteTable } from '../../sites/site-table'
import { minus, union } from '../../sites/table-algebra'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { ProviderError } from '../../terraform/provider/failures'
import { containsUnknown, isUnknown, type Unknown, unknown } from '../../terraform/values/unknown'
import { type DeclaredSites, sitesOf } from './declared-sites'
import { type ManagedList, managedSites, noPackedList, type PackedList, packedList } from './managed-list'
import { openSiteFile, sitesOfFile } from './site-file'
import { reportCutSites, reportInvalidLines } from './site-file-reports'

/** What a configuration says of a list. */
export interface ConfiguredList {
  readonly sites: DeclaredSites
  readonly sites_file: string | Unknown | null
  readonly on_invalid_line: 'skip' | 'fail' | Unknown
}

/** What a state holds of it. */
type PriorList = ManagedList & { readonly on_invalid_line: string }

/** What becomes of a list, as far as a plan knows it. */
export interface PlannedList {
  readonly attributes: { readonly [K in keyof PackedList]: PackedList[K] | Unknown } & {
    readonly sites_file: string | null
  }
  readonly added: SiteSet
  /** What leaves the list; empty while an entry is unknown, as any prior site may turn out to stay. */
  readonly leaving: SiteSet
  /** All that will be managed, those that are unknown left out. */
  readonly planned: () => Promise<SiteSet>
  /** How many sites will be managed, those that are unknown left out. */
  readonly size: number
  /** An entry is not known yet, or whether it is taken. */
  readonly isUncertain: boolean
}

/**
 * Plans a list: a pure function of prior state, configuration and the bytes of the file.
 * @param api which category routes the provider's configuration names; undefined while that is not known
 * @throws {ProviderError} where the file cannot be read, or is not known yet
 */
export async function planList(
  configured: ConfiguredList,
  prior: PriorList | null,
  api: CategoryApi | undefined,
  diagnostics: Diagnostics,
): Promise<PlannedList> {
  const { sites_file } = configured
  if (isUnknown(sites_file)) throw new ProviderError(sitesFileUnknown(), { path: ['sites_file'] })
  if (sites_file === null) return inlineList(configured.sites, prior)
  if (api === undefined) return listForAnyApi({ ...configured, sites_file }, prior, diagnostics)

  const file = await openSiteFile(sites_file, api === 'older' ? 'any site' : 'uncut sites')
  const isRead = prior?.file_digest === file.digest && prior.on_invalid_line === configured.on_invalid_line
  if (prior && isRead) return unchangedList(prior)

  const list = sitesOfFile(file)
  reportInvalidLines(file, list.invalid, configured.on_invalid_line, diagnostics)
  reportCutSites(file, list.cut, configured.on_invalid_line, diagnostics)
  const digest = digestOf(list.table)
  if (prior?.sites_digest === digest) return sameSites(prior, configured, file.digest)

  const named = plannedPath(sites_file, union(list.table, asTable(list.cut)), prior)
  const packed = await packedList(list.table, file.digest)
  return await changedList(list.table, { sites_file: named, ...packed }, prior)
}

/**
 * Which name of the file is planned: the new one, or that of the state where any of the routes would make of the file the
 * list that is there. So a plan that does not know the routes yet names the same as the one that does.
 */
function plannedPath(sites_file: string, all: SiteTable, prior: ManagedList | null): string | null {
  if (!prior || prior.sites_file === sites_file) return sites_file
  return takenLists(all).some((table) => digestOf(table) === prior.sites_digest)
    ? prior.sites_file
    : sites_file
}

/** What the routes make of the sites of a file, each list once: all of them, or those that the autonomous service does not cut. */
function takenLists(all: SiteTable): readonly SiteTable[] {
  const cut = asTable(cutByAutonomousService(all))
  return cut.size === 0 ? [all] : [all, minus(all, cut)]
}

/**
 * Plans a list from a file while nobody knows which category routes the provider's configuration will name, and so whether
 * sites are taken that the autonomous service would cut. Where there are none, the list is the same for all routes.
 */
async function listForAnyApi(
  configured: ConfiguredList & { readonly sites_file: string },
  prior: PriorList | null,
  diagnostics: Diagnostics,
): Promise<PlannedList> {
  const { sites_file, on_invalid_line } = configured
  const file = await openSiteFile(sites_file, 'any site')
  const { table, invalid } = sitesOfFile(file)
  reportInvalidLines(file, invalid, on_invalid_line, diagnostics)
  const candidates = takenLists(table)
  if (candidates.length > 1) return uncertainList(sites_file, candidates, prior)
  if (prior?.sites_digest === digestOf(table)) return sameSites(prior, configured, unknown)
  const packed = await packedList(table, null)
  // It also says which sites are taken.
  return await changedList(table, { sites_file, ...packed, file_digest: unknown }, prior)
}

/** @param candidates what the list may turn out to be; where one of them is what it was, it most likely is that again */
function uncertainList(
  sites_file: string,
  candidates: readonly SiteTable[],
  prior: ManagedList | null,
): PlannedList {
  const before = candidates.find((table) => digestOf(table) === prior?.sites_digest)
  const [all = emptyTable] = candidates
  return {
    attributes: {
      sites_file: before && prior ? prior.sites_file : sites_file,
      sites_digest: unknown,
      sites_packed: unknown,
      site_count: unknown,
      file_digest: unknown,
    },
    added: emptyTable,
    leaving: emptyTable,
    planned: async () => before ?? all,
    size: (before ?? all).size,
    isUncertain: true,
  }
}

async function changedList(
  table: SiteTable,
  attributes: PlannedList['attributes'],
  prior: ManagedList | null,
): Promise<PlannedList> {
  const before = prior ? await managedSites(prior) : emptyTable
  return {
    attributes,
    added: sitesWithout(table, before),
    leaving: sitesWithout(before, table),
    planned: async () => table,
    size: table.size,
    isUncertain: false,
  }
}

async function inlineList(sites: DeclaredSites, prior: ManagedList | null): Promise<PlannedList> {
  const planned = new Set(sitesOf(sites))
  const before = prior ? await managedSites(prior) : emptyTable
  const added = sitesWithout(planned, before)
  const isUncertain = containsUnknown(sites)
  const leaving = isUncertain ? emptyTable : sitesWithout(before, planned)
  return {
    attributes: { sites_file: null, ...noPackedList },
    added,
    leaving,
    planned: async () => planned,
    size: planned.size,
    isUncertain,
  }
}

/**
 * The list of a file that was read anew and has the same sites. The digest of the file that they once came from stays, so that
 * nothing is planned; but where invalid lines are taken otherwise than before, it says nothing of them any more.
 */
function sameSites(
  prior: PriorList,
  { on_invalid_line }: ConfiguredList,
  digest: string | Unknown,
): PlannedList {
  const unchanged = unchangedList(prior)
  if (prior.on_invalid_line === on_invalid_line) return unchanged
  const file_digest = isUnknown(on_invalid_line) ? unknown : digest
  return { ...unchanged, attributes: { ...unchanged.attributes, file_digest } }
}

function unchangedList(prior: ManagedList): PlannedList {
  const { sites_file, sites_digest, sites_packed, site_count, file_digest } = prior
  return {
    attributes: { sites_file, sites_digest, sites_packed, site_count, file_digest },
    added: emptyTable,
    leaving: emptyTable,
    planned: () => managedSites(prior),
    size: site_count ?? 0,
    isUncertain: false,
  }
}
