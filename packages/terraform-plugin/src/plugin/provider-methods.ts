import type { Method } from '../grpc/method'
import type { PartialMessage } from '../protobuf/message'
import type { Rpc, RpcKind } from '../protocol/rpc'
import type { Call, ProviderService, RpcName } from '../protocol/service'
import { providerService, providerServiceName } from '../protocol/tfplugin6'
import { failedAnswer, isUnexpected } from './failed-answer'
import type { EncodedAnswers } from './plugin-options'

/** How the methods of a provider are served. */
export interface ProviderMethodOptions {
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
    encode: asTheyAre,
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
  const codec = { decode: (bytes: Buffer) => rpc.request.decode(bytes), encode: asTheyAre }
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

function asTheyAre(bytes: unknown): Uint8Array {
  return bytes as Uint8Array
}
