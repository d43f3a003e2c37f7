import type { Duplicate, InvalidEntry, Site } from '@webfilter/appliance-names'

import { asSentence, inDigits, inSum, mostShown, quoted, quotedInSum } from '../wording'
import { holdersOf } from './holders'
import type { KnownList } from './known-list'
import { isPublicSuffix, readSites } from './read-sites'

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

/**
 * What is wrong with each list by itself, in sentences like those of a policy.
 *
 * @param noun what a message calls each of the lists
 */
export function problemsOfLists(
  lists: readonly KnownList[],
  noun: 'category' | 'list' = 'category',
): readonly string[] {
  const read = lists.map((list) => ({
    ...list,
    ...readSites(list.sites),
    name: `${noun} ${quoted(list.key)}`,
  }))
  return [
    ...read.flatMap(({ name, siteCount }) => tooManySites(name, siteCount)),
    ...read.flatMap(({ name, sites, invalid }) => publicSuffixes(name, sites, invalid)),
    ...read.flatMap(({ name, invalid }) => noSites(name, invalid)),
    ...read.flatMap(({ name, duplicates }) => sitesTwice(name, duplicates)),
  ].map(asSentence)
}

/** Terraform prints, compares and stores what stands in a configuration, in each plan. */
const mostInlineSites = 1_000

function tooManySites(name: string, siteCount: number): readonly string[] {
  if (siteCount <= mostInlineSites) return []
  return [
    `${name} has ${inDigits(siteCount)} sites inline, and more than ${inDigits(mostInlineSites)} make plans slow. ` +
      'Move them to a file, and set sitesFile.',
  ]
}

function publicSuffixes(
  name: string,
  sites: readonly Site[],
  invalid: readonly InvalidEntry[],
): readonly string[] {
  const suffixes = [...sites, ...invalid.map(({ text }) => nameIn(text))].filter(isPublicSuffix)
  if (suffixes.length === 0) return []
  return [
    `${name} contains public suffixes, below which anyone can register a domain: ${quotedInSum(suffixes)}. ` +
      'Name individual domains below them instead.',
  ]
}

function noSites(name: string, invalid: readonly InvalidEntry[]): readonly string[] {
  const entries = invalid.filter(({ text }) => !isPublicSuffix(nameIn(text)))
  const shown = entries.slice(0, mostShown).map(({ reason }) => `In ${name}, ${reason}.`)
  const more = entries.length - shown.length
  return more > 0
    ? [...shown, `In ${name}, ${inDigits(more)} more entries are not sites. Correct the ones above first.`]
    : shown
}

/** An entry as a name. A top-level domain alone is not read as a site, because it has no dot. */
function nameIn(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\*?\./, '')
}

function sitesTwice(name: string, duplicates: readonly Duplicate[]): readonly string[] {
  if (duplicates.length === 0) return []
  const sites = duplicates.map(({ first, again }) =>
    again.text === first.text ? quoted(first.text) : `${quoted(first.text)} as ${quoted(again.text)}`,
  )
  return [`${name} contains sites a second time: ${inSum(sites)}. Keep one entry of each.`]
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
