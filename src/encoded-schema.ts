import { provider } from './provider'
import { GetProviderSchema } from './terraform/protocol/tfplugin6'
import { schemaAnswer } from './terraform/provider/procedures/schema-answer'

/** The answer to GetProviderSchema, encoded: it follows from the definitions alone, so the build puts it into the executable. */
export async function encodedSchema(): Promise<Buffer> {
  return GetProviderSchema.response.encode(await schemaAnswer(provider))
}
