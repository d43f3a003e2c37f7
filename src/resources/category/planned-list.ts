import type { CategoryApi } from '../../appliance/settings'
import { namesOf } from '../../sites/first-sites'
import { digestOf } from '../../sites/packed-sites'
import type { InvalidLines } from '../../sites/read-list'
import { type SiteSet, sitesWithout } from '../../sites/site-set'
import { emptyTable } from '../../sites/site-table'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { ProviderError } from '../../terraform/provider/failures'
import { containsUnknown, isUnknown, type Unknown } from '../../terraform/values/unknown'
import { type DeclaredSites, sitesOf } from './declared-sites'
import { type ManagedList, managedSites, noPackedList, type PackedList, packedList } from './managed-list'
import { openSiteFile, type SiteFile, sitesOfFile } from './site-file'

/** What a configuration says of a list. */
export interface ConfiguredList {
  readonly sites: DeclaredSites
  readonly sites_file: string | Unknown | null
  readonly on_invalid_line: 'skip' | 'fail' | Unknown
}

/** What becomes of a list, as far as a plan knows it. */
export interface PlannedList {
  readonly attributes: PackedList & { readonly sites_file: string | null }
  readonly added: SiteSet
  /** What leaves the list; empty while an entry is unknown, as any prior site may turn out to stay. */
  readonly leaving: SiteSet
  /** All that will be managed, those that are unknown left out. */
  readonly planned: () => Promise<SiteSet>
  /** How many sites will be managed, those that are unknown left out. */
  readonly size: number
  /** An entry is not known yet. */
  readonly isUncertain: boolean
}

/**
 * Plans a list: a pure function of prior state, configuration and the bytes of the file.
 * @param api which category routes the provider's configuration names; undefined while that is not known
 * @throws {ProviderError} where the file cannot be read, or is not known yet
 */
export async function planList(
  configured: ConfiguredList,
  prior: (ManagedList & { readonly on_invalid_line: string }) | null,
  api: CategoryApi | undefined,
  diagnostics: Diagnostics,
): Promise<PlannedList> {
  const { sites_file } = configured
  if (isUnknown(sites_file)) throw fileNotKnown()
  if (sites_file === null) return inlineList(configured.sites, prior)

  const file = await openSiteFile(sites_file, api === 'older' ? 'any site' : 'uncut sites')
  const isRead = prior?.file_digest === file.digest && prior.on_invalid_line === configured.on_invalid_line
  if (prior && isRead) return unchangedList(prior)

  const list = sitesOfFile(file)
  reportInvalidLines(file, list.invalid, configured.on_invalid_line, diagnostics)
  reportCutSites(file, list.cut, configured.on_invalid_line, diagnostics)
  const digest = digestOf(list.table)
  if (prior?.sites_digest === digest) return unchangedList(prior)

  const before = prior ? await managedSites(prior) : emptyTable
  return {
    attributes: { sites_file, ...(await packedList(list.table, file.digest)) },
    added: sitesWithout(list.table, before),
    leaving: sitesWithout(before, list.table),
    planned: async () => list.table,
    size: list.table.size,
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

/** Says which lines of a file are no sites; whether that is an error is a matter of the configuration. */
function reportInvalidLines(
  { path }: SiteFile,
  invalid: InvalidLines,
  onInvalidLine: 'skip' | 'fail' | Unknown,
  diagnostics: Diagnostics,
): void {
  if (invalid.count === 0) return
  const lines = invalid.count === 1 ? '1 line' : `${invalid.count} lines`
  if (onInvalidLine === 'fail') {
    const detail = `${listed(path, invalid)}\n\nCorrect them, or set on_invalid_line to "skip".`
    diagnostics.error(`${lines} of ${JSON.stringify(path)} cannot be read as a site`, detail, ['sites_file'])
  } else {
    diagnostics.warn(`${lines} of ${JSON.stringify(path)} skipped`, listed(path, invalid), ['sites_file'])
  }
}

/** Says which sites of a file are none for the autonomous service, which may be the one that answers. */
function reportCutSites(
  { path }: SiteFile,
  cut: SiteSet,
  onInvalidLine: 'skip' | 'fail' | Unknown,
  diagnostics: Diagnostics,
): void {
  if (cut.size === 0) return
  const detail =
    `${namesOf(cut, named)}. The autonomous category service would store ` +
    `${cut.size === 1 ? 'it as another domain' : 'them as other domains'}, since it strips ` +
    ' "www." also from the middle of a name.\n\nWhere the appliance has the older routes, category_api = "older" takes them.'
  const sites = cut.size === 1 ? '1 site' : `${cut.size} sites`
  if (onInvalidLine === 'fail') {
    diagnostics.error(`${sites} of ${JSON.stringify(path)} cannot be taken`, detail, ['sites_file'])
  } else {
    diagnostics.warn(`${sites} of ${JSON.stringify(path)} skipped`, detail, ['sites_file'])
  }
}

/** So many are named one by one. */
const named = 20

function listed(path: string, { count, first }: InvalidLines): string {
  const lines = first.map(({ line, reason }) => `${path}:${line}: ${reason}`)
  const more = count - first.length
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

function fileNotKnown(): ProviderError {
  return new ProviderError(
    'The name of the file is not known before the apply.',
    'The file is read when the plan is made: name one that is there before Terraform runs, and not one that another resource writes.',
    { path: ['sites_file'] },
  )
}
