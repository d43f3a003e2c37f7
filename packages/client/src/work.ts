import { setImmediate } from 'node:timers/promises'
import type { Site } from '@webfilter/appliance-names'
import { Flight } from '@webfilter/concurrency'
import { FewSites, type SiteSet, SiteTable } from '@webfilter/site-lists'
import { cancelled, throwIfCancelled } from './cancellation'
import type { Log, LogFields } from './settings'

/** What became of a list of items that were worked on one request at a time. */
interface WorkedOn<Item, Result> {
  /** What came of the items that worked, by item, in the order in which they ended. */
  readonly results: ReadonlyMap<Item, Result>
  /** The first failure, after which no further item was begun; those under way were still waited for. */
  readonly failure: unknown
}

/**
 * Works on every item with a bounded number under way. Never throws for what the work throws: that is the failure of
 * the outcome, so that what has been confirmed is not lost with it. Each item is worked on once, also if listed twice.
 */
export async function workOneByOne<Item, Result>(
  items: readonly Item[],
  underWay: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<Result>,
): Promise<WorkedOn<Item, Result>> {
  const results = new Map<Item, Result>()
  const remaining = new Set(items).values()
  const failures: unknown[] = []
  const worker = async () => {
    for (const item of remaining) {
      try {
        throwIfCancelled(signal)
        results.set(item, await work(item))
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(underWay, items.length) }, worker))
  return { results, failure: failures[0] }
}

/** Which sites of a list were worked on, by their indexes. */
interface DoneOneByOne {
  isDone(index: number): boolean
  /** As in `WorkedOn`. */
  readonly failure: unknown
}

/** The same for sites of which nothing is to be kept but whether the work was done: a byte for each, and no string. */
export async function doOneByOne(
  sites: SiteSet,
  underWay: number,
  signal: AbortSignal,
  work: (site: Site, index: number) => Promise<void>,
): Promise<DoneOneByOne> {
  const done = new Uint8Array(sites.size)
  const remaining = sites[Symbol.iterator]()
  const failures: unknown[] = []
  let begun = 0
  const worker = async () => {
    for (let next = remaining.next(); !next.done; next = remaining.next()) {
      const index = begun
      begun += 1
      try {
        throwIfCancelled(signal)
        await work(next.value, index)
        done[index] = 1
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(underWay, sites.size) }, worker))
  return { isDone: (index) => done[index] === 1, failure: failures[0] }
}

/** Milliseconds between two lines. */
const interval = 5_000

/**
 * Logs the progress of long work: nothing within the first seconds, then a line every five seconds.
 *
 * @param now milliseconds on a clock that never goes back
 * @returns to be called with how many of the total have been done since the last call
 */
export function progressOf(
  work: string,
  fields: LogFields,
  total: number,
  log: Log,
  now: () => number = () => performance.now(),
): (count: number) => void {
  let done = 0
  let logged = now()
  return (count) => {
    done += count
    if (done >= total || now() - logged < interval) return
    logged = now()
    log.info(work, { ...fields, done, total })
  }
}

/**
 * The compiles of one thing, such as a category: one at a time. Callers that came before it began share it, if they ask for the
 * same: none of them gets a request, or a failure, that another one caused.
 */
export class CompileLine<T = void> {
  readonly #waiting = new Map<string, Flight<T>>()
  #last: Flight<T> | undefined

  /**
   * Waits for a compile that begins from now on. Returns what it returns; throws what it throws, or `cancelled` by the signal.
   *
   * @param request all that the compile depends on: only those with the same request share one
   */
  async join(
    signal: AbortSignal,
    compile: (signal: AbortSignal) => Promise<T>,
    request: readonly unknown[] = [],
  ): Promise<T> {
    const key = JSON.stringify(request)
    const waiting = this.#waiting.get(key)
    const flight = waiting && !waiting.abandoned ? waiting : this.#lineUp(key, compile)
    return await flight.join(signal)
  }

  #lineUp(key: string, compile: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const before = this.#last
    const flight = new Flight<T>(async (signal) => {
      await before?.ended()
      // One turn of the event loop, so that callers that finish together share a compile.
      await setImmediate()
      if (this.#waiting.get(key) === flight) this.#waiting.delete(key)
      throwIfCancelled(signal)
      return await compile(signal)
    }, cancelled)
    this.#waiting.set(key, flight)
    this.#last = flight
    return flight
  }
}

/** How a list is written into one text: how many bytes that text may have, and how many each separator takes. */
interface ChunkLimits {
  readonly maximumBytes: number
  readonly separatorBytes: number
}

/**
 * Cuts a list into runs whose texts, joined by separators, stay within a number of bytes; as few runs as that allows,
 * in order, none of them empty. An item that is too long by itself gets a run of its own: the receiver
 * reports it better than this function could. Bytes are those of UTF-8.
 */
export function chunkByBytes<Item extends string>(
  items: readonly Item[],
  { maximumBytes, separatorBytes }: ChunkLimits,
): readonly (readonly Item[])[] {
  const chunks: Item[][] = []
  let chunk: Item[] = []
  let bytes = 0
  for (const item of items) {
    const itemBytes = Buffer.byteLength(item)
    if (chunk.length > 0 && bytes + separatorBytes + itemBytes > maximumBytes) {
      chunks.push(chunk)
      chunk = []
      bytes = 0
    }
    bytes += itemBytes + (chunk.length > 0 ? separatorBytes : 0)
    chunk.push(item)
  }
  if (chunk.length > 0) chunks.push(chunk)
  return chunks
}

/** The same for sites: those of a table are cut without making strings of them. */
export function chunksOf(sites: SiteSet, { maximumBytes, separatorBytes }: ChunkLimits): readonly SiteSet[] {
  if (!(sites instanceof SiteTable)) {
    return chunkByBytes([...sites], { maximumBytes, separatorBytes }).map((chunk) => new FewSites(chunk))
  }
  const { starts } = sites
  const chunks: SiteSet[] = []
  let [from, bytes] = [0, 0]
  for (let index = 0; index < sites.size; index += 1) {
    // Without its line feed.
    const siteBytes = (starts[index + 1] ?? 0) - (starts[index] ?? 0) - 1
    if (index > from && bytes + separatorBytes + siteBytes > maximumBytes) {
      chunks.push(sites.slice(from, index))
      ;[from, bytes] = [index, 0]
    }
    bytes += siteBytes + (index > from ? separatorBytes : 0)
  }
  if (sites.size > from) chunks.push(sites.slice(from))
  return chunks
}
