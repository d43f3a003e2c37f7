import type { Site } from '@webfilter/appliance-names'
import {
  beginList,
  coveredExceptions,
  exceptedList,
  joinedTexts,
  type ListCount,
  ListLines,
  minus,
  publicSuffixesIn,
  tableOf,
  withoutEffect,
} from '@webfilter/site-lists'
import { exceptionsOfLine } from '../lists/list-exceptions'
import { counted, Name, say } from '../report/phrase'
import type { Place } from '../report/report'
import type { Found } from './findings'
import type { LintRule } from './rules'

/** A list of several files, or with exceptions: as a configuration declares it, or the command line. */
export interface DeclaredList {
  /** Of the resource; absent for what the command line declares. */
  readonly address?: string
  /** Of its files that are checked, as they are named there. */
  readonly paths: readonly string[]
  /** Whether these are all of its files. */
  readonly isWhole: boolean
  readonly exceptions: readonly PlacedException[]
  /** Whether entries such as `@@||example.com^` in its files are exceptions, too. */
  readonly takesExceptions: boolean
}

/** An exception, and where it is written. */
export interface PlacedException {
  readonly site: Site
  readonly place: Place
}

/** The exceptions in a file, each once. @param path as it is shown */
export function exceptionsIn(path: string, content: Uint8Array): readonly PlacedException[] {
  const found = new Map<Site, PlacedException>()
  const lines = new ListLines(content)
  while (lines.next()) {
    for (const site of exceptionsOfLine(lines))
      if (!found.has(site)) found.set(site, { site, place: { file: path, line: lines.number } })
  }
  return [...found.values()]
}

/** A list that was read as the provider reads it. */
export interface CheckedList {
  readonly list: DeclaredList
  readonly count: ListCount
  readonly found: ReadonlyMap<LintRule, Found>
  /** Its exceptions that change nothing. */
  readonly idle: readonly PlacedException[]
}

/**
 * Reads a list with all its files and without its exceptions, and checks these.
 *
 * @param texts of its files
 * @param most how many findings of one rule have their words
 * @throws {UnreadableList} for a list that is too long
 */
export function checkDeclared(list: DeclaredList, texts: readonly Uint8Array[], most: number): CheckedList {
  const { bytes, begins } = joinedTexts(texts)
  const reading = beginList(bytes, list.takesExceptions ? 'take' : 'skip', begins)
  while (reading.readOn());
  const read = reading.result()
  const { entries, ownExceptions } = read
  const given = tableOf(list.exceptions.map(({ site }) => site))
  const { exceptions, excepted } = exceptedList(read, given)
  const sites = excepted.table.size
  const found = new Map<LintRule, Found>()
  const places = new Map(list.exceptions.map(({ site, place }) => [site, place]))
  const add = (rule: LintRule, site: Site, says: Found['first'][number]['says']) => {
    const known = found.get(rule) ?? { count: 0, first: [] }
    found.set(rule, known)
    known.count += 1
    const place = places.get(site)
    if (known.first.length < most) known.first.push({ says, ...(place && { place }) })
  }
  if (sites === 0 && excepted.leftOut > 0) {
    const says = say`the exceptions leave out all ${counted(excepted.leftOut, 'site')} of the list`
    found.set('exceptions-leave-nothing', { count: 1, first: [{ says }] })
  }
  for (const site of publicSuffixesIn(given))
    add('exception-public-suffix', site, say`the exception ${new Name(site)} is a public suffix`)
  for (const { exception, by } of coveredExceptions(excepted, exceptions))
    add(
      'exception-covered',
      exception,
      say`the list still matches the exception ${new Name(exception)} through ${new Name(by)}`,
    )
  const idle = minus(withoutEffect(excepted, exceptions), ownExceptions)
  return {
    list,
    count: { ...entries, excepted: excepted.leftOut, skipped: 0, sites },
    found,
    idle: list.exceptions.filter(({ site }) => idle.has(site)),
  }
}

/**
 * Of exceptions that change nothing in a list, those that change nothing in any list: several lists may have the same file of exceptions,
 * which are reported to the first of them.
 *
 * @param all lists, with those that could not be checked
 */
export function idleExceptions(
  one: CheckedList,
  checked: readonly CheckedList[],
  all: readonly DeclaredList[],
  most: number,
): Found {
  const keyOf = ({ place }: PlacedException) => `${place.file}:${place.line}`
  const others = all.filter((each) => checked.every(({ list }) => list !== each))
  const before = checked.slice(0, checked.indexOf(one)).map(({ list }) => list)
  const used = new Set([...others, ...before].flatMap(({ exceptions }) => exceptions.map(keyOf)))
  for (const { list, idle: without } of checked) {
    const idleKeys = new Set(without.map(keyOf))
    for (const key of list.exceptions.map(keyOf)) if (!idleKeys.has(key)) used.add(key)
  }
  const found = one.idle.filter((each) => !used.has(keyOf(each)))
  return {
    count: found.length,
    first: found.slice(0, most).map(({ site, place }) => ({
      place,
      says: say`the exception ${new Name(site)} changes nothing: the list contains neither it, nor a site below or above it`,
    })),
  }
}
