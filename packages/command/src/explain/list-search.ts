import { deletedFromTable, parseSite, type Site, tableNameOf } from '@webfilter/appliance-names'
import {
  ListLines,
  refuseManyEntries,
  refuseManyLeftOut,
  refuseNoList,
  UnreadableList,
} from '@webfilter/site-lists'
import type { Sought } from '../lists/asked-site'
import type { DeclaredList } from '../lists/declared-lists'
import {
  canceledIn,
  ExceptionsOfLists,
  isTakenException,
  type ListExceptions,
  type ReadFile,
} from '../lists/list-exceptions'
import type { DeclaredCategory, NotRead } from '../lists/list-values'
import { Name, say } from '../report/phrase'
import type { Place } from '../report/report'

/** A line that puts a sought site into a category. */
export interface Declaration {
  readonly site: Site
  readonly place: Place
  /** Of the resource. */
  readonly address: string
  /** The path of the construct from which CDKTF wrote the resource. */
  readonly construct?: string
  readonly category: DeclaredCategory
  /** Full path of the folder of its root module. */
  readonly rootFolder: string
}

/** A list that has sites below a website that was asked for. */
export interface DeclaredBelow extends Declaration {
  /** The website that was asked for. */
  readonly name: string
  /** How many entries of the list are below it; the declaration is the first of them. */
  readonly count: number
}

/** A line that names a website that was asked for, but declares no site. */
export interface LeftOutEntry {
  readonly name: string
  readonly place: Place
  readonly address: string
  readonly construct?: string
  /** Full path of the folder of its root module. */
  readonly rootFolder: string
  /** A sentence without its full stop, which begins with the quoted line. */
  readonly reason: string
}

/** What the lists of a repository say of the sought sites. */
export interface Declarations {
  /** How many lists were read. */
  readonly lists: number
  readonly found: readonly Declaration[]
  readonly below: readonly DeclaredBelow[]
  readonly leftOut: readonly LeftOutEntry[]
  readonly notRead: readonly NotRead[]
}

/**
 * Searches lists, and each file of a list once.
 *
 * @param notRead what was found that declares lists and cannot be read
 * @param shown the path of a file as it is shown, relative to the root of the repository
 */
export async function searchDeclarations(
  lists: readonly DeclaredList[],
  notRead: readonly NotRead[],
  sought: Sought,
  read: ReadFile,
  shown: (path: string) => string,
): Promise<Declarations> {
  const found: Declaration[] = []
  const below: DeclaredBelow[] = []
  const leftOut: LeftOutEntry[] = []
  const missed = [...notRead]
  const searches = new Map<string, ListSearch | string>()
  const exceptionsOfLists = new ExceptionsOfLists({ sought, read, shown, missed })
  let count = 0
  const cancellations = new Map<string, ReadonlySet<string>>()
  for (const { content, files, exceptions: declared, ...of } of lists) {
    const { address } = of
    const { key, exceptions } = await exceptionsOfLists.of(declared, address)
    const leave = leavingOf(of.category.name, exceptions)
    const take = (site: Site, place: Place) => {
      const left = leave(site, place)
      if (left === undefined) found.push({ ...of, site, place })
      else if (left !== 'again')
        leftOut.push(...sought.askedIn(site).map((name) => ({ ...of, ...left, name })))
    }
    if (content.kind === 'inline') {
      count += 1
      const search = searchInline(content.entries, sought, exceptions)
      for (const { site, place } of search.lines) take(site, place)
      below.push(...search.below.map((each) => ({ ...of, ...each })))
      continue
    }
    const filesKey = JSON.stringify((files ?? []).map(({ path }) => path))
    const canceled = cancellations.get(filesKey) ?? (await canceledIn(files, read))
    cancellations.set(filesKey, canceled)
    const searchKey = JSON.stringify([content.path, key, filesKey])
    const search =
      searches.get(searchKey) ?? (await searched(content.path, sought, read, { exceptions, canceled }))
    searches.set(searchKey, search)
    const file = shown(content.path)
    if (typeof search === 'string') {
      missed.push({ place: content.place, address, says: say`${new Name(file)} ${[search]}` })
      continue
    }
    count += 1
    for (const { site, line } of search.lines) take(site, { file, line })
    for (const [name, { count: number, first }] of search.below)
      below.push({ ...of, name, count: number, site: first.site, place: { file, line: first.line } })
    const areTaken = exceptions?.areTakenFromList === true
    leftOut.push(
      ...search.leftOut
        .filter(({ exception }) => !(areTaken && isTakenException(exception)))
        .map(({ name, line, reason }) => ({ ...of, name, reason, place: { file, line } })),
    )
  }
  return { lists: count, found, below, leftOut, notRead: missed }
}

/** Why a site of a list does not get into its category; `again` if that was said before, undefined if it does. */
function leavingOf(category: string | undefined, exceptions: ListExceptions | undefined) {
  const table = tableNameOf(category ?? '') ?? ''
  const deleted = deletedFromTable(table)
  const excepted = new Set<Site>()
  return (site: Site, place: Place): Pick<LeftOutEntry, 'reason' | 'place'> | 'again' | undefined => {
    const leaving = exceptions?.leavingOut(site)
    if (leaving) {
      // A list may name a site again and again.
      if (excepted.size === excepted.add(site).size) return 'again'
      const which = leaving.exception === site ? '' : `, and leaves out "${site}" too`
      return {
        reason: `"${leaving.exception}" is an exception of the list${which}`,
        place: leaving.place,
      }
    }
    if (!deleted.has(site)) return undefined
    return {
      reason: `"${site}" is deleted by each compile from the table "${table}" of this category`,
      place,
    }
  }
}

