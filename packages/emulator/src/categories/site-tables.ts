import { SiteIndex } from './site-index'
import { SiteTable } from './site-table'

/**
 * The tables of all categories. Two categories whose names give one table share it, and with it their sites (field notes, "Create");
 * a category without a table shares nothing.
 */
export class SiteTables {
  readonly #ofCategory = new Map<number, SiteTable>()
  readonly #named = new Map<string, SiteTable>()
  readonly #numbered = new Map<number, SiteTable>()
  readonly #index = new SiteIndex()
  #made = 0

  of(category: number): SiteTable | undefined {
    return this.#ofCategory.get(category)
  }

  /** Gives a category the table of that name, with the sites that are in it already. */
  open(category: number, name: string): void {
    const table = this.#named.get(name) ?? this.#make()
    if (name !== '') this.#named.set(name, table)
    table.open(category)
    this.#ofCategory.set(category, table)
  }

  /** Takes the table from a category. It goes with its sites once no other category has it. */
  close(category: number, name: string): void {
    const table = this.#ofCategory.get(category)
    this.#ofCategory.delete(category)
    table?.close(category)
    if (table === undefined || table.categories.length > 0) return
    for (const site of table.stored) this.#index.remove(site, table.number)
    this.#numbered.delete(table.number)
    this.#named.delete(name)
  }

  add(table: SiteTable, sites: readonly string[]): void {
    for (const site of sites) {
      table.add(site)
      this.#index.add(site, table.number)
    }
  }

  remove(table: SiteTable, sites: readonly string[]): void {
    for (const site of sites) {
      table.remove(site)
      this.#index.remove(site, table.number)
    }
  }

  /** Ids of the categories in whose tables the site is stored, ascending. */
  categoriesOf(site: string): readonly number[] {
    const numbers = this.#index.tablesOf(site)
    const [first] = numbers
    if (first === undefined) return nowhere
    // Most sites are in one table, and a large configuration asks for a million of them.
    if (numbers.length === 1) return this.#categoriesWith(first)
    return numbers.flatMap((number) => this.#categoriesWith(number)).sort((a, b) => a - b)
  }

  #categoriesWith(number: number): readonly number[] {
    return this.#numbered.get(number)?.categories ?? nowhere
  }

  #make(): SiteTable {
    this.#made += 1
    const table = new SiteTable(this.#made)
    this.#numbered.set(table.number, table)
    return table
  }
}

const nowhere: readonly number[] = []
