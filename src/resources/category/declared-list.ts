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
    diagnostics.error(
      'Sites are given twice',
      'Both sites and sites_file are set, and a list comes from one of them. Leave out either.',
      ['sites_file'],
    )
  }
  reportSites(sites, diagnostics)
  if (sites !== null && !isUnknown(sites) && sites.length > mostInline) {
    diagnostics.warn(
      `${sites.length} sites are many for a list in the configuration`,
      'Terraform compares and prints long lists slowly. Write them to a file, one per line, and name it in sites_file.',
      ['sites'],
    )
  }
}
