import { parseSite, readSites, type Site, type SiteList } from '@webfilter/appliance-names'
import { type Diagnostics, isUnknown, type Unknown } from '@webfilter/terraform-plugin'
import {
  manySitesInline,
  moreSitesWrong,
  notASite,
  siteNamedTwice,
  sitesGivenTwice,
} from '../../../diagnostics/sites'
import { type SiteSet, sitesWithout } from '../../../sites/table/site-set'

import { type Problem, refuse, report } from '../../problem'

/** A configuration's list of sites, as far as it is known. */
export type DeclaredSites = readonly (string | Unknown)[] | Unknown | null

/** The sites of a list as the appliance stores them, those that are not known yet left out. */
export function sitesOf(declared: DeclaredSites): readonly Site[] {
  return readSites(knownTexts(declared)).sites
}

/** What happens to a site that leaves the list: see the attribute `on_remove`. */
export type OnRemove = 'remove' | 'keep'

/**
 * The sites of a list whose elements have all become known.
 * @throws {ProviderError} when an entry is no site, or names a site that another entry names already
 */
export function checkedSites(declared: readonly string[] | null): readonly Site[] {
  const list = readSites(declared ?? [])
  refuse(problemsOf(list, (index) => index))
  return list.sites
}

/** More sites than this are better kept in a file: Terraform itself compares and prints long lists slowly. */
const mostInline = 1_000

/** Reports what is wrong with a list in a configuration, as far as it is known. */
export function reportDeclaredList(
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

/** Reports entries that are no site, and sites that are named twice in any spelling. */
export function reportSites(declared: DeclaredSites, diagnostics: Diagnostics): void {
  if (declared === null || isUnknown(declared)) return
  const known = declared.flatMap((text, index) => (isUnknown(text) ? [] : [{ text, index }]))
  const list = readSites(known.map(({ text }) => text))
  const problems = problemsOf(list, (index) => known[index]?.index ?? index)
  report(problems.slice(0, mostProblems), diagnostics)
  const more = problems.length - mostProblems
  if (more > 0) diagnostics.raise(moreSitesWrong({ more }), ['sites'])
}

/** In the order of the list. @param place where an entry stands in the configuration */
function problemsOf({ invalid, duplicates }: SiteList, place: (index: number) => number): readonly Problem[] {
  const problems = [
    ...invalid.map(({ reason, index }) => ({ told: notASite({ reason }), index })),
    ...duplicates.map(({ site, first, again }) => ({
      told: siteNamedTwice({ site, first: first.text, again: again.text }),
      index: again.index,
    })),
  ]
  return problems
    .sort((one, other) => one.index - other.index)
    .map(({ told, index }) => ({ ...told, path: ['sites', place(index)] }))
}

/** Terraform quotes the whole source line for each diagnostic: thousands of them would take minutes to print. */
const mostProblems = 10

/** The sites as the first of several lists spells them that names them; those that none names are left out. */
export function entriesOfAny(lists: readonly (readonly string[])[], sites: SiteSet): readonly string[] {
  let entries: readonly string[] = []
  let left = sites
  for (const list of lists) {
    const found = entriesOf(list, left)
    entries = entries.concat(found)
    left = sitesWithout(left, new Set(sitesOf(found)))
  }
  return entries
}

/** The entries of a list that name one of the sites, in their own spelling. */
function entriesOf(declared: readonly string[], sites: SiteSet): readonly string[] {
  return declared.filter((text) => {
    const parsed = parseSite(text)
    return parsed.ok && sites.has(parsed.site)
  })
}

function knownTexts(declared: DeclaredSites): readonly string[] {
  return declared === null || isUnknown(declared)
    ? []
    : declared.filter((text): text is string => !isUnknown(text))
}
