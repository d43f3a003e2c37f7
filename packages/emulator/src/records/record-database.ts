import type { RecordChange } from './record-change'

/** One record: an address of the list, why it is there, and since when (field notes, "Records"). */
export interface AddressRecord {
  readonly address: string
  readonly description: string
  /** ISO 8601, UTC. */
  readonly date: string
}

/** What is known of a record database, as it stands at the moment of asking. */
export interface RecordDatabaseState {
  /** Made of the digits of `address`: 1270002 stands for 127.0.0.2 (field notes, "Index"). */
  readonly index: string
  /** The address that this database answers with. */
  readonly address: string
  readonly description: string
  readonly tableName: string
  readonly enabled: boolean
  readonly ttl: number
  /** When it was last changed: ISO 8601, UTC. */
  readonly date: string
  /** Number of stored records. */
  readonly items: number
  /** Number of records that were in production mode after the last compilation, 0 before the first time. */
  readonly compiledItems: number
  /** How often it has been compiled. */
  readonly compilations: number
  /** True while what is stored differs from what is in production mode. */
  readonly dirty: boolean
}

type Created = Extract<RecordChange, { change: 'create-database' }>
type StoredRecord = Omit<AddressRecord, 'address'>

/** One database: the records that are stored, and how those in production mode differ from them. */
export class RecordDatabase {
  readonly #created: Created
  readonly #records = new Map<string, StoredRecord>()
  readonly #addedSinceCompilation = new Set<string>()
  readonly #removedSinceCompilation = new Set<string>()
  #enabled: boolean
  #date: string
  #compiledItems = 0
  #compilations = 0

  constructor(created: Created) {
    this.#created = created
    this.#enabled = created.enabled
    this.#date = created.date
  }

  record(address: string): AddressRecord | undefined {
    const record = this.#records.get(address)
    return record && { address, ...record }
  }

  *records(): Generator<AddressRecord> {
    for (const [address, record] of this.#records) yield { address, ...record }
  }

  /** Whether the address is listed in production mode, which is what mail servers ask. */
  isInProduction(address: string): boolean {
    if (this.#records.has(address)) return !this.#addedSinceCompilation.has(address)
    return this.#removedSinceCompilation.has(address)
  }

  add(address: string, record: StoredRecord): void {
    const isNew = !this.#records.has(address)
    this.#records.set(address, record)
    this.#date = record.date
    if (isNew && !this.#removedSinceCompilation.delete(address)) this.#addedSinceCompilation.add(address)
  }

  remove(address: string, date: string): void {
    if (!this.#records.delete(address)) return
    this.#date = date
    if (!this.#addedSinceCompilation.delete(address)) this.#removedSinceCompilation.add(address)
  }

  enable(enabled: boolean, date: string): void {
    this.#enabled = enabled
    this.#date = date
  }

  compile(): void {
    this.#addedSinceCompilation.clear()
    this.#removedSinceCompilation.clear()
    this.#compiledItems = this.#records.size
    this.#compilations += 1
  }

  describe(): RecordDatabaseState {
    const { address, description, tableName, ttl } = this.#created
    return {
      index: databaseIndex(address),
      address,
      description,
      tableName,
      enabled: this.#enabled,
      ttl,
      date: this.#date,
      items: this.#records.size,
      compiledItems: this.#compiledItems,
      compilations: this.#compilations,
      dirty: this.#addedSinceCompilation.size + this.#removedSinceCompilation.size > 0,
    }
  }
}

/**
 * The index of the database that answers with an address. The two that are known, 1270002 and 1270009 (field notes, "Index"),
 * have one digit more than their addresses; assumed is that the last number has two at least.
 */
export function databaseIndex(address: string): string {
  return address.replace(/\.(?=\d$)/, '0').replaceAll('.', '')
}
