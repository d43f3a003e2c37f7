import { NameCounter } from '../names'
import type { PlannedCategory } from '../sites/category-exchange'
import { changedIn } from '../sites/site-changes'

/** Sites that concern two categories at once, counted for each pair. */
export class CategoryPairs {
  readonly #categories: readonly PlannedCategory[]
  readonly #pairs = new Map<number, NameCounter>()

  constructor(categories: readonly PlannedCategory[]) {
    this.#categories = categories
  }

  add(one: number, other: number, site: string): void {
    const key = one * this.#categories.length + other
    const counter = this.#pairs.get(key) ?? new NameCounter()
    this.#pairs.set(key, counter)
    const isSensitive = this.#categories[one]?.isSensitive || this.#categories[other]?.isSensitive
    counter.add(isSensitive ? undefined : site)
  }

  *[Symbol.iterator](): Generator<CategoryPair> {
    const size = this.#categories.length
    for (const [key, names] of [...this.#pairs].sort(([first], [second]) => first - second)) {
      const [one, other] = [this.#categories[Math.floor(key / size)], this.#categories[key % size]]
      if (one && other)
        yield { one, other, names, addresses: [...new Set([...changedIn(one), ...changedIn(other)])] }
    }
  }
}

/** Two categories, and the sites for which they were noticed. */
export interface CategoryPair {
  readonly one: PlannedCategory
  readonly other: PlannedCategory
  readonly names: NameCounter
  readonly addresses: readonly string[]
}
