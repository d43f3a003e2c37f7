import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Site } from '@webfilter/appliance-names'
import { type ExceptedList, exceptedList } from '../exceptions'
import { formerSitesLeftOut } from '../published/former-sites'
import type { LeftOutKind } from '../published/list-line'
import { beginList, type ExceptionLines, type ReadList, UnreadableList } from '../published/read-list'
import {
  digestOf,
  type ListDescription,
  PackedListError,
  packedPieces,
  unpackSites,
} from '../table/packed-sites'
import { emptyTable, SiteTable } from '../table/site-table'

/** What takes long of long lists: the same functions on the main thread and on those of `ListThreads`. */
const listWork = {
  /** SHA-256 of bytes, in hexadecimal digits. */
  async digest({ bytes }: { readonly bytes: Uint8Array }): Promise<string> {
    return createHash('sha256').update(bytes).digest('hex')
  },

  /**
   * Reads a published list, leaves out its exceptions, and packs it.
   * @throws {UnreadableList}
   * @throws the reason of the signal, which is looked at between turns
   */
  async read(texts: TextsToRead, signal?: AbortSignal): Promise<ReadOfFile> {
    const { knownDigest, exceptions, former } = texts
    const { important, ...list } = await listIn(texts, signal)
    // On its way to another thread, a table loses its class.
    const given = exceptions ? new SiteTable(exceptions.bytes, exceptions.starts) : emptyTable
    const { table, ...excepted } = exceptedList({ ...list, important }, given).excepted
    const digest = digestOf(table)
    const packed = digest === knownDigest ? undefined : await packedPieces(table)
    const leftOutSites = former
      ? await formerSitesLeftOut(texts, new SiteTable(former.bytes, former.starts), signal)
      : new Map<Site, LeftOutKind>()
    return { ...list, table, excepted, digest, packed, leftOutSites }
  },

  /** @throws {PackedListError} */
  unpack({ packed, description }: ListToUnpack): Promise<SiteTable> {
    return unpackSites(packed, description)
  },
}

/** Nothing but the list is in memory when it is returned: where its sites stand in the text takes a quarter of it. */
async function listIn(
  { bytes, begins, exceptionLines }: TextsToRead,
  signal: AbortSignal | undefined,
): Promise<ReadList> {
  const reading = beginList(bytes, exceptionLines, begins)
  while (reading.readOn()) {
    await nextTurn()
    signal?.throwIfAborted()
  }
  return reading.result()
}

/** A list to be read. */
export interface TextsToRead {
  /** Of its files, one behind the other. In shared memory a thread reads them where they are. */
  readonly bytes: Uint8Array
  /** Where each file begins; left out for a single one. */
  readonly begins?: readonly number[]
  /** Of a list that is packed already, so that it need not be packed again; undefined where there is none. */
  readonly knownDigest: string | undefined
  /** What is left out of the list; undefined for nothing. */
  readonly exceptions?: TableLike | undefined
  readonly exceptionLines?: ExceptionLines | undefined
  /** The list of a state that another release may have read otherwise. */
  readonly former?: TableLike | undefined
}

/** What `packSites` wrote, and the values beside it. */
interface ListToUnpack {
  /** The bytes of the text. In shared memory a thread reads them where they are. */
  readonly packed: Uint8Array
  readonly description: ListDescription
}

/** A list that was read, without its exceptions. */
export interface ReadOfFile extends Omit<ReadList, 'important'> {
  /** What the exceptions do to it. */
  readonly excepted: Omit<ExceptedList, 'table'>
  /** Of its table, as `digestOf` writes it. */
  readonly digest: string
  /** As `packedPieces` writes it; undefined where the digest was known. */
  readonly packed: readonly Uint8Array[] | undefined
  /** The sites of the former list that are named by lines which are left out. */
  readonly leftOutSites: ReadonlyMap<Site, LeftOutKind>
}

type ListWork = typeof listWork
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

/** What a thread is asked for. */
export type ThreadQuestion = {
  readonly [K in WorkKind]: { readonly kind: K; readonly input: WorkInput<K> }
}[WorkKind]

/** How much a thread is given to work on. */
export function bytesOf({ input }: ThreadQuestion): number {
  return 'bytes' in input ? input.bytes.length : input.packed.length
}

/** What a thread answers: what came out, or what is wrong with the list. Anything else that goes wrong ends the thread. */
export type ThreadAnswer = { readonly result: unknown } | { readonly refusal: Refusal }

/** An error that says what is wrong with a list, as it crosses from one thread to another, where only plain objects do. */
type Refusal =
  | ({ readonly of: 'list' } & Pick<UnreadableList, 'message' | 'advice' | 'isTooLong'>)
  | ({ readonly of: 'packed' } & Pick<PackedListError, 'message' | 'reason'>)

/** The refusal that an error is; undefined for all other errors. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof UnreadableList) {
    const { message, advice, isTooLong } = error
    return { of: 'list', message, advice, isTooLong }
  }
  if (!(error instanceof PackedListError)) return undefined
  return { of: 'packed', message: error.message, reason: error.reason }
}

/** The error that a refusal was. */
export function errorOf(refusal: Refusal): UnreadableList | PackedListError {
  return refusal.of === 'list'
    ? new UnreadableList(refusal.message, refusal.advice, refusal.isTooLong)
    : new PackedListError(refusal.reason, refusal.message)
}

/** The memory of the tables and the packed list in a result, which is handed over and not copied. */
export function memoryOf(result: unknown): ArrayBuffer[] {
  const arrays = tablesIn(result).flatMap(({ bytes, starts }) => [bytes, starts])
  return [...arrays, ...packedIn(result)]
    .map(({ buffer }) => buffer)
    .filter((buffer) => buffer instanceof ArrayBuffer)
}

/** A result as it was, once it has crossed: the tables in it have lost their class. */
export function revived(result: unknown): unknown {
  if (isTableLike(result)) return new SiteTable(result.bytes, result.starts)
  if (!hasTable(result)) return result
  return { ...result, table: new SiteTable(result.table.bytes, result.table.starts) }
}

function tablesIn(result: unknown): readonly TableLike[] {
  if (isTableLike(result)) return [result]
  return hasTable(result) ? [result.table] : []
}

function packedIn(result: unknown): readonly Uint8Array[] {
  const isRead = typeof result === 'object' && result !== null && 'packed' in result
  return isRead && Array.isArray(result.packed) ? result.packed : []
}

type TableLike = Pick<SiteTable, 'bytes' | 'starts'>

function hasTable(result: unknown): result is { readonly table: TableLike } {
  return typeof result === 'object' && result !== null && 'table' in result && isTableLike(result.table)
}

function isTableLike(value: unknown): value is TableLike {
  if (typeof value !== 'object' || value === null || !('bytes' in value && 'starts' in value)) return false
  return ArrayBuffer.isView(value.bytes) && ArrayBuffer.isView(value.starts)
}
