import { catalogue, nearCodes, possibleWarnings } from '../../../diagnostics/catalogue'
import { saidByReview } from './code-rules'

/**
 * Why no level can be set for a code, in words that follow its name and a colon; undefined where one can.
 * @param code as a person wrote it
 * @param rules names of rules, which have levels of their own
 */
export function problemOfCode(code: string, rules: readonly string[]): string | undefined {
  const elsewhere = saidByReview.get(code)
  if (elsewhere !== undefined) return elsewhere
  if (possibleWarnings.has(code)) return undefined
  if (rules.includes(code)) return 'this is a rule, so set its level in findings'
  if (catalogue.has(code)) return 'this is the code of an error, which ends the plan, so it has no level'
  const near = nearCodes(code, settable())
  const which =
    near.length === 0 ? 'The Troubleshooting guide lists the codes.' : `Did you mean ${near.join(', ')}?`
  return `no warning of the provider has this code. ${which}`
}

/** Whether a word that is no rule is a code that a level can be set for. */
export function isSettableCode(word: string): boolean {
  return possibleWarnings.has(word) && !saidByReview.has(word)
}

function settable(): readonly string[] {
  return [...possibleWarnings].filter(isSettableCode)
}
