import { isPublicSuffix, type Site } from '@webfilter/appliance-names'
import type { ReadList } from './published/read-list'
import { emptyTable, gathered, holds, minus, type SiteTable, union } from './table/site-table'
import { compareFromEnd, sharedEnding } from './table/spans'

/** A list without its exceptions, and what each exception does to it. */
export interface ExceptedList {
  /** The sites that neither are an exception nor lie below one; the list itself if that is all of them. */
  readonly table: SiteTable
  /** How many sites are left out. */
  readonly leftOut: number
  /** How many sites each exception leaves out: itself, and what lies below it. By the index of the exception in its table. */
  readonly counts: Uint32Array
  /** The nearest domain above each exception that stays in the list, by its index there; `nothingAbove` if there is none. */
  readonly above: Uint32Array
}

/** In `above`: no domain of the list matches the exception. */
export const nothingAbove = 2 ** 32 - 1

/** What counts for some exceptions only. */
export interface ImportantSites {
  /** Those of a list that only some exceptions leave out. */
  readonly sites: SiteTable
  /** The exceptions that do not. */
  readonly weak: SiteTable
}

const noneImportant: ImportantSites = { sites: emptyTable, weak: emptyTable }

/**
 * Leaves its own exceptions and those of its user out of a list that was read. A rule with the option `important` is undone only by its
 * user, and by an exception that has the option, too.
 *
 * @param given those of its user
 * @returns also all of the exceptions
 */
export function exceptedList(
  { table, ownExceptions, important }: Pick<ReadList, 'table' | 'ownExceptions' | 'important'>,
  given: SiteTable,
): { readonly exceptions: SiteTable; readonly excepted: ExceptedList } {
  const exceptions = union(given, ownExceptions)
  const weak = minus(minus(ownExceptions, important.exceptions), given)
  return { exceptions, excepted: withoutExceptions(table, exceptions, { sites: important.sites, weak }) }
}

/**
 * Leaves out of a list what its exceptions name, and what lies below them. Takes one way through both tables: a name stands before all
 * names that end with it, so the names above the current one are among those that it ends with.
 */
export function withoutExceptions(
  list: SiteTable,
  exceptions: SiteTable,
  important: ImportantSites = noneImportant,
): ExceptedList {
  const counts = new Uint32Array(exceptions.size)
  if (counts.length === 0) return { table: list, leftOut: 0, counts, above: counts }
  const isWeak = weakAgainst(important, list, exceptions)
  const above = new Uint32Array(exceptions.size).fill(nothingAbove)
  const left = new Uint32Array(list.size)
  const [staying, excepting] = [new Endings(), new Endings()]
  let size = 0
  let [index, position] = [0, 0]
  let before = exceptions
  let placeBefore = 0
  while (position < exceptions.size || (index < list.size && excepting.depth > 0)) {
    // Of equal ones, the exception comes first.
    const isException =
      position < exceptions.size &&
      (index === list.size || compareFromEnd(exceptions, position, list, index) <= 0)
    const [table, place] = isException ? [exceptions, position] : [list, index]
    const shared = sharedEnding(before, placeBefore, table, place)
    staying.cutTo(shared)
    excepting.cutTo(shared)
    if (isException) {
      above[position] = staying.nearestAbove(table, place)
      excepting.add(table, place, position)
      position += 1
    } else {
      if (!excepting.countAbove(table, place, counts, isWeak)) {
        staying.add(table, place, size)
        left[size] = index
        size += 1
      }
      index += 1
    }
    before = table
    placeBefore = place
  }
  // No exception follows.
  for (; index < list.size; index += 1) {
    left[size] = index
    size += 1
  }
  const table = size === list.size ? list : gathered(list, left.subarray(0, size))
  return { table, leftOut: list.size - size, counts, above }
}

/** Whether an exception does not count for a site, by the index of each in its table. */
type IsWeak = (site: number, exception: number) => boolean

function weakAgainst({ sites, weak }: ImportantSites, list: SiteTable, exceptions: SiteTable): IsWeak {
  if (sites.size === 0 || weak.size === 0) return () => false
  return (site, exception) => holds(weak, exceptions, exception) && holds(sites, list, site)
}

