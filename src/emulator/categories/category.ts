import type { CategoryChange } from './category-change'

/** What is known of a category, as it stands at the moment of asking. */
export interface Category {
  readonly id: number
  readonly name: string
  readonly description: string
  /** Storage table; an empty string where the category has none (interface document 2.1). */
  readonly table: string
  readonly rpzEnabled: number
  readonly rpzAction: number
  readonly rpzRedirect: string
  /** Number of stored sites. */
  readonly items: number
  /** Number of sites when the category was last compiled, 0 before the first time. */
  readonly compiledItems: number
  /** How often the category has been compiled; skipped and failed compilations do not count. */
  readonly compilations: number
  /** True while what is stored differs from what is compiled, hence active. */
  readonly dirty: boolean
}

type Created = Extract<CategoryChange, { change: 'create' }>

/**
 * One category's sites: those that are stored, and how the compiled ones differ from them. Keeping the difference instead of a
 * second copy makes a compilation as cheap as the change that it activates.
 */
export class CategorySites {
  readonly created: Created
  readonly stored = new Set<string>()
  readonly #addedSinceCompilation = new Set<string>()
  readonly #removedSinceCompilation = new Set<string>()
  #compiledItems = 0
  #compilations = 0

  constructor(created: Created) {
    this.created = created
  }

  add(site: string): void {
    if (this.stored.has(site)) return
    this.stored.add(site)
    if (!this.#removedSinceCompilation.delete(site)) this.#addedSinceCompilation.add(site)
  }

  remove(site: string): void {
    if (!this.stored.delete(site)) return
    if (!this.#addedSinceCompilation.delete(site)) this.#removedSinceCompilation.add(site)
  }

  compile(): void {
    this.#addedSinceCompilation.clear()
    this.#removedSinceCompilation.clear()
    this.#compiledItems = this.stored.size
    this.#compilations += 1
  }

  /** The sites of the last compilation: those that the filter acts on. */
  compiled(): Set<string> {
    const active = new Set(this.stored)
    for (const site of this.#addedSinceCompilation) active.delete(site)
    for (const site of this.#removedSinceCompilation) active.add(site)
    return active
  }

  describe(): Category {
    const { id, name, description, table, rpzEnabled, rpzAction, rpzRedirect } = this.created
    return {
      id,
      name,
      description,
      table,
      rpzEnabled,
      rpzAction,
      rpzRedirect,
      items: this.stored.size,
      compiledItems: this.#compiledItems,
      compilations: this.#compilations,
      dirty: this.#addedSinceCompilation.size + this.#removedSinceCompilation.size > 0,
    }
  }
}
