import { Enum, type Field, Type } from 'protobufjs'

/** What a field refers to. */
export type Declared = Type | Enum

/**
 * All that these messages refer to, directly or by way of others, without themselves: each after what it refers to itself, but where
 * messages refer to each other in a circle.
 */
export function inOrderOfUse(messages: readonly Type[]): readonly Declared[] {
  const met = new Set<Declared>(messages)
  const ordered: Declared[] = []
  const add = (of: Declared): void => {
    if (met.has(of)) return
    met.add(of)
    for (const next of referencesOf(of)) add(next)
    ordered.push(of)
  }
  for (const next of messages.flatMap(referencesOf)) add(next)
  return ordered
}

/** What the fields of a message refer to, in the order of their numbers. */
export function referencesOf(of: Declared): readonly Declared[] {
  return of instanceof Type ? byNumber(of.fieldsArray).flatMap(referenceOf) : []
}

/** Serializers write fields in the order of their numbers, whatever their order in the definition. */
export function byNumber(fields: readonly Field[]): readonly Field[] {
  return fields.toSorted((one, other) => one.id - other.id)
}

function referenceOf({ resolvedType }: Field): readonly Declared[] {
  return resolvedType instanceof Type || resolvedType instanceof Enum ? [resolvedType] : []
}
