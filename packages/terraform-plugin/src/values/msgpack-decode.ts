import { numberFromDouble, numberFromInteger, numberFromText, type TerraformNumber } from './numbers'
import {
  DynamicValue,
  type ObjectAttributes,
  typeFromJson,
  Unknown,
  unknown,
  type Value,
  type ValueType,
} from './value'

/**
 * Reads a value that Terraform sent, as its type says.
 * @param texts long texts of the values that were read before
 * @throws {MalformedMessagePack} when the bytes are not a value of that type
 */
export function decodeValue(type: ValueType, bytes: Uint8Array, texts = new LongTexts()): Value {
  const reader = new MessagePackReader(bytes, texts)
  const value = read(type, reader)
  if (!reader.atEnd) throw new MalformedMessagePack('There are bytes after the end of the value.')
  return value
}

/**
 * Long texts that were read. One request has the same text in several values, such as the prior and the proposed state: it is then read
 * once, and is in memory once.
 */
export class LongTexts {
  readonly #known: { readonly bytes: Buffer; readonly text: string }[] = []

  /** @param bytes of UTF-8, which must not change */
  read(bytes: Buffer): string {
    const known = this.#known.find((each) => each.bytes.equals(bytes))
    if (known) return known.text
    const text = bytes.toString('utf8')
    this.#known.push({ bytes, text })
    return text
  }
}

/** Bytes of a text that takes more memory than comparing it takes time. */
const longText = 1 << 16

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

/**
 * Reads MessagePack item by item. It is driven by a schema: the caller says what it expects, and the reader says clearly
 * when something else is there.
 *
 * Every method throws {@link MalformedMessagePack} where the bytes end early or hold another kind of item.
 */
class MessagePackReader {
  readonly #bytes: Buffer
  readonly #texts: LongTexts
  #offset = 0

  constructor(bytes: Uint8Array, texts: LongTexts) {
    this.#texts = texts
    this.#bytes = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get atEnd(): boolean {
    return this.#offset >= this.#bytes.length
  }

