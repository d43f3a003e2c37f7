/**
 * Types of Terraform's language, as the wire and the codecs see them.
 *
 * Schemas are written with the attribute builders; what is here is what those boil down to.
 */
export type ValueType =
  | { readonly kind: 'string' | 'number' | 'bool' | 'dynamic' }
  | { readonly kind: 'list' | 'set' | 'map'; readonly element: ValueType }
  | { readonly kind: 'tuple'; readonly elements: readonly ValueType[] }
  | { readonly kind: 'object'; readonly attributes: ObjectAttributes }

export type ObjectAttributes = { readonly [name: string]: ValueType }

export const stringType: ValueType = { kind: 'string' }
export const numberType: ValueType = { kind: 'number' }
export const boolType: ValueType = { kind: 'bool' }
export const dynamicType: ValueType = { kind: 'dynamic' }

export const listType = (element: ValueType): ValueType => ({ kind: 'list', element })
export const setType = (element: ValueType): ValueType => ({ kind: 'set', element })
export const mapType = (element: ValueType): ValueType => ({ kind: 'map', element })
export const tupleType = (elements: readonly ValueType[]): ValueType => ({ kind: 'tuple', elements })
export const objectType = (attributes: ObjectAttributes): ValueType => ({ kind: 'object', attributes })

/** The type as Terraform writes it in JSON: `"string"`, `["list","string"]`, `["object",{…}]`. */
export function typeToJson(type: ValueType): TypeJson {
  switch (type.kind) {
    case 'list':
    case 'set':
    case 'map':
      return [type.kind, typeToJson(type.element)]
    case 'tuple':
      return ['tuple', type.elements.map(typeToJson)]
    case 'object':
      return [
        'object',
        Object.fromEntries(Object.entries(type.attributes).map(([name, of]) => [name, typeToJson(of)])),
      ]
    default:
      return type.kind
  }
}

export type TypeJson =
  | string
  | readonly [string, TypeJson | readonly TypeJson[] | { readonly [name: string]: TypeJson }]

/**
 * Reads a type that Terraform sent beside a dynamic value.
 * @throws {TypeError} when the JSON is no type
 */
export function typeFromJson(json: unknown): ValueType {
  if (json === 'string' || json === 'number' || json === 'bool' || json === 'dynamic') return { kind: json }
  if (Array.isArray(json) && json.length >= 2) {
    const [kind, of]: readonly unknown[] = json
    if (kind === 'list' || kind === 'set' || kind === 'map') return { kind, element: typeFromJson(of) }
    if (kind === 'tuple' && Array.isArray(of)) return tupleType(of.map(typeFromJson))
    if (kind === 'object' && typeof of === 'object' && of !== null) {
      return objectType(
        Object.fromEntries(Object.entries(of).map(([name, type]) => [name, typeFromJson(type)])),
      )
    }
  }
  throw new TypeError(`${JSON.stringify(json)} is not a Terraform type.`)
}
