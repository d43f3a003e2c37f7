import { z } from 'zod'
import { readRecorded } from '../recorded-change'

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
  z.object({ change: z.literal('remove'), index: z.string(), addresses: z.array(z.string()), date: z.string() }),
  z.object({ change: z.literal('compile') }),
])

/** A change of the record databases, as the file of an appliance records it. */
export type RecordChange = z.infer<typeof recordChangeSchema>

/** Reads a change that was recorded. Throws where it is none. */
export function parseRecordChange(recorded: unknown): RecordChange {
  return readRecorded(recordChangeSchema, 'records', recorded)
}
