import * as z from 'zod/mini'
import { type Answer, unreadableAnswer } from './answer'
import { lowerCaseKeys, readSuccess } from './envelope'

/** Schemas of single values as appliances tell them: a release may write a number as a text, or a boolean as 0 or 1. */

/** A text; a number is taken by its digits, unless it is larger than numbers go. */
export const toldText = z.pipe(
  z.transform((value) => (Number.isFinite(value) ? String(value) : value)),
  z.string(),
)

/** A whole number, or a text that holds one. */
export const toldInteger = z.pipe(
  z.transform((value) => (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value)),
  z.int(),
)

/** A boolean, 0 or 1, or a text of one of these. */
export const toldFlag = z.pipe(
  z.transform((value) => flags.get(typeof value === 'string' ? value.trim().toLowerCase() : value)),
  z.boolean(),
)

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 1, 'true', '1'].map((value): [unknown, boolean] => [value, true]),
  ...[false, 0, 'false', '0', ''].map((value): [unknown, boolean] => [value, false]),
])

/** What is only good to know: null where it is missing or of another kind. */
export function orNull<T>(schema: z.ZodMiniType<T>) {
  return z.catch(z.nullable(schema), null)
}

/** A list that may be missing or null, which stands for an empty one. */
export function listOrNothing<T>(element: z.ZodMiniType<T>) {
  return z.pipe(
    z.transform((value) => value ?? []),
    z.array(element),
  )
}

/** An object with its keys in lower case; further ones are left out. */
export function toldObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.pipe(
    z.transform((value) => lowerCaseKeys(value) ?? value),
    z.object(shape),
  )
}

/**
 * The fields, in lower case, of an answer that the interface document shows without an envelope. Where a release wraps it
 * all the same, the envelope has to tell of success. Throws `unreadable` where the answer is no object.
 */
export function readBareFields(answer: Answer): Readonly<Record<string, unknown>> {
  const fields = lowerCaseKeys(answer.value)
  if (!fields) throw unreadableAnswer(answer, 'which is not an object')
  return 'status' in fields ? readSuccess(answer).fields : fields
}
