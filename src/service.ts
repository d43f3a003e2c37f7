import {
  GetProviderSchema,
  GetResourceIdentitySchemas,
  identitySchemas,
  type PluginContext,
  type ProviderService,
  providerServer,
  schemaAnswer,
} from '@webfilter/terraform-plugin'
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

/** The answer to GetProviderSchema, encoded: it follows from the definitions alone, so the build puts it into the executable. */
export async function encodedSchema(): Promise<Buffer> {
  return GetProviderSchema.response.encode(await schemaAnswer(provider))
}

/** The answer to GetResourceIdentitySchemas, encoded: hosts ask it right after the other one, in every process. */
export async function encodedIdentities(): Promise<Buffer> {
  return GetResourceIdentitySchemas.response.encode(await identitySchemas(provider.name, provider.resources))
}
