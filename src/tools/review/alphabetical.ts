/** The order in which people look for names: capital letters beside small ones. For `sort`; equal names only where they are the same. */
export function alphabetically(one: string, other: string): number {
  return compared(one.toLowerCase(), other.toLowerCase()) || compared(one, other)
}

function compared(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** The first texts in alphabetical order of any number that are given to it one by one. */
export class FirstTexts {
  readonly #most: number
  readonly #kept: string[] = []

  /** @param most how many are kept */
  constructor(most: number) {
    this.#most = most
  }

  get texts(): readonly string[] {
    return this.#kept
  }

  add(text: string): void {
    const last = this.#kept.at(-1)
    const isFull = this.#kept.length >= this.#most
    if (isFull && (last === undefined || alphabetically(text, last) >= 0)) return
    this.#kept.splice(this.#placeOf(text), 0, text)
    if (isFull) this.#kept.pop()
  }

  /** Behind all that come before it. */
  #placeOf(text: string): number {
    let [low, high] = [0, this.#kept.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (alphabetically(this.#kept[middle] ?? '', text) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
