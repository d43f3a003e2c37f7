import { refinedUnknownCode } from './msgpack-decode'
import { MessagePackWriter } from './msgpack-writer'
import { Decimal, type TerraformNumber } from './numbers'
import { type ObjectAttributes, typeToJson, type ValueType } from './type'
import { isUnknown } from './unknown'
import { DynamicValue, isListValue, isObjectValue, type Value } from './value'

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
