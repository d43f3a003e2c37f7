import * as absence from './absence'
import * as categories from './categories'
import type { Diagnostic, DiagnosticEntry } from './diagnostic'
import * as framework from './framework'
import * as provider from './provider'
import * as siteFiles from './site-files'
import * as sites from './sites'

/** What is fixed of an entry. */
export type CatalogueEntry = Pick<Diagnostic, 'code' | 'severity' | 'summary'>

/** Everything that the provider can say, by its code. A code that is not in it comes from another release. */
export const catalogue: ReadonlyMap<string, CatalogueEntry> = new Map(
  [framework, absence, categories, provider, sites, siteFiles]
    .flatMap((file): readonly CatalogueEntry[] => Object.values<DiagnosticEntry<never>>(file))
    .map((entry) => [entry.code, entry]),
)
