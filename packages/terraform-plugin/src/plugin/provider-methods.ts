import { type Diagnostic, detailOf, printable } from '../diagnostics/diagnostic'
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
  { encoded = {}, onFailure = () => {} }: ProviderMethodOptions = {},
): ReadonlyMap<string, Method> {
  const handlers = provider as () => Promise<Readonly<Record<string, Handler>>>
  const methods = new Map(
    (Object.keys(providerService) as readonly RpcName[]).map((name) => {
      const path = pathOf(name)
      const handler = async (request: unknown, call: Call) => (await handlers())[name]?.(request, call)
      const method = methodOf(providerService[name], handler, (request, thrown) => {
        if (isUnexpected(thrown)) onFailure(path, thrown)
        return failedAnswer(name, request, thrown)
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
function failedAnswer(name: RpcName, request: unknown, thrown: unknown): object {
  const told = toldOf(name, thrown)
  const answer = failures[name] as (told: Diagnostic, request: unknown) => object
  return answer(told, request)
}

/** Whether something that was thrown is a mistake in the provider: neither the end of the call nor what a person is to read. */
function isUnexpected(thrown: unknown): boolean {
  return !isInterruption(thrown) && !isReadable(thrown)
}

type Failures = {
  readonly [Name in RpcName]: (told: Diagnostic, request: RequestOf<Name>) => ResponseOf<Name>
}

const failures: Failures = {
  GetMetadata: diagnosed,
  GetProviderSchema: diagnosed,
  GetResourceIdentitySchemas: diagnosed,
  ValidateProviderConfig: diagnosed,
  ConfigureProvider: diagnosed,
  StopProvider: (told) => ({ error: textOf(told) }),

  ValidateResourceConfig: diagnosed,
  UpgradeResourceState: diagnosed,
  UpgradeResourceIdentity: diagnosed,
  ReadResource: (told, { currentState, private: privateData, currentIdentity }) => ({
    ...diagnosed(told),
    newState: currentState,
    private: privateData,
    newIdentity: currentIdentity,
  }),
  PlanResourceChange: (told, { priorState, priorPrivate, priorIdentity }) => ({
    ...diagnosed(told),
    plannedState: priorState,
    plannedPrivate: priorPrivate,
    plannedIdentity: priorIdentity,
  }),
  ApplyResourceChange: (told, { priorState, plannedPrivate, plannedIdentity }) => ({
    ...diagnosed(told),
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
  ListResource: (told) => ({ diagnostic: diagnosed(told).diagnostics }),

  GetFunctions: diagnosed,
  CallFunction: (told) => ({ error: { text: textOf(told).replace(/\.$/, '') } }),

  ValidateActionConfig: diagnosed,
  PlanAction: diagnosed,
  // A stream that ends without this event counts as success.
  InvokeAction: (told) => ({ type: { case: 'completed', value: diagnosed(told) } }),
}

/** Whether a state is that of an object: that of a creation is null, which msgpack writes as 0xc0. */
function isThere(state: PartialMessage<DynamicValue> | undefined): boolean {
  const [first] = state?.msgpack ?? []
  return first !== undefined && first !== 0xc0
}

/** What was thrown is told by its own diagnostic, if it has one: the build bundles the provider apart, with classes of its own. */
function toldOf(name: RpcName, thrown: unknown): Diagnostic {
  if (isInterruption(thrown)) return callInterrupted({ reason: thrown.message, advice: thrown.advice })
  if (isReadable(thrown)) return thrown.told
  const what = isProviderBug(thrown) ? thrown.message : `It failed with: ${String(thrown)}`
  return providerBug({ where: name, what })
}

function isReadable(thrown: unknown): thrown is { readonly told: Diagnostic } {
  return thrown instanceof Error && typeof (thrown as { readonly told?: unknown }).told === 'object'
}

function isProviderBug(thrown: unknown): thrown is Error {
  return thrown instanceof Error && thrown.name === 'ProviderBug'
}

function diagnosed(told: Diagnostic): { readonly diagnostics: readonly PartialMessage<WireDiagnostic>[] } {
  const [summary, detail] = [printable(told.summary), printable(detailOf(told))]
  return { diagnostics: [{ severity: told.severity, summary, detail }] }
}

function textOf({ summary, message, advice }: Diagnostic): string {
  return printable([`${summary}.`, message, advice].join(' ').trim())
}
