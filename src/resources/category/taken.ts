import type { Generation } from '@webfilter/appliance-client/categories/category'
import type { DeclaredSource, ListExceptions } from '@webfilter/appliance-declarations/declared-list'
import { deletedFromTable, tablesOfDeleted } from '@webfilter/appliance-names'
import {
  asTable,
  digestOf,
  emptyTable,
  FewSites,
  type FileContent,
  type ListFiles,
  minus,
  type OpenedList,
  readingOf,
  readingParts,
  type SiteFiles,
  type SiteSet,
  type SiteTable,
  type TakenSites,
} from '@webfilter/site-lists'
import { type Diagnostics, isUnknown } from '@webfilter/terraform-plugin'
import type { ManagedList } from './stored'

// What a list takes of the sites of its files: not those that its service stores as others, that a compile deletes from the table of its
// category, or that are exceptions.

/** What a list is planned with. */
export interface Planning {
  /** How the file of the state was read; undefined if that is not known. */
  readonly reading?: string | undefined
  /**
   * Asks which generation stores the sites, only if the file has sites that not every generation stores as they are; undefined while the
   * provider is not configured. Throws if the appliance does not answer: Terraform plans again at the apply, and what the first plan knows the
   * second one must not leave open.
   */
  readonly askGeneration: () => Promise<Generation | undefined>
  /**
   * Asks for the table of the category, only if the list has sites that a compile deletes from some tables; undefined while the category is not
   * known, or the provider is not configured. Throws as the other question does.
   */
  readonly askTable: () => Promise<string | undefined>
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
  /** Undefined while the provider is not configured. */
  readonly files?: SiteFiles | undefined
}

/** What of a configuration decides what a list takes. All names of files are known. */
export type DeclaredFiles = Omit<DeclaredSource, keyof ListFiles> & ListFiles

/** What a list takes of files that were read. */
export interface TakenList {
  readonly table: SiteTable
  readonly digest: string
  /** How the files were read. */
  readonly reading: string
  readonly taken: TakenSites
  /** What a compile deletes from the table of the category, and that table if it matters. */
  readonly deleted: { readonly table?: string; readonly sites: SiteSet }
}

/** What is taken of files; undefined while something that decides it is not known. */
export async function takenList(
  content: FileContent,
  declared: DeclaredFiles,
  exceptions: ListExceptions | undefined,
  planning: Planning,
): Promise<TakenList | undefined> {
  if (areUnknown(declared, exceptions)) return undefined
  const { table: all, cut } = content
  const generation = cut.size > 0 ? await planning.askGeneration() : undefined
  const deleted = await deletedFrom(all, planning.askTable)
  if ((cut.size > 0 && generation === undefined) || deleted === undefined) return undefined
  const taken = generation === undefined ? 'all' : takenBy(generation)
  const table = takenOf(content, taken, deleted.table)
  const digest = table === all ? content.digest : digestOf(table)
  const reading = readingOf(taken, deleted.table, exceptionsKey(declared, exceptions))
  return { table, digest, reading, taken, deleted }
}

/**
 * Every list that can be taken of files, each once: all sites, those that the autonomous service does not cut, and either without what a compile
 * deletes from some table. Undefined while an exception is not known, because it can be any part of the sites.
 */
export function possibleLists(
  { table: all, cut }: FileContent,
  declared: DeclaredFiles,
  exceptions: ListExceptions | undefined,
): readonly SiteTable[] | undefined {
  if (areUnknown(declared, exceptions)) return undefined
  let lists = cut.size === 0 ? [all] : [all, minus(all, cut)]
  for (const site of new Set(tablesOfDeleted.map((each) => each.site))) {
    if (all.has(site)) lists = lists.concat(lists.map((list) => minus(list, asTable(new Set([site])))))
  }
  return lists
}

/** Whether the files give the list that the state has of them, as far as that is known without reading them. */
export async function giveSameList(
  { digest }: OpenedList,
  declared: DeclaredFiles,
  exceptions: ListExceptions | undefined,
  { file_sites }: Pick<ManagedList, 'file_sites'>,
  { askGeneration, askTable, reading }: Planning,
): Promise<boolean> {
  const parts = readingParts(reading)
  if (file_sites?.file_digest !== digest || parts === undefined) return false
  if (areUnknown(declared, exceptions)) return false
  if (parts.exceptions !== exceptionsKey(declared, exceptions)) return false
  if (parts.table !== undefined && parts.table !== (await askTable())) return false
  if (parts.taken === 'all') return true
  const generation = await askGeneration()
  return generation !== undefined && takenBy(generation) === parts.taken
}

/**
 * The sites that a list takes of its files.
 * @param table of the category, in which a compile deletes some of them; undefined if it deletes none
 */
export function takenOf(
  { table: all, cut }: Pick<FileContent, 'table' | 'cut'>,
  taken: string,
  table: string | undefined,
): SiteTable {
  const uncut = taken === 'uncut' ? minus(all, cut) : all
  return table === undefined ? uncut : minus(uncut, asTable(deletedFromTable(table)))
}

/** The sites of a list that a compile deletes; undefined while the table is not known. */
export async function deletedFrom(
  sites: SiteSet,
  askTable: Planning['askTable'],
): Promise<TakenList['deleted'] | undefined> {
  if (!tablesOfDeleted.some(({ site }) => sites.has(site))) return { sites: emptyTable }
  const table = await askTable()
  if (table === undefined) return undefined
  return { table, sites: new FewSites([...deletedFromTable(table)].filter((site) => sites.has(site))) }
}

/** How the files of a list are read, if anything is left out of it. */
export async function leftOutOf(
  { list_exceptions }: Pick<DeclaredFiles, 'list_exceptions'>,
  exceptions: ListExceptions | undefined,
): Promise<Parameters<OpenedList['read']>[2]> {
  const areTaken = list_exceptions === 'apply' || isUnknown(list_exceptions)
  if (!exceptions && !areTaken) return undefined
  return { exceptions: await exceptions?.table(), exceptionLines: areTaken ? 'take' : 'skip' }
}

function areUnknown(
  { list_exceptions }: Pick<DeclaredFiles, 'list_exceptions'>,
  exceptions: ListExceptions | undefined,
): boolean {
  return exceptions?.isUncertain || isUnknown(list_exceptions)
}

/** What is taken of the sites of files if a service of this generation stores them. */
function takenBy(generation: Generation): Exclude<TakenSites, 'all'> {
  return generation === 'older' ? 'any' : 'uncut'
}

/** What of the exceptions a reading depends on; undefined for a list without. */
function exceptionsKey(
  { list_exceptions, ...files }: DeclaredFiles,
  exceptions: ListExceptions | undefined,
): string | undefined {
  const isTaken = list_exceptions === 'apply' && (files.sites_file ?? files.sites_files) !== null
  return exceptions || isTaken ? [exceptions?.key ?? '', isTaken ? 'list' : ''].join('-') : undefined
}
