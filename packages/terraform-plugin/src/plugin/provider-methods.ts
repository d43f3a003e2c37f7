import { printable } from '@webfilter/text'
import { type Diagnostic, detailOf } from '../diagnostics/diagnostic'
import { callInterrupted, providerBug } from '../diagnostics/entries'
import type { Method } from '../grpc/server-call'
import { isInterruption } from '../grpc/status'
import type { PartialMessage } from '../protobuf/message'
import type { Rpc, RpcKind } from '../protocol/rpc'
import type { Call, ProviderService, RequestOf, ResponseOf, RpcName } from '../protocol/service'
import {
  type DynamicValue,
  providerService,
  providerServiceName,
  type Diagnostic as WireDiagnostic,
} from '../protocol/tfplugin6'
import type { EncodedAnswers } from './plugin-options'

/** How the methods of a provider are served. */
interface ProviderMethodOptions {
  /** The provider's name, for the codes of diagnostics. */
  readonly name: string
  /** Answers that are known without the handlers. */
  readonly encoded?: EncodedAnswers | undefined
  /** Called with a mistake that a handler threw: the host is told that there is one, and only a log has its stack. */
  readonly onFailure?: (path: string, thrown: unknown) => void
}

/**
 * The gRPC methods of a provider. No handler makes a call fail: what it throws, or answers in a form that cannot be written, is told
 * in the answer.
 *
 * @param provider gives the handlers; asked on every call, so that they can be made when the first one comes
 */
export function providerMethods(
  provider: () => Promise<ProviderService>,
  { name: providerName, encoded = {}, onFailure = () => {} }: ProviderMethodOptions,
): ReadonlyMap<string, Method> {
  const handlers = provider as () => Promise<Readonly<Record<string, Handler>>>
  const methods = new Map(
    (Object.keys(providerService) as readonly RpcName[]).map((name) => {
      const path = pathOf(name)
      const handler = async (request: unknown, call: Call) => (await handlers())[name]?.(request, call)
      const method = methodOf(providerService[name], handler, (request, thrown) => {
        if (isUnexpected(thrown)) onFailure(path, thrown)
        return failedAnswer(name, request, thrown, providerName)
      })
      return [path, method]
    }),
  )
  for (const [name, answer] of Object.entries(encoded)) methods.set(pathOf(name), encodedMethod(name, answer))
  return methods
}

function pathOf(name: string): string {
  return `/${providerServiceName}/${name}`
}

/** Answers with bytes as they are. */
function encodedMethod(name: string, answer: () => Uint8Array): Method {
  return {
    kind: 'unary',
    decode: (bytes) => providerService[name as RpcName].request.decode(bytes),
    handle: answer,
    encode: unchanged,
  }
}

/** A handler whose types have been forgotten: `providerService` says how its messages are read and written. */
type Handler = (request: unknown, call: Call) => unknown

/** @param failed makes the answer where the handler throws, or where what it answers cannot be written */
function methodOf(
  rpc: Rpc<unknown, unknown, RpcKind>,
  handler: (request: unknown, call: Call) => Promise<unknown>,
  failed: (request: unknown, thrown: unknown) => object,
): Method {
  const written = (response: unknown) => rpc.response.encode(response as PartialMessage<unknown>)
  // Handlers give bytes, so that what cannot be written is met where it can be answered.
  const codec = { decode: (bytes: Buffer) => rpc.request.decode(bytes), encode: unchanged }
  if (rpc.kind === 'unary') {
    return {
      kind: 'unary',
      ...codec,
      async handle(request, call) {
        try {
          return written(await handler(request, call))
        } catch (thrown) {
          return written(failed(request, thrown))
        }
      },
    }
  }
  return {
    kind: 'server-stream',
    ...codec,
    async *handle(request, call) {
      try {
        for await (const event of (await handler(request, call)) as AsyncIterable<unknown>)
          yield written(event)
      } catch (thrown) {
        yield written(failed(request, thrown))
      }
    },
  }
}

function unchanged(bytes: unknown): Uint8Array {
  return bytes as Uint8Array
}

/**
 * The answer of a procedure whose handler has thrown: an error in the form that the procedure has for one, since hosts say little of
 * a call that fails, and some nothing. States and identities stay as they are. Of a stream it is the last event.
 */
function failedAnswer(name: RpcName, request: unknown, thrown: unknown, providerName: string): object {
  const answer = failures[name] as (failure: Failure, request: unknown) => object
  return answer(failureOf(diagnosticOf(name, thrown), providerName), request)
}

