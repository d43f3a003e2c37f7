import type { CallContext, Method } from '../grpc/method'
import { GrpcError, Status } from '../grpc/status'
import { field } from '../protobuf/field'
import { type Message, message, type PartialMessage } from '../protobuf/message'
import { bytes, enumeration, string } from '../protobuf/value-types'

const Empty = message('Empty', {})
const HealthCheckRequest = message('HealthCheckRequest', { service: field(1, string) })
const HealthCheckResponse = message('HealthCheckResponse', {
  status: field(1, enumeration({ unknown: 0, serving: 1, notServing: 2 })),
})
const StdioData = message('StdioData', {
  channel: field(1, enumeration({ invalid: 0, standardOutput: 1, standardError: 2 })),
  data: field(2, bytes),
})

/**
 * What go-plugin's hosts expect of every plugin beside its own service.
 *
 * @param shutDown called with the call in which the host says that it has no more use for the plugin; it is answered afterwards
 */
export function hostServices(shutDown: (call: CallContext) => void): ReadonlyMap<string, Method> {
  return new Map<string, Method>([
    [
      '/grpc.health.v1.Health/Check',
      { kind: 'unary', ...codec(HealthCheckRequest, HealthCheckResponse), handle: checkHealth },
    ],
    [
      '/plugin.GRPCController/Shutdown',
      {
        kind: 'unary',
        ...codec(Empty, Empty),
        handle(_, call) {
          shutDown(call)
          return {}
        },
      },
    ],
    [
      // Standard output goes to the log, so this stream stays open and silent.
      '/plugin.GRPCStdio/StreamStdio',
      {
        kind: 'server-stream',
        ...codec(Empty, StdioData),
        handle: (_, { signal }) => silentUntil(abortOf(signal)),
      },
    ],
    [
      // Connections between plugin and host in the other direction: Terraform has none.
      '/plugin.GRPCBroker/StartStream',
      {
        kind: 'bidirectional',
        ...codec(Empty, Empty),
        handle: (requests, { signal }) => silentUntil(Promise.race([abortOf(signal), endOf(requests)])),
      },
    ],
  ])
}

function checkHealth(request: unknown): PartialMessage<typeof HealthCheckResponse.zero> {
  const { service } = request as typeof HealthCheckRequest.zero
  if (service === 'plugin' || service === '') return { status: 'serving' }
  throw new GrpcError(Status.notFound, `the service "${service}" is unknown`)
}

function codec<Request, Response>(request: Message<Request>, response: Message<Response>) {
  return {
    decode: (message: Buffer) => request.decode(message),
    encode: (value: unknown) => response.encode(value as PartialMessage<Response>),
  }
}

function silentUntil(end: Promise<void>): AsyncIterable<never> {
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        await end
        return { done: true, value: undefined }
      },
    }),
  }
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

async function endOf(requests: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of requests);
  } catch {
    // A stream that breaks has ended too.
  }
}
