// Failures and diagnostics: what a person reads, and the codes by which programs know it. A face of its own, for what has words and no server.

export {
  caseOf,
  type Diagnostic,
  type DiagnosticCase,
  type DiagnosticCode,
  type DiagnosticCodes,
  type DiagnosticEntry,
  type DiagnosticGroup,
  detailOf,
  diagnosticCodes,
  error,
  errorCode,
  warning,
  warningCode,
} from './diagnostics/diagnostic'
export * as frameworkDiagnostics from './diagnostics/entries'
export { configurationUnknown, providerBug } from './diagnostics/entries'
export { Diagnostics, IncompleteChange, ProviderError, type Told } from './provider/diagnostics'
