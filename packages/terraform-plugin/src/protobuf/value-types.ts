import type { Reader } from './reader'
import { WireType } from './wire'
import type { Writer } from './writer'

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
