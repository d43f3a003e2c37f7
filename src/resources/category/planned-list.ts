import type { Generation } from '../../appliance/categories/category'
import { sitesFileTooLong, sitesFileUnknown } from '../../diagnostics/entries/site-files'
import { longestPackedList, mostPackedSites } from '../../sites/list-size'
import { digestOf } from '../../sites/packed-sites'
import { type SiteSet, sitesWithout } from '../../sites/site-set'
import { asTable, emptyTable, type SiteTable } from '../../sites/site-table'
import { minus } from '../../sites/table-algebra'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { ProviderError } from '../../terraform/provider/failures'
import { containsUnknown, isUnknown, type Unknown, unknown } from '../../terraform/values/unknown'
import { type DeclaredSites, sitesOf } from './declared-sites'
import {
  type ManagedList,
  managedSites,
  noPackedList,
  type PackedList,
  packedList,
  refuseWithoutList,
} from './managed-list'
import { digestOfFile, openSiteFile, type SiteFile, sitesOfFile, takenBy } from './site-file'
import {
  refuseEmptyFile,
  refuseOtherThanList,
  reportCutSites,
  reportInvalidLines,
  warnOfNeverActive,
} from './site-file-reports'

/** What a configuration says of a list. */
export interface ConfiguredList {
  readonly sites: DeclaredSites
  readonly sites_file: string | Unknown | null
  readonly on_invalid_line: 'skip' | 'fail' | Unknown
  readonly allow_empty: boolean | Unknown
  /** `on_invalid_line` without its default: null where it is not written. */
  readonly writtenOnInvalidLine: 'skip' | 'fail' | Unknown | null
}

type ListConfiguration = Pick<ConfiguredList, 'sites' | 'sites_file'> & {
  readonly on_invalid_line: ConfiguredList['writtenOnInvalidLine']
}

/** What the configuration of a resource says of its list. @param draft has the defaults */
export function configuredList(
  { sites, sites_file, on_invalid_line: writtenOnInvalidLine }: ListConfiguration,
  { on_invalid_line, allow_empty }: Pick<ConfiguredList, 'on_invalid_line' | 'allow_empty'>,
): ConfiguredList {
  return { sites, sites_file, on_invalid_line, allow_empty, writtenOnInvalidLine }
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
  /** An entry is not known yet, or whether it is taken. */
  readonly isUncertain: boolean
}

/**
 * Tells which generation stores the sites; undefined while the provider is not configured. Throws if the appliance does not tell:
 * Terraform plans again at the apply, and what the first plan knows the second one must not leave open.
 */
type AskGeneration = () => Promise<Generation | undefined>

/**
 * Plans a list: a pure function of prior state, configuration, the bytes of the file, and the generation that stores the sites.
 * @param askGeneration asked only if the file has sites that not every generation stores as they are
 * @throws {ProviderError} where the file cannot be read, is not known yet, has no site, or is most likely no list
 * @throws the reason of the signal, by which reading the file ends
 */
export async function planList(
  configured: ConfiguredList,
  prior: PriorList | null,
  askGeneration: AskGeneration,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): Promise<PlannedList> {
  const { sites_file } = configured
  if (prior) refuseWithoutList(prior)
  if (isUnknown(sites_file)) throw new ProviderError(sitesFileUnknown(), { path: ['sites_file'] })
  const list =
    sites_file === null
      ? await inlineList(configured.sites, prior)
      : await fileList({ ...configured, sites_file }, prior, askGeneration, diagnostics, signal)
  warnOfNeverActive(list.added, sites_file === null ? 'sites' : 'sites_file', diagnostics)
  return list
}

