import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticGroup,
  diagnosticCodes,
  detailOf as frameworkDetailOf,
} from '@webfilter/terraform-plugin/codes'
import { codes } from './codes'

/** A code that this release of the provider has. */
export type Code = keyof typeof codes

/** What is fixed of a code. */
interface KnownCode extends DiagnosticCode {
  /** The summaries of its cases, which have texts of their own. */
  readonly cases?: readonly string[]
}

/** Every diagnostic of the provider, by its code. A code that is not in it comes from another release. */
export const catalogue: ReadonlyMap<string, KnownCode> = new Map(
  Object.entries<Omit<KnownCode, 'code'>>(codes).map(([code, known]) => [code, { code, ...known }]),
)

/** Some codes, which must be known. */
export function codesOf(...some: readonly Code[]): ReadonlySet<string> {
  return new Set(some)
}

/** The codes of all summaries, of cases too: an engine may print nothing else of a warning. */
export const codesOfSummaries: ReadonlyMap<string, string> = new Map(
  [...catalogue.values()].flatMap(({ code, summary, cases = [] }) =>
    [summary, ...cases].map((each) => [each, code] as const),
  ),
)

/** Codes that an engine may print as warnings. Every other error ends the plan. */
export const possibleWarnings: ReadonlySet<string> = codesThat(
  ({ severity, canBeWarning }) => severity === 'warning' || canBeWarning === true,
)

/**
 * Codes of plans that do not show drift: a plan goes on if it cannot read what only a creation or an action needs, and if the
 * provider is not configured yet.
 */
export const unseen: ReadonlySet<string> = codesIn('unseen')

/**
 * Codes by which a plan says that it could not ask the appliance: it did not check whether what it creates exists, or did not read what
 * a resource, or the data source of a `check` block, needs. What the appliance cannot report at all is not among them.
 */
export const notReached: ReadonlySet<string> = codesIn('unseen', 'not-reached')

/** Codes by which a plan says that it left out lines of a list, or sites in them. */
export const linesSkipped: ReadonlySet<string> = codesIn('lines-skipped')

/** Codes of what goes or stays: lines of a review say it. */
export const saidByLines: ReadonlySet<string> = codesIn('line')

/** Codes of what a rule of a review reports with more in it. They end with the name of the rule. */
export const reportedByRules: ReadonlySet<string> = codesIn('rule')

function codesIn(...groups: readonly DiagnosticGroup[]): ReadonlySet<string> {
  return codesThat(({ group }) => group !== undefined && groups.includes(group))
}

function codesThat(isWanted: (known: DiagnosticCode) => boolean): ReadonlySet<string> {
  return new Set([...catalogue.values()].filter(isWanted).map(({ code }) => code))
}

/**
 * Codes that are similar to a mistyped one, the nearest first.
 * @param code as it was written
 */
export function nearCodes(code: string, known: Iterable<string>): readonly string[] {
  const nearest = [...known]
    .map((each) => ({ each, distance: distanceBetween(code, each) }))
    .filter(({ each, distance }) => distance <= mostTypos || isPartOf(code, each))
    .sort((one, other) => one.distance - other.distance || (one.each < other.each ? -1 : 1))
  return nearest.slice(0, mostNamed).map(({ each }) => each)
}

const mostTypos = 3
const mostNamed = 4

/** Whether a code contains all words of what was written: `lines-skipped` in `sites-file-lines-skipped`. */
function isPartOf(code: string, known: string): boolean {
  const words = new Set(known.split('-'))
  return code.split('-').every((word) => words.has(word))
}

/** How many letters must be added, removed or replaced to turn one text into the other (the Levenshtein distance). */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const above = row[column] ?? 0
      const left = next[column - 1] ?? 0
      const diagonal = row[column - 1] ?? 0
      next.push(Math.min(above + 1, left + 1, diagonal + (other[column - 1] === letter ? 0 : 1)))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** The codes of this provider, in the details of its diagnostics: `[appliance:category-adopted]`. */
export const { codeIn, numbersIn, withoutCode } = diagnosticCodes('appliance')

/** The detail of a diagnostic of this provider. */
export function detailOf(diagnostic: Diagnostic): string {
  return frameworkDetailOf(diagnostic, 'appliance')
}
