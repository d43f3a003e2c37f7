import type { PartialMessage } from '../../protobuf/message'
import type { Schema, SchemaAttribute, SchemaObject } from '../../protocol/tfplugin6'
import {
  type Attribute,
  type Attributes,
  isComputed,
  isConfigurable,
  type NestedAttributes,
} from '../../schema/attribute'
import { typeToJson } from '../../values/type'

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
