import { linesSkipped, notReached } from '../../../diagnostics/catalogue'
import { categoryAdopted } from '../../../diagnostics/categories'
import { sitesFileChanged } from '../../../diagnostics/site-files'

/** The rules under which warnings of the provider are reported. */
export const providerRules = ['not-reached', 'lines-skipped', 'provider-warning'] as const
export type ProviderRule = (typeof providerRules)[number]

/** The rule under which a warning of the provider is reported; that of a group where there is one. */
export function ruleOfCode(code: string): ProviderRule {
  if (notReached.has(code)) return 'not-reached'
  return linesSkipped.has(code) ? 'lines-skipped' : 'provider-warning'
}

/** Codes of warnings that say what the review itself says with more in it, and how it says that. */
export const saidByReview: ReadonlyMap<string, string> = new Map([
  [categoryAdopted.code, 'the rule category-adopted reports it, so set its level in findings'],
  [sitesFileChanged.code, 'the review lists the sites of each change instead, so it has no level'],
])
