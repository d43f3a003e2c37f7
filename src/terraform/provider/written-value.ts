import type { Attribute } from '../schema/attribute'
import type { Value } from '../values/value'

/** What is longer tells nobody anything in a message; characters. */
const longest = 120

/**
 * A value as it is written, for a message about it. Undefined where the attribute is sensitive, and for what is no plain value or a
 * long one. Of an address, what stands before its host can hold a password, and is left out.
 */
export function writtenValue({ options }: Attribute, value: Value): string | undefined {
  if (options.sensitive || options.writeOnly) return undefined
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  const text = typeof value === 'string' ? JSON.stringify(value.replace(/\/\/.*@/s, '//…@')) : String(value)
  return text.length > longest ? undefined : text
}