  /** Takes a nil if one is next, and tells whether it was. */
  takeNil(): boolean {
    if (this.#peek() !== 0xc0) return false
    this.#offset += 1
    return true
  }

  /** Takes an extension if one is next: its code and its body. */
  takeExtension(): { readonly code: number; readonly body: Buffer } | null {
    const length = this.#extensionLength(this.#peek())
    if (length === null) return null
    const code = this.#take(1).readInt8(0)
    return { code, body: this.#take(length) }
  }

  readBoolean(): boolean {
    const marker = this.#byte()
    if (marker === 0xc2) return false
    if (marker === 0xc3) return true
    throw this.#unexpected('a boolean', marker)
  }

  readString(): string {
    const marker = this.#byte()
    const length = this.#textLength(marker)
    if (length === null) throw this.#unexpected('a string', marker)
    return this.#text(length)
  }

  /** Bytes, written either as a binary item or as text. */
  readBytes(): Buffer {
    const marker = this.#byte()
    const length = this.#textLength(marker) ?? this.#binaryLength(marker)
    if (length === null) throw this.#unexpected('bytes', marker)
    return this.#take(length)
  }

  /** A number in whichever form it was written: integers as bigint or number, fractions as a double, the rest as text. */
  readNumber():
    | { readonly integer: number | bigint }
    | { readonly double: number }
    | { readonly text: string } {
    const marker = this.#byte()
    if (marker <= 0x7f) return { integer: marker }
    if (marker >= 0xe0) return { integer: marker - 0x100 }
    switch (marker) {
      case 0xca:
        return { double: this.#take(4).readFloatBE(0) }
      case 0xcb:
        return { double: this.#take(8).readDoubleBE(0) }
      case 0xcc:
        return { integer: this.#take(1).readUInt8(0) }
      case 0xcd:
        return { integer: this.#take(2).readUInt16BE(0) }
      case 0xce:
        return { integer: this.#take(4).readUInt32BE(0) }
      case 0xcf:
        return { integer: this.#take(8).readBigUInt64BE(0) }
      case 0xd0:
        return { integer: this.#take(1).readInt8(0) }
      case 0xd1:
        return { integer: this.#take(2).readInt16BE(0) }
      case 0xd2:
        return { integer: this.#take(4).readInt32BE(0) }
      case 0xd3:
        return { integer: this.#take(8).readBigInt64BE(0) }
    }
    const length = this.#textLength(marker)
    if (length === null) throw this.#unexpected('a number', marker)
    return { text: this.#text(length) }
  }

  readArrayLength(): number {
    const marker = this.#byte()
    if (marker >= 0x90 && marker <= 0x9f) return this.#plausible(marker & 0x0f)
    if (marker === 0xdc) return this.#plausible(this.#take(2).readUInt16BE(0))
    if (marker === 0xdd) return this.#plausible(this.#take(4).readUInt32BE(0))
    throw this.#unexpected('an array', marker)
  }

  readMapLength(): number {
    const marker = this.#byte()
    if (marker >= 0x80 && marker <= 0x8f) return this.#plausible(marker & 0x0f)
    if (marker === 0xde) return this.#plausible(this.#take(2).readUInt16BE(0))
    if (marker === 0xdf) return this.#plausible(this.#take(4).readUInt32BE(0))
    throw this.#unexpected('a map', marker)
  }

  #textLength(marker: number): number | null {
    if (marker >= 0xa0 && marker <= 0xbf) return marker & 0x1f
    if (marker === 0xd9) return this.#take(1).readUInt8(0)
    if (marker === 0xda) return this.#take(2).readUInt16BE(0)
    if (marker === 0xdb) return this.#take(4).readUInt32BE(0)
    return null
  }

  #binaryLength(marker: number): number | null {
    if (marker === 0xc4) return this.#take(1).readUInt8(0)
    if (marker === 0xc5) return this.#take(2).readUInt16BE(0)
    if (marker === 0xc6) return this.#take(4).readUInt32BE(0)
    return null
  }

  /** The length of the extension that begins with the marker; the marker and the length are then taken. */
  #extensionLength(marker: number): number | null {
    if (marker >= 0xd4 && marker <= 0xd8) {
      this.#offset += 1
      return 1 << (marker - 0xd4)
    }
    if (marker < 0xc7 || marker > 0xc9) return null
    this.#offset += 1
    const size = 1 << (marker - 0xc7)
    return this.#take(size).readUIntBE(0, size)
  }

  /** Every element takes at least a byte, so a length beyond the bytes left is refused before anything is allocated. */
  #plausible(length: number): number {
    if (length > this.#bytes.length - this.#offset) throw this.#endedEarly()
    return length
  }

  #peek(): number {
    const byte = this.#bytes[this.#offset]
    if (byte === undefined) throw this.#endedEarly()
    return byte
  }

  #byte(): number {
    const byte = this.#peek()
    this.#offset += 1
    return byte
  }

  #text(length: number): string {
    const start = this.#offset
    this.#skip(length)
    if (length >= longText) return this.#texts.read(this.#bytes.subarray(start, start + length))
    return this.#bytes.toString('utf8', start, start + length)
  }

  #take(length: number): Buffer {
    const start = this.#offset
    this.#skip(length)
    return this.#bytes.subarray(start, start + length)
  }

  #skip(length: number): void {
    if (this.#offset + length > this.#bytes.length) throw this.#endedEarly()
    this.#offset += length
  }

  #endedEarly(): MalformedMessagePack {
    return new MalformedMessagePack(`The value ends early, after ${this.#bytes.length} bytes.`)
  }

  #unexpected(wanted: string, marker: number): MalformedMessagePack {
    const found = `0x${marker.toString(16).padStart(2, '0')}`
    return new MalformedMessagePack(
      `Expected ${wanted} at byte ${this.#offset - 1}, found an item of kind ${found}.`,
    )
  }
}

/** The bytes of a value are not what the schema and MessagePack make of them. */
export class MalformedMessagePack extends Error {
  override readonly name = 'MalformedMessagePack'
}
