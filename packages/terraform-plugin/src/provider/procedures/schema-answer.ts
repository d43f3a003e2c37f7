import type { PartialMessage } from '../../protobuf/message'
import type { ResponseOf } from '../../protocol/service'
import type { ServerCapabilities } from '../../protocol/tfplugin6'
import type { Attributes } from '../../schema/attribute'
import type { ProviderDefinition } from '../definition'
import { functionMessages } from '../functions/function-message'
import { definitionsOf, type Offered } from '../late-definition'
import { schemaMessage } from './schema-message'

/** What a provider answers to GetProviderSchema: all that its definitions say. Hosts take at most 64 MiB. */
export async function schemaAnswer<ProviderData extends object>(
  provider: ProviderDefinition<Attributes, ProviderData>,
): Promise<ResponseOf<'GetProviderSchema'>> {
  return {
    provider: schemaMessage(provider),
    resourceSchemas: await schemasOf(provider.name, provider.resources),
    dataSourceSchemas: await schemasOf(provider.name, provider.dataSources),
    functions: await functionMessages(provider.functions),
    actionSchemas: await actionSchemasOf(provider),
    listResourceSchemas: await schemasOf(provider.name, provider.listResources ?? []),
    serverCapabilities,
  }
}

/** What of the protocol's options a provider makes use of. */
export const serverCapabilities: PartialMessage<ServerCapabilities> = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: true,
}

async function schemasOf(prefix: string, offered: readonly Offered<Definition>[]) {
  const definitions = await definitionsOf(offered)
  return Object.fromEntries(
    definitions.map((definition) => [`${prefix}_${definition.name}`, schemaMessage(definition)]),
  )
}

async function actionSchemasOf<ProviderData extends object>({
  name,
  actions = [],
}: ProviderDefinition<Attributes, ProviderData>) {
  const schemas = Object.entries(await schemasOf(name, actions))
  return Object.fromEntries(schemas.map(([type, schema]) => [type, { schema }]))
}

type Definition = Parameters<typeof schemaMessage>[0] & { readonly name: string }
