import { isJsonObject } from '@webfilter/text'
import { isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json'
import { numberFromText } from './numbers'
import { DynamicValue, type ObjectAttributes, typeFromJson, type Value, type ValueType } from './value'

/**
 * Reads a value from JSON, as states are stored. Attributes that the schema does not have are left out and attributes
 * that the JSON does not have are null, so that the state of a neighboring release can be read.
 * @throws {MismatchedJson} when the JSON is no value of the type: the message names the place
 */
export function decodeJson(type: ValueType, json: string): Value {
  return read(type, parse(json), '')
}

/** A state's JSON does not fit the schema. */
export class MismatchedJson extends TypeError {
  override readonly name = 'MismatchedJson'
}

/**
 * Changes the JSON of a state without touching what the change does not touch: numbers that JavaScript cannot hold pass
 * through as opaque objects.
 */
export function changeJson(json: string, change: (state: Record<string, unknown>) => object): string {
  const state = parse(json, undefined, (digits) =>
    isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits),
  )
  if (!isRecord(state)) throw new MismatchedJson('The state is not an object.')
  return stringify(change(state)) ?? 'null'
}

function read(type: ValueType, json: unknown, place: string): Value {
  if (json === null || json === undefined) return null
  switch (type.kind) {
    case 'string':
      return typeof json === 'string' ? json : refuse(type, place)
    case 'bool':
      return typeof json === 'boolean' ? json : refuse(type, place)
    case 'number':
      return isLosslessNumber(json) || typeof json === 'string'
        ? numberFromText(String(json))
        : refuse(type, place)
    case 'list':
    case 'set':
      return isArray(json)
        ? json.map((of, index) => read(type.element, of, `${place}[${index}]`))
        : refuse(type, place)
    case 'tuple':
      return isArray(json)
        ? type.elements.map((of, index) => read(of, json[index], `${place}[${index}]`))
        : refuse(type, place)
    case 'map':
      return isRecord(json) ? readMap(type.element, json, place) : refuse(type, place)
    case 'object':
      return isRecord(json) ? readObject(type.attributes, json, place) : refuse(type, place)
    case 'dynamic':
      return isRecord(json) ? readDynamic(json, place) : refuse(type, place)
  }
}

function readMap(element: ValueType, json: Record<string, unknown>, place: string): Value {
  const entries: Record<string, Value> = Object.create(null)
  for (const [key, value] of Object.entries(json)) entries[key] = read(element, value, `${place}["${key}"]`)
  return entries
}

function readObject(attributes: ObjectAttributes, json: Record<string, unknown>, place: string): Value {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, type]) => [
      name,
      read(type, Object.hasOwn(json, name) ? json[name] : null, place ? `${place}.${name}` : name),
    ]),
  )
}

function readDynamic(json: Record<string, unknown>, place: string): Value {
  const type = typeFromJson(json.type)
  return new DynamicValue(type, read(type, json.value, place))
}

function refuse(type: ValueType, place: string): never {
  throw new MismatchedJson(`${place || 'The value'} is not of type ${type.kind}.`)
}

function isArray(json: unknown): json is readonly unknown[] {
  return Array.isArray(json)
}

function isRecord(json: unknown): json is Record<string, unknown> {
  return isJsonObject(json) && !isLosslessNumber(json)
}
