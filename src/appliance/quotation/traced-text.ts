/** The UTF-16 units of a text in another form, and for each of them where it comes from: from `begins` to before `ends`. */
export interface TracedText {
  readonly units: Uint16Array
  readonly begins: Uint32Array
  readonly ends: Uint32Array
}

/** Such a form while it is written. What was written last can be looked at, and replaced by what it stands for. */
export class Tracing {
  readonly #units: Uint16Array
  readonly #begins: Uint32Array
  readonly #ends: Uint32Array
  #length = 0

  /** @param longest how many units there will be at most */
  constructor(longest: number) {
    this.#units = new Uint16Array(longest)
    this.#begins = new Uint32Array(longest)
    this.#ends = new Uint32Array(longest)
  }

  add(unit: number, begin: number, end: number): void {
    this.#units[this.#length] = unit
    this.#begins[this.#length] = begin
    this.#ends[this.#length] = end
    this.#length += 1
  }

  /** The unit that was written last but `back`; 0 where there is none. */
  unit(back: number): number {
    return this.#units[this.#length - 1 - back] ?? 0
  }

  /** Of the number of units that were written last. */
  last(count: number): string {
    return String.fromCharCode(...this.#units.subarray(this.#length - count, this.#length))
  }

  /** Takes back the number of units that were written last. Returns where they begin in the text. */
  drop(count: number): number {
    this.#length -= count
    return this.#begins[this.#length] ?? 0
  }

  /** What was written, with what a function makes of each unit, and without those of which it makes nothing. */
  traced(fold: (unit: number) => number | undefined): TracedText {
    const folded = new Tracing(this.#length)
    for (let index = 0; index < this.#length; index += 1) {
      const unit = fold(this.#units[index] ?? 0)
      if (unit !== undefined) folded.add(unit, this.#begins[index] ?? 0, this.#ends[index] ?? 0)
    }
    return folded.#whole()
  }

  #whole(): TracedText {
    return {
      units: this.#units.subarray(0, this.#length),
      begins: this.#begins.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    }
  }
}
