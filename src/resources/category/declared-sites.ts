import { parseSite, type Site } from '../../sites/site'
import { type Duplicate, readSites } from '../../sites/site-list'
import { type SiteSet, sitesWithout } from '../../sites/site-set'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { ProviderError } from '../../terraform/provider/failures'
import { isUnknown, type Unknown } from '../../terraform/values/unknown'

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
  const { sites, invalid, duplicates } = readSites(declared ?? [])
  const [firstInvalid] = invalid
  if (firstInvalid) {
    throw new ProviderError(
      sentence(firstInvalid.reason),
      'Correct what the value comes from, and apply again.',
      {
        path: ['sites', firstInvalid.index],
      },
    )
  }
  const [twice] = duplicates
  if (twice) {
    throw new ProviderError(namedTwice(twice), 'Leave one of them out, and apply again.', {
      path: ['sites', twice.again.index],
    })
  }
  return sites
}

/** Reports entries that are no site, and sites that are named twice in any spelling. */
export function reportSites(declared: DeclaredSites, diagnostics: Diagnostics): void {
  if (declared === null || isUnknown(declared)) return
  const known = declared.flatMap((text, index) => (isUnknown(text) ? [] : [{ text, index }]))
  const { invalid, duplicates } = readSites(known.map(({ text }) => text))
  const place = (index: number): number => known[index]?.index ?? index
  const problems = [
    ...invalid.map(({ reason, index }) => ({ summary: 'Not a site', detail: sentence(reason), index })),
    ...duplicates.map((duplicate) => ({
      summary: 'Site named twice',
      detail: `${namedTwice(duplicate)} Leave one of them out.`,
      index: duplicate.again.index,
    })),
  ].sort((one, other) => one.index - other.index)
  for (const { summary, detail, index } of problems.slice(0, mostProblems)) {
    diagnostics.error(summary, detail, ['sites', place(index)])
  }
  const more = problems.length - mostProblems
  if (more > 0)
    diagnostics.error(`${more} more sites are wrong`, 'Correct those that are named above first.', ['sites'])
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

function namedTwice({ site, first, again }: Duplicate): string {
  return first.text === again.text
    ? `The site "${site}" is named twice.`
    : `"${first.text}" and "${again.text}" are the same site, "${site}".`
}

function sentence(reason: string): string {
  return `${reason}.`
}
