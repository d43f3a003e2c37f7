import { GrpcError, type Status } from './status'

/**
 * Why a call is to come to an end before its work is done: the reason of its aborted signal. Handlers throw it on, and a
 * person may come to read it, so beside its message of what happened it has a sentence of what to do.
 */
export class Interruption extends GrpcError {
  readonly advice: string

  constructor(status: Status, message: string, advice: string) {
    super(status, message)
    this.advice = advice
  }
}
