import { ConnectionError, ErrorCode } from './errors'
import { type Frame, frameHeaderLength, usualFrameSize } from './frame'

/** What every client sends first (RFC 9113, section 3.4). */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** Puts frames together from chunks that are cut anywhere, the preface before them. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)
  #prefaceRead = false

  /**
   * Calls `take` with each frame that the chunk completes. Payloads are views of the chunks.
   * @throws {ConnectionError} when the client does not speak HTTP/2, or a frame is too large
   */
  read(chunk: Buffer, take: (frame: Frame) => void): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    this.#rest = bytes
    if (!this.#prefaceRead) {
      if (!preface.subarray(0, bytes.length).equals(bytes.subarray(0, preface.length))) {
        throw new ConnectionError(ErrorCode.protocol, 'the client does not speak HTTP/2')
      }
      if (bytes.length < preface.length) return
      this.#prefaceRead = true
      bytes = bytes.subarray(preface.length)
    }
    let offset = 0
    while (bytes.length - offset >= frameHeaderLength) {
      const length = bytes.readUIntBE(offset, 3)
      if (length > usualFrameSize) throw new ConnectionError(ErrorCode.frameSize, 'a frame is too large')
      const start = offset + frameHeaderLength
      const end = start + length
      if (end > bytes.length) break
      take({
        type: bytes.readUInt8(offset + 3),
        flags: bytes.readUInt8(offset + 4),
        streamId: bytes.readUInt32BE(offset + 5) & 0x7fffffff,
        payload: bytes.subarray(start, end),
      })
      offset = end
    }
    this.#rest = bytes.subarray(offset)
  }
}
