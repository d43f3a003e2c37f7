import type { ObjectAttributes, ValueType } from '../values/type'
import type { ObjectValue } from '../values/value'
import type { Attributes } from './attribute'

const made = new WeakMap<Attributes, ObjectType>()

export type ObjectType = ValueType & { readonly kind: 'object' }

/** The object that the attributes make, as a type of the wire. Made once for each schema. */
export function objectOf(attributes: Attributes): ObjectType {
  const known = made.get(attributes)
  if (known) return known
  const types: ObjectAttributes = Object.fromEntries(
    Object.entries(attributes).map(([name, { type }]) => [name, type]),
  )
  const type: ObjectType = { kind: 'object', attributes: types }
  made.set(attributes, type)
  return type
}

/** The object for a block that is not there, for which hosts send nothing: each attribute is null. */
export function withoutValues(attributes: Attributes): ObjectValue {
  return Object.fromEntries(Object.keys(attributes).map((name) => [name, null]))
}
