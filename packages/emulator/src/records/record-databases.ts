import { isIPv4 } from 'node:net'
import { z } from 'zod'
import { readRecorded } from '../change-log'

/** What an administrator may say of a new database; all but the address has defaults. */
interface NewDatabase {
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

  /** Stores records, without compiling; of a description, 255 characters are kept (docs/appliance, "Query records"). */
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

/** docs/appliance, "List record databases". */
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

/** One record: an address of the list, why it is there, and since when (docs/appliance, "Query records"). */
export interface AddressRecord {
  readonly address: string
  readonly description: string
  /** ISO 8601, UTC. */
  readonly date: string
}

/** What is known of a record database, as it stands at the moment of asking. */
export interface RecordDatabaseState {
  /** Made of the digits of `address`: 1270002 stands for 127.0.0.2 (docs/appliance, "List record databases"). */
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
class RecordDatabase {
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
 * The index of the database that answers with an address. The two that are known, 1270002 and 1270009 (docs/appliance, "List record
 * databases"), have one digit more than their addresses; assumed is that the last number has two at least.
 */
function databaseIndex(address: string): string {
  return address.replace(/\.(?=\d$)/, '0').replaceAll('.', '')
}

/** One change of the record databases: what they apply, and what a data file keeps. */
const recordChangeSchema = z.discriminatedUnion('change', [
  z.object({
    change: z.literal('create-database'),
    address: z.string(),
    description: z.string(),
    tableName: z.string(),
    enabled: z.boolean(),
    ttl: z.int(),
    date: z.string(),
  }),
  z.object({ change: z.literal('enable'), index: z.string(), enabled: z.boolean(), date: z.string() }),
  z.object({
    change: z.literal('add'),
    index: z.string(),
    records: z.array(z.object({ address: z.string(), description: z.string() })),
    date: z.string(),
  }),
  /** As many records as `count` says, from `10.0.0.0` upward: a line in a data file instead of a million. */
  z.object({ change: z.literal('generate'), index: z.string(), count: z.int(), date: z.string() }),
  z.object({
    change: z.literal('remove'),
    index: z.string(),
    addresses: z.array(z.string()),
    date: z.string(),
  }),
  z.object({ change: z.literal('compile') }),
])

/** A change of the record databases, as the file of an appliance records it. */
export type RecordChange = z.infer<typeof recordChangeSchema>

/** Reads a change that was recorded. Throws if it is none. */
export function parseRecordChange(recorded: unknown): RecordChange {
  return readRecorded(recordChangeSchema, 'records', recorded)
}
