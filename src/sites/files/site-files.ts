import { isAbsolute } from 'node:path'
import { ProviderError } from '@webfilter/terraform-plugin'
import { unlessAborted } from '../../concurrency'
import {
  sitesFileMissing,
  sitesFileNoList,
  sitesFileNotRegular,
  sitesFileTooLong,
  sitesFileUnreadable,
} from '../../diagnostics/site-files'
import { longestList, longList } from '../list-size'
import { apparentFormat, type InvalidLines, tooLarge, UnreadableList } from '../published/read-list'
import { cutByAutonomousService } from '../spelling'
import { asTable, type SiteTable } from '../table/site-table'
import { doWork, type ListThreads } from '../worker/list-threads'
import type { ReadOfFile } from '../worker/list-work'
import { isCompressed, pathOfList, readStored, unpacked } from './list-text'
import { NotRegular, TooLarge, versionOf } from './regular-file'

/** The file that the list of a state came from. */
interface FormerFile {
  /** Of the file's bytes; null where the state holds less than the file had. */
  readonly digest: string | null
  /** Of its sites. */
  readonly sitesDigest: string
}

/**
 * Reads files of sites, long ones on threads. A file that a plan will ask for can be read before it does, while the appliance is asked
 * what it holds: the plan takes what was read if the file is still the same.
 */
export class SiteFiles {
  readonly #threads: ListThreads | undefined
  /** By their full paths. */
  readonly #prefetched = new Map<string, Promise<PrefetchedFile | undefined>>()
  /** Of all files that are prefetched. */
  #bytes = 0

  /** @param threads where long files are read; without them all are read on the main thread */
  constructor(threads?: ListThreads) {
    this.#threads = threads
  }

  /**
   * Begins to read a long file that will be asked for. What fails here is silent: `open` reads the file anew and reports it.
   * All such files together have no more bytes than one file may have.
   */
  prefetch(path: string, former: FormerFile): void {
    const place = pathOfList('.', path)
    if (this.#threads === undefined || this.#prefetched.has(place)) return
    this.#prefetched.set(
      place,
      this.#readEarly(path, former, this.#threads).catch(() => undefined),
    )
  }

