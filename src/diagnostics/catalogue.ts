import { type Diagnostic, type DiagnosticEntry, frameworkDiagnostics } from '@webfilter/terraform-plugin'
import * as absence from './absence'
import * as accounts from './accounts'
import * as answers from './answers'
import * as categories from './categories'
import * as identities from './categories'
import * as conflicts from './category-changes'
import * as moves from './category-changes'
import * as removals from './category-changes'
import * as services from './category-services'
import * as connection from './connection'
import * as directory from './directory'
import * as lists from './directory'
import * as compiles from './operations'
import * as operations from './operations'
import * as certificates from './other-areas'
import * as recordsAndNetwork from './other-areas'
import * as replacements from './replacements'
import * as settings from './settings'
import * as siteFiles from './site-files'
import * as missingSites from './sites'
import * as sites from './sites'

/** What is fixed of an entry. */
export type CatalogueEntry = Pick<Diagnostic, 'code' | 'severity' | 'summary'>

/** Everything that the provider can say, by its code. A code that is not in it comes from another release. */
export const catalogue: ReadonlyMap<string, CatalogueEntry> = new Map(
  [
    absence,
    accounts,
    answers,
    categories,
    compiles,
    conflicts,
    moves,
    removals,
    services,
    certificates,
    connection,
    directory,
    frameworkDiagnostics,
    identities,
    lists,
    missingSites,
    operations,
    recordsAndNetwork,
    replacements,
    settings,
    siteFiles,
    sites,
  ]
    .flatMap((file): readonly CatalogueEntry[] => Object.values<DiagnosticEntry<never>>(file))
    .map((entry) => [entry.code, entry]),
)

/**
 * Codes that a mistyped one was probably meant to be, the nearest first.
 * @param code as a person wrote it
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

/** Whether all words of what was written are in a code: `lines-skipped` in `sites-file-lines-skipped`. */
function isPartOf(code: string, known: string): boolean {
  const words = new Set(known.split('-'))
  return code.split('-').every((word) => words.has(word))
}

/** How many letters have to be added, left out or replaced to make one text of the other. */
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
