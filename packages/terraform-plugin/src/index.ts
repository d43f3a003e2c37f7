// The face of an author: what a provider is written with.

// The provider: what it offers, and the process that serves it.

export { largestRequest } from './grpc/server'
export type { PluginContext } from './plugin/plugin-options'
export { servePlugin } from './plugin/serve-plugin'
export { removeStaleSocketFolders } from './plugin/socket-folders'
export type { ProviderService } from './protocol/service'
export type { ChangedAttributes, CreateArguments, DeleteArguments } from './provider/arguments'
export {
  type Documentation,
  type DocumentationSection,
  definitionsFor,
  type Gone,
  gone,
  late,
  type MovedState,
  type ProviderDefinition,
  type ResourceDocumentation,
  type StateJson,
} from './provider/definition'
export { InvalidArgument, parameter, providerFunction, types } from './provider/function'
export type { ManagedObject } from './provider/managed-object'
export type { PrivateForms } from './provider/private-data'
export { providerServer } from './provider/server'

// Schemas: builders of attributes, checks, and the TypeScript types that follow from them.

export type {
  Attribute,
  Attributes,
  Config,
  ConfiguredObject,
  KnownConfig,
  ProposedState,
  StandardSchema,
  State,
} from './schema/attribute'
export {
  bool,
  check,
  integer,
  listOf,
  mapOf,
  nestedList,
  nestedMap,
  nestedObject,
  nestedSet,
  number,
  setOf,
  string,
} from './schema/builders'

// Values: what configurations, plans and states hold.

export * from './diagnostics'
export { objectOf } from './schema/object'
export { decodeJson, MismatchedJson } from './values/json'
export {
  containsUnknown,
  isObjectValue,
  isUnknown,
  listType,
  numberType,
  type ObjectValue,
  objectType,
  type Path,
  sameValue,
  stringType,
  Unknown,
  unknown,
} from './values/value'

// For the tools of a provider: its settings as ConfigureProvider reads and checks them, and its answers about schemas, which a build
// can encode ahead of time.

export { GetProviderSchema, GetResourceIdentitySchemas } from './protocol/tfplugin6'
export { fillFromEnvironment, variableBehind } from './provider/procedures/configure'
export { identitySchemas, schemaAnswer } from './provider/schemas'
export { validateValues } from './provider/validate'
