import { unescape as decodePercents } from 'node:querystring'

/** The fields of a form body, each with its values in the order in which they came. */
export type Form = ReadonlyMap<string, readonly string[]>

/**
 * Reads an `application/x-www-form-urlencoded` body. Each value is decoded in one go, because lists of sites make bodies of
 * tens of megabytes. A percent sign that begins no escape stays as it is.
 */
export function parseForm(body: string): Form {
  const fields = new Map<string, string[]>()
  for (const field of body.split('&')) {
    if (field === '') continue
    const equals = field.indexOf('=')
    const name = equals === -1 ? field : field.slice(0, equals)
    const value = equals === -1 ? '' : field.slice(equals + 1)
    const decoded = decode(name)
    const values = fields.get(decoded)
    if (values === undefined) fields.set(decoded, [decode(value)])
    else values.push(decode(value))
  }
  return fields
}

function decode(text: string): string {
  return decodePercents(text.replaceAll('+', ' '))
}
