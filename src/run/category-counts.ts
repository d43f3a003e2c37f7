/**
 * How many sites the categories of an appliance contain that reports nothing else of them, while a run adds sites. Each list notes how many
 * sites its category contained before and after its applies, and a later number below that means that sites are gone. Nothing that the provider
 * does there lowers the number, because such an appliance has no route that removes sites. But what a run adds could hide what is gone. So a run
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
    if (!this.isBegun(category)) this.#categories.set(category, { before: items, last: items, gone: 0 })
  }

  /**
   * Says how many sites a category contains after the change of a list.
   *
   * @returns what the list notes
   */
  end(category: number, items: number, { noted, listed, isWhole }: CountedChange): Growth {
    const counted = this.#categories.get(category)
    if (isWhole || !counted) {
      this.#categories.set(category, { before: items, last: items, gone: 0 })
      const to = isWhole ? items : Math.max(items, noted?.to ?? 0)
      const before = counted ? counted.last + counted.gone : (listed ?? to)
      return { from: Math.min(before, to), to }
    }
    const { before, last } = counted
    const gone = Math.max(counted.gone, noted === undefined ? 0 : noted.to - before)
    this.#categories.set(category, { before, last: items, gone })
    // If the list was the last one that changed the category, both changes are one.
    const from = noted !== undefined && last + gone <= noted.to ? noted.from : last + gone
    return { from, to: items + gone }
  }
}

/** A change of a list, after which the sites of its category are counted. */
export interface CountedChange {
  /** What the list noted after its last apply; undefined for nothing. */
  readonly noted: Growth | undefined
  /** How many sites the appliance listed before it, which counts if it is the first of this run; undefined if that is not known. */
  readonly listed: number | undefined
  /** Whether the change has sent every site of the list. What was gone before is then known no more: some of it may be there again. */
  readonly isWhole: boolean
}

/** How many sites a category contained before and after one or several changes of a list, between which no other list has changed it. */
export interface Growth {
  readonly from: number
  readonly to: number
}

/**
 * How many sites the applies of a list have left in a category, if nothing is gone since. Lists change it one after the other, so what two of
 * them have added never overlaps, unless sites were gone in between: so many are gone at least, which the later of the two has hidden.
 */
export function leftBy(own: Growth, others: readonly Growth[]): number {
  const hidden = others.map(({ from, to }) => {
    const overlap = Math.min(own.to, to) - Math.max(own.from, from)
    return overlap > 0 ? Math.max(own.to, to) + overlap : 0
  })
  return Math.max(own.to, ...hidden)
}

interface Counted {
  readonly before: number
  /** After the last change of this run. */
  readonly last: number
  /** How many sites at least were gone by then, as far as the lists of this run have noted. */
  readonly gone: number
}
