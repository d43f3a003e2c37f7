/** The status codes of gRPC that a server answers with. */
export const Status = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
} as const

export type Status = (typeof Status)[keyof typeof Status]

/** A failure with a status of its own. Handlers throw it; anything else they throw is answered as INTERNAL. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError'
  readonly status: Status

  constructor(status: Status, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** Headers are limited in size by every client, so a long message is cut. */
const maxMessageLength = 4096

/** The trailers that tell how a call ended. */
export function statusTrailers(error?: GrpcError): Record<string, string> {
  if (error === undefined) return { 'grpc-status': '0' }
  return { 'grpc-status': String(error.status), 'grpc-message': percentEncoded(error.message) }
}

function percentEncoded(message: string): string {
  const wellFormed = Buffer.from(message.slice(0, maxMessageLength)).toString()
  return wellFormed.replaceAll(/[^ -$&-~]+/gu, encodeURIComponent)
}

/** The same symbol in each file that holds this class. */
const brand = Symbol.for('terraform.grpc.interruption')

/**
 * Why a call is to come to an end before its work is done: the reason of its aborted signal. Handlers throw it on, and a
 * person may come to read it, so beside its message of what happened it has a sentence of what to do.
 */
export class Interruption extends GrpcError {
  readonly [brand] = true
  readonly advice: string

  constructor(status: Status, message: string, advice: string) {
    super(status, message)
    this.advice = advice
  }
}

/**
 * Whether a handler threw an interruption on. It is not known by its class: the build bundles the server and the provider by
 * themselves, each with a copy of its own of this class.
 */
export function isInterruption(thrown: unknown): thrown is Interruption {
  return typeof thrown === 'object' && thrown !== null && brand in thrown
}
