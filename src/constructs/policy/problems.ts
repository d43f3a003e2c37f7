import { isPublicSuffix } from '../../sites/public-suffix'
import type { Site } from '../../sites/site'
import { type Duplicate, type InvalidEntry, readSites } from '../../sites/site-list'
import { inDigits, quoted, quotedInSum } from '../wording'
import { holdersOf, type KnownList } from './known-list'

/**
 * What is wrong with the sites of a policy: each problem is one sentence of what happened and one of what to do.
 *
 * @param sharedSites what may be in more than one category, in any spelling
 */
export function problemsOfPolicy(
  lists: readonly KnownList[],
  sharedSites: readonly string[],
): readonly string[] {
  return [...problemsOfLists(lists), ...sitesInSeveral(lists, new Set(readSites(sharedSites).sites))]
}

/** What is wrong with each list by itself. */
export function problemsOfLists(lists: readonly KnownList[]): readonly string[] {
  const read = lists.map((list) => ({ ...list, ...readSites(list.sites) }))
  return [
    ...read.flatMap(({ key, siteCount }) => tooManySites(key, siteCount)),
    ...read.flatMap(({ key, sites, invalid }) => publicSuffixes(key, sites, invalid)),
    ...read.flatMap(({ key, invalid }) => noSites(key, invalid)),
    ...read.flatMap(({ key, duplicates }) => sitesTwice(key, duplicates)),
  ]
}

/** Terraform prints, compares and stores what stands in a configuration, in each plan. */
const mostInlineSites = 1_000

function tooManySites(key: string, siteCount: number): readonly string[] {
  if (siteCount <= mostInlineSites) return []
  return [
    `Category ${quoted(key)} has ${inDigits(siteCount)} sites inline, and more than ${inDigits(mostInlineSites)} make plans slow. ` +
      'Move them to a file, and set sitesFile.',
  ]
}

function publicSuffixes(
  key: string,
  sites: readonly Site[],
  invalid: readonly InvalidEntry[],
): readonly string[] {
  const suffixes = [...sites, ...invalid.map(({ text }) => nameIn(text))].filter(isPublicSuffix)
  if (suffixes.length === 0) return []
  return [
    `Category ${quoted(key)} contains public suffixes, below which anyone can register a domain: ${quotedInSum(suffixes)}. ` +
      'Name individual domains below them instead.',
  ]
}

function noSites(key: string, invalid: readonly InvalidEntry[]): readonly string[] {
  const entries = invalid.filter(({ text }) => !isPublicSuffix(nameIn(text)))
  const shown = entries.slice(0, mostEntries).map(({ reason }) => `In category ${quoted(key)}, ${reason}.`)
  const more = entries.length - shown.length
  return more > 0
    ? [
        ...shown,
        `In category ${quoted(key)}, ${inDigits(more)} more entries are not sites. Correct the ones above first.`,
      ]
    : shown
}

const mostEntries = 10

/** What stands where a site should, as a name: a top-level domain alone is no site, for want of a dot. */
function nameIn(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\*?\./, '')
}

function sitesTwice(key: string, duplicates: readonly Duplicate[]): readonly string[] {
  if (duplicates.length === 0) return []
  const shown = duplicates
    .slice(0, mostEntries)
    .map(({ first, again }) =>
      again.text === first.text ? quoted(first.text) : `${quoted(first.text)} as ${quoted(again.text)}`,
    )
  const more = duplicates.length - shown.length
  const sites = more > 0 ? `${shown.join(', ')} and ${inDigits(more)} more` : shown.join(', ')
  return [`Category ${quoted(key)} contains sites a second time: ${sites}. Keep one entry of each.`]
}

/** One problem for each set of categories that have sites in common. */
function sitesInSeveral(lists: readonly KnownList[], shared: ReadonlySet<Site>): readonly string[] {
  const sitesByHolders = new Map<string, Site[]>()
  for (const { site, keys } of holdersOf(lists)) {
    if (keys.length < 2 || shared.has(site)) continue
    const names = keys.map(quoted).join(' and ')
    const sites = sitesByHolders.get(names)
    if (sites) sites.push(site)
    else sitesByHolders.set(names, [site])
  }
  return [...sitesByHolders].map(
    ([keys, sites]) =>
      `Categories ${keys} have sites in common: ${quotedInSum(sites)}. ` +
      'Keep each site in one of them, or name it in sharedSites.',
  )
}
