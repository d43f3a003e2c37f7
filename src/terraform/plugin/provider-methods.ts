import type { Method } from '../grpc/method'
import type { PartialMessage } from '../protobuf/message'
import type { Rpc, RpcKind } from '../protocol/rpc'
import type { Call, ProviderService, RpcName } from '../protocol/service'
import { providerService, providerServiceName } from '../protocol/tfplugin6'
import type { EncodedAnswers } from './plugin-options'

/**
 * The gRPC methods of a provider.
 *
 * @param provider gives the handlers; asked on every call, so that they can be made when the first one comes
 * @param encoded answers that are known without the handlers
 */
export function providerMethods(
  provider: () => Promise<ProviderService>,
  encoded: EncodedAnswers = {},
): ReadonlyMap<string, Method> {
  const handlers = provider as () => Promise<Readonly<Record<string, Handler>>>
  const methods = new Map(
    Object.entries(providerService).map(([name, rpc]) => [
      pathOf(name),
      methodOf(rpc, async () => {
        const service = await handlers()
        return (request, call) => service[name]?.(request, call)
      }),
    ]),
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
    encode: (bytes) => bytes as Uint8Array,
  }
}

/** A handler whose types have been forgotten: `providerService` says how its messages are read and written. */
type Handler = (request: unknown, call: Call) => unknown

function methodOf(rpc: Rpc<unknown, unknown, RpcKind>, handler: () => Promise<Handler>): Method {
  const codec = {
    decode: (bytes: Buffer) => rpc.request.decode(bytes),
    encode: (response: unknown) => rpc.response.encode(response as PartialMessage<unknown>),
  }
  if (rpc.kind === 'unary') {
    return { kind: 'unary', ...codec, handle: async (request, call) => (await handler())(request, call) }
  }
  return {
    kind: 'server-stream',
    ...codec,
    async *handle(request, call) {
      const handle = await handler()
      yield* handle(request, call) as AsyncIterable<unknown>
    },
  }
}
