import type { Duplicate, InvalidEntry, Site } from '@webfilter/appliance-names'
import { groupedBy } from '../keys'
import { asSentence, inDigits, inSum, mostShown, quoted, quotedInSum } from '../messages'
import { isKnown } from '../synthesized'
import { hasFiles, type KnownList, type SynthesizedList, type SynthesizedPolicy } from './lists'
import { holdersOf, isPublicSuffix, readSites } from './sites'

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
  const common = holdersOf(lists).filter(({ site, keys }) => keys.length > 1 && !shared.has(site))
  const byHolders = groupedBy(common, ({ keys }) => keys.map(quoted).join(' and '))
  return [...byHolders].map(
    ([keys, holders]) =>
      `Categories ${keys} have sites in common: ${quotedInSum(holders.map(({ site }) => site))}. ` +
      'Keep each site in one of them, or add it to sharedSites.',
  )
}

/** What is allowed and probably a mistake: each warning is one sentence of what happened and one of what to do. */
export function warningsOfPolicy({
  lists,
  sharedSites,
  hasExceptions,
}: SynthesizedPolicy): readonly string[] {
  return [
    ...lists.flatMap(withoutSites),
    ...lists.flatMap(fileNotCopied),
    ...filesInSeveral(lists),
    ...(hasExceptions ? [] : sharedByNone(lists, sharedSites)),
    ...lists.flatMap((list) => sharedAndTaken(list, sharedSites)),
  ]
}

/** Sites of two policies on one appliance, each of which checks only its own. */
export function warningsOfPolicies(one: SynthesizedPolicy, other: SynthesizedPolicy): readonly string[] {
  const shared = new Set(readSites([...one.sharedSites, ...other.sharedSites]).sites)
  const lists = [one, other].flatMap(({ lists, place }) => lists.map((list) => ({ ...list, key: place })))
  const common = holdersOf(lists).filter(({ site, keys }) => new Set(keys).size > 1 && !shared.has(site))
  if (common.length === 0) return []
  return [
    `Policies ${one.place} and ${other.place} have sites in common: ${quotedInSum(common.map(({ site }) => site))}. ` +
      'Keep each site in one of them, or add it to sharedSites.',
  ]
}

function withoutSites({ key, attributes, isCompleted }: SynthesizedList): readonly string[] {
  const { sites = null, on_remove } = attributes
  if (hasFiles(attributes) || isCompleted) return []
  if (sites === null) return [`Category ${quoted(key)} has no list. Set sites, sitesFile or sitesFiles.`]
  if (!Array.isArray(sites) || sites.length > 0 || on_remove === 'keep') return []
  return [
    `Category ${quoted(key)} has an empty list, so an apply removes all sites that it has managed. Check the source of the list.`,
  ]
}

function fileNotCopied({
  key,
  attributes: { sites_file: file },
  copied,
}: SynthesizedList): readonly string[] {
  if (copied !== undefined || typeof file !== 'string' || !isKnown(file) || isAbsolute(file)) return []
  return [
    `The file ${quoted(file)} of category ${quoted(key)} was set on the resource, so it is not copied, and its relative path starts at the ` +
      'folder of the stack. Set it in the configuration of the policy, or use an absolute path.',
  ]
}

/** On any system: the program and Terraform may run on different ones. */
function isAbsolute(path: string): boolean {
  return /^([\\/]|[A-Za-z]:)/.test(path)
}

function filesInSeveral(lists: readonly SynthesizedList[]): readonly string[] {
  const withFile = lists.flatMap(({ key, provider, attributes, copied }) => {
    const file = copied ?? attributes.sites_file
    return typeof file === 'string' ? [{ key, file: JSON.stringify([provider, file]) }] : []
  })
  return [...groupedBy(withFile, ({ file }) => file).values()].flatMap((same) =>
    same.length < 2
      ? []
      : [
          `Categories ${same.map(({ key }) => quoted(key)).join(' and ')} have the same file, and so the same sites. Give each its own file.`,
        ],
  )
}

/** A list that is open may have any of them. */
function sharedByNone(lists: readonly KnownList[], sharedSites: readonly string[]): readonly string[] {
  if (lists.filter(({ isOpen }) => isOpen).length > 1) return []
  const mostOpen = lists.some(({ isOpen }) => isOpen) ? 1 : 0
  const inSeveral = new Set(
    holdersOf(lists.filter(({ isOpen }) => !isOpen))
      .filter(({ keys }) => keys.length + mostOpen > 1)
      .map(({ site }) => String(site)),
  )
  const { sites, invalid } = readSites(sharedSites)
  const unused = [...sites.filter((site) => !inSeveral.has(site)), ...invalid.map(({ text }) => text)]
  if (unused.length === 0) return []
  return [
    `Fewer than two categories have these entries of sharedSites: ${quotedInSum(unused)}. Correct them, or remove them.`,
  ]
}

function sharedAndTaken(list: SynthesizedList, sharedSites: readonly string[]): readonly string[] {
  const { key, sites, attributes } = list
  if (attributes.on_conflict !== 'move' && attributes.on_conflict !== 'fail') return []
  const shared = new Set(readSites(sharedSites).sites)
  const taken = readSites(sites).sites.filter((site) => shared.has(site))
  if (taken.length === 0) return []
  return [
    `Category ${quoted(key)} shares sites with other categories, but its onConflict is ${quoted(attributes.on_conflict)}: ` +
      `${quotedInSum(taken)}. Set onConflict to "keep", or keep each site in one category.`,
  ]
}
