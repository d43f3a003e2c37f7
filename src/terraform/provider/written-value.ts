import type { Attribute } from '../schema/attribute'
import type { Value } from '../values/value'

/** Of what is longer the beginning is shown; characters. */
const longest = 100

/**
 * A value as it is written, for a message about it. Undefined where the attribute is sensitive, and for what is no plain value.
 * Of an address, what stands before its host can hold a password, and is left out.
 */
export function writtenValue({ options }: Attribute, value: Value): string | undefined {
  if (options.sensitive || options.writeOnly) return undefined
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  if (typeof value !== 'string') return undefined
  const text = value.replace(/\/\/.*@/s, '//…@')
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text)
}
