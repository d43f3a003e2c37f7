import { lowerCaseKeys } from '../../protocol/envelope'
import { groupNumber } from '../group'

/** Fields of an object, by their names in lower case. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Every text that a value of a directory record holds: it may be a text, a number, an array of them, or an object with
 * the keys 0, 1, … and a count, as some LDAP libraries write it. Empty texts are left out.
 */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (typeof value === 'number') return Number.isFinite(value) ? [String(value)] : []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  const fields = lowerCaseKeys(value)
  return fields
    ? Object.entries(fields)
        .filter(([key]) => /^\d+$/.test(key))
        .flatMap(([, element]) => textsOf(element))
    : []
}

/** The first of the named fields that is there, whatever it holds; undefined where none is. */
export function firstField(fields: Fields, names: readonly string[]): unknown {
  const name = names.find((each) => each in fields)
  return name === undefined ? undefined : fields[name]
}

/** The first number of a group in the named fields. */
export function groupNumberIn(fields: Fields, names: readonly string[]): number | undefined {
  return names.flatMap((name) => textsOf(fields[name])).flatMap((text) => groupNumber(text) ?? [])[0]
}

/** Whether a value of a directory record says nothing, however that is written. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
