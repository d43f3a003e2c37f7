import { GrpcServer } from '../grpc/server'
import type { CallContext, Method } from '../grpc/server-call'
import { GrpcError, Status } from '../grpc/status'
import { bytes, enumeration, field, string } from '../protobuf/field'
import { type Message, message, type PartialMessage } from '../protobuf/message'
import type { ProviderService } from '../protocol/service'
import type { PluginContext, PluginOptions } from './plugin-options'
import { providerMethods } from './provider-methods'

/** A call of the host that is about to be answered. */
export type HostCall = Pick<CallContext, 'whenAnswered'>

/** What the process does when a host says goodbye, when connections come and go, and when the host calls. */
export interface HostEvents {
  /** @param call by which the host asks for it, and which is answered afterward */
  shutDown(call: HostCall): void
  /** Told of every change in the number of the host's connections. */
  connectionsChanged(count: number): void
  called(): void
}

/**
 * The gRPC server of a plugin: the provider's service, and those that every host expects. The provider is made with the first call
 * that needs it, which in many processes never comes.
 */
export function createPluginServer(
  options: PluginOptions,
  context: PluginContext,
  host: HostEvents,
): GrpcServer {
  const provider = once(async () => options.provider(context))
  const logFailure = (path: string, error: unknown) => {
    const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
    context.logger.error('A call failed unexpectedly.', { path, error: description })
  }
  const methods = new Map([
    ...hostServices((call) => host.shutDown(call)),
    ...providerMethods(provider, {
      name: options.name,
      encoded: options.encodedAnswers,
      onFailure: logFailure,
    }),
  ])
  return new GrpcServer(methods, {
    onConnectionCount: (count) => host.connectionsChanged(count),
    onCall: () => host.called(),
    onHandlerError: logFailure,
  })
}

function once(create: () => Promise<ProviderService>): () => Promise<ProviderService> {
  let created: Promise<ProviderService> | undefined
  return () => {
    created ??= create()
    return created
  }
}

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
 * @param shutDown called with the call in which the host says that it has no more use for the plugin; it is answered afterward
 */
function hostServices(shutDown: (call: CallContext) => void): ReadonlyMap<string, Method> {
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
