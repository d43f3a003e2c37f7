import { type ToldOfList, unpackSites } from './packed-sites'
import type { SiteTable } from './site-table'

/** What `unpackSites` does, wherever it is done. */
export type Unpack = typeof unpackSites

/** A packed list, and the table that it is or is about to be unpacked to. */
interface KeptTable {
  readonly packed: string
  readonly table: Promise<SiteTable>
}

/**
 * Unpacks sites, and keeps the tables of the last texts in mind: Terraform hands the same text over again for every
 * step of a run, to be read, planned and applied. What is forgotten is unpacked again.
 */
export class RecentTables {
  readonly #mostCharacters: number
  /** By what is told of the list, the one first that was asked for the longest time ago. */
  readonly #tables = new Map<string, KeptTable>()
  #characters = 0

  /** @param mostCharacters how long all texts are together whose tables are kept; the table of each is some five times as large */
  constructor(mostCharacters: number) {
    this.#mostCharacters = mostCharacters
  }

  /**
   * Keeps a table that is there already, so that nobody has to unpack it.
   * @param packed what `packSites` made of the table
   * @param digest of the table
   */
  keep(packed: string, table: SiteTable, digest: string): void {
    this.#keep(keyOf({ digest, size: table.size }), { packed, table: Promise.resolve(table) })
  }

  /**
   * @param unpack how it is unpacked where its table is not kept
   * @throws {PackedListError} for what `packSites` did not make, or not of such a list
   */
  async unpack(packed: string, told: ToldOfList, unpack: Unpack = unpackSites): Promise<SiteTable> {
    const key = keyOf(told)
    const known = this.#tables.get(key)
    // The same is told of a list that was changed since.
    const kept = known?.packed === packed ? known : { packed, table: unpack(packed, told) }
    this.#keep(key, kept)
    return await kept.table
  }

  /**
   * Begins to unpack what will be asked for, where there is room to keep it; whoever asks for it learns of a failure.
   * @returns when that is done
   */
  async prefetch(packed: string, told: ToldOfList, unpack?: Unpack): Promise<void> {
    if (this.#characters + packed.length > this.#mostCharacters) return
    await this.unpack(packed, told, unpack).catch(() => {})
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

function keyOf({ digest, size }: ToldOfList): string {
  return `${digest} ${size}`
}
