import type { Method } from '../grpc/method'
import type { PartialMessage } from '../protobuf/message'
import type { Rpc, RpcKind } from '../protocol/rpc'
import { type Call, type ProviderService, providerService, providerServiceName } from '../protocol/service'

/**
 * The gRPC methods of a provider.
 *
 * @param provider gives the handlers; asked on every call, so that they can be made when the first one comes
 */
export function providerMethods(provider: () => Promise<ProviderService>): ReadonlyMap<string, Method> {
  const handlers = provider as () => Promise<Readonly<Record<string, Handler>>>
  return new Map(
    Object.entries(providerService).map(([name, rpc]) => [
      `/${providerServiceName}/${name}`,
      methodOf(rpc, async () => {
        const service = await handlers()
        return (request, call) => service[name]?.(request, call)
      }),
    ]),
  )
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
