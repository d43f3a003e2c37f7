import { ErrorCode } from './errors'

/** What a stream takes from its connection. */
export interface StreamOwner {
  /** Sends as much of the stream's pending data as the client has room for. */
  sendPending(stream: ServerStream): void
  sendHeaders(stream: ServerStream, block: Uint8Array, endStream: boolean): void
  sendReset(stream: ServerStream, code: ErrorCode): void
  /** Data was taken over: the client may send as much again. */
  acceptMore(stream: ServerStream, bytes: number): void
  /** The stream is closed. */
  forget(stream: ServerStream): void
  /** Calls `done` when everything that was sent so far has left. */
  afterSending(done: () => void): void
}

/** Is told of a request's body as it comes. */
export interface BodyReceiver {
  data(chunk: Buffer): void
  end(): void
}

/** One request and its answer: a stream of HTTP/2, as the server has it. */
export class ServerStream {
  readonly id: number
  /** How many bytes the client has room for in this stream. */
  sendWindow: number
  /** How many bytes we have room for in this stream. */
  receiveWindow: number
  /** How many bytes were taken over since the client was told that there is room again. */
  taken = 0
  /** Data that waits for the client to have room. */
  readonly pending: Uint8Array[] = []
  readonly #owner: StreamOwner
  readonly #arrived: Buffer[] = []
  #receiver: BodyReceiver | undefined
  #trailers: Uint8Array | undefined
  #bodyEnded = false
  #answered = false
  #closed = false
  readonly #onClosed: (() => void)[] = []
  #onRoom: (() => void)[] = []

  constructor(owner: StreamOwner, id: number, sendWindow: number, receiveWindow: number) {
    this.#owner = owner
    this.id = id
    this.sendWindow = sendWindow
    this.receiveWindow = receiveWindow
  }

  /** Whether nothing more goes over the stream in either direction. */
  get closed(): boolean {
    return this.#closed
  }

  /** Whether the client has sent all it has to send. */
  get bodyEnded(): boolean {
    return this.#bodyEnded
  }

  /** Calls `listener` when the stream is closed: all of its answer has left, or nobody wants it any more. */
  whenClosed(listener: () => void): void {
    if (this.#closed) listener()
    else this.#onClosed.push(listener)
  }

  /** Reads the body as it comes. What has come already is told at once. */
  receive(receiver: BodyReceiver): void {
    this.#receiver = receiver
    for (const chunk of this.#arrived.splice(0)) this.#hand(chunk, receiver)
    if (this.#bodyEnded) receiver.end()
  }

  /** Reads the body chunk by chunk, at the reader's own pace. Ends early when the stream is closed. */
  async *chunks(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const chunk = this.#arrived.shift()
      if (chunk !== undefined) {
        this.#owner.acceptMore(this, chunk.length)
        yield chunk
      } else if (this.#bodyEnded || this.#closed) {
        return
      } else {
        await new Promise<void>((resolve) => this.#onRoom.push(resolve))
      }
    }
  }

  sendHeaders(block: Uint8Array): void {
    if (!this.#closed) this.#owner.sendHeaders(this, block, false)
  }

  /** Sends data of the answer's body. Tells whether there is room for more. */
  sendData(bytes: Uint8Array): boolean {
    if (this.#closed) return false
    this.pending.push(bytes)
    this.#owner.sendPending(this)
    return this.pending.length === 0
  }

  /** Resolves when all data has been sent, or nobody wants it any more. */
  async room(): Promise<void> {
    while (this.pending.length > 0 && !this.#closed) {
      await new Promise<void>((resolve) => this.#onRoom.push(resolve))
    }
  }

  /** Sends the headers that end the answer, after the data that still waits. The stream closes when they have left. */
  end(block: Uint8Array): void {
    if (this.#closed || this.#trailers) return
    this.#trailers = block
    if (this.pending.length === 0) this.#answer()
  }

  /** Gives up the stream. */
  reset(code: ErrorCode): void {
    if (this.#closed) return
    this.#owner.sendReset(this, code)
    this.close()
  }

  /** For the connection: data has come. */
  dataArrived(chunk: Buffer): void {
    if (this.#receiver) this.#hand(chunk, this.#receiver)
    else this.#arrived.push(chunk)
    this.#changed()
  }

  /** For the connection: the client has sent all it has to send. */
  bodyArrived(): void {
    this.#bodyEnded = true
    this.#receiver?.end()
    this.#changed()
  }

  /** For the connection: all data that was pending has been sent. */
  pendingSent(): void {
    if (this.#trailers) this.#answer()
    this.#changed()
  }

  /** For the connection: the stream is over. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.pending.length = 0
    this.#owner.forget(this)
    this.#changed()
    for (const listener of this.#onClosed.splice(0)) listener()
  }

  #answer(): void {
    if (this.#answered || !this.#trailers) return
    this.#answered = true
    this.#owner.sendHeaders(this, this.#trailers, true)
    // Tells a client that is still sending that the answer is complete.
    if (!this.#bodyEnded) this.#owner.sendReset(this, ErrorCode.none)
    this.#owner.afterSending(() => this.close())
  }

  #hand(chunk: Buffer, receiver: BodyReceiver): void {
    this.#owner.acceptMore(this, chunk.length)
    receiver.data(chunk)
  }

  #changed(): void {
    if (this.#onRoom.length === 0) return
    for (const resolve of this.#onRoom.splice(0)) resolve()
  }
}
