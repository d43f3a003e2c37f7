import type { PartialMessage } from '../protobuf/message'
import type { Rpc, RpcKind } from './rpc'
import type { providerService } from './tfplugin6'

/** Every procedure that the framework serves. Where it offers nothing for one, it answers so; state stores it does not know. */
export type ProviderRpcs = typeof providerService
export type RpcName = keyof ProviderRpcs

/** The decoded request of a procedure: every property present. */
export type RequestOf<Name extends RpcName> =
  ProviderRpcs[Name] extends Rpc<infer Request, infer _Response, RpcKind> ? Request : never

/** The answer of a procedure, or one event of its stream: every property may be left out. */
export type ResponseOf<Name extends RpcName> =
  ProviderRpcs[Name] extends Rpc<infer _Request, infer Response, RpcKind> ? PartialMessage<Response> : never

/** What a handler learns of the call beside its request. */
export interface Call {
  /** Aborted when the host cancels the call, its deadline passes, or the host has died. */
  readonly signal: AbortSignal
  /** Calls `listener` when the last of the answer has left, or cannot leave any more. */
  whenAnswered(listener: () => void): void
}

/**
 * The handlers of all procedures. Expected failures are diagnostics in the answer; so is what a handler throws, and the log has its stack.
 */
export type ProviderService = {
  readonly [Name in RpcName]: (
    request: RequestOf<Name>,
    call: Call,
  ) => ProviderRpcs[Name]['kind'] extends 'unary'
    ? Promise<ResponseOf<Name>> | ResponseOf<Name>
    : AsyncIterable<ResponseOf<Name>>
}
