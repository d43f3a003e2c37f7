import { MalformedMessagePack, MessagePackReader } from './msgpack-reader'
import { numberFromDouble, numberFromInteger, numberFromText, type TerraformNumber } from './numbers'
import { type ObjectAttributes, typeFromJson, type ValueType } from './type'
import { Unknown, unknown } from './unknown'
import { DynamicValue, type Value } from './value'

/**
 * Reads a value that Terraform sent, as its type says.
 * @throws {MalformedMessagePack} when the bytes are not a value of that type
 */
export function decodeValue(type: ValueType, bytes: Uint8Array): Value {
  const reader = new MessagePackReader(bytes)
  const value = read(type, reader)
  if (!reader.atEnd) throw new MalformedMessagePack('There are bytes after the end of the value.')
  return value
}

/** The extension that carries what is known of an unknown; every other extension is a plain unknown. */
export const refinedUnknownCode = 12

function read(type: ValueType, reader: MessagePackReader): Value {
  if (reader.takeNil()) return null
  const extension = reader.takeExtension()
  if (extension !== null) return extension.code === refinedUnknownCode ? new Unknown(extension.body) : unknown
  switch (type.kind) {
    case 'string':
      return reader.readString()
    case 'bool':
      return reader.readBoolean()
    case 'number':
      return readNumber(reader)
    case 'list':
    case 'set':
      return Array.from({ length: reader.readArrayLength() }, () => read(type.element, reader))
    case 'tuple':
      return readTuple(type.elements, reader)
    case 'map':
      return readMap(type.element, reader)
    case 'object':
      return readObject(type.attributes, reader)
    case 'dynamic':
      return readDynamic(reader)
  }
}

function readNumber(reader: MessagePackReader): TerraformNumber {
  const item = reader.readNumber()
  if ('text' in item) return numberFromText(item.text)
  if ('double' in item) return numberFromDouble(item.double)
  return typeof item.integer === 'bigint' ? numberFromInteger(item.integer) : item.integer
}

function readTuple(types: readonly ValueType[], reader: MessagePackReader): Value {
  const length = reader.readArrayLength()
  if (length !== types.length) {
    throw new MalformedMessagePack(`Expected a tuple of ${types.length} elements, found ${length}.`)
  }
  return types.map((type) => read(type, reader))
}

function readMap(element: ValueType, reader: MessagePackReader): Value {
  const entries: Record<string, Value> = Object.create(null)
  for (let left = reader.readMapLength(); left > 0; left -= 1) {
    const key = reader.readString()
    entries[key] = read(element, reader)
  }
  return entries
}

function readObject(attributes: ObjectAttributes, reader: MessagePackReader): Value {
  const object: Record<string, Value> = {}
  for (let left = reader.readMapLength(); left > 0; left -= 1) {
    const name = reader.readString()
    const type = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (type === undefined) throw new MalformedMessagePack(`The schema has no attribute "${name}".`)
    object[name] = read(type, reader)
  }
  for (const name of Object.keys(attributes)) object[name] ??= null
  return object
}

function readDynamic(reader: MessagePackReader): Value {
  if (reader.readArrayLength() !== 2)
    throw new MalformedMessagePack('A dynamic value must consist of a type and a value.')
  const type = typeFromJson(JSON.parse(reader.readBytes().toString('utf8')))
  return new DynamicValue(type, read(type, reader))
}
