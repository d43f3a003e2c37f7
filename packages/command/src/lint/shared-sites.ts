import { createHash } from 'node:crypto'
import { compareFromEnd } from '@webfilter/site-lists'
import type { Names } from '../report/names'
import { counted, Name, type Phrase, say } from '../report/phrase'
import type { ListedSites } from './listed-sites'

/** Sites that several lists have. */
export interface SharedSites {
  /** The list to which it is reported. */
  readonly list: ListedSites
  /** In the list; undefined where all of it is meant. */
  readonly place?: number
  readonly says: Phrase
  /** The other lists, or the sites. */
  readonly names: Names
}

/**
 * What lists have in common: lists with the same sites are reported once, and so is a list whose sites are all in others. Any other pair of
 * lists is reported once, with the number of its sites. Each is reported to the later list, or to the one that is included.
 */
export function sharedSites(lists: readonly ListedSites[]): readonly SharedSites[] {
  const groups = groupsOf(lists.filter(({ table }) => table.size > 0))
  const same = groups.flatMap(([first, ...others]) => {
    const [place, ...further] = others
    return first === undefined || place === undefined ? [] : [sameSites(place, [first, ...further])]
  })
  const different = groups.flatMap(([first]) => first ?? [])
  const around = new Map<ListedSites, ListedSites[]>()
  const partial: Pair[] = []
  for (const pair of pairsOf(different)) {
    const { one, other, count } = pair
    // Not both, or they would be the same list.
    const inner = count === one.table.size ? one : count === other.table.size ? other : undefined
    if (inner === undefined) partial.push(pair)
    else around.set(inner, [...(around.get(inner) ?? []), inner === one ? other : one])
  }
  const included = [...around].map(([list, others]) => includedSites(list, others))
  return [...same, ...included, ...partial.map(commonSites)]
}

/** Lists with the same sites. */
function groupsOf(lists: readonly ListedSites[]): readonly (readonly ListedSites[])[] {
  if (lists.length < 2) return lists.map((list) => [list])
  const groups = new Map<string, ListedSites[]>()
  for (const list of lists) {
    const digest = createHash('sha256').update(list.table.bytes).digest('base64')
    const known = groups.get(digest)
    if (known) known.push(list)
    else groups.set(digest, [list])
  }
  return [...groups.values()]
}

/** Two lists, the earlier one first, and what they have in common. */
interface Pair {
  readonly one: ListedSites
  readonly other: ListedSites
  count: number
  /** The first sites in the order of the later list, by their indexes there. */
  readonly first: number[]
}

/** All pairs with a site in common. Goes through all tables at once, always on in those with the smallest site. */
function pairsOf(lists: readonly ListedSites[]): readonly Pair[] {
  if (lists.length < 2) return []
  const pairs = new Map<number, Pair>()
  const order = new MergeOrder(lists)
  for (let holders = order.next(); holders.length > 0; holders = order.next()) {
    for (const [position, earlier] of holders.entries()) {
      for (const later of holders.slice(position + 1)) {
        const key = later.list * lists.length + earlier.list
        const pair = pairs.get(key) ?? pairOf(lists[earlier.list], lists[later.list])
        if (pair === undefined) continue
        pairs.set(key, pair)
        pair.count += 1
        keepFirst(pair, later.index)
      }
    }
  }
  return [...pairs].sort(([one], [other]) => one - other).map(([, pair]) => pair)
}

function pairOf(one: ListedSites | undefined, other: ListedSites | undefined): Pair | undefined {
  return one === undefined || other === undefined ? undefined : { one, other, count: 0, first: [] }
}

function keepFirst({ other: { firsts }, first }: Pair, index: number): void {
  const place = firsts[index] ?? 0
  const last = first.at(-1)
  if (first.length === mostNames && last !== undefined && (firsts[last] ?? 0) <= place) return
  let at = first.length
  while (at > 0 && (firsts[first[at - 1] ?? 0] ?? 0) > place) at -= 1
  first.splice(at, 0, index)
  if (first.length > mostNames) first.pop()
}

