import { GrpcError, Status } from './status'

/** A flag for compression and the message's length as 32 bits. */
const prefixLength = 5

const noBytes = Buffer.alloc(0)

/** Messages below this are copied behind their prefix, which costs less than a second write. */
const copyLimit = 16_384

/** The chunks that carry a message: its prefix and its bytes. */
export function messageFrame(message: Uint8Array): readonly Uint8Array[] {
  const small = message.length <= copyLimit
  const frame = Buffer.allocUnsafe(small ? prefixLength + message.length : prefixLength)
  frame[0] = 0
  frame.writeUInt32BE(message.length, 1)
  if (!small) return [frame, message]
  frame.set(message, prefixLength)
  return [frame]
}

/** Puts messages together from chunks that are cut anywhere. A message of many chunks is copied once. */
export class MessageAssembler {
  readonly #maxMessageBytes: number
  #prefix: Buffer = noBytes
  #message: Buffer | undefined
  #filled = 0

  constructor(maxMessageBytes: number) {
    this.#maxMessageBytes = maxMessageBytes
  }

  /** Whether a message has begun and is not complete. */
  get isWithinMessage(): boolean {
    return this.#prefix.length > 0 || this.#message !== undefined
  }

  /**
   * The messages that `chunk` completes. Throws {@link GrpcError}: RESOURCE_EXHAUSTED for a message over the limit,
   * INTERNAL for one that claims to be compressed.
   */
  *push(chunk: Buffer): Generator<Buffer, void> {
    let rest = chunk
    while (rest.length > 0) {
      if (this.#message === undefined) {
        const start = this.#prefix.length === 0 ? rest : Buffer.concat([this.#prefix, rest])
        if (start.length < prefixLength) {
          this.#prefix = start
          return
        }
        this.#prefix = noBytes
        const length = this.#checkedLength(start)
        const end = prefixLength + length
        if (start.length >= end) {
          rest = start.subarray(end)
          yield start.subarray(prefixLength, end)
          continue
        }
        this.#message = Buffer.allocUnsafe(length)
        this.#filled = 0
        rest = start.subarray(prefixLength)
      }
      const taken = rest.copy(this.#message, this.#filled)
      this.#filled += taken
      rest = rest.subarray(taken)
      if (this.#filled === this.#message.length) {
        const message = this.#message
        this.#message = undefined
        yield message
      }
    }
  }

  #checkedLength(prefix: Buffer): number {
    if (prefix[0] !== 0) {
      throw new GrpcError(
        Status.internal,
        'a message is marked as compressed, but the call names no compression',
      )
    }
    const length = prefix.readUInt32BE(1)
    if (length > this.#maxMessageBytes) {
      const limit = `the limit of ${this.#maxMessageBytes} bytes`
      throw new GrpcError(Status.resourceExhausted, `a message of ${length} bytes is over ${limit}`)
    }
    return length
  }
}
