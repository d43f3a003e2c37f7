import { isIPv4 } from 'node:net'
import * as z from 'zod/mini'
import { type Answer, unreadableAnswer } from '../protocol/answer'
import {
  caselessObject,
  type Envelope,
  failureOf,
  isEmptyCollection,
  isKnownRefusal,
  lenientFlag,
  lenientInteger,
  lenientText,
  lowerCaseKeys,
  orNull,
  readEnvelope,
  readSuccess,
} from '../protocol/envelope'
import type { Assumption } from '../protocol/route'

/** A DNSBL/RBL database (interface document, 2.4); null if the appliance does not say. */
export interface RecordDatabase {
  /** Its index, a string of digits: the `[ID]` of the record routes. */
  readonly id: string
  /** The answer that stands for "listed". */
  readonly address: string | null
  readonly description: string | null
  readonly table: string | null
  readonly items: number | null
  readonly enabled: boolean | null
  /** Without a unit: interface document and console disagree on what it counts (field notes, "TTL"). */
  readonly ttl: number | null
  /** As the appliance writes it: ISO 8601, UTC. */
  readonly date: string | null
}

/** Reads the answer of the list route, ordered by index. Throws `unreadable` rather than leave out a database. */
export function readDatabases(answer: Answer): readonly RecordDatabase[] {
  const { databases } = readSuccess(answer).fields
  if (databases === null || (Array.isArray(databases) && databases.length === 0)) return []
  const byIndex = lowerCaseKeys(databases)
  if (!byIndex) throw unreadableAnswer(answer, 'which contains no Databases')
  return Object.entries(byIndex)
    .map(([index, entry]) => readDatabase(answer, index, entry))
    .sort((one, other) => Number(one.id) - Number(other.id))
}

const databaseSchema = caselessObject({
  response: orNull(lenientText),
  ipaddr: orNull(lenientText),
  description: orNull(lenientText),
  tablename: orNull(lenientText),
  items: orNull(lenientInteger),
  enabled: orNull(lenientFlag),
  ttl: orNull(lenientInteger),
  date: orNull(lenientText),
})

const indexSchema = z.string().check(z.regex(/^\d+$/))

function readDatabase(answer: Answer, index: string, entry: unknown): RecordDatabase {
  const parsed = databaseSchema.safeParse(entry)
  if (!parsed.success || !indexSchema.safeParse(index).success) {
    throw unreadableAnswer(
      answer,
      `which contains a database in an unknown format under "${answer.quote(index)}"`,
    )
  }
  const { ipaddr, description, tablename, items, enabled, ttl, date } = parsed.data
  return { id: index, address: ipaddr, description, table: tablename, items, enabled, ttl, date }
}

/** An address that a record database lists; null if the appliance does not say. */
export interface ListedAddress {
  readonly address: string
  readonly description: string | null
  readonly date: string | null
}

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Answer of the records route',
    assumed:
      'Besides the envelope, the answer contains one collection, named Records or similar. It is an object keyed by address, a list of ' +
      'addresses, or a list of objects that each name one. An address that is not listed is missing from it, or is null or false in it.',
    ifWrong: 'Reads and applies fail with an error that quotes the answer. Nothing is deleted.',
  },
  {
    topic: 'Answer of the records route if none of the addresses is listed',
    assumed:
      'Its Status is true, and the collection is empty or null. Otherwise, the next assumption applies.',
    ifWrong: 'Reads and applies fail with an error that quotes the answer. Nothing is deleted.',
  },
  {
    topic: 'Answer of the records route without a collection',
    assumed:
      'Words decide nothing. Each address is asked for in its own request, beside 127.0.0.1, which no such database may list, and ' +
      '127.0.0.2, which each must list (RFC 5782, section 5). That the databases of the appliance follow this rule is a guess. An address ' +
      'is listed if its answer equals that of 127.0.0.2, and is not listed if it equals that of 127.0.0.1, except for the address and times.',
    ifWrong:
      'Reads and applies fail with an error that quotes the answer if the two controls are answered alike, if an answer equals neither, or ' +
      'if one of the two is declared itself. Nothing is deleted.',
  },
  {
    topic: 'Answers of the delete and compile routes of record databases',
    assumed: 'The answer is the envelope of the other routes, whose Status is true if the request was done.',
    ifWrong:
      'The apply fails with an error that quotes the answer, although the addresses may have been deleted.',
  },
  {
    topic: 'Deleted records in the records route',
    assumed:
      'The route no longer returns a deleted record, regardless of whether the databases were compiled since then.',
    ifWrong: 'Plans show the addresses as listed again until a compile has ended.',
  },
]

