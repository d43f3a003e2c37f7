import { isAbsolute } from 'node:path'
import { ProviderError } from '@webfilter/terraform-plugin'
import type { Generation } from '../../appliance/categories/category'
import {
  sitesFileMissing,
  sitesFileNoList,
  sitesFileNotRegular,
  sitesFileTooLong,
  sitesFileUnreadable,
} from '../../diagnostics/site-files'
import { cutByAutonomousService } from '../autonomous-spelling'
import { apparentFormat } from '../published/apparent-format'
import type { InvalidLines } from '../published/read-list'
import { tooLarge, UnreadableList } from '../published/unreadable-list'
import { asTable, type SiteTable } from '../table/site-table'
import type { ReadOfFile } from '../worker/list-work'
import { NotRegular, TooLarge } from './regular-file'

/** A file of sites, in memory. */
export interface SiteFile {
  readonly path: string
  /** SHA-256 of its bytes, hexadecimal. */
  readonly digest: string
  /**
   * Its sites.
   * @param knownDigest of a list that is packed already; undefined where there is none
   * @throws {ProviderError} where it is no list of sites, or too long a one
   * @throws the reason of the signal
   */
  read(knownDigest: string | undefined, signal: AbortSignal): Promise<FileContent>
}

/** The sites of a file, and what it has besides. */
export interface FileContent {
  /** All of them. */
  readonly table: SiteTable
  /** Of the table, as `digestOf` writes it. */
  readonly digest: string
  /** The table as `packSites` writes it; undefined where its digest was known. */
  readonly packed: string | undefined
  readonly invalid: InvalidLines
  readonly linesWithSites: number
  /** Those that the autonomous service would store as others. */
  readonly cut: SiteTable
  /** Something else than a list that the file looks like, such as `an HTML page`. */
  readonly looksLike: string | undefined
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

/** How this release reads files, and what it takes of them: where that and the bytes are the same, so are the sites. */
export function readingOf(taken: TakenSites): string {
  return `${readingVersion}:${taken}`
}

/** What the bytes of a file come to that were read as a list. */
export function contentOf(
  bytes: Uint8Array,
  { table, digest, packed, invalid, linesWithSites }: ReadOfFile,
): FileContent {
  const cut = asTable(cutByAutonomousService(table))
  return { table, digest, packed, invalid, linesWithSites, cut, looksLike: apparentFormat(bytes) }
}

/** To be raised where a release of the provider reads files in another way, so that they are read anew. */
const readingVersion = 3

/** What to say of a file that could not be read, or not as a list. */
export function unusable(path: string, error: unknown): ProviderError {
  if (error instanceof UnreadableList) return unreadable(path, error)
  if (error instanceof TooLarge) return unreadable(path, tooLarge())
  if (error instanceof NotRegular) {
    return new ProviderError(sitesFileNotRegular({ path, what: error.what }), { path: ['sites_file'] })
  }
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)
  const file = { path, folder: isAbsolute(path) ? undefined : process.cwd() }
  const told = code === 'ENOENT' ? sitesFileMissing({ file }) : sitesFileUnreadable({ file, code })
  return new ProviderError(told, { path: ['sites_file'], cause: error })
}

function unreadable(path: string, { message, advice, isTooLong }: UnreadableList): ProviderError {
  const entry = isTooLong ? sitesFileTooLong : sitesFileNoList
  return new ProviderError(entry({ path, found: message, advice }), { path: ['sites_file'] })
}
