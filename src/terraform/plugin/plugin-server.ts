import { GrpcServer } from '../grpc/server'
import type { ProviderService } from '../protocol/service'
import { hostServices } from './host-services'
import type { PluginContext, PluginOptions } from './plugin-options'
import { providerMethods } from './provider-methods'

/** A server that can be listened with before the provider is made. */
export interface PluginServer {
  readonly server: GrpcServer
  /** Makes the provider now, so that the first call finds it ready. */
  loadProvider(): void
}

/** What the process does when a host says goodbye, when connections come and go, and when the host calls. */
export interface HostEvents {
  shutDown(): void
  /** Told of every change in the number of the host's connections. */
  connectionsChanged(count: number): void
  called(): void
}

/** The gRPC server of a plugin: the provider's service, and those that every host expects. */
export function createPluginServer(
  options: PluginOptions,
  context: PluginContext,
  host: HostEvents,
): PluginServer {
  const provider = once(async () => options.provider(context))
  const methods = new Map([...hostServices(() => host.shutDown()), ...providerMethods(provider)])
  const server = new GrpcServer(methods, {
    onConnectionCount: (count) => host.connectionsChanged(count),
    onCall: () => host.called(),
    onHandlerError: (path, error) => {
      const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
      context.logger.error('A call has failed unexpectedly.', { path, error: description })
    },
  })
  // A provider that cannot be made fails each call, and is reported there.
  return { server, loadProvider: () => void provider().catch(() => {}) }
}

function once(create: () => Promise<ProviderService>): () => Promise<ProviderService> {
  let created: Promise<ProviderService> | undefined
  return () => {
    created ??= create()
    return created
  }
}
