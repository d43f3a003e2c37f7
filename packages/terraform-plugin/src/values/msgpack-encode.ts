import { refinedUnknownCode } from './msgpack-decode'
import { Decimal, type TerraformNumber } from './numbers'
import {
  DynamicValue,
  isListValue,
  isObjectValue,
  isUnknown,
  type ObjectAttributes,
  typeToJson,
  type Value,
  type ValueType,
} from './value'

/**
 * Writes a value for Terraform.
 * @throws {MisshapenValue} when the value is not of the type: the message names the place
 */
export function encodeValue(type: ValueType, value: Value): Buffer {
  return new Encoder().encode(type, value)
}

/** A value that a provider built is not of the type that its schema promises. */
export class MisshapenValue extends TypeError {
  override readonly name = 'MisshapenValue'
}

class Encoder {
  readonly #writer = new MessagePackWriter()
  readonly #place: (string | number)[] = []

  encode(type: ValueType, value: Value): Buffer {
    this.#write(type, value)
    return this.#writer.finish()
  }

  #write(type: ValueType, value: Value | undefined): void {
    if (value === undefined) throw this.#misshapen('is missing')
    if (value === null) this.#writer.writeNil()
    else if (isUnknown(value)) this.#writeUnknown(value.refinements)
    else if (!this.#writeKnown(type, value)) {
      throw this.#misshapen(`is not of type ${JSON.stringify(typeToJson(type))}`)
    }
  }

  /** Writes the value if it is of the type, and tells whether it was. */
  #writeKnown(type: ValueType, value: Value): boolean {
    switch (type.kind) {
      case 'string':
        return typeof value === 'string' && done(this.#writer.writeString(value))
      case 'bool':
        return typeof value === 'boolean' && done(this.#writer.writeBoolean(value))
      case 'number':
        return isNumber(value) && done(this.#writeNumber(value))
      case 'list':
      case 'set':
        return isListValue(value) && done(this.#writeElements(() => type.element, value))
      case 'tuple':
        return this.#writeTuple(type.elements, value)
      case 'map':
        return this.#writeMap(type.element, value)
      case 'object':
        return this.#writeObject(type.attributes, value)
      case 'dynamic':
        return this.#writeDynamic(value)
    }
  }

  #writeUnknown(refinements: Buffer | null): void {
    if (refinements === null) this.#writer.writeExtension(0, Buffer.of(0))
    else this.#writer.writeExtension(refinedUnknownCode, refinements)
  }

  /** Fractions go as text: a double would say 0.1000000000000000055 where the configuration says 0.1. */
  #writeNumber(value: TerraformNumber): void {
    if (typeof value === 'number' && Number.isSafeInteger(value)) this.#writer.writeInteger(value)
    else if (typeof value === 'number' && Number.isInteger(value)) this.#writeNumber(BigInt(value))
    else if (Number.isNaN(value)) throw this.#misshapen('is NaN, which is not a Terraform number')
    else if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
      this.#writer.writeDouble(value)
    else if (typeof value === 'bigint' && fitsInto64Bits(value)) this.#writer.writeInteger(value)
    else this.#writer.writeString(String(value))
  }

  #writeElements(typeOf: (index: number) => ValueType, elements: readonly Value[]): void {
    this.#writer.writeArrayLength(elements.length)
    for (const [index, element] of elements.entries()) this.#writeAt(index, typeOf(index), element)
  }

  #writeTuple(types: readonly ValueType[], value: Value): boolean {
    if (!isListValue(value) || value.length !== types.length) return false
    return done(this.#writeElements((index) => types[index] ?? { kind: 'dynamic' }, value))
  }

  #writeMap(element: ValueType, value: Value): boolean {
    if (!isObjectValue(value)) return false
    const entries = Object.entries(value)
    this.#writer.writeMapLength(entries.length)
    for (const [key, entry] of entries) {
      this.#writer.writeString(key)
      this.#writeAt(key, element, entry)
    }
    return true
  }

  #writeObject(attributes: ObjectAttributes, value: Value): boolean {
    if (!isObjectValue(value)) return false
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(attributes, name))
        throw this.#misshapen(`has "${name}", which the schema does not have`)
    }
    const types = Object.entries(attributes)
    this.#writer.writeMapLength(types.length)
    for (const [name, type] of types) {
      this.#writer.writeString(name)
      this.#writeAt(name, type, value[name])
    }
    return true
  }

  #writeDynamic(value: Value): boolean {
    if (!(value instanceof DynamicValue)) return false
    this.#writer.writeArrayLength(2)
    this.#writer.writeBytes(Buffer.from(JSON.stringify(typeToJson(value.type))))
    return done(this.#write(value.type, value.value))
  }

  #writeAt(step: string | number, type: ValueType, value: Value | undefined): void {
    this.#place.push(step)
    this.#write(type, value)
    this.#place.pop()
  }

  #misshapen(what: string): MisshapenValue {
    const place = this.#place.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
    return new MisshapenValue(`${place.replace(/^\./, '') || 'The value'} ${what}.`)
  }
}

