import { createHash } from 'node:crypto'
import type { Site } from '@webfilter/appliance-names'
import {
  containsUnknown,
  type Diagnostics,
  isUnknown,
  type Path,
  ProviderError,
  type Unknown,
} from '@webfilter/terraform-plugin'
import { refuse } from '../../definitions'
import {
  exceptionPublicSuffix,
  exceptionsCovered,
  exceptionsFileLinesInvalid,
  exceptionsLeaveNothing,
  exceptionsWithoutEffect,
} from '../../diagnostics/exceptions'
import { sitesFileUnknown } from '../../diagnostics/site-files'
import { numberText } from '../../diagnostics/wording'
import { coveredExceptions, type ExceptedList, publicSuffixesIn, withoutEffect } from '../../sites/exceptions'
import type { SiteFile, SiteFiles } from '../../sites/files/site-files'
import { digestOf } from '../../sites/table/packed-sites'
import { emptyTable, minus, type SiteTable, siteNames, tableOf, union } from '../../sites/table/site-table'
import { type DeclaredSites, exceptionProblems, listOfLines, sitesOf } from './declared-list'

/** What a configuration says of the exceptions of a list. */
export interface ConfiguredExceptions {
  readonly exceptions: DeclaredSites
  readonly exceptions_file: string | Unknown | null
}

/** What happens to exceptions in the file of a list: see the attribute `list_exceptions`. Null stands for `skip`. */
export type ListExceptionsOption = 'skip' | 'apply' | Unknown | null

/** What a list says that has none. */
export const noExceptions = {
  exceptions: null,
  exceptions_file: null,
  list_exceptions: null,
} as const

/** The exceptions of a list. */
export interface ListExceptions {
  /** Whether an entry is not known yet: then the other entries say little of what is left of the list. */
  readonly isUncertain: boolean
  /** Equal for the same exceptions, from the same file. */
  readonly key: string
  /** The entries of the configuration, as far as they are known. */
  readonly entries: readonly Site[]
  /** The file; undefined if there is none. */
  readonly file: SiteFile | undefined
  /**
   * All of them that are known.
   * @throws {ProviderError} if the file is no list, or one of them cannot be an exception
   */
  table(): Promise<SiteTable>
}

/** What exceptions are read with. */
interface Reading {
  readonly files: SiteFiles
  readonly signal: AbortSignal
}

/**
 * Opens the exceptions of a list; undefined if it has none.
 * @throws {ProviderError} if the file cannot be read or is not known yet, or an entry is not a site
 */
export async function openExceptions(
  { exceptions, exceptions_file }: ConfiguredExceptions,
  { files, signal }: Reading,
): Promise<ListExceptions | undefined> {
  if (isUnknown(exceptions_file)) {
    throw new ProviderError(sitesFileUnknown(), { path: ['exceptions_file'] })
  }
  if (exceptions_file === null && (exceptions === null || isEmpty(exceptions))) return undefined
  refuse(exceptionProblems(exceptions))
  const entries = sitesOf(exceptions)
  const file =
    exceptions_file === null ? undefined : await files.open(exceptions_file, signal, 'exceptions_file')
  const inline = tableOf(entries)
  let read: Promise<SiteTable> | undefined
  return {
    isUncertain: containsUnknown(exceptions),
    key: digestOfTexts([digestOf(inline), file?.digest ?? '']),
    entries,
    file,
    async table() {
      read ??= file ? exceptionsIn(file, signal) : Promise.resolve(emptyTable)
      return union(inline, await read)
    },
  }
}

function isEmpty(exceptions: DeclaredSites): boolean {
  return !isUnknown(exceptions) && exceptions?.length === 0
}

function digestOfTexts(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 32)
}

async function exceptionsIn(file: SiteFile, signal: AbortSignal): Promise<SiteTable> {
  const { table, invalid } = await file.read(undefined, signal, { exceptionLines: 'sites' })
  if (invalid.count > 0) {
    const lines = listOfLines(file.path, invalid)
    const found = { path: file.path, count: invalid.count, lines }
    throw new ProviderError(exceptionsFileLinesInvalid(found), { path: ['exceptions_file'] })
  }
  const suffixes = publicSuffixesIn(table)
  if (suffixes.length > 0) {
    const found = { count: suffixes.length, names: siteNames(new Set(suffixes), named) }
    throw new ProviderError(exceptionPublicSuffix(found), { path: ['exceptions_file'] })
  }
  return table
}

/** A list without its exceptions. */
interface ListLeft {
  /** All of its exceptions. */
  readonly exceptions: SiteTable
  /** Those that the file of the list brings along. That they change nothing is no news. */
  readonly ownExceptions?: SiteTable
  readonly excepted: ExceptedList
  /** What is left of the list: without the exceptions, and without what else was left out of it. */
  readonly list: SiteTable
}

/**
 * Reports exceptions that do not do what their author may expect of them.
 *
 * @param path of the attribute with the exceptions
 * @throws {ProviderError} if nothing is left of the list
 */
export function diagnoseExceptions(
  { exceptions, ownExceptions = emptyTable, excepted, list }: ListLeft,
  path: Path,
  diagnostics: Diagnostics,
): void {
  if (list.size === 0 && excepted.leftOut > 0) {
    throw new ProviderError(exceptionsLeaveNothing({ count: excepted.leftOut }), { path })
  }
  const covered = coveredIn(excepted, exceptions, list)
  if (covered.count > 0) diagnostics.raise(exceptionsCovered(covered), path)
  const idle = minus(withoutEffect(excepted, exceptions), ownExceptions)
  if (idle.size === 0) return
  diagnostics.raise(exceptionsWithoutEffect({ count: idle.size, names: siteNames(idle, named) }), path)
}

/** The attribute with the exceptions of a list. */
export function pathOfExceptions(exceptions: ListExceptions | undefined): Path {
  if (!exceptions) return ['list_exceptions']
  return [exceptions.file && exceptions.entries.length === 0 ? 'exceptions_file' : 'exceptions']
}

function coveredIn(excepted: ExceptedList, table: SiteTable, list: SiteTable) {
  const names: string[] = []
  let count = 0
  for (const { exception, by } of coveredExceptions(excepted, table, list)) {
    if (count < named) names.push(`${exception} (through ${by})`)
    count += 1
  }
  const more = count > named ? `, and ${numberText(count - named)} more` : ''
  return { count, names: `${names.join(', ')}${more}` }
}

/** So many are named one by one. */
const named = 10
