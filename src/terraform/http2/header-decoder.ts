import { ConnectionError, ErrorCode } from './errors'
import { decodeHuffman } from './huffman'
import { staticHeaders } from './static-headers'

/** The headers of a request, by their names in lower case. */
export type Headers = ReadonlyMap<string, string>

type Header = readonly [name: string, value: string]

/** What each header of the table of a connection counts beside its characters. */
const headerOverhead = 32
/** The size that the table has unless a setting says otherwise, and the largest that may be asked for. */
const largestTable = 4_096
/** Characters of all headers of a request. */
const mostHeaders = 65_536

/** Reads the header blocks of one connection, in the order in which they came (HPACK, RFC 7541). */
export class HeaderDecoder {
  /** Headers that came before and are known by their index from then on, the newest first. */
  readonly #table: Header[] = []
  #tableSize = 0
  #tableLimit = largestTable
  #block: Uint8Array = new Uint8Array()
  #offset = 0

  /** @throws {ConnectionError} when the block is malformed: later ones cannot be read either */
  decode(block: Uint8Array): Headers {
    this.#block = block
    this.#offset = 0
    const headers = new Map<string, string>()
    let size = 0
    while (this.#offset < block.length) {
      const header = this.#next()
      if (header === undefined) continue
      const [name, value] = header
      size += name.length + value.length + headerOverhead
      if (size > mostHeaders)
        throw new ConnectionError(ErrorCode.enhanceYourCalm, 'the headers are too large')
      const before = headers.get(name)
      headers.set(name, before === undefined ? value : `${before}, ${value}`)
    }
    return headers
  }

  /** The next header; `undefined` where the block changes the size of the table instead. */
  #next(): Header | undefined {
    const first = this.#block[this.#offset] ?? 0
    if (first & 0x80) return this.#known(this.#integer(7))
    if (first & 0x40) return this.#remember(this.#literal(6))
    if (first & 0x20) {
      this.#limitTable(this.#integer(5))
      return undefined
    }
    return this.#literal(4)
  }

  #literal(prefixBits: number): Header {
    const index = this.#integer(prefixBits)
    const name = index === 0 ? this.#text() : this.#known(index)[0]
    return [name, this.#text()]
  }

  #known(index: number): Header {
    const header = staticHeaders[index - 1] ?? this.#table[index - 1 - staticHeaders.length]
    if (header === undefined) throw malformed()
    return header
  }

  #remember(header: Header): Header {
    this.#table.unshift(header)
    this.#tableSize += sizeOf(header)
    this.#evict()
    return header
  }

  #limitTable(limit: number): void {
    if (limit > largestTable) throw malformed()
    this.#tableLimit = limit
    this.#evict()
  }

  #evict(): void {
    while (this.#tableSize > this.#tableLimit) {
      const oldest = this.#table.pop()
      if (oldest === undefined) return
      this.#tableSize -= sizeOf(oldest)
    }
  }

  /** A number that begins in the last bits of a byte and goes on in the next ones where it does not fit. */
  #integer(prefixBits: number): number {
    const largest = 2 ** prefixBits - 1
    const start = this.#byte() & largest
    if (start < largest) return start
    let value = largest
    for (let factor = 1; factor < 2 ** 28; factor *= 128) {
      const byte = this.#byte()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
    throw malformed()
  }

  #text(): string {
    const isHuffman = ((this.#block[this.#offset] ?? 0) & 0x80) !== 0
    const length = this.#integer(7)
    const end = this.#offset + length
    if (end > this.#block.length) throw malformed()
    const bytes = this.#block.subarray(this.#offset, end)
    this.#offset = end
    return isHuffman ? decodeHuffman(bytes) : Buffer.from(bytes).toString('latin1')
  }

  #byte(): number {
    const byte = this.#block[this.#offset]
    if (byte === undefined) throw malformed()
    this.#offset += 1
    return byte
  }
}

function sizeOf([name, value]: Header): number {
  return name.length + value.length + headerOverhead
}

function malformed(): ConnectionError {
  return new ConnectionError(ErrorCode.compression, 'the headers are malformed')
}
