import { manySitesInline, sitesGivenTwice } from '../../diagnostics/entries/sites'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { isUnknown, type Unknown } from '../../terraform/values/unknown'
import { type DeclaredSites, reportSites } from './declared-sites'

/** More sites than this are better kept in a file: Terraform itself compares and prints long lists slowly. */
const mostInline = 1_000

/** Reports what is wrong with a list in a configuration, as far as it is known. */
export function reportList(
  { sites, sites_file }: { readonly sites: DeclaredSites; readonly sites_file: string | Unknown | null },
  diagnostics: Diagnostics,
): void {
  if (sites !== null && sites_file !== null && !isUnknown(sites) && !isUnknown(sites_file)) {
    diagnostics.raise(sitesGivenTwice(), ['sites_file'])
  }
  reportSites(sites, diagnostics)
  if (sites !== null && !isUnknown(sites) && sites.length > mostInline) {
    diagnostics.raise(manySitesInline({ count: sites.length }), ['sites'])
  }
}
