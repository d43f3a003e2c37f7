import type { z } from 'zod'
import type { Call } from '../../protocol/route'

/** Reads the JSON body of a request. Throws what the appliance's decoder would say; that quotes no value, so no password. */
export function readJsonBody<T>(call: Call, schema: z.ZodType<T>): T {
  const body = call.json()
  if (body === undefined) throw new Error('invalid JSON body')
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`invalid JSON field ${issue?.path.join('.')}: ${issue?.message}`)
}
