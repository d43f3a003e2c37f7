import {
  type Attributes,
  GetProviderSchema,
  type ProviderDefinition,
  providerServer,
} from '@webfilter/terraform-plugin'
import {
  type FunctionParameter,
  type FunctionSignature,
  type Schema,
  type SchemaAttribute,
  type SchemaObject,
  typeFromJson,
  typeToJson,
  type ValueType,
} from '@webfilter/terraform-plugin/testing'

/** The address under which registries have the provider, as Terraform writes it in full. */
export const providerAddress = 'registry.terraform.io/webfilter/appliance'

/** The schemas of one provider, as `terraform providers schema -json` prints them. */
export interface ProviderSchemaJson {
  readonly provider_schemas: {
    readonly [address: string]: {
      readonly provider: SchemaJson
      readonly resource_schemas: { readonly [type: string]: SchemaJson }
      readonly data_source_schemas: { readonly [type: string]: SchemaJson }
      /** Classes for them are made by the generator of cdktn alone. */
      readonly functions?: { readonly [name: string]: FunctionJson }
    }
  }
}

export interface SchemaJson {
  readonly version: number
  readonly block: BlockJson
}

export interface BlockJson extends DescribedJson {
  readonly attributes?: AttributesJson
}

export type AttributesJson = { readonly [name: string]: AttributeJson }

/** Has either `type`, the JSON of a type of Terraform's language, or `nested_type`. What is false is left out. */
export interface AttributeJson extends DescribedJson {
  readonly type?: unknown
  readonly nested_type?: NestedTypeJson
  readonly required?: true
  readonly optional?: true
  readonly computed?: true
  readonly sensitive?: true
  readonly write_only?: true
}

export interface NestedTypeJson {
  readonly attributes: AttributesJson
  readonly nesting_mode: SchemaObject['nesting']
}

/** What is empty is left out. */
export interface FunctionJson {
  readonly description: string
  readonly summary: string
  readonly return_type: unknown
  readonly parameters?: readonly ParameterJson[]
  readonly variadic_parameter?: ParameterJson
}

export interface ParameterJson {
  readonly name: string
  readonly description: string
  readonly is_nullable?: true
  readonly type: unknown
}

interface DescribedJson {
  readonly description?: string
  readonly description_kind?: 'plain' | 'markdown'
  readonly deprecated?: true
}

/**
 * The provider's answer to GetProviderSchema, in the form in which Terraform prints it: what generators of bindings
 * read. Names are in the order of the alphabet, so that the order of definitions shows in nothing.
 */
export async function providerSchemaJson<A extends Attributes, Context extends object>(
  provider: ProviderDefinition<A, Context>,
): Promise<ProviderSchemaJson> {
  const { service, end } = providerServer(provider, silentLogger)
  const answer = await service.GetProviderSchema(
    {},
    { signal: new AbortController().signal, whenAnswered: setImmediate },
  )
  await end()
  const { provider: settings, ...schemas } = GetProviderSchema.response.decode(
    GetProviderSchema.response.encode(answer),
  )
  if (!settings)
    throw new Error('The provider answered without a schema of its own. Look at GetProviderSchema.')
  return {
    provider_schemas: {
      [providerAddress]: {
        provider: schemaJson(settings),
        resource_schemas: sorted(Object.entries(schemas.resourceSchemas), schemaJson),
        data_source_schemas: sorted(Object.entries(schemas.dataSourceSchemas), schemaJson),
        functions: sorted(Object.entries(schemas.functions), functionJson),
      },
    },
  }
}

const silence = () => {}
const silentLogger = { trace: silence, debug: silence, info: silence, warn: silence, error: silence }

function schemaJson({ version, block }: Schema): SchemaJson {
  return {
    version: Number(version),
    block: block ? { attributes: attributesJson(block.attributes), ...described(block) } : {},
  }
}

function attributesJson(attributes: readonly SchemaAttribute[]): AttributesJson {
  return sorted(
    attributes.map((attribute) => [attribute.name, attribute]),
    attributeJson,
  )
}

function attributeJson(attribute: SchemaAttribute): AttributeJson {
  const { type, nestedType, required, optional, computed, sensitive, writeOnly } = attribute
  return {
    ...(nestedType ? { nested_type: nestedTypeJson(nestedType) } : { type: typeOf(type) }),
    ...described(attribute),
    ...(required && { required }),
    ...(optional && { optional }),
    ...(computed && { computed }),
    ...(sensitive && { sensitive }),
    ...(writeOnly && { write_only: writeOnly }),
  }
}

function nestedTypeJson({ nesting, attributes }: SchemaObject): NestedTypeJson {
  return { attributes: attributesJson(attributes), nesting_mode: nesting }
}

function functionJson(signature: FunctionSignature): FunctionJson {
  const { description, summary, parameters, variadicParameter, return: returned } = signature
  return {
    description,
    summary,
    return_type: typeOf(returned?.type ?? Buffer.of()),
    ...(parameters.length > 0 && { parameters: parameters.map(parameterJson) }),
    ...(variadicParameter && { variadic_parameter: parameterJson(variadicParameter) }),
  }
}

function parameterJson({ name, description, allowNullValue, type }: FunctionParameter): ParameterJson {
  return { name, description, ...(allowNullValue && { is_nullable: true }), type: typeOf(type) }
}

function typeOf(bytes: Uint8Array): unknown {
  return typeToJson(inAlphabet(typeFromJson(JSON.parse(Buffer.from(bytes).toString()))))
}

/** Engines print the attributes of an object in this order too, and generators write the members of its class in it. */
function inAlphabet(type: ValueType): ValueType {
  switch (type.kind) {
    case 'list':
    case 'set':
    case 'map':
      return { ...type, element: inAlphabet(type.element) }
    case 'tuple':
      return { ...type, elements: type.elements.map(inAlphabet) }
    case 'object':
      return { ...type, attributes: sorted(Object.entries(type.attributes), inAlphabet) }
    default:
      return type
  }
}

function described({
  description,
  descriptionKind,
  deprecated,
}: Pick<SchemaAttribute, 'description' | 'descriptionKind' | 'deprecated'>): DescribedJson {
  return {
    ...(description && { description }),
    description_kind: descriptionKind,
    ...(deprecated && { deprecated }),
  }
}

function sorted<T, U>(
  entries: readonly (readonly [name: string, value: T])[],
  change: (value: T) => U,
): { readonly [name: string]: U } {
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, change(value)]),
  )
}
