import { isDeletedByCompile, isNeverActive } from './compile-rules'

/**
 * The sites of one table: those that are stored, and how the compiled ones differ from them. Keeping the difference instead of a
 * second copy makes a compilation as cheap as the change that it activates.
 */
export class SiteTable {
  /** Tells tables apart, those without a name too. */
  readonly number: number
  readonly stored = new Set<string>()
  readonly #deletedByCompile = new Set<string>()
  readonly #addedSinceCompilation = new Set<string>()
  readonly #removedSinceCompilation = new Set<string>()
  #categories: readonly number[] = []
  #compiledItems = 0
  #compilations = 0

  constructor(number: number) {
    this.number = number
  }

  /** Ids of the categories that have the table, ascending. */
  get categories(): readonly number[] {
    return this.#categories
  }

  /** Number of sites when the table was last compiled, 0 before the first time. */
  get compiledItems(): number {
    return this.#compiledItems
  }

  get compilations(): number {
    return this.#compilations
  }

  /** True while sites have been added or removed since the last compilation. */
  get dirty(): boolean {
    return this.#addedSinceCompilation.size + this.#removedSinceCompilation.size > 0
  }

  /** The stored sites that the next compilation deletes. */
  get deletedByCompile(): ReadonlySet<string> {
    return this.#deletedByCompile
  }

  open(category: number): void {
    this.#categories = [...this.#categories, category].sort((a, b) => a - b)
  }

  close(category: number): void {
    this.#categories = this.#categories.filter((id) => id !== category)
  }

  add(site: string): void {
    if (this.stored.has(site)) return
    this.stored.add(site)
    if (isDeletedByCompile(site)) this.#deletedByCompile.add(site)
    if (!this.#removedSinceCompilation.delete(site)) this.#addedSinceCompilation.add(site)
  }

  remove(site: string): void {
    if (!this.stored.delete(site)) return
    this.#deletedByCompile.delete(site)
    if (!this.#addedSinceCompilation.delete(site)) this.#removedSinceCompilation.add(site)
  }

  compile(): void {
    this.#addedSinceCompilation.clear()
    this.#removedSinceCompilation.clear()
    this.#compiledItems = this.stored.size
    this.#compilations += 1
  }

  /** The sites of the last compilation that the filter acts on. */
  active(): Set<string> {
    const active = new Set<string>()
    for (const site of this.stored) {
      if (!this.#addedSinceCompilation.has(site) && !isNeverActive(site)) active.add(site)
    }
    for (const site of this.#removedSinceCompilation) {
      if (!isNeverActive(site)) active.add(site)
    }
    return active
  }
}