/** As many as a reader needs to see what the lists have in common. */
const mostNames = 10

/** A site of a list, by their indexes. */
interface Holder {
  readonly list: number
  readonly index: number
}

/** The sites of several tables in one order: a heap of the tables, by their next sites. */
class MergeOrder {
  readonly #lists: readonly ListedSites[]
  readonly #next: Uint32Array
  readonly #heap: number[] = []

  constructor(lists: readonly ListedSites[]) {
    this.#lists = lists
    this.#next = new Uint32Array(lists.length)
    for (const index of lists.keys()) {
      this.#heap.push(index)
      this.#up(this.#heap.length - 1)
    }
  }

  /** All lists that have the next site which several lists have, the earlier lists first; none at the end. */
  next(): readonly Holder[] {
    while (this.#heap.length > 1) {
      const first = this.#taken()
      const holders = [first]
      while (this.#heap.length > 0 && this.#compared(this.#heap[0] ?? 0, first) === 0)
        holders.push(this.#taken())
      if (holders.length > 1) return holders.sort((one, other) => one.list - other.list)
    }
    return []
  }

  /** The smallest site; its list goes on to the next one. */
  #taken(): Holder {
    const list = this.#heap[0] ?? 0
    const index = this.#next[list] ?? 0
    this.#next[list] = index + 1
    if (index + 1 === this.#lists[list]?.table.size) {
      const last = this.#heap.pop() ?? 0
      if (this.#heap.length > 0) this.#heap[0] = last
    }
    this.#down()
    return { list, index }
  }

  #compared(list: number, { list: other, index }: Holder): number {
    const [one, two] = [this.#lists[list], this.#lists[other]]
    if (one === undefined || two === undefined) return 0
    return compareFromEnd(one.table, this.#next[list] ?? 0, two.table, index)
  }

  #isBefore(at: number, other: number): boolean {
    const list = this.#heap[other] ?? 0
    return this.#compared(this.#heap[at] ?? 0, { list, index: this.#next[list] ?? 0 }) < 0
  }

  #up(from: number): void {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >>> 1
      if (!this.#isBefore(at, above)) return
      this.#swap(at, above)
      at = above
    }
  }

  #down(): void {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let smallest = at
      if (left < this.#heap.length && this.#isBefore(left, smallest)) smallest = left
      if (right < this.#heap.length && this.#isBefore(right, smallest)) smallest = right
      if (smallest === at) return
      this.#swap(at, smallest)
      at = smallest
    }
  }

  #swap(one: number, other: number): void {
    const kept = this.#heap[one] ?? 0
    this.#heap[one] = this.#heap[other] ?? 0
    this.#heap[other] = kept
  }
}

function sameSites(list: ListedSites, others: readonly ListedSites[]): SharedSites {
  const count = counted(list.table.size, 'site')
  return { list, says: say`the list has the same ${count} as ${otherLists(others)}`, names: pathsOf(others) }
}

function includedSites(list: ListedSites, around: readonly ListedSites[]): SharedSites {
  const { size } = list.table
  const all = size === 1 ? say`its only site is` : say`all ${counted(size, 'site')} are`
  return { list, says: say`${all} in ${otherLists(around)} too`, names: pathsOf(around) }
}

function otherLists({ length }: readonly ListedSites[]): Phrase {
  return length === 1 ? ['another list'] : counted(length, 'other list')
}

function commonSites({ one, other, count, first }: Pair): SharedSites {
  const [site] = first
  const place = site === undefined ? undefined : other.firsts[site]
  const verb = count === 1 ? 'is' : 'are'
  return {
    list: other,
    ...(place !== undefined && { place }),
    says: say`${counted(count, 'site')} ${[verb]} in ${new Name(one.path)} too`,
    names: { count, first: (most) => first.slice(0, most).map((index) => other.table.siteAt(index)) },
  }
}

function pathsOf(lists: readonly ListedSites[]): Names {
  return {
    count: lists.length,
    first: (most) => lists.slice(0, Math.min(most, mostNames)).map(({ path }) => path),
  }
}