/** What of a list takes lines from its files. */
interface TakenFrom {
  readonly exceptions?: ListExceptions | undefined
  /** Texts of lines that are canceled in other files of the list. */
  readonly canceled?: ReadonlySet<string>
}

async function searched(
  path: string,
  sought: Sought,
  read: ReadFile,
  without: TakenFrom,
): Promise<ListSearch | string> {
  const content = await read(path)
  if ('why' in content) return content.why
  try {
    return searchList(content.bytes, sought, without)
  } catch (error) {
    if (error instanceof UnreadableList) return error.message
    throw error
  }
}

/** What is no site is refused when Terraform plans. */
function searchInline(
  entries: readonly { readonly text: string; readonly place: Place }[],
  sought: Sought,
  exceptions: ListExceptions | undefined,
) {
  const lines: { readonly site: Site; readonly place: Place }[] = []
  const below = new Map<
    string,
    { readonly name: string; count: number; readonly site: Site; readonly place: Place }
  >()
  for (const { text, place } of entries) {
    const parsed = parseSite(text)
    if (!parsed.ok) continue
    const { site } = parsed
    const bytes = Buffer.from(site, 'latin1')
    if (sought.has(site)) lines.push({ site, place })
    if (exceptions?.leavingOut(site)) continue
    for (const name of sought.above(bytes, 0, bytes.length)) {
      const known = below.get(name) ?? { name, count: 0, site, place }
      known.count += 1
      below.set(name, known)
    }
  }
  return { lines, below: [...below.values()] }
}

/** Where the file of a list has what was sought. */
interface ListSearch {
  /** The lines that name a sought site, the first ones of each. */
  readonly lines: readonly FoundLine[]
  /** The websites that were asked for, and how many entries are below each. */
  readonly below: ReadonlyMap<string, BelowName>
  /** Lines that name a website that was asked for, but not as a site, such as an exception to a rule. */
  readonly leftOut: readonly LeftOutLine[]
}

interface FoundLine {
  readonly site: Site
  /** From 1. */
  readonly line: number
}

interface BelowName {
  readonly count: number
  readonly first: FoundLine
}

interface LeftOutLine {
  /** The website that was asked for. */
  readonly name: string
  readonly line: number
  /** A sentence without its full stop, which begins with the quoted line. */
  readonly reason: string
  /** What the line excepts, if it is an exception to rules of the list. */
  readonly exception: Site | undefined
}

/**
 * Reads the file of a list as the provider does, line by line, and keeps only what was sought.
 *
 * @param without what its exceptions leave out is not counted below a website
 * @throws {UnreadableList} for what the provider does not read as a list
 */
export function searchList(
  content: Uint8Array,
  sought: Sought,
  { exceptions, canceled }: TakenFrom = {},
): ListSearch {
  refuseNoList(content)
  const found = new GrowingSearch(sought, exceptions)
  const lines = new ListLines(content, [0], canceled)
  while (lines.next()) found.takeLine(lines)
  return found
}

/** A list may name a site again and again. */
const mostLines = 10

/** What was found so far. */
class GrowingSearch implements ListSearch {
  readonly lines: FoundLine[] = []
  readonly below = new Map<string, BelowName>()
  readonly leftOut: LeftOutLine[] = []
  readonly #sought: Sought
  readonly #exceptions: ListExceptions | undefined
  readonly #counts = new Map<string, number>()
  #entries = 0
  #leftOut = 0

  constructor(sought: Sought, exceptions: ListExceptions | undefined) {
    this.#sought = sought
    this.#exceptions = exceptions
  }

  takeLine(line: ListLines): void {
    const plain = line.plainSite()
    if (plain === 'nothing') return
    if (plain !== 'unclear') {
      this.#take(line.bytes, plain.from, plain.to, line.number)
      return
    }
    const { names, leftOut } = line.names()
    for (const { site } of names) this.#take(Buffer.from(site, 'latin1'), 0, site.length, line.number)
    for (const { reason, exception } of leftOut) this.#takeLeftOut(reason, exception, line.number)
  }

  #take(bytes: Buffer, from: number, to: number, line: number): void {
    this.#entries += 1
    refuseManyEntries(this.#entries)
    const site = this.#sought.at(bytes, from, to)
    if (site !== undefined && this.#isAmongFirst(site)) this.lines.push({ site, line })
    for (const name of this.#sought.above(bytes, from, to)) {
      const below = bytes.toString('latin1', from, to) as Site
      if (this.#exceptions?.leavingOut(below)) continue
      const known = this.below.get(name)
      const first = known?.first ?? { site: below, line }
      this.below.set(name, { count: (known?.count ?? 0) + 1, first })
    }
  }

  #takeLeftOut(reason: string, exception: Site | undefined, line: number): void {
    this.#leftOut += 1
    refuseManyLeftOut(this.#leftOut)
    for (const name of this.#sought.asked) {
      if (isNamed(name, reason) && this.#isAmongFirst(`left out ${name}`))
        this.leftOut.push({ name, line, reason, exception })
    }
  }

  #isAmongFirst(key: string): boolean {
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count <= mostLines
  }
}

/** Whether a quoted line has a name in it that is not a part of a longer one; `www.` and a wildcard in front make none of it. */
function isNamed(name: string, reason: string): boolean {
  const text = /^"(?:[^"\\]|\\.)*"/su.exec(reason)?.[0].toLowerCase() ?? ''
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.slice(0, at).replace(/(?:www\.|\*?\.)$/u, '')
    if (!/[a-z0-9._-]$/u.test(before) && !/^\.?[a-z0-9_-]/u.test(text.slice(at + name.length))) return true
  }
  return false
}
