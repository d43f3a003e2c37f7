import { type PluginContext, type ProviderService, providerServer } from '@webfilter/terraform-plugin'
import { provider } from './provider'

/** The provider as the service that the plugin serves. Loaded with the first call that needs it. */
export function createService({ logger, signal }: PluginContext): ProviderService {
  const server = providerServer(provider, logger)
  signal.addEventListener('abort', () => {
    server.stop()
    server.end().catch((error: unknown) => {
      logger.warn('The connections to the appliance could not be closed.', { error: String(error) })
    })
  })
  return server.service
}
