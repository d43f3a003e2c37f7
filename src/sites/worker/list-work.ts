import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beginList, type ReadList } from '../published/read-list'
import { digestOf, packSites, type ToldOfList, unpackSites } from '../table/packed-sites'
import type { SiteTable } from '../table/site-table'

/** What takes long of long lists: the same functions on the main thread and on those of `ListThreads`. */
export const listWork = {
  /** SHA-256 of bytes, in hexadecimal digits. */
  async digest({ bytes }: { readonly bytes: Uint8Array }): Promise<string> {
    return createHash('sha256').update(bytes).digest('hex')
  },

  /**
   * Reads a published list, and packs it.
   * @throws {UnreadableList}
   * @throws the reason of the signal, which is looked at between turns
   */
  async read({ bytes, knownDigest }: ListToRead, signal?: AbortSignal): Promise<ReadOfFile> {
    const reading = beginList(bytes)
    while (reading.readOn()) {
      await nextTurn()
      signal?.throwIfAborted()
    }
    const list = reading.result()
    const digest = digestOf(list.table)
    return { ...list, digest, packed: digest === knownDigest ? undefined : await packSites(list.table) }
  },

  /** @throws {PackedListError} */
  unpack({ packed, told }: ListToUnpack): Promise<SiteTable> {
    return unpackSites(packed, told)
  },
}

/** A list to be read. */
export interface ListToRead {
  /** Of the file. In shared memory a thread reads them where they are. */
  readonly bytes: Uint8Array
  /** Of a list that is packed already, so that it need not be packed again; undefined where there is none. */
  readonly knownDigest: string | undefined
}

/** What `packSites` wrote, and what is told of it. */
export interface ListToUnpack {
  readonly packed: string
  readonly told: ToldOfList
}

/** A list that was read. */
export interface ReadOfFile extends ReadList {
  /** Of its table, as `digestOf` writes it. */
  readonly digest: string
  /** As `packSites` writes it; undefined where the digest was known. */
  readonly packed: string | undefined
}

export type ListWork = typeof listWork
/** What is done: the name of a function of `listWork`. */
export type WorkKind = keyof ListWork
export type WorkInput<K extends WorkKind> = Parameters<ListWork[K]>[0]
export type WorkResult<K extends WorkKind> = Awaited<ReturnType<ListWork[K]>>

/**
 * Does work on the thread that asks for it.
 * @throws what the function of `listWork` throws
 */
export function doOnThisThread<K extends WorkKind>(
  kind: K,
  input: WorkInput<K>,
  signal?: AbortSignal,
): Promise<WorkResult<K>> {
  // One of the functions, which the compiler takes for any of them.
  const work = listWork[kind] as (input: WorkInput<K>, signal?: AbortSignal) => Promise<WorkResult<K>>
  return work(input, signal)
}
