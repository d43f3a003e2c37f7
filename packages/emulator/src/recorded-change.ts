import { z } from 'zod'

/** Reads a change that a change log holds. Throws a readable error where it is none of the area's. */
export function readRecorded<T>(schema: z.ZodType<T>, area: string, recorded: unknown): T {
  const parsed = schema.safeParse(recorded)
  if (parsed.success) return parsed.data
  throw new Error(`A recorded change of ${area} cannot be read: ${z.prettifyError(parsed.error)}`)
}
