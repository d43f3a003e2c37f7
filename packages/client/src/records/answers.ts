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
import { addressText, type NamedNetwork, networkOf, readNetwork } from './address-forms'

/** A DNSBL/RBL database (docs/appliance, "List record databases"); null if the appliance does not say. */
export interface RecordDatabase {
  /** Its index, a string of digits: the `[ID]` of the record routes. */
  readonly id: string
  /** The answer that stands for "listed". */
  readonly address: string | null
  readonly description: string | null
  readonly table: string | null
  readonly items: number | null
  readonly enabled: boolean | null
  /** Without a unit: documentation and console disagree on what it counts (docs/appliance, "List record databases"). */
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
      'Besides the envelope, it has one collection: an object keyed by address, a list of addresses, or a list of objects that each ' +
      'name one, in any spelling. An address that is not listed is missing, null or false in it. If it has something that was not asked ' +
      'for, each address is asked for by itself.',
    ifWrong: 'Reads and applies fail. Nothing is deleted.',
  },
  {
    topic: 'Answer of the records route if none of the addresses is listed',
    assumed:
      'Its Status is true, and the collection is empty or null. Otherwise, the next assumption applies.',
    ifWrong: 'Reads and applies fail. Nothing is deleted.',
  },
  {
    topic: 'Answer of the records route without a collection',
    assumed:
      'Words decide nothing. Each address is asked for in its own request, beside 127.0.0.1, which no such database may ' +
      'list, and 127.0.0.2, which each must list (RFC 5782, section 5). An address has the state of the control whose ' +
      'answer it equals, except for the address and times. If a database lists neither, that answer means "not listed" once ' +
      'an apply has seen it beside an address that was listed.',
    ifWrong: 'Reads and applies fail. Nothing is deleted.',
  },
  {
    topic: 'Answers of the delete and compile routes of record databases',
    assumed: 'They are the envelope of the other routes.',
    ifWrong: 'The apply fails, although the addresses may have been deleted.',
  },
  {
    topic: 'Deleted records in the records route',
    assumed: 'It no longer returns them, compiled or not.',
    ifWrong: 'The apply fails, and names the addresses that are still listed.',
  },
]

/** What an answer of the records route says of the addresses that were asked for. */
export type RecordsAnswer =
  | { readonly kind: 'listed'; readonly records: readonly ListedAddress[] }
  /** Words, which mean nothing by themselves, or an entry that says nothing of its address. */
  | { readonly kind: 'in words' }
  /** It lists something that was not asked for, such as `entry`, and not all that was: what is missing may stand there in another form. */
  | { readonly kind: 'about others'; readonly entry: string }
  /** It lists a network that an address is in, and not the address: no route deletes it. */
  | { readonly kind: 'in a network'; readonly address: string; readonly network: string }

/**
 * Reads the answer of the records route. Throws rather than take an answer that it does not understand for "none is listed", since what
 * is listed would then stay so unnoticed.
 */
export function readRecords(answer: Answer, asked: readonly string[]): RecordsAnswer {
  const envelope = readEnvelope(answer)
  const collection = collectionOf(envelope.fields)
  if (!envelope.succeeded) {
    const isInWords = collection === undefined || isEmptyCollection(collection)
    if (isInWords && !isKnownRefusal(envelope)) return { kind: 'in words' }
    throw failureOf(answer, envelope)
  }
  return collection === undefined
    ? { kind: 'in words' }
    : compared(asked, entriesIn(answer, collection), (text) => answer.quote(text))
}

