import { unescape as decodePercents } from 'node:querystring'

/** The fields of a form body; where a field is repeated, the last one stands. */
export type Form = ReadonlyMap<string, string>

/**
 * Reads an `application/x-www-form-urlencoded` body. Each value is decoded in one go, because lists of sites make bodies of
 * tens of megabytes. A percent sign that begins no escape stays as it is.
 */
export function parseForm(body: string): Form {
  const fields = new Map<string, string>()
  for (const field of body.split('&')) {
    if (field === '') continue
    const equals = field.indexOf('=')
    const name = equals === -1 ? field : field.slice(0, equals)
    const value = equals === -1 ? '' : field.slice(equals + 1)
    fields.set(decode(name), decode(value))
  }
  return fields
}

function decode(text: string): string {
  return decodePercents(text.replaceAll('+', ' '))
}
