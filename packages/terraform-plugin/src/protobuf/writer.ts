import { ProtobufError } from './protobuf-error'
import { tagOf, type WireType } from './wire'

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

  /** What was written, as a view. The writer must not be used afterwards. */
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
