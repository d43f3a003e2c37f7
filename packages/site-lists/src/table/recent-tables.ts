import { type ListDescription, unpackSites } from './packed-sites'
import type { SiteTable } from './site-table'

/** What `unpackSites` does, on whichever thread it runs. */
export type Unpack = (packed: string, description: ListDescription) => Promise<SiteTable>

/** A packed list, and the table that it was or is being unpacked to. */
interface KeptTable {
  readonly packed: string
  readonly table: Promise<SiteTable>
}

/**
 * Unpacks sites, and caches the tables of the latest texts: Terraform passes the same text again for every step of a run, to be
 * read, planned and applied. A dropped table is unpacked again.
 */
export class RecentTables {
  readonly #mostCharacters: number
  /** By digest and size, the least recently used first. */
  readonly #tables = new Map<string, KeptTable>()
  #characters = 0

  /** @param mostCharacters how long all texts are together whose tables are kept; the table of each is some five times as large */
  constructor(mostCharacters: number) {
    this.#mostCharacters = mostCharacters
  }

  /**
   * Caches a table that exists already, so that it is not unpacked again.
   * @param packed what `packSites` made of the table
   * @param digest of the table
   */
  keep(packed: string, table: SiteTable, digest: string): void {
    this.#keep(keyOf({ digest, size: table.size }), { packed, table: Promise.resolve(table) })
  }

  /**
   * @param unpack how it is unpacked if its table is not cached
   * @throws {PackedListError} for what `packSites` did not make, or not of such a list
   */
  async unpack(
    packed: string,
    description: ListDescription,
    unpack: Unpack = unpackSites,
  ): Promise<SiteTable> {
    const key = keyOf(description)
    const known = this.#tables.get(key)
    // A list that was changed since has the same digest and size beside it.
    const table = known?.packed === packed ? known.table : unpack(packed, description)
    // The caller has this text in memory, and another one need not be there too.
    this.#keep(key, { packed, table })
    return await table
  }

  /**
   * Begins to unpack a list that will be needed, if there is room to keep it. The later caller gets a failure.
   * @returns when that is done
   */
  async prefetch(packed: string, description: ListDescription, unpack?: Unpack): Promise<void> {
    if (this.#characters + packed.length > this.#mostCharacters) return
    await this.unpack(packed, description, unpack).catch(() => {})
  }

  #keep(key: string, kept: KeptTable): void {
    this.#characters -= this.#tables.get(key)?.packed.length ?? 0
    this.#tables.delete(key)
    this.#tables.set(key, kept)
    this.#characters += kept.packed.length
    for (const [oldest, { packed }] of this.#tables) {
      if (this.#characters <= this.#mostCharacters) break
      this.#tables.delete(oldest)
      this.#characters -= packed.length
    }
  }
}

function keyOf({ digest, size }: ListDescription): string {
  return `${digest} ${size}`
}
