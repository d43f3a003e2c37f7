import { numberText } from '@webfilter/text'
import { type SiteSpans, sameAsBefore } from '../table/spans'

/** What the lines of a list hold, of all its files together. */
export interface EntryCount {
  readonly lines: number
  /** Comments, empty lines, what a format has around its entries, and what `!#if false` hides or `$badfilter` cancels. */
  readonly withoutEntry: number
  /** Entries on lines that hold another one before them, as hosts files have them. */
  readonly further: number
  /** Entries that are not sites. */
  readonly leftOut: number
  /** Entries such as `@@||example.com^` that are taken as exceptions. */
  readonly exceptionRules: number
  /** Entries that repeat a name, whatever its spelling, but for a `www.` in front of it. */
  readonly duplicates: number
  /** Names with `www.` that are also there without it, which is the same site. */
  readonly merged: number
}

/** How the lines of a list come to the sites that are sent: the sites are what is left of the lines, as `sitesCounted` says. */
export interface ListCount extends EntryCount {
  /** Sites that exceptions leave out. */
  readonly excepted: number
  /** Sites that the appliance would store as others, or delete. */
  readonly skipped: number
  readonly sites: number
}

/** How many sites a list has after each step that a count names; the count of a list adds up if these are its sites. */
export function sitesCounted(count: Omit<ListCount, 'sites'>): number {
  return entriesCounted(count) - lostOf(count).reduce((sum, [number]) => sum + number, 0)
}

/** Whether some entries are not sites of their own: they are not sites, are the same as others, or are left out. */
export function hasFewerSites(count: ListCount): boolean {
  return count.sites < entriesCounted(count)
}

function entriesCounted({ lines, withoutEntry, further }: EntryCount): number {
  return lines - withoutEntry + further
}

/**
 * A count as a sum on one line, which leaves out what is zero:
 * `140,626 lines - 1,200 without an entry - 26,687 duplicates - 11,000 merged with "www." = 101,739 sites`.
 */
export function countText(count: ListCount): string {
  const { lines, withoutEntry, further, sites } = count
  const steps: readonly string[] = [
    ...(withoutEntry > 0 ? [`- ${numberText(withoutEntry)} without an entry`] : []),
    ...(further > 0 ? [`+ ${numberText(further)} further ${further === 1 ? 'entry' : 'entries'}`] : []),
    ...lostOf(count).flatMap(([number, one, several]) =>
      number > 0 ? [`- ${numberText(number)} ${number === 1 ? one : several}`] : [],
    ),
  ]
  const result = `${numberText(sites)} ${sites === 1 ? 'site' : 'sites'}`
  return [`${numberText(lines)} ${lines === 1 ? 'line' : 'lines'}`, ...steps, `= ${result}`].join(' ')
}

/** How many entries are left out, those aside that are the same as others. */
export function entriesLeftOut({ leftOut, exceptionRules, excepted, skipped }: ListCount): number {
  return leftOut + exceptionRules + excepted + skipped
}

/** What becomes of entries that are not sites of their own, by its name for one and for several. */
const namesOfLost = {
  leftOut: ['that is not a site', 'that are not sites'],
  exceptionRules: ['exception rule', 'exception rules'],
  duplicates: ['duplicate', 'duplicates'],
  merged: ['merged with "www."'],
  excepted: ['left out by exceptions'],
  skipped: ['that the appliance would change or delete'],
} as const

function lostOf(
  count: Omit<ListCount, 'sites'>,
): readonly (readonly [number: number, one: string, several: string])[] {
  const names = Object.entries(namesOfLost) as [keyof typeof namesOfLost, readonly [string, string?]][]
  return names.map(([step, [one, several = one]]) => [count[step], one, several])
}

/** Counts the entries of a list while it is read. It hears of no line that holds one plain site, as nearly all do. */
export class EntryCounter {
  #linesWithEntry = 0
  #sites = 0
  #leftOut = 0
  #exceptionRules = 0

  /** @param sites how many entries of a line name a site */
  addLine(sites: number, leftOut: number, exceptionRules = 0): void {
    if (sites + leftOut + exceptionRules > 0) this.#linesWithEntry += 1
    this.#sites += sites
    this.#leftOut += leftOut
    this.#exceptionRules += exceptionRules
  }

  get leftOut(): number {
    return this.#leftOut
  }

  /**
   * @param spans of all sites, sorted
   * @param distinct how many sites these are, each counted once
   */
  counted(lines: number, spans: SiteSpans, distinct: number): EntryCount {
    const named = spans.starts.length
    const linesWithEntry = named - this.#sites + this.#linesWithEntry
    const merged = named === distinct ? 0 : spelledBothWays(spans)
    return {
      lines,
      withoutEntry: lines - linesWithEntry,
      further: named + this.#leftOut + this.#exceptionRules - linesWithEntry,
      leftOut: this.#leftOut,
      exceptionRules: this.#exceptionRules,
      duplicates: named - distinct - merged,
      merged,
    }
  }
}

/** How many sites are there with `www.` in front of them and without. */
function spelledBothWays(spans: SiteSpans): number {
  const { bytes, starts } = spans
  let count = 0
  let [isWithout, isWith] = [false, false]
  for (let index = 0; index < starts.length; index += 1) {
    if (index > 0 && !sameAsBefore(spans, index)) {
      if (isWithout && isWith) count += 1
      isWithout = false
      isWith = false
    }
    if (isBehindWww(bytes, starts[index] ?? 0)) isWith = true
    else isWithout = true
  }
  return isWithout && isWith ? count + 1 : count
}

/** No site begins behind these four characters unless they were dropped from it. */
function isBehindWww(bytes: Uint8Array, at: number): boolean {
  if (bytes[at - 1] !== dot) return false
  return isLetterW(bytes[at - 2]) && isLetterW(bytes[at - 3]) && isLetterW(bytes[at - 4])
}

const dot = 0x2e

function isLetterW(byte: number | undefined): boolean {
  return byte === 0x77
}
