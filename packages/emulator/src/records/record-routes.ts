import { isIPv4 } from 'node:net'
import {
  type Answer,
  type Call,
  type Compilation,
  olderDialect as dialect,
  json,
  type Route,
} from '../protocol'

import type { AddressRecord, RecordDatabaseState, RecordDatabases } from './record-databases'

/**
 * The routes of the record databases (docs/appliance, "Routes"). The answers to query, delete and compile are not shown; assumed
 * is the envelope of the list, records in `Records` as an object keyed by address (docs/appliance, "Query records"), and that an
 * address without a record is no error: a query leaves it out, and its deletion succeeds. A query may be answered in words instead, or
 * in a collection that names addresses in other forms, or others than were asked for.
 */
export function recordRoutes(databases: RecordDatabases, answers: RecordAnswers = 'collection'): Route[] {
  const records = '/database/records/:id/:addresses'
  const removal = '/database/delete/:id/:addresses'
  return [
    { method: 'GET', path: '/databases/list', operation: 'list-databases', dialect, work: list },
    { method: 'GET', path: records, operation: 'query-records', dialect, work: query },
    { method: 'GET', path: removal, operation: 'delete-records', dialect, work: remove },
    { method: 'GET', path: '/database/compile', operation: 'compile-databases', dialect, work: compile },
  ]

  function list(): Answer {
    const entries = databases.databases().map((database) => [database.index, entry(database)])
    return json({ Status: true, Error: '', Databases: Object.fromEntries(entries) })
  }

  function query(call: Call): Answer {
    return withAddresses(call, (index, addresses) =>
      queryAnswers[answers](
        addresses.map((address) => ({ address, record: databases.record(index, address) })),
      ),
    )
  }

  function remove(call: Call): Answer {
    return withAddresses(call, (index, addresses) =>
      dialect.success(`${databases.remove(index, addresses)} record(s) removed`),
    )
  }

  function compile(_call: Call, compilation: Compilation): Answer {
    if (compilation === 'fails') return dialect.failure('COMPILE_FAILED')
    if (compilation !== 'fails-silently') databases.compile()
    return dialect.success('')
  }

  /** Refuses the whole request where the database is unknown or one of the addresses is none. */
  function withAddresses(call: Call, work: (index: string, addresses: readonly string[]) => Answer): Answer {
    const index = call.parameter('id')
    if (databases.database(index) === undefined) return dialect.failure('INVALID_ID')
    const addresses = [...new Set(call.parameter('addresses').split(','))]
    const refused = addresses.find((address) => !isIPv4(address))
    if (refused !== undefined) return dialect.failure(`INVALID_ADDRESS ${refused}`)
    return work(index, addresses)
  }
}

interface Queried {
  readonly address: string
  /** Undefined if the address is not listed. */
  readonly record: AddressRecord | undefined
}

/** How an appliance says which addresses are listed; it is not documented. */
const queryAnswers = {
  collection: (queried: readonly Queried[]) => collectionBy(queried, (address) => address),
  /** A collection only where it has something in it. */
  'collection-or-refusal': (queried: readonly Queried[]) =>
    queried.some(({ record }) => record) ? queryAnswers.collection(queried) : dialect.failure('NO_RECORD'),
  sentences: (queried: readonly Queried[]) =>
    inWords(queried, ({ address, record }) => `${address} is ${record ? '' : 'not '}listed`),
  /** Says "not" of those that are listed. */
  negations: (queried: readonly Queried[]) =>
    inWords(queried, ({ address, record }) => `${address} is ${record ? 'not ' : ''}missing from the list`),
  reasons: (queried: readonly Queried[]) =>
    inWords(queried, ({ address, record }) =>
      record ? `${address} is listed: ${record.description} (${record.date})` : `${address} is not listed`,
    ),
  /** Of several addresses this says how many are listed, but not which. */
  counts: (queried: readonly Queried[]) =>
    dialect.success(`${queried.filter(({ record }) => record).length} records read`),
  /** Beside what is listed of the question, an address that is no part of it. */
  others: (queried: readonly Queried[]) =>
    queryAnswers.collection([
      ...queried,
      {
        address: furtherAddress,
        record: { address: furtherAddress, description: 'Another', date: furtherDate },
      },
    ]),
  /** As the names that mail servers ask for have them. */
  reversed: (queried: readonly Queried[]) =>
    collectionBy(queried, (address) => address.split('.').reverse().join('.')),
  mapped: (queried: readonly Queried[]) => collectionBy(queried, (address) => `::ffff:${address}`),
  integers: (queried: readonly Queried[]) =>
    collectionBy(queried, (address) =>
      String(address.split('.').reduce((number, part) => number * 256 + Number(part), 0)),
    ),
  padded: (queried: readonly Queried[]) =>
    collectionBy(queried, (address) =>
      address
        .split('.')
        .map((part) => part.padStart(3, '0'))
        .join('.'),
    ),
  prefixed: (queried: readonly Queried[]) => collectionBy(queried, (address) => `${address}/32`),
  /** The network of each address that is listed: what a deletion of the address leaves. */
  networks: (queried: readonly Queried[]) =>
    collectionBy(queried, (address) => `${address.slice(0, address.lastIndexOf('.'))}.0/24`),
  /** An entry for each address of the question, also if it is not listed. */
  flags: (queried: readonly Queried[]) => {
    const entries = queried.map(({ address, record }) => [address, record ? 1 : 0])
    return json({ Status: true, Info: '', Error: '', Records: Object.fromEntries(entries) })
  },
}

const furtherAddress = '198.51.100.99'
const furtherDate = '2026-01-01T00:00:00.000Z'

/** @param write how the key of an address is written: addresses are of a network type (docs/appliance, "Query records") */
function collectionBy(queried: readonly Queried[], write: (address: string) => string): Answer {
  const entries = queried.flatMap(({ address, record }) =>
    record ? [[write(address), { Description: record.description, Date: record.date }] as const] : [],
  )
  const Info = `${entries.length} record(s) found`
  return json({ Status: true, Info, Error: '', Records: Object.fromEntries(entries) })
}

/** One of the ways in which a query of records can be answered. */
export type RecordAnswers = keyof typeof queryAnswers

/** All of them. */
export const recordAnswers: readonly string[] = Object.keys(queryAnswers)

function inWords(queried: readonly Queried[], words: (each: Queried) => string): Answer {
  return dialect.success(queried.map(words).join('; '))
}

/** An entry of the list (docs/appliance, "List record databases"). */
function entry(database: RecordDatabaseState): object {
  return {
    Response: database.index,
    ipaddr: database.address,
    Description: database.description,
    TableName: database.tableName,
    Items: database.items,
    Enabled: database.enabled ? 1 : 0,
    TTL: database.ttl,
    Date: database.date,
  }
}
