import { resolve } from 'node:path'
import { unlessAborted } from '../../concurrency/abort'
import { longestList, longList } from '../list-size'
import { UnreadableList } from '../published/unreadable-list'
import { doWork, type ListThreads } from '../worker/list-threads'
import type { ReadOfFile } from '../worker/list-work'
import { readRegularFile, versionOf } from './regular-file'
import { contentOf, type FileContent, type SiteFile, unusable } from './site-file'

/** What a state tells of the file that its list came from. */
export interface FormerFile {
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
   * Begins to read a long file that will be asked for. What fails here is silent: whoever asks for the file reads it anew and says so.
   * All such files together have no more bytes than one file may have.
   */
  prefetch(path: string, former: FormerFile): void {
    const place = resolve(path)
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
    const place = resolve(path)
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
      if (file.digest !== former.digest) file.begin(former.sitesDigest)
      return { ...version, file }
    } catch (error) {
      this.#bytes -= version.size
      throw error
    }
  }

  async #read(path: string, signal: AbortSignal): Promise<FileInMemory> {
    const bytes = await readRegularFile(path, longestList, signal)
    const threads = bytes.length < longList ? undefined : this.#threads
    const digest = await doWork(threads, 'digest', { bytes }, signal)
    return new FileInMemory(path, digest, bytes, threads)
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
  readonly #bytes: Uint8Array
  readonly #threads: ListThreads | undefined
  #begun: Promise<ReadOfFile> | undefined

  constructor(path: string, digest: string, bytes: Uint8Array, threads: ListThreads | undefined) {
    this.path = path
    this.digest = digest
    this.#bytes = bytes
    this.#threads = threads
  }

  /** Begins to read its sites, before anybody asks for them. */
  begin(knownDigest: string): void {
    this.#begun = this.#list(knownDigest)
    this.#begun.catch(() => {})
  }

  async read(knownDigest: string | undefined, signal: AbortSignal): Promise<FileContent> {
    try {
      const begun = this.#begun ?? this.#list(knownDigest, signal)
      return contentOf(this.#bytes, await unlessAborted(begun, signal))
    } catch (error) {
      throw error instanceof UnreadableList ? unusable(this.path, error) : error
    }
  }

  #list(knownDigest: string | undefined, signal?: AbortSignal): Promise<ReadOfFile> {
    return doWork(this.#threads, 'read', { bytes: this.#bytes, knownDigest }, signal)
  }
}
