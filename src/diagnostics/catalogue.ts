import type { Diagnostic, DiagnosticEntry } from '@webfilter/terraform-plugin'
import { frameworkDiagnostics } from '@webfilter/terraform-plugin'
import * as absence from './entries/absence'
import * as accounts from './entries/accounts'
import * as answers from './entries/answers'
import * as categories from './entries/categories'
import * as compiles from './entries/category/compiles'
import * as conflicts from './entries/category/conflicts'
import * as moves from './entries/category/moves'
import * as removals from './entries/category/removals'
import * as services from './entries/category/services'
import * as certificates from './entries/certificates'
import * as connection from './entries/connection'
import * as directory from './entries/directory'
import * as identities from './entries/identity/identities'
import * as lists from './entries/identity/lists'
import * as missingSites from './entries/missing-sites'
import * as operations from './entries/operations'
import * as recordsAndNetwork from './entries/records-and-network'
import * as replacements from './entries/replacements'
import * as settings from './entries/settings'
import * as siteFiles from './entries/site-files'
import * as sites from './entries/sites'

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
