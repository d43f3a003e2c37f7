import type { Site } from '@webfilter/appliance-names'

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
  /** Texts of their own, one behind the other: as strings they would take several times as much memory. */
  readonly #pieces: Buffer[] = []
  /** Where the last piece begins, behind the source and the other pieces, and how much of it is taken. */
  #begin: number
  #taken = 0
  #starts: Uint32Array = new Uint32Array(1 << 12)
  #ends: Uint32Array = new Uint32Array(1 << 12)
  #size = 0
  #length = 0

  constructor(source: Uint8Array = new Uint8Array()) {
    this.#source = source
    this.#begin = source.length
  }

  get size(): number {
    return this.#size
  }

  /** Bytes of all sites, with a line feed behind each. */
  get length(): number {
    return this.#length
  }

  /** Takes the site that stands in the source from one place to before another. */
  take(from: number, to: number): void {
    if (this.#size === this.#starts.length) this.#grow()
    this.#starts[this.#size] = from
    this.#ends[this.#size] = to
    this.#size += 1
    this.#length += to - from + 1
  }

  add(site: Site): void {
    let piece = this.#pieces.at(-1)
    if (piece === undefined || this.#taken + site.length > piece.length) {
      this.#begin += piece?.length ?? 0
      piece = Buffer.allocUnsafe(Math.min(2 * (piece?.length ?? shortestPiece), longestPiece))
      this.#pieces.push(piece)
      this.#taken = 0
    }
    // Only canonical sites are added, and those are ASCII.
    piece.write(site, this.#taken, 'latin1')
    const at = this.#begin + this.#taken
    this.take(at, at + site.length)
    this.#taken += site.length
  }

  collected(): SiteSpans {
    return {
      bytes: this.#pieces.length === 0 ? this.#source : Buffer.concat([this.#source, ...this.#pieces]),
      starts: this.#starts.subarray(0, this.#size),
      ends: this.#ends.subarray(0, this.#size),
    }
  }

  #grow(): void {
    this.#starts = twice(this.#starts)
    this.#ends = twice(this.#ends)
  }
}

/** Bytes, more than those of the longest site. */
const [shortestPiece, longestPiece] = [1 << 9, 1 << 20]

function twice(array: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * array.length)
  larger.set(array)
  return larger
}
