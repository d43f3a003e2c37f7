import { packSites, unpackSites } from './packed-sites'
import type { SiteTable } from './site-table'

/**
 * Packs and unpacks sites, and keeps the tables of the last texts in mind: Terraform hands the same text over again for every
 * step of a run, to be read, planned and applied. What is forgotten is unpacked again.
 */
export class RecentTables {
  readonly #mostCharacters: number
  /** By packed text, the one first that was asked for the longest time ago. */
  readonly #tables = new Map<string, Promise<SiteTable>>()
  #characters = 0

  /** @param mostCharacters how long all texts are together whose tables are kept; the table of each is some five times as large */
  constructor(mostCharacters: number) {
    this.#mostCharacters = mostCharacters
  }

  async pack(table: SiteTable): Promise<string> {
    const packed = await packSites(table)
    this.#keep(packed, Promise.resolve(table))
    return packed
  }

  /** Throws `TypeError` for what `pack` did not make. */
  async unpack(packed: string): Promise<SiteTable> {
    const table = this.#tables.get(packed) ?? unpackSites(packed)
    this.#keep(packed, table)
    return await table
  }

  /** Begins to unpack what will be asked for, where there is room to keep it; whoever asks for it learns of a failure. */
  expect(packed: string): void {
    if (this.#characters + packed.length > this.#mostCharacters) return
    this.unpack(packed).catch(() => {})
  }

  #keep(packed: string, table: Promise<SiteTable>): void {
    if (this.#tables.delete(packed)) this.#characters -= packed.length
    this.#tables.set(packed, table)
    this.#characters += packed.length
    for (const oldest of this.#tables.keys()) {
      if (this.#characters <= this.#mostCharacters) break
      this.#tables.delete(oldest)
      this.#characters -= oldest.length
    }
  }
}
