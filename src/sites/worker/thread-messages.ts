import { UnreadableList } from '../published/unreadable-list'
import { PackedListError } from '../table/packed-sites'
import { SiteTable } from '../table/site-table'
import type { WorkInput, WorkKind } from './list-work'

/** What a thread is asked for. */
export type ThreadQuestion = {
  readonly [K in WorkKind]: { readonly kind: K; readonly input: WorkInput<K> }
}[WorkKind]

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

/** The memory of the tables in a result, which is handed over and not copied. */
export function memoryOf(result: unknown): ArrayBuffer[] {
  return tablesIn(result).flatMap(({ bytes, starts }) =>
    [bytes.buffer, starts.buffer].filter((buffer) => buffer instanceof ArrayBuffer),
  )
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

type TableLike = Pick<SiteTable, 'bytes' | 'starts'>

function hasTable(result: unknown): result is { readonly table: TableLike } {
  return typeof result === 'object' && result !== null && 'table' in result && isTableLike(result.table)
}

function isTableLike(value: unknown): value is TableLike {
  if (typeof value !== 'object' || value === null || !('bytes' in value && 'starts' in value)) return false
  return ArrayBuffer.isView(value.bytes) && ArrayBuffer.isView(value.starts)
}