/** @param quote makes a text of the answer fit to be quoted */
function compared(
  asked: readonly string[],
  entries: readonly Entry[],
  quote: (text: string) => string,
): RecordsAnswer {
  const wanted = new Set(asked)
  const placed = entries.map((entry) => ({
    ...entry,
    address: entry.prefix === 32 ? addressText(entry.first) : '',
  }))
  const named = placed.filter(({ address }) => wanted.has(address))
  const others = placed.filter(({ address }) => !wanted.has(address))
  if (named.some(({ says }) => says === 'nothing')) return { kind: 'in words' }
  const found = new Set(named.map(({ address }) => address))
  const unnamed = asked.filter((address) => !found.has(address))
  const [other] = others
  if (unnamed.length > 0 && other !== undefined) {
    const inNetwork = unnamed.flatMap((address) => {
      const network = networkOf(address, others)
      return network ? [{ address, network: quote(network.text) }] : []
    })
    const [first] = inNetwork
    return first ? { kind: 'in a network', ...first } : { kind: 'about others', entry: quote(other.text) }
  }
  const listed = new Map(
    named.flatMap(({ address, says, details }) =>
      says === 'listed' ? [[address, { address, ...details }] as const] : [],
    ),
  )
  return { kind: 'listed', records: asked.flatMap((address) => listed.get(address) ?? []) }
}

/** Names under which the records may stand; what comes first is looked at first. */
const collectionNames = ['records', 'record', 'results', 'result', 'data', 'items', 'entries', 'addresses']

/**
 * The value that holds the records, which may also stand among the fields of the envelope. Undefined where there is none, and where an
 * empty one stands beside one that is not.
 */
function collectionOf(fields: Envelope['fields']): unknown {
  const [first, ...others] = collectionNames.flatMap((each) =>
    fields[each] === undefined ? [] : [fields[each]],
  )
  const keyed = Object.entries(fields).filter(([key]) => key.includes('.') && readNetwork(key) !== undefined)
  const beside = keyed.length > 0 ? Object.fromEntries(keyed) : undefined
  if (first === undefined) return beside
  const isEmptyBesideOthers = isEmptyCollection(first) && [...others, beside].some(holdsEntries)
  return isEmptyBesideOthers ? undefined : first
}

function holdsEntries(value: unknown): boolean {
  return typeof value === 'object' && !isEmptyCollection(value)
}

/** One entry of a collection. */
interface Entry extends NamedNetwork {
  /** The address or network as the answer writes it. */
  readonly text: string
  readonly says: 'listed' | 'not listed' | 'nothing'
  readonly details: Omit<ListedAddress, 'address'>
}

function entriesIn(answer: Answer, collection: unknown): readonly Entry[] {
  if (collection === null) return []
  if (Array.isArray(collection)) return collection.map((each: unknown) => readEntry([textOf(each)], each))
  const byKey = lowerCaseKeys(collection) ?? unknownForm()
  // A number may be the place of an entry, which then names its address.
  return Object.entries(byKey).map(([key, each]) =>
    readEntry(/^\d+$/.test(key) ? [...namesIn(each), key] : [key], each),
  )

  function readEntry(names: readonly (string | undefined)[], entry: unknown): Entry {
    for (const text of [...names, ...namesIn(entry)]) {
      const network = text === undefined ? undefined : readNetwork(text)
      if (text !== undefined && network)
        return { text, ...network, says: whatSays(entry), details: detailsOf(entry) }
    }
    return unknownForm()
  }

  function unknownForm(): never {
    throw unreadableAnswer(answer, 'which contains a record in an unknown format')
  }
}

/** What stands for "nothing there" in some languages, and for an empty description, or the number of a source, in others, says nothing. */
function whatSays(entry: unknown): Entry['says'] {
  if (entry === null || entry === false || isEmptyList(entry)) return 'not listed'
  if (lenientFlag.safeParse(entry).data === false) return 'nothing'
  const fields = lowerCaseKeys(entry)
  const flags = [fields?.listed, fields?.found].map((flag) => lenientFlag.safeParse(flag).data)
  return flags.includes(false) ? 'not listed' : 'listed'
}

function isEmptyList(entry: unknown): boolean {
  return Array.isArray(entry) && entry.length === 0
}

function detailsOf(entry: unknown): Entry['details'] {
  const fields = lowerCaseKeys(entry)
  return {
    description: orNull(lenientText).parse(fields?.description),
    date: orNull(lenientText).parse(fields?.date),
  }
}

/** What the fields of an entry name as its address. */
function namesIn(entry: unknown): readonly string[] {
  const fields = lowerCaseKeys(entry) ?? {}
  return ['address', 'ipaddr', 'ip', 'addr', 'record', 'name'].flatMap((name) => textOf(fields[name]) ?? [])
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
