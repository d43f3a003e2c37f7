import * as z from 'zod/mini'
import { type Answer, unreadableAnswer } from '../protocol/answer'
import { lowerCaseKeys, readSuccess } from '../protocol/envelope'
import { orNull, toldFlag, toldInteger, toldObject, toldText } from '../protocol/told-values'

/** A DNSBL/RBL database (interface document, 2.4); null where the appliance does not tell. */
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

const databaseSchema = toldObject({
  response: orNull(toldText),
  ipaddr: orNull(toldText),
  description: orNull(toldText),
  tablename: orNull(toldText),
  items: orNull(toldInteger),
  enabled: orNull(toldFlag),
  ttl: orNull(toldInteger),
  date: orNull(toldText),
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
