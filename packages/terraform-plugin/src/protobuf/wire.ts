import { isUtf8 } from 'node:buffer'

/** How the bytes of a field are laid out; the low three bits of its tag. */
export const WireType = {
  varint: 0,
  fixed64: 1,
  lengthDelimited: 2,
  startGroup: 3,
  endGroup: 4,
  fixed32: 5,
} as const

export type WireType = (typeof WireType)[keyof typeof WireType]

/** The tag that stands before a field's value. */
function tagOf(number: number, wireType: WireType): number {
  return number * 8 + wireType
}

/**
 * Bytes that are no valid message, or a value that a field cannot carry.
 *
 * The error's `message` names the field from the outermost message inwards, e.g.
 * `ReadResource.Request.current_state: the message ends in the middle of a field`.
 */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError'

  /** The same error, told from one level further out. */
  within(place: string): ProtobufError {
    return new ProtobufError(`${place}: ${this.message}`, { cause: this.cause ?? this })
  }
}

/** Reads the primitives of the wire format, front to back. Everything throws {@link ProtobufError} on malformed bytes. */
export class Reader {
  readonly #buffer: Buffer
  #position = 0

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Offset of the next byte. */
  get position(): number {
    return this.#position
  }

  /** The next field's tag: its number times eight, plus its wire type. */
  tag(): number {
    const tag = this.int64()
    if (tag < 8 || tag > 0xffffffff) throw new ProtobufError('a field has an impossible number')
    return tag
  }

  /** A varint as a signed 64-bit integer. Throws where a JavaScript number would lose digits. */
  int64(): number {
    let value = 0
    let factor = 1
    for (let offset = 0; offset < 7; offset++) {
      const byte = this.#byteAt(this.#position + offset)
      value += (byte & 0x7f) * factor
      if (byte < 0x80) {
        this.#position += offset + 1
        return value
      }
      factor *= 128
    }
    return this.#longInt64()
  }

  /** The offset at which a length-delimited value ends; its bytes come next. */
  lengthDelimitedEnd(): number {
    const length = this.int64()
    const end = this.#position + length
    if (length < 0 || end > this.#buffer.length) throw truncated()
    return end
  }

  /** A view of the bytes, not a copy. */
  bytes(): Buffer {
    const end = this.lengthDelimitedEnd()
    const start = this.#position
    this.#position = end
    return this.#buffer.subarray(start, end)
  }

  string(): string {
    const end = this.lengthDelimitedEnd()
    const start = this.#position
    this.#position = end
    const text = this.#buffer.toString('utf8', start, end)
    if (text.includes('\ufffd') && !isUtf8(this.#buffer.subarray(start, end))) {
      throw new ProtobufError('a string is not valid UTF-8')
    }
    return text
  }

  /** Passes over the value whose tag was just read, a whole group included. */
  skip(tag: number): void {
    const openGroups: number[] = []
    let current = tag
    for (;;) {
      const wireType = current & 7
      const number = current >>> 3
      if (wireType === WireType.startGroup) openGroups.push(number)
      else if (wireType !== WireType.endGroup) this.#skipValue(wireType)
      else if (openGroups.pop() !== number) throw new ProtobufError('a group ends that never began')
      if (openGroups.length === 0) return
      current = this.tag()
    }
  }

  #skipValue(wireType: number): void {
    if (wireType === WireType.varint) this.#skipVarint()
    else if (wireType === WireType.fixed64) this.#advance(8)
    else if (wireType === WireType.lengthDelimited) this.#position = this.lengthDelimitedEnd()
    else if (wireType === WireType.fixed32) this.#advance(4)
    else throw new ProtobufError(`wire type ${wireType} does not exist`)
  }

  #skipVarint(): void {
    for (let length = 1; length <= 10; length++) {
      if (this.#byteAt(this.#position + length - 1) < 0x80) {
        this.#position += length
        return
      }
    }
    throw endlessVarint()
  }

  #advance(length: number): void {
    if (this.#position + length > this.#buffer.length) throw truncated()
    this.#position += length
  }

