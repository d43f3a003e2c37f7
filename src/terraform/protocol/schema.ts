import { field, optional, repeated } from '../protobuf/field'
import { type Message, type MessageType, message, recursive } from '../protobuf/message'
import { bool, bytes, enumeration, int64, string } from '../protobuf/value-types'

/** How a description is to be rendered. */
export const StringKind = enumeration({ plain: 0, markdown: 1 })
export type StringKind = typeof StringKind.zero

/**
 * The schema of the provider's configuration, of a resource or of a data source.
 * Always set `block`: Terraform panics without it.
 */
export const Schema = message('Schema', {
  version: field(1, int64),
  block: field(2, optional(recursive((): Message<SchemaBlock> => SchemaBlock))),
})
export type Schema = MessageType<typeof Schema>

export interface SchemaBlock {
  readonly version: number
  readonly attributes: readonly SchemaAttribute[]
  readonly blockTypes: readonly SchemaNestedBlock[]
  readonly description: string
  readonly descriptionKind: StringKind
  readonly deprecated: boolean
  readonly deprecationMessage: string
  readonly computed: boolean
}

export const SchemaNestedBlock = message('Schema.NestedBlock', {
  typeName: field(1, string),
  block: field(2, optional(recursive((): Message<SchemaBlock> => SchemaBlock))),
  nesting: field(3, enumeration({ invalid: 0, single: 1, list: 2, set: 3, map: 4, group: 5 })),
  minItems: field(4, int64),
  maxItems: field(5, int64),
})
export type SchemaNestedBlock = MessageType<typeof SchemaNestedBlock>

/** `type` is the JSON of a cty type; empty where `nestedType` is set. Terraform panics when it is not valid JSON. */
export interface SchemaAttribute {
  readonly name: string
  readonly type: Uint8Array
  readonly description: string
  readonly required: boolean
  readonly optional: boolean
  readonly computed: boolean
  readonly sensitive: boolean
  readonly descriptionKind: StringKind
  readonly deprecated: boolean
  readonly nestedType: SchemaObject | undefined
  readonly writeOnly: boolean
  readonly deprecationMessage: string
}

export const SchemaObject = message('Schema.Object', {
  attributes: field(1, repeated(recursive((): Message<SchemaAttribute> => SchemaAttribute))),
  nesting: field(3, enumeration({ invalid: 0, single: 1, list: 2, set: 3, map: 4 })),
})
export type SchemaObject = MessageType<typeof SchemaObject>

export const SchemaAttribute: Message<SchemaAttribute> = message('Schema.Attribute', {
  name: field(1, string),
  type: field(2, bytes),
  description: field(3, string),
  required: field(4, bool),
  optional: field(5, bool),
  computed: field(6, bool),
  sensitive: field(7, bool),
  descriptionKind: field(8, StringKind),
  deprecated: field(9, bool),
  nestedType: field(10, optional(SchemaObject)),
  writeOnly: field(11, bool),
  deprecationMessage: field(12, string),
})

export const SchemaBlock: Message<SchemaBlock> = message('Schema.Block', {
  version: field(1, int64),
  attributes: field(2, repeated(SchemaAttribute)),
  blockTypes: field(3, repeated(SchemaNestedBlock)),
  description: field(4, string),
  descriptionKind: field(5, StringKind),
  deprecated: field(6, bool),
  deprecationMessage: field(7, string),
  computed: field(8, bool),
})
