const smallest = 256

/** Writes MessagePack item by item into one growing buffer, each item in its shortest form. */
export class MessagePackWriter {
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
