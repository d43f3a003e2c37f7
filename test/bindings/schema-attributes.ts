import {
  type AttributeJson,
  type AttributesJson,
  type ProviderSchemaJson,
  providerAddress,
} from '../../scripts/bindings/provider-schema'

/** What becomes a class of its own: the provider, a resource or a data source. */
export interface SchemaOwner {
  readonly kind: 'provider' | 'resource' | 'data source'
  /** Without the provider's prefix. */
  readonly name: string
  readonly attributes: readonly FoundAttribute[]
}

export interface FoundAttribute {
  /** From the schema down to the attribute: `['tls', 'insecure']`. */
  readonly path: readonly string[]
  readonly attribute: AttributeJson
  /** The names beside it, its own included. */
  readonly siblings: readonly string[]
}

/** Everything in a schema, with its attributes at all depths. */
export function ownersIn(schema: ProviderSchemaJson): readonly SchemaOwner[] {
  const found = schema.provider_schemas[providerAddress]
  if (!found) throw new Error(`There is no ${providerAddress} in the schema.`)
  const owner = (kind: SchemaOwner['kind'], type: string, attributes: AttributesJson = {}): SchemaOwner => {
    return { kind, name: type.replace(/^appliance_/, ''), attributes: attributesIn(attributes, []) }
  }
  return [
    owner('provider', 'appliance_provider', found.provider.block.attributes),
    ...Object.entries(found.resource_schemas).map(([type, { block }]) =>
      owner('resource', type, block.attributes),
    ),
    ...Object.entries(found.data_source_schemas).map(([type, { block }]) =>
      owner('data source', type, block.attributes),
    ),
  ]
}

function attributesIn(attributes: AttributesJson, above: readonly string[]): readonly FoundAttribute[] {
  const siblings = Object.keys(attributes)
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const path = [...above, name]
    const nested = attribute.nested_type ? attributesIn(attribute.nested_type.attributes, path) : []
    return [{ path, attribute, siblings }, ...nested]
  })
}
