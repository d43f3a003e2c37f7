import { isUtf8 } from 'node:buffer'
import { ProtobufError } from './protobuf-error'
import { WireType } from './wire'

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
