import { isAbsolute } from 'node:path'
import type { Site } from '@webfilter/appliance-names'
import { unlessAborted } from '@webfilter/concurrency'
import type { ExceptedList } from '../exceptions'
import { longestList, longList } from '../list-size'
import type { AddressCounts } from '../published/answers'
import type { EntryCount } from '../published/list-count'
import type { LeftOutKind } from '../published/list-line'
import {
  apparentFormat,
  type ExceptionLines,
  type InvalidLines,
  type ReadPart,
  refuseOtherFormats,
  tooLarge,
  UnreadableList,
} from '../published/read-list'
import { cutByAutonomousService } from '../spelling'
import { packedText } from '../table/packed-sites'
import { asTable, emptyTable, SiteTable, union } from '../table/site-table'
import { doWork, type ListThreads } from '../worker/list-threads'
import type { ReadOfFile, TextsToRead } from '../worker/list-work'
import { notAPath } from './given-path'
import { type FileAttribute, type FileNames, ListError } from './list-error'
import { isCompressed, pathOfList, readStored, unpacked } from './list-text'
import { NotRegular, TooLarge, versionOf } from './regular-file'

/** The file that the list of a state came from. */
interface FormerFile {
  /** Of the file's bytes; null where the state holds less than the file had. */
  readonly digest: string | null
  /** Of its sites; undefined if it has exceptions, without which it cannot be read early. */
  readonly sitesDigest: string | undefined
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
    if (notAPath(path, 'sites_file')) return
    const place = pathOfList('.', path)
    if (this.#threads === undefined || this.#prefetched.has(place)) return
    this.#prefetched.set(
      place,
      this.#readEarly(path, former, this.#threads).catch(() => undefined),
    )
  }

  /**
   * Reads a file, relative to the folder in which Terraform runs.
   * @param attribute that names the file
   * @throws {ListError} where there is no such file, or it is none that can be read as a list
   * @throws the reason of the signal
   */
  async open(path: string, signal: AbortSignal, attribute: FileAttribute = 'sites_file'): Promise<SiteFile> {
    const refusal = notAPath(path, attribute)
    if (refusal) throw refusal
    const place = pathOfList('.', path)
    const prefetched = await unlessAborted(this.#prefetched.get(place) ?? Promise.resolve(undefined), signal)
    if (this.#prefetched.delete(place)) this.#bytes -= prefetched?.size ?? 0
    if (prefetched !== undefined && (await keyOf(path)) === prefetched.key) return prefetched.file
    try {
      return await this.#read(path, signal, attribute)
    } catch (error) {
      signal.throwIfAborted()
      throw unusable(path, attribute, error)
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
      const file = await this.#read(path, new AbortController().signal, 'sites_file')
      // What was read while it changed is of no version.
      if ((await keyOf(path)) !== version.key) throw new Error('the file has changed')
      const isBegun = file.digest !== former.digest && !file.isCompressed
      if (isBegun && former.sitesDigest !== undefined) file.begin(former.sitesDigest)
      return { ...version, file }
    } catch (error) {
      this.#bytes -= version.size
      throw error
    }
  }

  async #read(path: string, signal: AbortSignal, attribute: FileAttribute): Promise<FileInMemory> {
    const { bytes } = await readStored(path, signal)
    const digest = await doWork(threadsFor(bytes, this.#threads), 'digest', { bytes }, signal)
    return new FileInMemory({ path, attribute, digest }, bytes, this)
  }

  /**
   * Reads the sites of texts, on a thread if they are long.
   * @param of whose they are
   * @throws what `OpenedList.read` throws
   */
  async readTexts(
    texts: TextsToRead,
    { names, attribute }: Pick<OpenedList, 'names' | 'attribute'>,
    signal: AbortSignal,
  ): Promise<FileContent> {
    try {
      return contentOf(texts, await doWork(threadsFor(texts.bytes, this.#threads), 'read', texts, signal))
    } catch (error) {
      throw error instanceof UnreadableList ? unusable(names, attribute, error) : error
    }
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
  readonly attribute: FileAttribute
  readonly digest: string
  /** What it unpacks to may take much memory. */
  readonly isCompressed: boolean
  /** Nothing once its sites were read: then they are all that is asked for. */
  #stored: Uint8Array
  #isReleased = false
  readonly #reader: SiteFiles
  #begun: Promise<FileContent> | undefined

  constructor(
    { path, attribute, digest }: Pick<SiteFile, 'path' | 'attribute' | 'digest'>,
    stored: Uint8Array,
    reader: SiteFiles,
  ) {
    this.path = path
    this.attribute = attribute
    this.digest = digest
    this.isCompressed = isCompressed(stored)
    this.#stored = stored
    this.#reader = reader
  }

  get names(): string {
    return this.path
  }

  get size(): number {
    return this.#stored.length
  }

  /** Begins to read its sites, before it is asked for them. */
  begin(knownDigest: string): void {
    this.#begun = this.#list(knownDigest, new AbortController().signal)
    this.#begun.catch(() => {})
  }

  async text(signal: AbortSignal): Promise<Uint8Array> {
    try {
      const text = await unpacked(this.#stored, signal)
      refuseOtherFormats(text)
      return text
    } catch (error) {
      throw error instanceof UnreadableList ? unusable(this.path, this.attribute, error) : error
    }
  }

  async read(
    knownDigest: string | undefined,
    signal: AbortSignal,
    options?: ReadingOptions,
  ): Promise<FileContent> {
    if (options && this.#isReleased) throw new Error('the file was read without its exceptions')
    const begun = options ? undefined : this.#begun
    const reading = begun ?? this.#list(knownDigest, signal, options)
    const content = await unlessAborted(reading, signal)
    if (options) return content
    this.#begun = reading
    this.#isReleased = true
    this.#stored = new Uint8Array()
    return content
  }

  async #list(
    knownDigest: string | undefined,
    signal: AbortSignal,
    options?: ReadingOptions,
  ): Promise<FileContent> {
    const bytes = await this.text(signal)
    return await this.#reader.readTexts({ bytes, knownDigest, ...options }, this, signal)
  }
}

/** Short lists are read on the main thread. */
function threadsFor(bytes: Uint8Array, threads: ListThreads | undefined): ListThreads | undefined {
  return bytes.length < longList ? undefined : threads
}

/** What a list comes from, in memory: a file, or several. */
export interface OpenedList {
  /** As they are configured; those of several files each once. */
  readonly names: FileNames
  readonly attribute: FileAttribute
  /**
   * SHA-256, hexadecimal: of the bytes of a file on disk, or of those of the member of an archive. Of several files, of their digests in
   * alphabetical order, one behind the other.
   */
  readonly digest: string
  /**
   * Its sites, without the exceptions.
   * @param knownDigest of a list that is packed already; undefined where there is none
   * @throws {ListError} where it is no list of sites, or too long a one
   * @throws the reason of the signal
   */
  read(knownDigest: string | undefined, signal: AbortSignal, options?: ReadingOptions): Promise<FileContent>
}

/** What is left out of the list of a file. */
export interface ReadingOptions {
  readonly exceptions?: SiteTable | undefined
  /** Defaults to `skip`. */
  readonly exceptionLines?: ExceptionLines
  /** The list of a state that another release may have read otherwise: what of it is left out is asked for. */
  readonly former?: SiteTable | undefined
}

/** A file of sites, in memory. */
export interface SiteFile extends OpenedList {
  readonly path: string
  /** Bytes, compressed as they may be. */
  readonly size: number
  /**
   * Its text, unpacked.
   * @throws {ListError} where it is no text, or too long
   */
  text(signal: AbortSignal): Promise<Uint8Array>
}

/** The sites of a file, and what it has besides. */
export interface FileContent {
  /** All of them, without the exceptions. */
  readonly table: SiteTable
  /** All exceptions: those that were given, and those of the list itself if they are taken. */
  readonly exceptions: SiteTable
  /** Those of the list itself. */
  readonly ownExceptions: SiteTable
  /** What the exceptions do to the list. */
  readonly excepted: ExceptedList
  /** Of the table, as `digestOf` writes it. */
  readonly digest: string
  /** The table as `packSites` writes it; undefined where its digest was known. */
  readonly packed: string | undefined
  /** Of all files together. */
  readonly invalid: InvalidLines
  /** The sites of the former list that lines name which are left out, with the kinds of those; empty if it was not asked for. */
  readonly leftOutSites: ReadonlyMap<Site, LeftOutKind>
  /** How many lines of all files answer with each address of a sinkhole. */
  readonly sinkholes: AddressCounts
  /** Of each file, in their order. */
  readonly parts: readonly FilePart[]
  /** Those that the autonomous service would store as others. */
  readonly cut: SiteTable
  /** Of all files together. */
  readonly entries: EntryCount
}

/** What one of the files of a list has. */
export interface FilePart extends ReadPart {
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
 * @param exceptions their `key`; undefined for a list without
 */
export function readingOf(taken: TakenSites, table?: string, exceptions?: string): string {
  const parts = exceptions === undefined ? [table] : [table ?? '', exceptions]
  return [readingVersion, taken, ...parts.filter((part) => part !== undefined)].join(':')
}

/** What a reading depends on besides the bytes; undefined for one of another release. */
export function readingParts(reading: string | undefined): ReadingParts | undefined {
  const [version, taken, table, exceptions] = reading?.split(':') ?? []
  if (version !== String(readingVersion) || taken === undefined) return undefined
  return { taken, table: table === '' ? undefined : table, exceptions }
}

interface ReadingParts {
  readonly taken: string
  readonly table: string | undefined
  readonly exceptions: string | undefined
}

/** What texts come to that were read as a list. */
function contentOf({ bytes, begins = [0], exceptions: given }: TextsToRead, list: ReadOfFile): FileContent {
  const { table, excepted, digest, packed, invalid, leftOutSites, sinkholes, parts, entries } = list
  const ownExceptions = new SiteTable(list.ownExceptions.bytes, list.ownExceptions.starts)
  return {
    table,
    exceptions: union(given ? new SiteTable(given.bytes, given.starts) : emptyTable, ownExceptions),
    ownExceptions,
    excepted: { ...excepted, table },
    digest,
    packed: packed && packedText(packed),
    invalid,
    leftOutSites,
    sinkholes,
    parts: parts.map((part, index) => {
      return { ...part, looksLike: apparentFormat(bytes.subarray(begins[index], begins[index + 1])) }
    }),
    cut: asTable(cutByAutonomousService(table)),
    entries,
  }
}

/** To be raised where a release of the provider reads files in another way, so that they are read anew. */
const readingVersion = 5

/** The error for a file that could not be read, or not as a list; or for several as one. */
export function unusable(names: FileNames, attribute: FileAttribute, error: unknown): ListError {
  if (error instanceof UnreadableList) return unreadable(names, attribute, error)
  if (error instanceof TooLarge) return unreadable(names, attribute, tooLarge())
  if (error instanceof NotRegular)
    return new ListError(names, attribute, { is: 'not regular', what: error.what })
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)
  const folder = typeof names === 'string' && isAbsolute(names) ? undefined : process.cwd()
  const problem =
    code === 'ENOENT' ? ({ is: 'missing', folder } as const) : ({ is: 'unreadable', code, folder } as const)
  return new ListError(names, attribute, problem, error)
}

function unreadable(
  names: FileNames,
  attribute: FileAttribute,
  { message, advice, isTooLong }: UnreadableList,
): ListError {
  return new ListError(names, attribute, { is: isTooLong ? 'too long' : 'no list', found: message, advice })
}
