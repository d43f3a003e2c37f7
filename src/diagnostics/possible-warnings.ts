import type { DiagnosticEntry } from '@webfilter/terraform-plugin'
import { type CatalogueEntry, catalogue } from './catalogue'
import * as absence from './entries/absence'
import { memberMissing } from './entries/accounts'
import * as answers from './entries/answers'
import { categoryAmbiguous, categoryKeyUnclear, categoryMissing } from './entries/categories'
import { categoriesNotListed, routeOfOlderService } from './entries/category/services'
import * as connection from './entries/connection'
import { directoryNotRunning, organizationMissing } from './entries/directory'
import { recordDatabaseMissing } from './entries/records-and-network'
import * as settings from './entries/settings'
import { notASite } from './entries/sites'

/**
 * Codes that an engine may print as warnings: those of warnings, and those of errors of data sources, which a `check` block turns into
 * warnings. Every other error ends the plan.
 */
export const possibleWarnings: ReadonlySet<string> = new Set(
  [
    ...[...catalogue.values()].filter(({ severity }) => severity === 'warning'),
    ...[absence, answers, connection, settings].flatMap((file): readonly CatalogueEntry[] =>
      Object.values<DiagnosticEntry<never>>(file),
    ),
    memberMissing,
    categoriesNotListed,
    categoryAmbiguous,
    categoryKeyUnclear,
    categoryMissing,
    routeOfOlderService,
    directoryNotRunning,
    organizationMissing,
    recordDatabaseMissing,
    notASite,
  ]
    .map(({ code }) => code)
    .filter((code) => code !== connection.checkNotPossible.code),
)