  /**
   * Reads a file, relative to the folder in which Terraform runs.
   * @throws {ProviderError} where there is no such file, or it is none that can be read as a list
   * @throws the reason of the signal
   */
  async open(path: string, signal: AbortSignal): Promise<SiteFile> {
    const place = pathOfList('.', path)
    const prefetched = await unlessAborted(this.#prefetched.get(place) ?? Promise.resolve(undefined), signal)
    if (this.#prefetched.delete(place)) this.#bytes -= prefetched?.size ?? 0
    if (prefetched !== undefined && (await keyOf(path)) === prefetched.key) return prefetched.file
    try {
      return await this.#read(path, signal)
    } catch (error) {
      signal.throwIfAborted()
      throw unusable(path, error)
    }
  }

  async #readEarly(
    path: string,
    former: FormerFile,
    threads: ListThreads,
  ): Promise<PrefetchedFile | undefined> {
    const version = await versionOf(path)
    if (version === undefined || version.size < longList || threads.isOver) return undefined
    if (this.#bytes + version.size > longestList) return undefined
    this.#bytes += version.size
    try {
      const file = await this.#read(path, new AbortController().signal)
      // What was read while it changed is of no version.
      if ((await keyOf(path)) !== version.key) throw new Error('the file has changed')
      if (file.digest !== former.digest && !file.isCompressed) file.begin(former.sitesDigest)
      return { ...version, file }
    } catch (error) {
      this.#bytes -= version.size
      throw error
    }
  }

  async #read(path: string, signal: AbortSignal): Promise<FileInMemory> {
    const { bytes } = await readStored(path, signal)
    const digest = await doWork(threadsFor(bytes, this.#threads), 'digest', { bytes }, signal)
    return new FileInMemory(path, digest, bytes, this.#threads)
  }
}

/** A file that was read before it was asked for. */
interface PrefetchedFile {
  readonly key: string
  readonly size: number
  readonly file: SiteFile
}

async function keyOf(path: string): Promise<string | undefined> {
  return await versionOf(path).then(
    (version) => version?.key,
    () => undefined,
  )
}

class FileInMemory implements SiteFile {
  readonly path: string
  readonly digest: string
  /** What it unpacks to may take much memory. */
  readonly isCompressed: boolean
  /** Nothing once its sites were read: then they are all that is asked for. */
  #stored: Uint8Array
  readonly #threads: ListThreads | undefined
  #begun: Promise<FileContent> | undefined

  constructor(path: string, digest: string, stored: Uint8Array, threads: ListThreads | undefined) {
    this.path = path
    this.digest = digest
    this.isCompressed = isCompressed(stored)
    this.#stored = stored
    this.#threads = threads
  }

  /** Begins to read its sites, before it is asked for them. */
  begin(knownDigest: string): void {
    this.#begun = this.#list(knownDigest, new AbortController().signal)
    this.#begun.catch(() => {})
  }

  async read(knownDigest: string | undefined, signal: AbortSignal): Promise<FileContent> {
    const reading = this.#begun ?? this.#list(knownDigest, signal)
    try {
      const content = await unlessAborted(reading, signal)
      this.#begun = reading
      this.#stored = new Uint8Array()
      return content
    } catch (error) {
      throw error instanceof UnreadableList ? unusable(this.path, error) : error
    }
  }

  async #list(knownDigest: string | undefined, signal: AbortSignal): Promise<FileContent> {
    const bytes = await unpacked(this.#stored, signal)
    const list = await doWork(threadsFor(bytes, this.#threads), 'read', { bytes, knownDigest }, signal)
    return contentOf(bytes, list)
  }
}

/** Short lists are read on the main thread. */
function threadsFor(bytes: Uint8Array, threads: ListThreads | undefined): ListThreads | undefined {
  return bytes.length < longList ? undefined : threads
}

/** A file of sites, in memory. */
export interface SiteFile {
  readonly path: string
  /** SHA-256 of its bytes on disk, or of those of the member of an archive; hexadecimal. */
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

/**
 * How this release reads files, and what it takes of them: where that and the bytes are the same, so are the sites.
 * @param table of the category; only of a file with sites that a compile deletes from some tables
 */
export function readingOf(taken: TakenSites, table?: string): string {
  return [readingVersion, taken, ...(table === undefined ? [] : [table])].join(':')
}

/** What a reading depends on besides the bytes; undefined for one of another release. */
export function readingParts(
  reading: string | undefined,
): { readonly taken: string; readonly table: string | undefined } | undefined {
  const [version, taken, table] = reading?.split(':') ?? []
  return version === String(readingVersion) && taken !== undefined ? { taken, table } : undefined
}

/** What the bytes of a file come to that were read as a list. */
function contentOf(
  bytes: Uint8Array,
  { table, digest, packed, invalid, linesWithSites }: ReadOfFile,
): FileContent {
  const cut = asTable(cutByAutonomousService(table))
  return { table, digest, packed, invalid, linesWithSites, cut, looksLike: apparentFormat(bytes) }
}

/** To be raised where a release of the provider reads files in another way, so that they are read anew. */
const readingVersion = 4

/** What to say of a file that could not be read, or not as a list. */
function unusable(path: string, error: unknown): ProviderError {
  if (error instanceof UnreadableList) return unreadable(path, error)
  if (error instanceof TooLarge) return unreadable(path, tooLarge())
  if (error instanceof NotRegular) {
    return new ProviderError(sitesFileNotRegular({ path, what: error.what }), { path: ['sites_file'] })
  }
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)
  const file = { path, folder: isAbsolute(path) ? undefined : process.cwd() }
  const diagnostic = code === 'ENOENT' ? sitesFileMissing({ file }) : sitesFileUnreadable({ file, code })
  return new ProviderError(diagnostic, { path: ['sites_file'], cause: error })
}

function unreadable(path: string, { message, advice, isTooLong }: UnreadableList): ProviderError {
  const entry = isTooLong ? sitesFileTooLong : sitesFileNoList
  return new ProviderError(entry({ path, found: message, advice }), { path: ['sites_file'] })
}
