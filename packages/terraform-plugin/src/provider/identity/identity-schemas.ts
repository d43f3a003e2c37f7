import type { PartialMessage } from '../../protobuf/message'
import type { ResponseOf } from '../../protocol/service'
import type { ResourceIdentitySchema } from '../../protocol/tfplugin6'
import { typeToJson } from '../../values/type'
import { ProviderBug } from '../failures'
import { definitionsOf, type Offered } from '../late-definition'
import { identifyingPresences } from './identity'
import type { Identified } from './identity-values'

type NamedResource = Identified & { readonly name: string }

/**
 * What a provider answers to GetResourceIdentitySchemas. Terraform asks it right after GetProviderSchema, and refuses the whole provider
 * where one flag is wrong.
 * @throws {ProviderBug} where a resource's identity breaks a rule of the hosts
 */
export async function identitySchemas(
  prefix: string,
  offered: readonly Offered<NamedResource>[],
): Promise<ResponseOf<'GetResourceIdentitySchemas'>> {
  const resources = await definitionsOf(offered)
  return {
    identitySchemas: Object.fromEntries(
      resources
        .filter(({ identity }) => identity !== undefined)
        .map((resource) => [`${prefix}_${resource.name}`, schemaMessage(resource)]),
    ),
  }
}

/** Its version is 0: a host then takes the states of releases without identities as they are, and the first refresh fills theirs in. */
function schemaMessage({
  name: resource,
  attributes,
  identity = {},
}: NamedResource): PartialMessage<ResourceIdentitySchema> {
  return {
    version: 0,
    identityAttributes: Object.entries(identity).map(([name, { forImport, description }]) => {
      const attribute = attributes[name]
      const isSingle = attribute && primitives.has(attribute.type.kind)
      if (!isSingle || !identifyingPresences.has(attribute.presence)) {
        throw new ProviderBug(
          `The identity of ${resource} has "${name}", which is no single value that is always known.`,
        )
      }
      return {
        name,
        type: Buffer.from(JSON.stringify(typeToJson(attribute.type))),
        requiredForImport: forImport === 'required',
        optionalForImport: forImport === 'optional',
        description,
      }
    }),
  }
}

const primitives: ReadonlySet<string> = new Set(['string', 'number', 'bool'])
