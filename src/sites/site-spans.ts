import type { Site } from './site'

/** Canonical sites that stand somewhere in a buffer, in any order, and perhaps more than once. */
export interface SiteSpans {
  readonly bytes: Uint8Array
  /** Where each site begins. */
  readonly starts: Uint32Array
  /** Behind the last byte of each. */
  readonly ends: Uint32Array
}

/** Collects sites in the order in which they are found: where they stand in a source, or as texts of their own. */
export class SpanCollector {
  readonly #source: Uint8Array
  readonly #texts: Site[] = []
  /** Behind the source, and the texts with a byte between them. */
  #end: number
  #starts: Uint32Array = new Uint32Array(1 << 12)
  #ends: Uint32Array = new Uint32Array(1 << 12)
  #size = 0

  constructor(source: Uint8Array = new Uint8Array()) {
    this.#source = source
    this.#end = source.length
  }

  get size(): number {
    return this.#size
  }

  /** Takes the site that stands in the source from one place to before another. */
  take(from: number, to: number): void {
    if (this.#size === this.#starts.length) this.#grow()
    this.#starts[this.#size] = from
    this.#ends[this.#size] = to
    this.#size += 1
  }

  add(site: Site): void {
    this.#texts.push(site)
    this.take(this.#end, this.#end + site.length)
    this.#end += site.length + 1
  }

  collected(): SiteSpans {
    return {
      bytes:
        this.#texts.length === 0
          ? this.#source
          : Buffer.concat([this.#source, Buffer.from(this.#texts.join('\n'), 'latin1')]),
      starts: this.#starts.subarray(0, this.#size),
      ends: this.#ends.subarray(0, this.#size),
    }
  }

  #grow(): void {
    this.#starts = twice(this.#starts)
    this.#ends = twice(this.#ends)
  }
}

function twice(array: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * array.length)
  larger.set(array)
  return larger
}
