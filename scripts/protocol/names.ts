import type { Enum, Type } from 'protobufjs'

/** The name under which the source declares a message or an enumeration: `SchemaAttribute` for `Schema.Attribute`. */
export function identifierOf({ fullName }: Type | Enum): string {
  const name = nameIn(fullName).replaceAll('.', '')
  return taken[name] ?? name
}

/** The name within the protocol, without its package: `Schema.Attribute`. */
export function nameIn(fullName: string): string {
  return fullName.replace(/^\.[a-z0-9.]+\./, '')
}

/** JavaScript has a `Function` of its own. */
const taken: Readonly<Record<string, string>> = { Function: 'FunctionSignature' }

/** What the property of a field is called, or the name of an enumeration's value: `typeName` for `type_name`, `map` for `MAP`. */
export function propertyOf(name: string): string {
  const words = name === name.toUpperCase() ? name.toLowerCase() : name
  return words
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