/**
 * Reads the answer of the records route: those of the addresses that were asked for that are listed. Undefined if the answer says it in
 * words, which mean nothing by themselves. Throws rather than take an answer that it does not understand for "none is listed", since what
 * is listed would then stay so unnoticed.
 */
export function readListedAddresses(
  answer: Answer,
  asked: readonly string[],
): readonly ListedAddress[] | undefined {
  const envelope = readEnvelope(answer)
  const collection = collectionOf(envelope.fields)
  if (!envelope.succeeded) {
    const isInWords = collection === undefined || isEmptyCollection(collection)
    if (isInWords && !isKnownRefusal(envelope)) return undefined
    throw failureOf(answer, envelope)
  }
  if (collection === undefined) return undefined
  const listed = recordsIn(answer, collection)
  return asked.flatMap((address) => listed.get(address) ?? [])
}

/** Names under which the records may stand; what comes first is looked at first. */
const collectionNames = ['records', 'record', 'results', 'result', 'data', 'items', 'entries', 'addresses']

/** The value that holds the records, which may also stand among the fields of the envelope. Undefined where there is none. */
function collectionOf(fields: Envelope['fields']): unknown {
  const name = collectionNames.find((each) => fields[each] !== undefined)
  if (name !== undefined) return fields[name]
  const keyed = Object.entries(fields).filter(([key]) => isIPv4(key))
  return keyed.length > 0 ? Object.fromEntries(keyed) : undefined
}

function recordsIn(answer: Answer, collection: unknown): ReadonlyMap<string, ListedAddress> {
  if (collection === null) return new Map()
  const entries = Array.isArray(collection)
    ? collection.map((entry: unknown) => readEntry(addressIn(entry), entry))
    : Object.entries(lowerCaseKeys(collection) ?? unknownForm()).map(([key, entry]) =>
        readEntry(isIPv4(key) ? key : addressIn(entry), entry),
      )
  return new Map(entries.flatMap((entry) => (entry ? [[entry.address, entry]] : [])))

  /** Undefined for an entry that says that its address is not listed. */
  function readEntry(address: string | undefined, entry: unknown): ListedAddress | undefined {
    if (address === undefined) return unknownForm()
    const fields = lowerCaseKeys(entry)
    const listed = [fields?.listed, fields?.found].map((flag) => lenientFlag.safeParse(flag).data)
    if (entry === null || entry === false || isEmptyList(entry) || listed.includes(false)) return undefined
    return {
      address,
      description: orNull(lenientText).parse(fields?.description),
      date: orNull(lenientText).parse(fields?.date),
    }
  }

  function unknownForm(): never {
    throw unreadableAnswer(answer, 'which contains a record in an unknown format')
  }
}

function isEmptyList(entry: unknown): boolean {
  return Array.isArray(entry) && entry.length === 0
}

/** The address that an entry of a list is, or names in one of its fields. */
function addressIn(entry: unknown): string | undefined {
  if (typeof entry === 'string') return isIPv4(entry.trim()) ? entry.trim() : undefined
  const fields = lowerCaseKeys(entry) ?? {}
  return ['address', 'ipaddr', 'ip', 'addr', 'record', 'name']
    .map((name) => fields[name])
    .find((value): value is string => typeof value === 'string' && isIPv4(value))
}
