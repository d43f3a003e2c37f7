import { ProtobufError, type Reader, WireType, type Writer } from './wire'

/** One property of a message's object: a field, or the fields of a oneof. */
export interface Slot<Value> {
  /** The property's value while none of its fields has been read. */
  readonly initial: Value
  readonly fields: readonly SlotField<Value>[]
  write(writer: Writer, value: Value): void
}

export interface SlotField<Value> {
  readonly number: number
  readonly wireType: WireType
  read(reader: Reader, previous: Value): Value
}

/** What a field holds: one value, an optional one, a list or a map. */
interface Cardinality<Value> {
  readonly wireType: WireType
  readonly initial: Value
  read(reader: Reader, previous: Value): Value
  write(writer: Writer, number: number, value: Value): void
}

/**
 * A field by its number. A bare value type is a plain proto3 field: the zero value is not sent, and absent reads
 * as zero. Fields that hold a message are {@link optional}.
 */
export function field<Value>(number: number, type: Cardinality<Value> | ScalarType<Value>): Slot<Value> {
  const { wireType, initial, read, write } = 'initial' in type ? type : singular(type)
  return {
    initial,
    fields: [{ number, wireType, read }],
    write: (writer, value) => write(writer, number, value),
  }
}

type ScalarType<Value> = ValueType<Value> & (Value extends object ? BytesOnly<Value> : unknown)
type BytesOnly<Value> = Value extends Uint8Array ? unknown : never

function singular<Value>(type: ValueType<Value>): Cardinality<Value> {
  const isZero =
    type.zero instanceof Uint8Array
      ? (value: Value) => value instanceof Uint8Array && value.length === 0
      : (value: Value) => value === type.zero
  return {
    wireType: type.wireType,
    initial: type.zero,
    read: (reader) => type.read(reader),
    write(writer, number, value) {
      if (!isZero(value)) writeValue(writer, number, type, value)
    },
  }
}

/** Explicit presence: absent is `undefined`, and a zero value that is present is sent. */
export function optional<Value>(type: ValueType<Value>): Cardinality<Value | undefined> {
  return {
    wireType: type.wireType,
    initial: undefined,
    read: (reader) => type.read(reader),
    write(writer, number, value) {
      if (value !== undefined) writeValue(writer, number, type, value)
    },
  }
}

export function repeated<Value>(type: LengthDelimitedType<Value>): Cardinality<readonly Value[]> {
  const initial: readonly Value[] = Object.freeze([])
  return {
    wireType: type.wireType,
    initial,
    read(reader, previous) {
      // The frozen initial list is shared; a list of this message's own is made with its first element.
      const values = previous === initial ? [] : (previous as Value[])
      values.push(type.read(reader))
      return values
    },
    write(writer, number, values) {
      for (let index = values.length - 1; index >= 0; index--) {
        writeValue(writer, number, type, values[index] as Value)
      }
    },
  }
}

/** A map with string keys, as an object without a prototype, so that `__proto__` is a key like any other. */
export function map<Value>(type: LengthDelimitedType<Value>): Cardinality<Readonly<Record<string, Value>>> {
  const initial: Readonly<Record<string, Value>> = Object.freeze(Object.create(null))
  return {
    wireType: WireType.lengthDelimited,
    initial,
    read(reader, previous) {
      const values = previous === initial ? Object.create(null) : previous
      const [key, value] = readMapEntry(reader, type)
      values[key] = value
      return values
    },
    write(writer, number, values) {
      for (const [key, value] of Object.entries(values).reverse()) {
        const before = writer.length
        writeValue(writer, 2, type, value)
        writer.string(key)
        writer.tag(1, WireType.lengthDelimited)
        writer.lengthSince(before)
        writer.tag(number, WireType.lengthDelimited)
      }
    },
  }
}

function readMapEntry<Value>(reader: Reader, type: LengthDelimitedType<Value>): [key: string, value: Value] {
  let key = ''
  let value = type.zero
  const end = reader.lengthDelimitedEnd()
  while (reader.position < end) {
    const tag = reader.tag()
    if (tag === 0x0a) key = reader.string()
    else if (tag === 0x12) value = type.read(reader)
    else reader.skip(tag)
  }
  if (reader.position > end) throw new ProtobufError('a field is longer than its map entry')
  return [key, value]
}

