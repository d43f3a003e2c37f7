import type { DiagnosticEntry } from '@webfilter/terraform-plugin'
import * as absence from './absence'
import { memberMissing } from './accounts'
import * as answers from './answers'
import { type CatalogueEntry, catalogue } from './catalogue'
import { categoryAmbiguous, categoryKeyUnclear, categoryMissing } from './categories'
import { categoriesNotListed, routeOfOlderService } from './category-services'
import * as connection from './connection'
import { directoryNotRunning, organizationMissing } from './directory'
import { recordDatabaseMissing } from './other-areas'
import * as settings from './settings'
import { notASite } from './sites'

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