/** Whether something that was thrown is a mistake in the provider: neither the end of the call nor what a person is to read. */
function isUnexpected(thrown: unknown): boolean {
  return !isInterruption(thrown) && !isReadable(thrown)
}

/** What a call failed with, in the forms that answers have for it. */
interface Failure {
  readonly diagnostics: readonly PartialMessage<WireDiagnostic>[]
  /** On one line, without a code. */
  readonly text: string
}

type Failures = {
  readonly [Name in RpcName]: (failure: Failure, request: RequestOf<Name>) => ResponseOf<Name>
}

const failures: Failures = {
  GetMetadata: diagnosed,
  GetProviderSchema: diagnosed,
  GetResourceIdentitySchemas: diagnosed,
  ValidateProviderConfig: diagnosed,
  ConfigureProvider: diagnosed,
  StopProvider: ({ text }) => ({ error: text }),

  ValidateResourceConfig: diagnosed,
  UpgradeResourceState: diagnosed,
  UpgradeResourceIdentity: diagnosed,
  ReadResource: (failure, { currentState, private: privateData, currentIdentity }) => ({
    ...diagnosed(failure),
    newState: currentState,
    private: privateData,
    newIdentity: currentIdentity,
  }),
  PlanResourceChange: (failure, { priorState, priorPrivate, priorIdentity }) => ({
    ...diagnosed(failure),
    plannedState: priorState,
    plannedPrivate: priorPrivate,
    plannedIdentity: priorIdentity,
  }),
  ApplyResourceChange: (failure, { priorState, plannedPrivate, plannedIdentity }) => ({
    ...diagnosed(failure),
    newState: priorState,
    private: plannedPrivate,
    newIdentity: isThere(priorState) ? plannedIdentity : undefined,
  }),
  ImportResourceState: diagnosed,
  MoveResourceState: diagnosed,
  GenerateResourceConfig: diagnosed,

  ValidateDataResourceConfig: diagnosed,
  ReadDataSource: diagnosed,

  ValidateEphemeralResourceConfig: diagnosed,
  OpenEphemeralResource: diagnosed,
  RenewEphemeralResource: diagnosed,
  CloseEphemeralResource: diagnosed,

  ValidateListResourceConfig: diagnosed,
  ListResource: ({ diagnostics }) => ({ diagnostic: diagnostics }),

  GetFunctions: diagnosed,
  CallFunction: ({ text }) => ({ error: { text: text.replace(/\.$/, '') } }),

  ValidateActionConfig: diagnosed,
  PlanAction: diagnosed,
  // A stream that ends without this event counts as success.
  InvokeAction: (failure) => ({ type: { case: 'completed', value: diagnosed(failure) } }),
}

/** Whether a state is that of an object: that of a creation is null, which msgpack writes as 0xc0. */
function isThere(state: PartialMessage<DynamicValue> | undefined): boolean {
  const [first] = state?.msgpack ?? []
  return first !== undefined && first !== 0xc0
}

/** The diagnostic of what was thrown. It is not known by its class: the build bundles the provider apart, with classes of its own. */
function diagnosticOf(name: RpcName, thrown: unknown): Diagnostic {
  if (isInterruption(thrown)) return callInterrupted({ reason: thrown.message, advice: thrown.advice })
  if (isReadable(thrown)) return thrown.diagnostic
  const what = isProviderBug(thrown) ? thrown.message : `It failed with: ${String(thrown)}`
  return providerBug({ where: name, what })
}

function isReadable(thrown: unknown): thrown is { readonly diagnostic: Diagnostic } {
  return (
    thrown instanceof Error && typeof (thrown as { readonly diagnostic?: unknown }).diagnostic === 'object'
  )
}

function isProviderBug(thrown: unknown): thrown is Error {
  return thrown instanceof Error && thrown.name === 'ProviderBug'
}

function diagnosed({ diagnostics }: Failure): Pick<Failure, 'diagnostics'> {
  return { diagnostics }
}

function failureOf(diagnostic: Diagnostic, providerName: string): Failure {
  const { severity, message, advice } = diagnostic
  const [summary, detail] = [printable(diagnostic.summary), printable(detailOf(diagnostic, providerName))]
  return {
    diagnostics: [{ severity, summary, detail }],
    text: printable([`${diagnostic.summary}.`, message, advice].join(' ').trim()),
  }
}
