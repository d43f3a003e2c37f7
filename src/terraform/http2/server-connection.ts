import type { Duplex } from 'node:stream'
import { ConnectionError, ErrorCode } from './errors'
import { Flag, type Frame, FrameType, Setting, usualFrameSize } from './frame'
import { FrameReader } from './frame-reader'
import { FrameWriter } from './frame-writer'
import { HeaderDecoder, type Headers } from './header-decoder'
import { ServerStream, type StreamOwner } from './server-stream'

const mebibyte = 2 ** 20

/** What we have room for: requests may be large, and a client that waits for room waits for a whole round trip. */
const streamWindow = 8 * mebibyte
const connectionWindow = 64 * mebibyte
/** What either side has room for before it says anything. */
const usualWindow = 65_535
const largestWindow = 2 ** 31 - 1
const mostHeaderBytes = 65_536
const usualTableSize = 4_096
/** What a block of headers begins with after the client has asked for a smaller table. We never use it. */
const emptyTable = Buffer.of(0x20)

/**
 * The server's side of one HTTP/2 connection (RFC 9113), as much of it as a gRPC server needs: no priorities, no pushes, no
 * HTTP/1. It is here in place of `node:http2` because Terraform starts a provider several times per command and makes
 * thousands of small calls: it loads in a fraction of the time, and a call costs a fraction of the work.
 */
export class ServerConnection implements StreamOwner {
  readonly #socket: Duplex
  readonly #onStream: (stream: ServerStream, headers: Headers) => void
  readonly #reader = new FrameReader()
  readonly #writer: FrameWriter
  readonly #decoder = new HeaderDecoder()
  readonly #streams = new Map<number, ServerStream>()
  /** Streams with data that the client has no room for. */
  readonly #waiting = new Set<ServerStream>()
  #lastStreamId = 0
  #sendWindow = usualWindow
  #streamSendWindow = usualWindow
  #frameSize = usualFrameSize
  #receiveWindow = connectionWindow
  #taken = 0
  /** A block of headers that goes on in the next frame. */
  #unfinished: { readonly frame: Frame; readonly parts: Buffer[] } | undefined
  #tableIsSmaller = false
  #isBroken = false

