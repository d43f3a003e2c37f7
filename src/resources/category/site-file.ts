import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cutByAutonomousService } from '../../appliance/categories/autonomous-spelling'
import type { Generation } from '../../appliance/categories/category'
import {
  sitesFileMissing,
  sitesFileNoList,
  sitesFileNotRegular,
  sitesFileTooLong,
  sitesFileUnreadable,
} from '../../diagnostics/entries/site-files'
import { longestList } from '../../sites/list-size'
import {
  beginList,
  type InvalidLines,
  type ReadList,
  tooLong,
  UnreadableList,
} from '../../sites/published/read-list'
import { asTable, type SiteTable } from '../../sites/site-table'
import { ProviderError } from '../../terraform/provider/failures'
import { NotRegular, readRegularFile, TooLarge } from './regular-file'

/** A file of sites, in memory. */
export interface SiteFile {
  readonly path: string
  readonly bytes: Uint8Array
  /** Of its bytes. */
  readonly digest: string
}

/** The sites of a file, and what it has besides. */
export interface FileContent {
  /** All of them. */
  readonly table: SiteTable
  readonly invalid: InvalidLines
  readonly linesWithSites: number
  /** Those that the autonomous service would store as others. */
  readonly cut: SiteTable
}

/**
 * Which sites are taken from a file: `all`, as every service stores each of them as it is; or, of a file with others, `any` for
 * the older routes, which store those as they are too, and `uncut` for the autonomous service.
 */
export type TakenSites = 'all' | 'any' | 'uncut'

/** What is taken of a file's sites if a service of this generation stores them. */
export function takenBy(generation: Generation): Exclude<TakenSites, 'all'> {
  return generation === 'older' ? 'any' : 'uncut'
}

/**
 * Reads a file, relative to the folder in which Terraform runs.
 * @throws {ProviderError} where there is no such file, or it is none that can be read as a list
 * @throws the reason of the signal
 */
export async function openSiteFile(path: string, signal: AbortSignal): Promise<SiteFile> {
  try {
    const bytes = await readRegularFile(path, longestList, signal)
    return { path, bytes, digest: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    signal.throwIfAborted()
    throw unusable(path, error)
  }
}

/** Of the bytes of a file, of how this release reads them, and of what is taken: where it is the same, so are the sites. */
export function digestOfFile({ digest }: SiteFile, taken: TakenSites): string {
  return `${readingVersion}:${taken}:sha256:${digest}`
}

/**
 * The sites of a file.
 * @throws {ProviderError} where it is no list of sites, or too long a one
 * @throws the reason of the signal
 */
export async function sitesOfFile({ path, bytes }: SiteFile, signal: AbortSignal): Promise<FileContent> {
  try {
    const { table, invalid, linesWithSites } = await readInTurns(bytes, signal)
    return { table, invalid, linesWithSites, cut: asTable(cutByAutonomousService(table)) }
  } catch (error) {
    throw error instanceof UnreadableList ? unreadable(path, error) : error
  }
}

/** Reading a long list takes seconds: in between, what else there is to do has its turn, and Ctrl-C does. */
async function readInTurns(bytes: Uint8Array, signal: AbortSignal): Promise<ReadList> {
  const reading = beginList(bytes)
  while (reading.readOn()) {
    await nextTurn()
    signal.throwIfAborted()
  }
  return reading.result()
}

function unreadable(path: string, { message, advice, isTooLong }: UnreadableList): ProviderError {
  const entry = isTooLong ? sitesFileTooLong : sitesFileNoList
  return new ProviderError(entry({ path, found: message, advice }), { path: ['sites_file'] })
}

/** To be raised where a release of the provider reads files in another way, so that they are read anew. */
const readingVersion = 3

function unusable(path: string, error: unknown): ProviderError {
  if (error instanceof TooLarge)
    return unreadable(path, tooLong(`is larger than ${longestList / 2 ** 20} MiB`))
  if (error instanceof NotRegular) {
    return new ProviderError(sitesFileNotRegular({ path, what: error.what }), { path: ['sites_file'] })
  }
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)
  const file = { path, folder: isAbsolute(path) ? undefined : process.cwd() }
  const told = code === 'ENOENT' ? sitesFileMissing({ file }) : sitesFileUnreadable({ file, code })
  return new ProviderError(told, { path: ['sites_file'], cause: error })
}
