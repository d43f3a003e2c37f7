import { z } from 'zod'
import { readRecorded } from '../recorded-change'

/** One change of the category data: what the store applies, and what a data file keeps. */
const categoryChangeSchema = z.discriminatedUnion('change', [
  z.object({
    change: z.literal('create'),
    id: z.int(),
    name: z.string(),
    description: z.string(),
    table: z.string(),
    rpzEnabled: z.int(),
    rpzAction: z.int(),
    rpzRedirect: z.string(),
  }),
  z.object({ change: z.literal('remove'), id: z.int() }),
  z.object({ change: z.literal('add-sites'), id: z.int(), sites: z.array(z.string()) }),
  z.object({ change: z.literal('remove-sites'), id: z.int(), sites: z.array(z.string()) }),
  z.object({ change: z.literal('compile'), id: z.int() }),
  z.object({ change: z.literal('backup') }),
])

/** A change of the categories, as the file of an appliance records it. */
export type CategoryChange = z.infer<typeof categoryChangeSchema>

/** Reads a change that was recorded. Throws where it is none. */
export function parseCategoryChange(recorded: unknown): CategoryChange {
  return readRecorded(categoryChangeSchema, 'categories', recorded)
}
