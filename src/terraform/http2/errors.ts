/** Why a stream or a connection ends (RFC 9113, section 7). */
export const ErrorCode = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  frameSize: 6,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode]

/** What a client sent breaks the rules in a way that the connection cannot go on after. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
