import { createHash } from 'node:crypto'
import type { Site } from '@webfilter/appliance-names'
import type { Names } from '../report/names'
import { counted, Name, type Phrase, say } from '../report/phrase'

/** The sites of a list, each with the line that names it first. */
export interface ListedSites {
  readonly path: string
  readonly sites: ReadonlyMap<Site, number>
}

/** Sites that several lists have. */
export interface SharedSites {
  /** The list to which it is reported. */
  readonly path: string
  /** Undefined where all of the list is meant. */
  readonly line?: number
  readonly says: Phrase
  /** The other lists, or the sites. */
  readonly names: Names
}

/**
 * What lists have in common: lists with the same sites are reported once, and so is a list whose sites are all in others. Any other pair of
 * lists is reported once, with the number of its sites. Each is reported to the later list, or to the one that is included.
 */
export function sharedSites(lists: readonly ListedSites[]): readonly SharedSites[] {
  const groups = groupsOf(lists.filter(({ sites }) => sites.size > 0))
  const same = groups.flatMap(([first, ...others]) => {
    const [place, ...further] = others
    return first === undefined || place === undefined ? [] : [sameSites(place, [first, ...further])]
  })
  const different = groups.flatMap(([first]) => first ?? [])
  const pairs = pairsOf(different)
  const around = new Map<ListedSites, ListedSites[]>()
  const partial: Pair[] = []
  for (const pair of pairs) {
    const { one, other, sites } = pair
    // Not both, or they would be the same list.
    const inner = sites.count === one.sites.size ? one : sites.count === other.sites.size ? other : undefined
    if (inner === undefined) partial.push(pair)
    else around.set(inner, [...(around.get(inner) ?? []), inner === one ? other : one])
  }
  const included = [...around].map(([list, others]) => includedSites(list, others))
  return [...same, ...included, ...partial.map(commonSites)]
}

/** Two lists, the earlier one first, and their sites in the order of the later one. */
interface Pair {
  readonly one: ListedSites
  readonly other: ListedSites
  readonly sites: { count: number; readonly first: Site[] }
}

/** Lists with the same sites. */
function groupsOf(lists: readonly ListedSites[]): readonly (readonly ListedSites[])[] {
  const groups = new Map<string, ListedSites[]>()
  for (const list of lists) {
    const hash = createHash('sha256')
    for (const site of [...list.sites.keys()].sort()) hash.update(`${site}\n`)
    const digest = hash.digest('base64')
    const known = groups.get(digest)
    if (known) known.push(list)
    else groups.set(digest, [list])
  }
  return [...groups.values()]
}

/** All pairs with a site in common. */
function pairsOf(lists: readonly ListedSites[]): readonly Pair[] {
  const holders = new Map<Site, ListedSites[]>()
  const pairs: Pair[] = []
  for (const other of lists) {
    const ofList = new Map<ListedSites, Pair>()
    for (const site of other.sites.keys()) {
      const known = holders.get(site)
      if (known === undefined) {
        holders.set(site, [other])
        continue
      }
      for (const one of known) {
        const pair = ofList.get(one) ?? { one, other, sites: { count: 0, first: [] } }
        ofList.set(one, pair)
        pair.sites.count += 1
        if (pair.sites.first.length < mostNames) pair.sites.first.push(site)
      }
      known.push(other)
    }
    pairs.push(...ofList.values())
  }
  return pairs
}

/** As many as a reader needs to see what the lists have in common. */
const mostNames = 10

function sameSites({ path, sites }: ListedSites, others: readonly ListedSites[]): SharedSites {
  const count = counted(sites.size, 'site')
  return { path, says: say`the list has the same ${count} as ${otherLists(others)}`, names: pathsOf(others) }
}

function includedSites({ path, sites }: ListedSites, around: readonly ListedSites[]): SharedSites {
  const all = sites.size === 1 ? say`its only site is` : say`all ${counted(sites.size, 'site')} are`
  return { path, says: say`${all} in ${otherLists(around)} too`, names: pathsOf(around) }
}

function otherLists({ length }: readonly ListedSites[]): Phrase {
  return length === 1 ? ['another list'] : counted(length, 'other list')
}

function commonSites({ one, other, sites: { count, first } }: Pair): SharedSites {
  const [site] = first
  const line = site === undefined ? undefined : other.sites.get(site)
  const verb = count === 1 ? 'is' : 'are'
  return {
    path: other.path,
    ...(line !== undefined && { line }),
    says: say`${counted(count, 'site')} ${[verb]} in ${new Name(one.path)} too`,
    names: { count, first: (most) => first.slice(0, most) },
  }
}

function pathsOf(lists: readonly ListedSites[]): Names {
  return {
    count: lists.length,
    first: (most) => lists.slice(0, Math.min(most, mostNames)).map(({ path }) => path),
  }
}