/** Names with which the name ends that was looked at last, the shortest first. */
class Endings {
  readonly #lengths = new Uint16Array(mostEndings)
  readonly #indexes = new Uint32Array(mostEndings)
  depth = 0

  /** Drops the names that are longer than what the next name shares with the last one. */
  cutTo(shared: number): void {
    while (this.depth > 0 && (this.#lengths[this.depth - 1] ?? 0) > shared) this.depth -= 1
  }

  /** @param index by which the name is to be found again */
  add({ starts }: SiteTable, place: number, index: number): void {
    this.#lengths[this.depth] = (starts[place + 1] ?? 1) - 1 - (starts[place] ?? 0)
    this.#indexes[this.depth] = index
    this.depth += 1
  }

  /** The index of the longest of the names that the name lies below; `nothingAbove` if there is none. */
  nearestAbove(table: SiteTable, place: number): number {
    for (let at = this.depth - 1; at >= 0; at -= 1) {
      if (isAbove(this.#lengths[at] ?? 0, table, place)) return this.#indexes[at] ?? nothingAbove
    }
    return nothingAbove
  }

  /** Counts the name for each of the names that it is or lies below. @returns whether there is one */
  countAbove(table: SiteTable, place: number, counts: Uint32Array, isWeak: IsWeak): boolean {
    let isFound = false
    for (let at = 0; at < this.depth; at += 1) {
      if (!isAbove(this.#lengths[at] ?? 0, table, place)) continue
      const index = this.#indexes[at] ?? 0
      if (isWeak(place, index)) continue
      counts[index] = (counts[index] ?? 0) + 1
      isFound = true
    }
    return isFound
  }
}

/** A site has 253 characters at most, and these names have different lengths. */
const mostEndings = 256
const dot = 0x2e

/** Whether the name that the last characters of a site make up is the site, or is above it. */
function isAbove(length: number, { bytes, starts }: SiteTable, place: number): boolean {
  const begin = (starts[place + 1] ?? 1) - 1 - length
  return begin === starts[place] || bytes[begin - 1] === dot
}

/** An exception that the list still matches, and the domain of the list that does. */
export interface CoveredException {
  readonly exception: Site
  readonly by: Site
}

/**
 * The exceptions that a list still matches through a domain above them.
 *
 * @param list what became of the table: what else was left out of it covers nothing
 */
export function* coveredExceptions(
  { table, above }: ExceptedList,
  exceptions: SiteTable,
  list: SiteTable = table,
): Generator<CoveredException> {
  for (let position = 0; position < above.length; position += 1) {
    const index = above[position] ?? nothingAbove
    if (index === nothingAbove) continue
    const exception = exceptions.siteAt(position)
    const by = list === table ? table.siteAt(index) : domainAbove(exception, list)
    if (by !== undefined) yield { exception, by }
  }
}

/**
 * The sites of a list that are among the exceptions of another one, or lie below or above them: those through which a category matches an
 * exception all the same.
 */
export function sitesAgainst(exceptions: SiteTable, list: SiteTable): SiteTable {
  const excepted = withoutExceptions(list, exceptions)
  const matched = minus(list, excepted.table)
  const above = excepted.above.filter((index) => index !== nothingAbove)
  return above.length === 0 ? matched : union(matched, gathered(excepted.table, above.sort()))
}

function domainAbove(exception: Site, list: SiteTable): Site | undefined {
  for (let at = exception.indexOf('.'); at !== -1; at = exception.indexOf('.', at + 1)) {
    const domain = exception.slice(at + 1) as Site
    if (list.has(domain)) return domain
  }
  return undefined
}

/** The exceptions that change nothing: the list contains neither them, nor what lies below them, nor a domain above them. */
export function withoutEffect(
  { counts, above }: Pick<ExceptedList, 'counts' | 'above'>,
  exceptions: SiteTable,
): SiteTable {
  const idle = counts.map((count, position) =>
    count === 0 && above[position] === nothingAbove ? position : nothingAbove,
  )
  return gathered(
    exceptions,
    idle.filter((position) => position !== nothingAbove),
  )
}

/** The exceptions under which anybody can register a domain. One of them would leave out the domains of others. */
export function publicSuffixesIn(exceptions: Iterable<Site>): readonly Site[] {
  return [...exceptions].filter(isPublicSuffix)
}
