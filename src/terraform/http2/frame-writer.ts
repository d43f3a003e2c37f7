import type { Duplex } from 'node:stream'
import { Flag, FrameType, frameHeaderLength, usualFrameSize } from './frame'

const usualCapacity = 16_384
const noPayload = new Uint8Array()

/**
 * Collects frames and writes them to a connection at once, when all that is to be done now is done: a small answer is one
 * write, one record of TLS and one wake-up of the client instead of three.
 */
export class FrameWriter {
  readonly #socket: Duplex
  #buffer: Buffer = Buffer.allocUnsafe(usualCapacity)
  #start = 0
  #end = 0
  #full: Buffer[] = []
  #afterwards: (() => void)[] = []
  #scheduled = false

  constructor(socket: Duplex) {
    this.#socket = socket
  }

  frame(type: number, flags: number, streamId: number, payload: Uint8Array = noPayload): void {
    this.#reserve(frameHeaderLength + payload.length)
    const buffer = this.#buffer
    const header = this.#end
    buffer.writeUIntBE(payload.length, header, 3)
    buffer[header + 3] = type
    buffer[header + 4] = flags
    buffer.writeUInt32BE(streamId, header + 5)
    buffer.set(payload, header + frameHeaderLength)
    this.#end = header + frameHeaderLength + payload.length
    this.#schedule()
  }

  /** A frame whose payload is one number of 32 bits. */
  numberFrame(type: number, streamId: number, number: number): void {
    const payload = Buffer.allocUnsafe(4)
    payload.writeUInt32BE(number)
    this.frame(type, 0, streamId, payload)
  }

  /** A block of headers in as many frames as it needs. */
  headers(streamId: number, block: Uint8Array, endStream: boolean): void {
    const end = endStream ? Flag.endStream : 0
    if (block.length <= usualFrameSize) {
      this.frame(FrameType.headers, Flag.endHeaders | end, streamId, block)
      return
    }
    this.frame(FrameType.headers, end, streamId, block.subarray(0, usualFrameSize))
    for (let offset = usualFrameSize; offset < block.length; offset += usualFrameSize) {
      const isLast = offset + usualFrameSize >= block.length
      const part = block.subarray(offset, offset + usualFrameSize)
      this.frame(FrameType.continuation, isLast ? Flag.endHeaders : 0, streamId, part)
    }
  }

  /** Calls `done` when everything that was written so far has left. Never called when the connection breaks before. */
  afterwards(done: () => void): void {
    this.#afterwards.push(done)
    this.#schedule()
  }

  /** Writes what was collected now. */
  flush(): void {
    this.#scheduled = false
    const done = this.#afterwards
    this.#afterwards = []
    const chunks = [...this.#full, this.#buffer.subarray(this.#start, this.#end)]
    this.#full = []
    this.#start = this.#end
    if (this.#socket.destroyed || !this.#socket.writable) return
    if (chunks.length > 1) this.#socket.cork()
    chunks.forEach((chunk, index) => {
      if (index < chunks.length - 1 || done.length === 0) this.#socket.write(chunk)
      else this.#socket.write(chunk, (error) => error || callAll(done))
    })
    if (chunks.length > 1) this.#socket.uncork()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      if (this.#scheduled) this.flush()
    })
  }

  #reserve(length: number): void {
    if (this.#end + length <= this.#buffer.length) return
    if (this.#end > this.#start) this.#full.push(this.#buffer.subarray(this.#start, this.#end))
    this.#buffer = Buffer.allocUnsafe(Math.max(length, usualCapacity))
    this.#start = 0
    this.#end = 0
  }
}

function callAll(functions: readonly (() => void)[]): void {
  for (const each of functions) each()
}