function isNumber(value: Value): value is TerraformNumber {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal
}

function fitsInto64Bits(integer: bigint): boolean {
  return integer >= -(2n ** 63n) && integer < 2n ** 64n
}

function done(_written: unknown): true {
  return true
}

const smallest = 256

/** Writes MessagePack item by item into one growing buffer, each item in its shortest form. */
class MessagePackWriter {
  #bytes: Buffer = Buffer.allocUnsafe(smallest)
  #offset = 0

  /** What was written so far. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#offset)
  }

  writeNil(): void {
    this.#byte(0xc0)
  }

  writeBoolean(value: boolean): void {
    this.#byte(value ? 0xc3 : 0xc2)
  }

  writeString(text: string): void {
    const length = Buffer.byteLength(text)
    if (length < 0x20) this.#byte(0xa0 | length)
    else if (length <= 0xff) this.#head(0xd9, 1, length)
    else if (length <= 0xffff) this.#head(0xda, 2, length)
    else this.#head(0xdb, 4, length)
    this.#reserve(length)
    this.#offset += this.#bytes.write(text, this.#offset, length, 'utf8')
  }

  writeBytes(bytes: Buffer): void {
    if (bytes.length <= 0xff) this.#head(0xc4, 1, bytes.length)
    else if (bytes.length <= 0xffff) this.#head(0xc5, 2, bytes.length)
    else this.#head(0xc6, 4, bytes.length)
    this.#raw(bytes)
  }

  /** @throws {RangeError} when the integer does not fit into 64 bits */
  writeInteger(integer: number | bigint): void {
    if (integer >= 0) this.#writeUnsigned(integer)
    else this.#writeNegative(integer)
  }

  writeDouble(double: number): void {
    this.#byte(0xcb)
    this.#reserve(8)
    this.#offset = this.#bytes.writeDoubleBE(double, this.#offset)
  }

  writeArrayLength(length: number): void {
    if (length <= 0x0f) this.#byte(0x90 | length)
    else if (length <= 0xffff) this.#head(0xdc, 2, length)
    else this.#head(0xdd, 4, length)
  }

  writeMapLength(length: number): void {
    if (length <= 0x0f) this.#byte(0x80 | length)
    else if (length <= 0xffff) this.#head(0xde, 2, length)
    else this.#head(0xdf, 4, length)
  }

  writeExtension(code: number, body: Buffer): void {
    const fixed = [1, 2, 4, 8, 16].indexOf(body.length)
    if (fixed >= 0) this.#byte(0xd4 + fixed)
    else if (body.length <= 0xff) this.#head(0xc7, 1, body.length)
    else if (body.length <= 0xffff) this.#head(0xc8, 2, body.length)
    else this.#head(0xc9, 4, body.length)
    this.#byte(code)
    this.#raw(body)
  }

  #writeUnsigned(integer: number | bigint): void {
    if (integer <= 0x7f) this.#byte(Number(integer))
    else if (integer <= 0xff) this.#head(0xcc, 1, Number(integer))
    else if (integer <= 0xffff) this.#head(0xcd, 2, Number(integer))
    else if (integer <= 0xffff_ffff) this.#head(0xce, 4, Number(integer))
    else {
      this.#byte(0xcf)
      this.#reserve(8)
      this.#offset = this.#bytes.writeBigUInt64BE(BigInt(integer), this.#offset)
    }
  }

  #writeNegative(integer: number | bigint): void {
    if (integer >= -0x20) this.#byte(Number(integer) + 0x100)
    else if (integer >= -0x80) this.#head(0xd0, 1, Number(integer) + 0x100)
    else if (integer >= -0x8000) this.#head(0xd1, 2, Number(integer) + 0x1_0000)
    else if (integer >= -0x8000_0000) this.#head(0xd2, 4, Number(integer) + 0x1_0000_0000)
    else {
      this.#byte(0xd3)
      this.#reserve(8)
      this.#offset = this.#bytes.writeBigInt64BE(BigInt(integer), this.#offset)
    }
  }

  #byte(byte: number): void {
    this.#reserve(1)
    this.#bytes[this.#offset] = byte
    this.#offset += 1
  }

  #head(marker: number, size: 1 | 2 | 4, unsigned: number): void {
    this.#reserve(1 + size)
    this.#bytes[this.#offset] = marker
    this.#offset = this.#bytes.writeUIntBE(unsigned, this.#offset + 1, size)
  }

  #raw(bytes: Buffer): void {
    this.#reserve(bytes.length)
    this.#offset += bytes.copy(this.#bytes, this.#offset)
  }

  #reserve(length: number): void {
    const needed = this.#offset + length
    if (needed <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(grown, 0, 0, this.#offset)
    this.#bytes = grown
  }
}
