import { provider } from './provider'
import type { ProviderContext } from './terraform/plugin/plugin-options'
import type { ProviderService } from './terraform/protocol/service'
import { providerServer } from './terraform/provider/server'

/** The provider as the service that the plugin serves. Loaded once the host has been told where to dial. */
export function createService({ logger, signal }: ProviderContext): ProviderService {
  const server = providerServer(provider, logger)
  signal.addEventListener('abort', () => {
    server.stop()
    void server.end()
  })
  return server.service
}
