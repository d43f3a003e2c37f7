import { type Diagnostic, diagnosticCodes, detailOf as frameworkDetailOf } from '@webfilter/terraform-plugin'

/** The codes of this provider, in the details of its diagnostics: `[appliance:name-taken]`. */
export const { codeIn, withoutCode } = diagnosticCodes('appliance')

/** The detail of a diagnostic of this provider. */
export function detailOf(diagnostic: Diagnostic): string {
  return frameworkDetailOf(diagnostic, 'appliance')
}
