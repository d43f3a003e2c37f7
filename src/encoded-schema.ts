import {
  GetProviderSchema,
  GetResourceIdentitySchemas,
  identitySchemas,
  schemaAnswer,
} from '@webfilter/terraform-plugin'
import { provider } from './provider'

/** The answer to GetProviderSchema, encoded: it follows from the definitions alone, so the build puts it into the executable. */
export async function encodedSchema(): Promise<Buffer> {
  return GetProviderSchema.response.encode(await schemaAnswer(provider))
}

/** The answer to GetResourceIdentitySchemas, encoded: hosts ask it right after the other one, in every process. */
export async function encodedIdentities(): Promise<Buffer> {
  return GetResourceIdentitySchemas.response.encode(await identitySchemas(provider.name, provider.resources))
}
