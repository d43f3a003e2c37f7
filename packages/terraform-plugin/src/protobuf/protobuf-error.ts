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
