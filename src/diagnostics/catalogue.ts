import * as absence from './absence'
import * as accounts from './accounts'
import * as answers from './answers'
import * as categories from './categories'
import * as certificates from './certificates'
import * as connection from './connection'
import type { Diagnostic, DiagnosticEntry } from './diagnostic'
import * as directory from './directory'
import * as framework from './framework'
import * as operations from './operations'
import * as provider from './provider'
import * as recordsAndNetwork from './records-and-network'
import * as replacements from './replacements'
import * as settings from './settings'
import * as siteFiles from './site-files'
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
    certificates,
    connection,
    directory,
    framework,
    operations,
    provider,
    recordsAndNetwork,
    replacements,
    settings,
    siteFiles,
    sites,
  ]
    .flatMap((file): readonly CatalogueEntry[] => Object.values<DiagnosticEntry<never>>(file))
    .map((entry) => [entry.code, entry]),
)
