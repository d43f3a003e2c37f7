export {
  codeIn,
  type Diagnostic,
  type DiagnosticEntry,
  type DiagnosticGroup,
  detailOf,
  error,
  warning,
  withoutCode,
} from './diagnostics/diagnostic'
export * as frameworkDiagnostics from './diagnostics/entries'
export { configurationUnknown, providerBug } from './diagnostics/entries'
export { printable } from './diagnostics/printable'
export { shownText } from './diagnostics/shown-text'
export type { PluginContext } from './plugin/plugin-options'
export { servePlugin } from './plugin/serve-plugin'
export type { ProviderService } from './protocol/service'
export { GetProviderSchema, GetResourceIdentitySchemas } from './protocol/tfplugin6'
export type { DeleteArguments } from './provider/arguments'
export { validateValues } from './provider/checks/validate-values'
export {
  definitionsFor,
  type Gone,
  gone,
  type MovedState,
  type ProviderDefinition,
  type StateJson,
} from './provider/definition'
export { Diagnostics } from './provider/diagnostics'
export { IncompleteChange, ProviderError } from './provider/failures'
export { InvalidArgument, providerFunction } from './provider/functions/function-definition'
export { identitySchemas } from './provider/identity/identity-schemas'
export { late } from './provider/late-definition'
export type {
  Documentation,
  DocumentationSection,
  ResourceDocumentation,
} from './provider/page-documentation'
export type { PrivateForms } from './provider/private-data'
export { fillFromEnvironment, variableBehind } from './provider/procedures/environment'
export { schemaAnswer } from './provider/procedures/schema-answer'
export { providerServer } from './provider/server'
export type { Attributes } from './schema/attribute'
export { bool, integer, listOf, mapOf, nestedList, nestedObject, retired, string } from './schema/builders'
export type { Config, KnownConfig, ProposedState, State } from './schema/inferred'
export { objectOf } from './schema/object-type'
export { parameter, types } from './schema/parameter'
export type { StandardSchema } from './schema/validator'
export { check } from './schema/validators'
export { decodeJson, MismatchedJson } from './values/json'
export { isJsonObject } from './values/json-object'
export type { Path } from './values/path'
export { listType, numberType, objectType, stringType } from './values/type'
export { containsUnknown, isUnknown, Unknown, unknown } from './values/unknown'
export { isObjectValue, type ObjectValue, sameValue } from './values/value'