  /** @param onStream told of each request: its body is read, and its answer sent, by way of the stream */
  constructor(socket: Duplex, onStream: (stream: ServerStream, headers: Headers) => void) {
    this.#socket = socket
    this.#onStream = onStream
    this.#writer = new FrameWriter(socket)
    const settings = Buffer.alloc(6)
    settings.writeUInt16BE(Setting.initialWindowSize, 0)
    settings.writeUInt32BE(streamWindow, 2)
    this.#writer.frame(FrameType.settings, 0, 0, settings)
    this.#writer.numberFrame(FrameType.windowUpdate, 0, connectionWindow - usualWindow)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      for (const stream of this.#streams.values()) stream.close()
    })
  }

  sendHeaders({ id }: ServerStream, block: Uint8Array, endStream: boolean): void {
    this.#writer.headers(id, this.#tableIsSmaller ? Buffer.concat([emptyTable, block]) : block, endStream)
    this.#tableIsSmaller = false
  }

  sendPending(stream: ServerStream): void {
    for (;;) {
      const [next] = stream.pending
      if (next === undefined) break
      const room = Math.min(stream.sendWindow, this.#sendWindow, this.#frameSize)
      if (room <= 0 && next.length > 0) {
        this.#waiting.add(stream)
        return
      }
      const part = next.length <= room ? next : next.subarray(0, room)
      this.#writer.frame(FrameType.data, 0, stream.id, part)
      stream.sendWindow -= part.length
      this.#sendWindow -= part.length
      if (part === next) stream.pending.shift()
      else stream.pending[0] = next.subarray(room)
    }
    this.#waiting.delete(stream)
    stream.pendingSent()
  }

  sendReset({ id }: ServerStream, code: ErrorCode): void {
    this.#writer.numberFrame(FrameType.resetStream, id, code)
  }

  acceptMore(stream: ServerStream, bytes: number): void {
    this.#acceptMoreInAll(bytes)
    stream.taken += bytes
    if (stream.taken < streamWindow / 2 || stream.bodyEnded || stream.closed) return
    this.#writer.numberFrame(FrameType.windowUpdate, stream.id, stream.taken)
    stream.receiveWindow += stream.taken
    stream.taken = 0
  }

  afterSending(done: () => void): void {
    this.#writer.afterwards(done)
  }

  forget(stream: ServerStream): void {
    this.#streams.delete(stream.id)
    this.#waiting.delete(stream)
  }

  #receive(chunk: Buffer): void {
    if (this.#isBroken) return
    try {
      this.#reader.read(chunk, (frame) => this.#take(frame))
    } catch (error) {
      this.#goAway(error instanceof ConnectionError ? error.code : ErrorCode.internal)
    }
  }

  #goAway(code: ErrorCode): void {
    const payload = Buffer.alloc(8)
    payload.writeUInt32BE(this.#lastStreamId, 0)
    payload.writeUInt32BE(code, 4)
    this.#writer.frame(FrameType.goAway, 0, 0, payload)
    this.#writer.flush()
    this.#isBroken = true
    this.#socket.end(() => this.#socket.destroy())
  }

  #take(frame: Frame): void {
    if (this.#unfinished && frame.type !== FrameType.continuation) throw broken('headers are interrupted')
    if (frame.type === FrameType.data) this.#takeData(frame)
    else if (frame.type === FrameType.headers)
      this.#takeHeaders({ frame, parts: [headerFragment(frame)] }, frame.flags)
    else if (frame.type === FrameType.continuation) this.#takeContinuation(frame)
    else if (frame.type === FrameType.resetStream) this.#streams.get(frame.streamId)?.close()
    else if (frame.type === FrameType.settings) this.#takeSettings(frame)
    else if (frame.type === FrameType.ping) this.#takePing(frame)
    else if (frame.type === FrameType.windowUpdate) this.#takeWindowUpdate(frame)
    else if (frame.type === FrameType.pushPromise) throw broken('a client cannot push')
    // The rest is left alone: priorities, the goodbye of a client that hangs up next, and what later versions add.
  }

  #takeData(frame: Frame): void {
    const length = frame.payload.length
    this.#receiveWindow -= length
    const stream = this.#streams.get(frame.streamId)
    if (stream) stream.receiveWindow -= length
    if (this.#receiveWindow < 0 || (stream && stream.receiveWindow < 0)) {
      throw new ConnectionError(ErrorCode.flowControl, 'the client has sent more than there was room for')
    }
    if (frame.streamId > this.#lastStreamId) throw broken('data of a stream that was never opened')
    if (!stream || stream.bodyEnded) {
      this.#acceptMoreInAll(length)
      return
    }
    const data = withoutPadding(frame)
    if (data.length < length) this.acceptMore(stream, length - data.length)
    if (data.length > 0) stream.dataArrived(data)
    if (frame.flags & Flag.endStream) stream.bodyArrived()
  }

  #takeContinuation(frame: Frame): void {
    const unfinished = this.#unfinished
    if (unfinished?.frame.streamId !== frame.streamId) throw broken('headers go on that never began')
    unfinished.parts.push(frame.payload)
    this.#unfinished = undefined
    this.#takeHeaders(unfinished, frame.flags)
  }

  #takeHeaders(block: { readonly frame: Frame; readonly parts: Buffer[] }, flags: number): void {
    const { frame, parts } = block
    if (parts.reduce((bytes, part) => bytes + part.length, 0) > mostHeaderBytes) {
      throw new ConnectionError(ErrorCode.enhanceYourCalm, 'the headers are too large')
    }
    if (!(flags & Flag.endHeaders)) {
      this.#unfinished = block
      return
    }
    const [first = frame.payload, ...more] = parts
    const headers = this.#decoder.decode(more.length === 0 ? first : Buffer.concat(parts))
    const endStream = (frame.flags & Flag.endStream) !== 0
    const known = this.#streams.get(frame.streamId)
    if (known) {
      if (endStream && !known.bodyEnded) known.bodyArrived()
      return
    }
    // Of a stream that was closed meanwhile.
    if (frame.streamId <= this.#lastStreamId) return
    if (frame.streamId % 2 === 0) throw broken('a client opens streams with odd numbers')
    this.#lastStreamId = frame.streamId
    this.#open(frame.streamId, headers, endStream)
  }

  #open(id: number, headers: Headers, endStream: boolean): void {
    const stream = new ServerStream(this, id, this.#streamSendWindow, streamWindow)
    this.#streams.set(id, stream)
    if (!headers.has(':method') || !headers.has(':path')) {
      stream.reset(ErrorCode.protocol)
      return
    }
    this.#onStream(stream, headers)
    if (endStream) stream.bodyArrived()
  }

  #takeSettings({ flags, payload }: Frame): void {
    if (flags & Flag.acknowledge) return
    if (payload.length % 6 !== 0) throw new ConnectionError(ErrorCode.frameSize, 'settings are cut short')
    for (let offset = 0; offset < payload.length; offset += 6) {
      this.#takeSetting(payload.readUInt16BE(offset), payload.readUInt32BE(offset + 2))
    }
    this.#writer.frame(FrameType.settings, Flag.acknowledge, 0)
    this.#sendWaiting()
  }

  #takeSetting(setting: number, value: number): void {
    if (setting === Setting.headerTableSize) {
      this.#tableIsSmaller ||= value < usualTableSize
    } else if (setting === Setting.maxFrameSize) {
      this.#frameSize = Math.max(usualFrameSize, value)
    } else if (setting === Setting.initialWindowSize) {
      const change = value - this.#streamSendWindow
      this.#streamSendWindow = checkedWindow(value)
      for (const stream of this.#streams.values())
        stream.sendWindow = checkedWindow(stream.sendWindow + change)
    }
  }

  #takePing({ flags, payload }: Frame): void {
    if (payload.length !== 8) throw new ConnectionError(ErrorCode.frameSize, 'a ping has eight bytes')
    if (!(flags & Flag.acknowledge)) this.#writer.frame(FrameType.ping, Flag.acknowledge, 0, payload)
  }

  #takeWindowUpdate({ streamId, payload }: Frame): void {
    if (payload.length !== 4) throw new ConnectionError(ErrorCode.frameSize, 'a window has four bytes')
    const more = payload.readUInt32BE(0) & largestWindow
    if (streamId === 0) {
      this.#sendWindow = checkedWindow(this.#sendWindow + more)
      this.#sendWaiting()
      return
    }
    const stream = this.#streams.get(streamId)
    if (!stream) return
    stream.sendWindow = checkedWindow(stream.sendWindow + more)
    if (this.#waiting.has(stream)) this.sendPending(stream)
  }

  #sendWaiting(): void {
    for (const stream of [...this.#waiting]) this.sendPending(stream)
  }

  #acceptMoreInAll(bytes: number): void {
    this.#taken += bytes
    if (this.#taken < connectionWindow / 2) return
    this.#writer.numberFrame(FrameType.windowUpdate, 0, this.#taken)
    this.#receiveWindow += this.#taken
    this.#taken = 0
  }
}

/** The block of headers in a frame, without padding and priority. */
function headerFragment(frame: Frame): Buffer {
  const block = withoutPadding(frame)
  if (!(frame.flags & Flag.priority)) return block
  if (block.length < 5) throw new ConnectionError(ErrorCode.frameSize, 'headers are cut short')
  return block.subarray(5)
}

function withoutPadding({ flags, payload }: Frame): Buffer {
  if (!(flags & Flag.padded)) return payload
  const padding = payload[0] ?? 0
  if (padding >= payload.length) throw broken('there is more padding than payload')
  return payload.subarray(1, payload.length - padding)
}

function checkedWindow(size: number): number {
  if (size <= largestWindow) return size
  throw new ConnectionError(ErrorCode.flowControl, 'a window is too large')
}

function broken(message: string): ConnectionError {
  return new ConnectionError(ErrorCode.protocol, message)
}
