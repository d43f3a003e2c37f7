import { isKnown } from '../known-values'
import { quoted, quotedInSum } from '../wording'
import { holdersOf } from './holders'
import type { KnownList } from './known-list'
import { readSites } from './read-sites'
import type { SynthesizedList, SynthesizedPolicy } from './synthesized-policy'

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
      'Keep each site in one of them, or name it in sharedSites.',
  ]
}

function withoutSites({ key, attributes, isCompleted }: SynthesizedList): readonly string[] {
  const { sites = null, sites_file: file = null, on_remove } = attributes
  if (file !== null || isCompleted) return []
  if (sites === null) return [`Category ${quoted(key)} has no list. Set sites or sitesFile.`]
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
  const holders = new Map<string, string[]>()
  for (const { key, provider, attributes, copied } of lists) {
    const file = copied ?? attributes.sites_file
    if (typeof file !== 'string') continue
    const place = JSON.stringify([provider, file])
    holders.set(place, [...(holders.get(place) ?? []), quoted(key)])
  }
  return [...holders.values()].flatMap((keys) =>
    keys.length < 2
      ? []
      : [
          `Categories ${keys.join(' and ')} have the same file, and so the same sites. Give each its own file.`,
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
