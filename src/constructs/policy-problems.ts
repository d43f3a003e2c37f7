import { isPublicSuffix } from '../sites/public-suffix'
import type { Site } from '../sites/site'
import { type InvalidEntry, readSites } from '../sites/site-list'
import { inDigits, quoted, quotedInSum } from './wording'

/** A category of a policy, as far as it is known while the program runs. */
export interface KnownCategory {
  readonly key: string
  /** How many sites its list has, those included that only Terraform will know. */
  readonly siteCount: number
  /** Those that are known, as they were typed. */
  readonly sites: readonly string[]
}

/**
 * What is wrong with the sites of a policy: each problem is one sentence of what happened and one of what to do.
 *
 * @param sharedSites what may be in more than one category, in any spelling
 */
export function problemsOfPolicy(
  categories: readonly KnownCategory[],
  sharedSites: readonly string[],
): readonly string[] {
  const read = categories.map((category) => ({ ...category, ...readSites(category.sites) }))
  return [
    ...read.flatMap(({ key, siteCount }) => tooManySites(key, siteCount)),
    ...read.flatMap(({ key, sites, invalid }) => publicSuffixes(key, sites, invalid)),
    ...read.flatMap(({ key, invalid }) => noSites(key, invalid)),
    ...sitesInSeveral(read, new Set(readSites(sharedSites).sites)),
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

interface ReadCategory {
  readonly key: string
  readonly sites: readonly Site[]
}

/** One problem for each set of categories that have sites in common. */
function sitesInSeveral(categories: readonly ReadCategory[], shared: ReadonlySet<Site>): readonly string[] {
  const holders = new Map<Site, string[]>()
  for (const { key, sites } of categories) {
    for (const site of sites) added(holders, site, quoted(key))
  }
  const sitesByHolders = new Map<string, Site[]>()
  for (const [site, keys] of holders) {
    if (keys.length > 1 && !shared.has(site)) added(sitesByHolders, keys.join(' and '), site)
  }
  return [...sitesByHolders].map(
    ([keys, sites]) =>
      `Categories ${keys} have sites in common: ${quotedInSum(sites)}. ` +
      'Keep each site in one of them, or name it in sharedSites.',
  )
}

function added<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
