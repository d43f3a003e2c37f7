export {
  type Diagnostic,
  type DiagnosticCodes,
  type DiagnosticEntry,
  type DiagnosticGroup,
  detailOf,
  diagnosticCodes,
  error,
  printable,
  shownText,
  warning,
} from './diagnostics/diagnostic'
export * as frameworkDiagnostics from './diagnostics/entries'
export { configurationUnknown, providerBug } from './diagnostics/entries'
export type { PluginContext } from './plugin/plugin-options'
export { servePlugin } from './plugin/serve-plugin'
export type { ProviderService } from './protocol/service'
export { GetProviderSchema, GetResourceIdentitySchemas } from './protocol/tfplugin6'
export type { DeleteArguments } from './provider/arguments'
export type {
  Documentation,
  DocumentationSection,
  ResourceDocumentation,
} from './provider/definition'
export {
  definitionsFor,
  type Gone,
  gone,
  late,
  type MovedState,
  type ProviderDefinition,
  type StateJson,
} from './provider/definition'
export { Diagnostics, IncompleteChange, ProviderError } from './provider/diagnostics'
export { InvalidArgument, parameter, providerFunction, types } from './provider/function'
export type { PrivateForms } from './provider/private-data'
export { fillFromEnvironment, variableBehind } from './provider/procedures/configure'
export { identitySchemas, schemaAnswer } from './provider/schemas'
export { providerServer } from './provider/server'
export { validateValues } from './provider/validate'
export type {
  Attributes,
  Config,
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
  nestedObject,
  retired,
  string,
} from './schema/builders'
export { objectOf } from './schema/object'
export { decodeJson, MismatchedJson } from './values/json'
export type { Path } from './values/value'
export {
  containsUnknown,
  isJsonObject,
  isObjectValue,
  isUnknown,
  listType,
  numberType,
  type ObjectValue,
  objectType,
  sameValue,
  stringType,
  Unknown,
  unknown,
} from './values/value'
