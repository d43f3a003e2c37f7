import type { CallContext } from '../grpc/method'
import { GrpcServer } from '../grpc/server'
import type { ProviderService } from '../protocol/service'
import { hostServices } from './host-services'
import type { PluginContext, PluginOptions } from './plugin-options'
import { providerMethods } from './provider-methods'

/** A call of the host that is about to be answered. */
export type HostCall = Pick<CallContext, 'whenAnswered'>

/** What the process does when a host says goodbye, when connections come and go, and when the host calls. */
export interface HostEvents {
  /** @param call by which the host asks for it, and which is answered afterwards */
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
    ...providerMethods(provider, { encoded: options.encodedAnswers, onFailure: logFailure }),
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
