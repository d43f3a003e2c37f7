import { shownText } from '../../diagnostics/shown-text'
import type { Attribute } from '../../schema/attribute'
import type { Value } from '../../values/value'

/** A value as it is written, for a message about it. Undefined where the attribute is sensitive, and for what is no plain value. */
export function writtenValue({ options }: Attribute, value: Value): string | undefined {
  if (options.sensitive || options.writeOnly) return undefined
  if (typeof value === 'string') return JSON.stringify(shownText(value))
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  return undefined
}
