import { deletedFromTable, tablesOfDeleted } from '@webfilter/appliance-names'
import { type Diagnostics, type Unknown, unknown } from '@webfilter/terraform-plugin'
import type { Generation } from '../../appliance/categories/category'
import type { ListFiles } from '../../sites/files/several-files'
import type { OpenedList, SiteFiles } from '../../sites/files/site-files'
import type { ListCount } from '../../sites/published/list-count'
import { emptyTable, type SiteSet, sitesWithout } from '../../sites/table/site-table'
import type { DeclaredSites } from './declared-list'
import type { ConfiguredExceptions, ListExceptions, ListExceptionsOption } from './exceptions'
import type { FileSites, ManagedList } from './list-state'

/** The configuration of a list, with its defaults. */
export interface ConfiguredList extends ConfiguredExceptions {
  readonly list_exceptions: ListExceptionsOption
  readonly sites: DeclaredSites
  readonly sites_file: string | Unknown | null
  /** Paths of several files. */
  readonly sites_files: DeclaredSites
  readonly on_invalid_line: 'skip' | 'fail' | Unknown
  readonly allow_empty: boolean | Unknown
  /** `on_invalid_line` without its default: null if it is not written. */
  readonly writtenOnInvalidLine: 'skip' | 'fail' | Unknown | null
}

/** The same before the defaults. */
export type ListConfiguration = Pick<ConfiguredList, 'sites' | 'sites_file' | 'sites_files'> &
  ConfiguredExceptions & {
    readonly on_invalid_line: ConfiguredList['writtenOnInvalidLine']
  }

/** The list in a state, and what is stored beside the state. */
export type PriorList = ManagedList & {
  readonly on_invalid_line: string
  /** How its file was read; undefined if that is not known. */
  readonly reading?: string | undefined
}

/** The sites of files as they are planned: a known list may have an unknown digest of its files. */
type PlannedFileSites = Omit<FileSites, 'file_digest'> & { readonly file_digest: string | Unknown | null }

/** The planned list, as far as it is known. */
export interface PlannedList {
  /** The sites that the state manages; read once, and only if they are needed. */
  readonly before: () => Promise<SiteSet>
  readonly attributes: ListFiles & {
    readonly sites_packed: string | Unknown | null
    readonly file_sites: PlannedFileSites | Unknown | null
  }
  readonly added: SiteSet
  /** The sites that leave the list; empty while an entry is unknown, because any prior site may turn out to stay. */
  readonly leaving: SiteSet
  /** All sites that will be managed, except unknown ones. */
  readonly planned: () => Promise<SiteSet>
  /** Whether an entry is not known yet, or whether the list contains it. */
  readonly isUncertain: boolean
  /** How the file was read whose digest is planned; undefined if it was not read now. */
  readonly reading?: string
  /** The file that was read; undefined if the list is not from a file. */
  readonly opened?: Pick<OpenedList, 'names' | 'digest'>
  /** How its lines come to the planned sites; undefined if no file was read now, or they do not change. */
  readonly count?: ListCount
  /** What is left out of the list; undefined if it has no exceptions. */
  readonly exceptions?: ListExceptions | undefined
}

/**
 * Asks which generation stores the sites; undefined while the provider is not configured. Throws if the appliance does not answer:
 * Terraform plans again at the apply, and what the first plan knows the second one must not leave open.
 */
type AskGeneration = () => Promise<Generation | undefined>

/**
 * Asks for the table of the category; undefined while the category is not known, or the provider is not configured. Throws as the other
 * question does.
 */
type AskTable = () => Promise<string | undefined>

/** What a list is planned with. */
export interface Planning {
  /** Asked only if the file has sites that not every generation stores as they are. */
  readonly askGeneration: AskGeneration
  /** Asked only if the list has sites that a compile deletes from some tables. */
  readonly askTable: AskTable
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
  /** Undefined while the provider is not configured. */
  readonly files?: SiteFiles | undefined
}

/** A list that is planned, beside its configuration. */
export interface ListInPlan {
  readonly prior: PriorList | null
  readonly before: Before
  readonly exceptions: ListExceptions | undefined
}

export type Before = PlannedList['before']
export type ChangedList = Omit<PlannedList, 'before' | 'exceptions'>

type KeyedExceptions = Pick<ConfiguredList, 'list_exceptions' | keyof ListFiles>

/** What of the exceptions a reading depends on; undefined for a list without. */
export function exceptionsKey(
  { list_exceptions, ...files }: KeyedExceptions,
  exceptions: ListExceptions | undefined,
): string | undefined {
  const isTaken = list_exceptions === 'apply' && (files.sites_file ?? files.sites_files) !== null
  return exceptions || isTaken ? [exceptions?.key ?? '', isTaken ? 'list' : ''].join('-') : undefined
}

/** A list of which any site may turn out to be an exception: the apply plans it again. */
export async function listWithUnknownExceptions(
  sites: SiteSet,
  { sites_file, sites_files }: ListFiles,
  before: Before,
): Promise<ChangedList> {
  const managed = await before()
  return {
    attributes: { sites_file, sites_files, sites_packed: unknown, file_sites: unknown },
    added: emptyTable,
    leaving: emptyTable,
    // What is managed most likely stays, but no other list is to count on a site that is not.
    planned: async () => sitesWithout(managed, sitesWithout(managed, sites)),
    isUncertain: true,
  }
}

/** The sites of a list that a compile deletes from the table of its category, and that table if it matters. */
export async function deletedFrom(
  sites: SiteSet,
  { askTable }: Planning,
): Promise<{ readonly table?: string; readonly sites: SiteSet } | 'not known'> {
  if (!tablesOfDeleted.some(({ site }) => sites.has(site))) return { sites: emptyTable }
  const table = await askTable()
  if (table === undefined) return 'not known'
  return { table, sites: new Set([...deletedFromTable(table)].filter((site) => sites.has(site))) }
}
