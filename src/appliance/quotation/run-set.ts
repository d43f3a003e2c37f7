/**
 * Runs of characters, all of one length. Finds those of a text that are among them in time that grows with the length of the text
 * alone. A run is kept as 32 bits: one in some thousands of millions is taken for another.
 */
export class RunSet {
  readonly #length: number
  readonly #hashes: ReadonlySet<number>
  /** Most runs of a text are in no set: for each place of a hash whether there is any. */
  readonly #filter: Uint8Array

  /** @param length of each run; UTF-16 units */
  constructor(length: number, texts: readonly Uint16Array[]) {
    this.#length = length
    const hashes = new Set<number>()
    for (const units of texts) for (const hash of hashesOf(units, length)) hashes.add(hash)
    this.#hashes = hashes
    this.#filter = new Uint8Array(2 ** Math.ceil(Math.log2(this.#hashes.size * 16 + 1)))
    for (const hash of this.#hashes) this.#filter[this.#placeOf(hash)] = 1
  }

  /** Where a text holds one of these runs: parts of it, from `begin` to before `end`, which do not overlap. */
  within(units: Uint16Array): readonly Stretch[] {
    const hashes = hashesOf(units, this.#length)
    const stretches: { begin: number; end: number }[] = []
    for (let begin = 0; begin < hashes.length; begin += 1) {
      const hash = hashes[begin] ?? 0
      if (this.#filter[this.#placeOf(hash)] === 0 || !this.#hashes.has(hash)) continue
      const last = stretches.at(-1)
      if (last && begin < last.end) last.end = begin + this.#length
      else stretches.push({ begin, end: begin + this.#length })
    }
    return stretches
  }

  #placeOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#filter.length - 1)
  }
}

/** A part of a text, from `begin` to before `end`. */
export interface Stretch {
  readonly begin: number
  readonly end: number
}

/** Of each run of a length, in order of where it begins. Each is made of the one before. */
function hashesOf(units: Uint16Array, length: number): Int32Array {
  const hashes = new Int32Array(Math.max(0, units.length - length + 1))
  let gone = 1
  for (let count = 0; count < length; count += 1) gone = imul(gone, base)
  let hash = 0
  for (let index = 0; index < units.length; index += 1) {
    hash = (imul(hash, base) + (units[index] ?? 0)) | 0
    const first = index - length
    if (first >= 0) hash = (hash - imul(units[first] ?? 0, gone)) | 0
    if (first >= -1) hashes[first + 1] = hash
  }
  return hashes
}

/** Any odd number that spreads the bits. */
const base = 0x01_00_01_93
const { imul } = Math
