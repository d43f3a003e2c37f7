import type { PartialMessage } from '../protobuf/message'
import type { ResponseOf } from '../protocol/service'
import type {
  FunctionParameter,
  FunctionSignature,
  ResourceIdentitySchema,
  Schema,
  SchemaAttribute,
  SchemaObject,
  ServerCapabilities,
} from '../protocol/tfplugin6'
import {
  type Attribute,
  type Attributes,
  isComputed,
  isConfigurable,
  type NestedAttributes,
} from '../schema/attribute'
import { typeToJson, type ValueType } from '../values/value'
import { definitionsOf, type Offered, type ProviderDefinition } from './definition'
import { ProviderBug } from './diagnostics'
import type { Parameter, ProviderFunction } from './function'
import { type Identified, identifyingPresences } from './identity'

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

/** A schema as the wire carries it, from the attributes that an author wrote. Terraform panics where there is no block. */
export function schemaMessage(schema: {
  readonly attributes: Attributes
  readonly description: string
  readonly version?: number
  readonly deprecated?: string
}): PartialMessage<Schema> {
  return {
    version: schema.version ?? 0,
    block: {
      attributes: attributeMessages(schema.attributes),
      description: schema.description,
      descriptionKind: 'markdown',
      deprecated: schema.deprecated !== undefined,
      deprecationMessage: schema.deprecated ?? '',
    },
  }
}

function attributeMessages(attributes: Attributes): PartialMessage<SchemaAttribute>[] {
  return Object.entries(attributes).map(([name, attribute]) => attributeMessage(name, attribute))
}

/**
 * Terraform panics where a type is no JSON, and wants none beside a nested type. What only the provider fills is a plain object, or a
 * collection of such: `plan -generate-config-out` leaves computed attributes out, and OpenTofu before 1.11.2 crashes where one of them
 * has a nested type. States are the same either way; what is lost are the descriptions within.
 */
function attributeMessage(name: string, attribute: Attribute): PartialMessage<SchemaAttribute> {
  const { options } = attribute
  const nested = isConfigurable(attribute) ? attribute.nested : null
  return {
    name,
    ...(nested
      ? { nestedType: nestedMessage(nested) }
      : { type: Buffer.from(JSON.stringify(typeToJson(attribute.type))) }),
    description: options.description,
    descriptionKind: 'markdown',
    required: options.required ?? false,
    optional: !options.required && isConfigurable(attribute),
    computed: isComputed(attribute),
    sensitive: options.sensitive ?? false,
    writeOnly: options.writeOnly ?? false,
    deprecated: options.deprecated !== undefined,
    deprecationMessage: options.deprecated ?? '',
  }
}

function nestedMessage({ nesting, attributes }: NestedAttributes): PartialMessage<SchemaObject> {
  return { nesting, attributes: attributeMessages(attributes) }
}

/** The signatures of all functions by their names: the same in the schema and in the answer to GetFunctions. */
export async function functionMessages(
  offered: readonly Offered<ProviderFunction>[] = [],
): Promise<{ readonly [name: string]: PartialMessage<FunctionSignature> }> {
  const functions = await definitionsOf(offered)
  return Object.fromEntries(functions.map((each) => [each.name, functionMessage(each)]))
}

function functionMessage(definition: ProviderFunction): PartialMessage<FunctionSignature> {
  const { parameters, variadic, returns, summary, description, deprecated } = definition
  return {
    parameters: Object.entries(parameters).map(([name, parameter]) => parameterMessage(name, parameter)),
    ...(variadic && { variadicParameter: parameterMessage(variadic.name, variadic.parameter) }),
    return: { type: typeBytes(returns.type) },
    summary,
    description,
    descriptionKind: 'markdown',
    deprecationMessage: deprecated ?? '',
  }
}

/** Hosts skip a function where an argument is not wholly known, unless it allows for that: the protocol's own comment says the reverse. */
function parameterMessage(name: string, { type, options }: Parameter): PartialMessage<FunctionParameter> {
  return {
    name,
    type: typeBytes(type),
    allowNullValue: options.nullable ?? false,
    allowUnknownValues: options.unknownAllowed ?? false,
    description: options.description,
    descriptionKind: 'markdown',
  }
}

function typeBytes(type: ValueType): Buffer {
  return Buffer.from(JSON.stringify(typeToJson(type)))
}

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
        .map((resource) => [`${prefix}_${resource.name}`, identityMessage(resource)]),
    ),
  }
}

/** Its version is 0: a host then takes the states of releases without identities as they are, and the first refresh fills theirs in. */
function identityMessage({
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
          `The identity of ${resource} has "${name}", which is not a single value that is always known.`,
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