/** The value of a oneof: which field is set, and to what. */
export interface OneofCase<Case extends string, Value> {
  readonly case: Case
  readonly value: Value
}

/**
 * Fields of which at most one is set, e.g. `oneof({ name: [1, string], index: [2, int64] })`:
 * `{ case: 'name', value: 'x' }`, or `undefined` where none is.
 */
export function oneof<Values extends Readonly<Record<string, unknown>>>(
  cases: {
    readonly [Case in keyof Values]: readonly [number: number, type: ValueType<Values[Case]>]
  },
): Slot<OneofValue<Values> | undefined> {
  const byName = new Map<string, readonly [number, ValueType<unknown>]>(Object.entries(cases))
  return {
    initial: undefined,
    fields: [...byName].map(([name, [number, type]]) => ({
      number,
      wireType: type.wireType,
      read: (reader) => ({ case: name, value: type.read(reader) }) as OneofValue<Values>,
    })),
    write(writer, value) {
      const chosen = value && byName.get(value.case)
      if (chosen) writeValue(writer, chosen[0], chosen[1], value.value)
    },
  }
}

type OneofValue<Values> = {
  [Case in keyof Values & string]: OneofCase<Case, Values[Case]>
}[keyof Values & string]

function writeValue<Value>(writer: Writer, number: number, type: ValueType<Value>, value: Value): void {
  type.write(writer, value)
  writer.tag(number, type.wireType)
}

/** How one value of a protobuf type is written and read, without its tag. */
export interface ValueType<Value> {
  readonly wireType: WireType
  /** What a field of this type holds when it is absent and has no presence of its own. */
  readonly zero: Value
  read(reader: Reader): Value
  write(writer: Writer, value: Value): void
}

/** A type whose values carry their length: the only ones that `repeated` and `map` take (no packed numbers here). */
export interface LengthDelimitedType<Value> extends ValueType<Value> {
  readonly wireType: typeof WireType.lengthDelimited
}

export const string: LengthDelimitedType<string> = {
  wireType: WireType.lengthDelimited,
  zero: '',
  read: (reader) => reader.string(),
  write: (writer, value) => writer.string(value),
}

/** Decoded as a view of the message's own buffer. */
export const bytes: LengthDelimitedType<Uint8Array> = {
  wireType: WireType.lengthDelimited,
  zero: Buffer.alloc(0),
  read: (reader) => reader.bytes(),
  write: (writer, value) => writer.bytes(value),
}

export const bool: ValueType<boolean> = {
  wireType: WireType.varint,
  zero: false,
  read: (reader) => reader.int64() !== 0,
  write: (writer, value) => writer.int64(value ? 1 : 0),
}

/** A 64-bit integer that must be exact in a JavaScript number: reading and writing throw beyond 2^53. */
export const int64: ValueType<number> = {
  wireType: WireType.varint,
  zero: 0,
  read: (reader) => reader.int64(),
  write: (writer, value) => writer.int64(value),
}

export const int32: ValueType<number> = { ...int64, read: (reader) => reader.int64() | 0 }

/**
 * A closed enumeration, e.g. `enumeration({ invalid: 0, error: 1, warning: 2 })`: values are their names.
 * A number that has no name reads as the name of zero, as if the field had been left out.
 */
export function enumeration<Name extends string>(
  numbers: Readonly<Record<Name, number>>,
): ValueType<Name> & { readonly numbers: Readonly<Record<Name, number>> } {
  const names = Object.keys(numbers) as Name[]
  const zero = names.find((name) => numbers[name] === 0)
  if (zero === undefined) throw new TypeError('an enumeration needs a name for zero')
  return {
    numbers,
    wireType: WireType.varint,
    zero,
    read: (reader) => {
      const number = reader.int64()
      return names.find((name) => numbers[name] === number) ?? zero
    },
    write: (writer, value) => writer.int64(numbers[value]),
  }
}
