/**
 * How many sites the categories of an appliance contain that reports nothing else of them, while a run adds sites. Each list notes how many
 * sites its category contained after its apply, and a later number below that means that sites are gone. Nothing that the provider does
 * there lowers the number, because such an appliance has no route that removes sites. But what a run adds could hide what is gone. So a run
 * remembers how many sites were gone when it began, and its notes count them as if they were there.
 */
export class CategoryCounts {
  readonly #categories = new Map<number, Counted>()

  /** Whether a change of this run has been counted in the category. */
  isBegun(category: number): boolean {
    return this.#categories.has(category)
  }

  /** Says how many sites a category contains, by its number, before the first change of this run. */
  begin(category: number, items: number): void {
    if (!this.isBegun(category)) this.#categories.set(category, { before: items, gone: 0 })
  }

  /**
   * Says how many sites a category contains after the change of a list.
   *
   * @param noted what the list noted after its last apply; undefined for nothing
   * @param isWhole whether the change has sent every site of the list. What was gone before is then known no more: some of it may be there
   *   again
   * @returns the number that the list notes
   */
  end(category: number, items: number, { noted, isWhole }: { noted: number | undefined; isWhole: boolean }) {
    const counted = this.#categories.get(category)
    if (isWhole || !counted) {
      this.#categories.set(category, { before: items, gone: 0 })
      return items
    }
    const { before } = counted
    const gone = Math.max(counted.gone, noted === undefined ? 0 : noted - before)
    this.#categories.set(category, { before, gone })
    return items + gone
  }
}

interface Counted {
  readonly before: number
  /** How many sites at least were gone by then, as far as the lists of this run have noted. */
  readonly gone: number
}
