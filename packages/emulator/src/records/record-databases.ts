import { isIPv4 } from 'node:net'
import type { RecordChange } from './record-change'
import {
  type AddressRecord,
  databaseIndex,
  RecordDatabase,
  type RecordDatabaseState,
} from './record-database'

/** What an administrator may say of a new database; all but the address has defaults. */
export interface NewDatabase {
  /** The address that it answers with, such as 127.0.0.3. */
  readonly address: string
  readonly description?: string
  readonly enabled?: boolean
  readonly ttl?: number
}

/** The record databases of one appliance, in memory. Every change goes through `record` before it is applied. */
export class RecordDatabases {
  readonly #databases = new Map<string, RecordDatabase>()
  readonly #record: (change: RecordChange) => void

  constructor(record: (change: RecordChange) => void = () => {}) {
    this.#record = record
    for (const [address, description] of alwaysThere)
      this.apply(creation({ address, description }, installationDate))
  }

  /** All databases, by index. */
  databases(): RecordDatabaseState[] {
    return [...this.#databases.values()]
      .map((database) => database.describe())
      .sort((a, b) => Number(a.index) - Number(b.index))
  }

  database(index: string): RecordDatabaseState | undefined {
    return this.#databases.get(index)?.describe()
  }

  /** Throws for an index that no database has, as all below do. */
  record(index: string, address: string): AddressRecord | undefined {
    return this.#known(index).record(address)
  }

  records(index: string): Iterable<AddressRecord> {
    return this.#known(index).records()
  }

  /** Whether the address is listed in production mode. */
  isInProduction(index: string, address: string): boolean {
    return this.#known(index).isInProduction(address)
  }

  /** Throws where the address is none, or gives an index that another database has. */
  create(wanted: NewDatabase): RecordDatabaseState {
    const index = databaseIndex(wanted.address)
    if (!isIPv4(wanted.address))
      throw new Error(`${wanted.address} is no IPv4 address that a database could answer with`)
    if (this.#databases.has(index))
      throw new Error(`record database ${index} exists already; use another address`)
    this.#commit(creation(wanted, now()))
    return this.#known(index).describe()
  }

  setEnabled(index: string, enabled: boolean): void {
    this.#known(index)
    this.#commit({ change: 'enable', index, enabled, date: now() })
  }

  /** Stores records, without compiling; of a description, 255 characters are kept (field notes, "Records"). */
  add(index: string, records: readonly { readonly address: string; readonly description?: string }[]): void {
    this.#known(index)
    const stored = records.map(({ address, description = '' }) => {
      if (!isIPv4(address)) throw new Error(`${address} is no IPv4 address that a record could be of`)
      return { address, description: description.slice(0, 255) }
    })
    this.#commit({ change: 'add', index, records: stored, date: now() })
  }

  /** Stores records of the addresses 10.0.0.0, 10.0.0.1, and so on, without compiling: at most the 16,777,216 of 10.0.0.0/8. */
  generate(index: string, count: number): void {
    this.#known(index)
    if (!Number.isInteger(count) || count < 1 || count > mostGenerated)
      throw new Error(`${count} records cannot be generated; choose a number from 1 to ${mostGenerated}`)
    this.#commit({ change: 'generate', index, count, date: now() })
  }

  /** Takes records out, without compiling. Returns how many were there. */
  remove(index: string, addresses: Iterable<string>): number {
    const database = this.#known(index)
    const removed = [...new Set(addresses)].filter((address) => database.record(address) !== undefined)
    if (removed.length > 0) this.#commit({ change: 'remove', index, addresses: removed, date: now() })
    return removed.length
  }

  /** Puts the stored records of all databases into production mode. */
  compile(): void {
    this.#commit({ change: 'compile' })
  }

  /** Applies a change without recording it: for those that come from a record. */
  apply(change: RecordChange): void {
    switch (change.change) {
      case 'create-database':
        this.#databases.set(databaseIndex(change.address), new RecordDatabase(change))
        break
      case 'enable':
        this.#known(change.index).enable(change.enabled, change.date)
        break
      case 'add':
        for (const { address, description } of change.records)
          this.#known(change.index).add(address, { description, date: change.date })
        break
      case 'generate':
        generateInto(this.#known(change.index), change.count, change.date)
        break
      case 'remove':
        for (const address of change.addresses) this.#known(change.index).remove(address, change.date)
        break
      case 'compile':
        for (const database of this.#databases.values()) database.compile()
        break
    }
  }

  #commit(change: RecordChange): void {
    this.#record(change)
    this.apply(change)
  }

  #known(index: string): RecordDatabase {
    const database = this.#databases.get(index)
    if (database === undefined) throw new Error(`there is no record database ${index}`)
    return database
  }
}

/** Field notes, "Index". */
const alwaysThere = [
  ['127.0.0.2', 'Block list'],
  ['127.0.0.9', 'Allow list'],
] as const

const installationDate = '2026-01-01T00:00:00.000Z'
const mostGenerated = 2 ** 24

/** The name of the table and the TTL of 4 are assumed: neither is shown. */
function creation(wanted: NewDatabase, date: string): Extract<RecordChange, { change: 'create-database' }> {
  const { address, description = '', enabled = true, ttl = 4 } = wanted
  const tableName = `rbl_${databaseIndex(address)}`
  return { change: 'create-database', address, description, tableName, enabled, ttl, date }
}

/** All share one object: a million of them are cheap. */
function generateInto(database: RecordDatabase, count: number, date: string): void {
  const record = { description: 'Generated', date }
  for (let number = 0; number < count; number += 1)
    database.add(`10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`, record)
}

function now(): string {
  return new Date().toISOString()
}
