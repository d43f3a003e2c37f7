import { GrpcError, type Status } from './status'

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
