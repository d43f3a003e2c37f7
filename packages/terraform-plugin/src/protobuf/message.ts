import type { LengthDelimitedType, OneofCase, Slot, SlotField } from './field'
import { ProtobufError, Reader, WireType, Writer } from './wire'

/** A protobuf message: its codec, and by {@link MessageType} the type of its objects. Also a value type for fields. */
export interface Message<Value> extends LengthDelimitedType<Value> {
  readonly messageName: string
  /** Throws {@link ProtobufError} when a value does not fit its field. */
  encode(value: PartialMessage<Value>): Buffer
  /** Bytes fields are views of `bytes`. Throws {@link ProtobufError} when the bytes are no such message. */
  decode(bytes: Uint8Array): Value
}

/** The type of a message's decoded objects, in which every property is present: `MessageType<typeof Diagnostic>`. */
export type MessageType<M> = M extends Message<infer Value> ? Value : never

/** What may be given to encode: every property can be left out, at any depth, and is then absent on the wire. */
export type PartialMessage<Value> = Value extends string | number | boolean | undefined | Uint8Array
  ? Value
  : Value extends readonly (infer Element)[]
    ? readonly PartialMessage<Element>[]
    : Value extends OneofCase<infer Case, infer Inner>
      ? OneofCase<Case, PartialMessage<Inner>>
      : { readonly [Property in keyof Value]?: PartialMessage<Value[Property]> | undefined }

/** The properties of a message, each made by `field` or `oneof`. */
export type Slots = Readonly<Record<string, Slot<unknown>>>

/** The object type that a message's slots describe. */
export type ValueOf<S> = {
  readonly [Property in keyof S]: S[Property] extends Slot<infer Value> ? Value : never
}

/**
 * Declares a message. Its name is used in errors only.
 *
 * @example
 * const Diagnostic = message('Diagnostic', { summary: field(2, string), attribute: field(4, optional(AttributePath)) })
 * type Diagnostic = MessageType<typeof Diagnostic>
 */
export function message<S extends Slots>(messageName: string, slots: S): Message<ValueOf<S>> {
  type Value = ValueOf<S>
  const properties = Object.entries(slots)
  const backwards = [...properties].reverse()
  const blank = Object.fromEntries(properties.map(([property, slot]) => [property, slot.initial]))
  const fields = fieldsByNumber(properties)

  function write(writer: Writer, value: Readonly<Record<string, unknown>>): void {
    for (const [property, slot] of backwards) {
      const propertyValue = value[property]
      if (propertyValue === undefined) continue
      try {
        slot.write(writer, propertyValue)
      } catch (error) {
        throw located(error, `${messageName}.${property}`)
      }
    }
  }

  function read(reader: Reader, end: number): Value {
    const value: Record<string, unknown> = { ...blank }
    while (reader.position < end) {
      const tag = reader.tag()
      const field = fields[tag >>> 3]
      if (field === undefined || field.wireType !== (tag & 7)) {
        reader.skip(tag)
        continue
      }
      try {
        value[field.property] = field.read(reader, value[field.property])
      } catch (error) {
        throw located(error, `${messageName}.${field.property}`)
      }
    }
    if (reader.position > end) throw new ProtobufError(`${messageName}: a field is longer than its message`)
    return value as Value
  }

  return {
    messageName,
    wireType: WireType.lengthDelimited,
    zero: blank as Value,
    encode(value) {
      const writer = new Writer()
      write(writer, value as Value)
      return writer.finish()
    },
    decode: (bytes) => read(new Reader(bytes), bytes.length),
    write(writer, value) {
      const before = writer.length
      write(writer, value)
      writer.lengthSince(before)
    },
    read: (reader) => read(reader, reader.lengthDelimitedEnd()),
  }
}

/** A message that contains itself, by way of others: `optional(recursive(() => Block))`. */
export function recursive<Value>(target: () => Message<Value>): LengthDelimitedType<Value> {
  return {
    wireType: WireType.lengthDelimited,
    get zero() {
      return target().zero
    },
    read: (reader) => target().read(reader),
    write: (writer, value) => target().write(writer, value),
  }
}

interface PropertyField extends SlotField<unknown> {
  readonly property: string
}

function fieldsByNumber(
  properties: readonly [string, Slot<unknown>][],
): readonly (PropertyField | undefined)[] {
  const fields: (PropertyField | undefined)[] = []
  for (const [property, slot] of properties) {
    for (const { number, wireType, read } of slot.fields)
      fields[number] = { number, wireType, read, property }
  }
  return fields
}

function located(error: unknown, place: string): unknown {
  return error instanceof ProtobufError ? error.within(place) : error
}