  /** Varints of eight to ten bytes: large or negative numbers. */
  #longInt64(): number {
    let value = 0n
    for (let offset = 0; offset < 10; offset++) {
      const byte = this.#byteAt(this.#position + offset)
      value |= BigInt(byte & 0x7f) << BigInt(offset * 7)
      if (byte >= 0x80) continue
      this.#position += offset + 1
      const signed = Number(BigInt.asIntN(64, value))
      if (!Number.isSafeInteger(signed)) throw new ProtobufError(`the number ${signed} is too large`)
      return signed
    }
    throw endlessVarint()
  }

  #byteAt(offset: number): number {
    const byte = this.#buffer[offset]
    if (byte === undefined) throw truncated()
    return byte
  }
}

function truncated(): ProtobufError {
  return new ProtobufError('the message ends in the middle of a field')
}

function endlessVarint(): ProtobufError {
  return new ProtobufError('a varint is longer than ten bytes')
}

const initialCapacity = 256

/**
 * Writes the primitives of the wire format **back to front**: a field's value first, then its length, then its tag.
 *
 * The length of a nested message is therefore known when it has to be written, so that one pass over the values
 * is enough; and since large values tend to have low field numbers, they are written last and copied once.
 */
export class Writer {
  #buffer = Buffer.allocUnsafe(initialCapacity)
  #start = initialCapacity

  /** Count of the bytes written so far. */
  get length(): number {
    return this.#buffer.length - this.#start
  }

  /** What was written, as a view. The writer must not be used afterward. */
  finish(): Buffer {
    return this.#buffer.subarray(this.#start)
  }

  tag(number: number, wireType: WireType): void {
    this.#unsignedVarint(tagOf(number, wireType))
  }

  /** A signed integer as a varint. Throws {@link ProtobufError} where it is not exact in a JavaScript number. */
  int64(value: number): void {
    if (!Number.isSafeInteger(value)) throw new ProtobufError(`${value} is not an exact integer`)
    if (value >= 0) this.#unsignedVarint(value)
    else this.#negativeVarint(value)
  }

  /** Bytes with their length before them. */
  bytes(value: Uint8Array): void {
    this.#reserve(value.length)
    this.#start -= value.length
    this.#buffer.set(value, this.#start)
    this.#unsignedVarint(value.length)
  }

  /** Text as UTF-8 with its length before it. */
  string(value: string): void {
    const length = Buffer.byteLength(value)
    this.#reserve(length)
    this.#start -= length
    this.#buffer.write(value, this.#start, length, 'utf8')
    this.#unsignedVarint(length)
  }

  /** Puts the length of all that was written since {@link length} was `before` in front of it. */
  lengthSince(before: number): void {
    this.#unsignedVarint(this.length - before)
  }

  #unsignedVarint(value: number): void {
    let size = 1
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size++
    this.#reserve(size)
    this.#start -= size
    let rest = value
    for (let offset = this.#start; offset < this.#start + size - 1; offset++) {
      this.#buffer[offset] = (rest % 128) | 0x80
      rest = Math.floor(rest / 128)
    }
    this.#buffer[this.#start + size - 1] = rest
  }

  /** Two's complement of 64 bits: always ten bytes. */
  #negativeVarint(value: number): void {
    this.#reserve(10)
    this.#start -= 10
    let rest = BigInt.asUintN(64, BigInt(value))
    for (let offset = this.#start; offset < this.#start + 9; offset++) {
      this.#buffer[offset] = Number(rest & 0x7fn) | 0x80
      rest >>= 7n
    }
    this.#buffer[this.#start + 9] = Number(rest)
  }

  #reserve(size: number): void {
    if (size <= this.#start) return
    const written = this.finish()
    const needed = written.length + size + initialCapacity
    const grown = Buffer.allocUnsafe(Math.max(needed, Math.min(this.#buffer.length * 2, needed + 2 ** 24)))
    this.#start = grown.length - written.length
    grown.set(written, this.#start)
    this.#buffer = grown
  }
}