async function fileList(
  configured: ConfiguredList & { readonly sites_file: string },
  prior: PriorList | null,
  askGeneration: AskGeneration,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): Promise<PlannedList> {
  const { sites_file, on_invalid_line, allow_empty } = configured
  const file = await openSiteFile(sites_file, signal)
  if (prior?.on_invalid_line === on_invalid_line && (await isRead(file, prior, askGeneration))) {
    return unchangedList(prior)
  }
  const content = await sitesOfFile(file, signal)
  const { table: all, invalid, cut } = content
  refuseOtherThanList(file, content, configured.writtenOnInvalidLine)
  reportInvalidLines(file, invalid, on_invalid_line, diagnostics)
  const generation = cut.size > 0 ? await askGeneration() : undefined
  if (cut.size > 0 && generation === undefined) return uncertainList(sites_file, takenLists(all, cut), prior)

  const taken = generation === undefined ? 'all' : takenBy(generation)
  const table = taken === 'uncut' ? minus(all, cut) : all
  if (taken === 'uncut') reportCutSites(file, cut, on_invalid_line, diagnostics)
  if (table.size === 0) refuseEmptyFile(file, allow_empty)
  const digest = digestOfFile(file, taken)
  if (prior?.sites_digest === digestOf(table)) return sameSites(prior, configured, digest)
  const named = plannedPath(sites_file, takenLists(all, cut), prior)
  return await changedList(table, { sites_file: named, ...(await packedList(table, digest)) }, prior)
}

/** Whether the state has the list that the file would give. */
async function isRead(
  file: SiteFile,
  { file_digest, sites_packed }: PriorList,
  askGeneration: AskGeneration,
): Promise<boolean> {
  if (sites_packed === null) return false
  if (file_digest === digestOfFile(file, 'all')) return true
  const known = (['any', 'uncut'] as const).find((taken) => file_digest === digestOfFile(file, taken))
  const generation = known && (await askGeneration())
  return generation !== undefined && takenBy(generation) === known
}

/**
 * Which name of the file is planned: the new one, or that of the state where either generation would make of the file the list
 * that is there. So a plan that does not know the generation yet names the same as the one that does.
 */
function plannedPath(
  sites_file: string,
  candidates: readonly SiteTable[],
  prior: ManagedList | null,
): string | null {
  if (!prior || prior.sites_file === sites_file) return sites_file
  return candidates.some((table) => digestOf(table) === prior.sites_digest) ? prior.sites_file : sites_file
}

/** What the generations make of the sites of a file, each list once: all of them, or those that the autonomous service does not cut. */
function takenLists(all: SiteTable, cut: SiteTable): readonly SiteTable[] {
  return cut.size === 0 ? [all] : [all, minus(all, cut)]
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
    isUncertain: true,
  }
}

async function changedList(
  table: SiteTable,
  attributes: PlannedList['attributes'],
  prior: ManagedList | null,
): Promise<PlannedList> {
  const before = prior ? await managedSites(prior) : emptyTable
  const added = sitesWithout(table, before)
  refuseTooMuch(before, added, attributes.sites_file)
  return {
    attributes,
    added,
    leaving: sitesWithout(before, table),
    planned: async () => table,
    isUncertain: false,
  }
}

/** An update that fails on the way may leave all that was there and all that came, and the state has to hold that. */
function refuseTooMuch(before: SiteSet, added: SiteSet, path: string | null): void {
  const size = before.size + added.size
  // Almost always: a site has 253 characters at most.
  if (size <= mostPackedSites && size * 254 <= longestPackedList) return
  const length = asTable(before).bytes.length + asTable(added).bytes.length
  if (size <= mostPackedSites && length <= longestPackedList) return
  const found = 'and the sites of the state, which it is to take the place of, are too long together'
  const told = sitesFileTooLong({ path: path ?? '', found, advice: 'Apply a shorter list first.' })
  throw new ProviderError(told, { path: ['sites_file'] })
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
    isUncertain,
  }
}

/**
 * The list of a file that was read anew and has the same sites. The digest of the file that they once came from stays, so that
 * nothing is planned; but where invalid lines are taken otherwise than before, it says nothing of them any more.
 */
function sameSites(prior: PriorList, { on_invalid_line }: ConfiguredList, digest: string): PlannedList {
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
    isUncertain: false,
  }
}
