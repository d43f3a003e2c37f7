import { parseSite, type Site } from '@webfilter/appliance-names'
import { UnreadableList } from '../../../sites/published/unreadable-list'
import type { Place } from '../../review/change'
import { Name, say } from '../../review/phrase'
import type { DeclaredCategory } from './declared-category'
import type { DeclaredList } from './declared-lists'
import { type ListSearch, searchList } from './list-search'
import type { NotRead } from './not-read'
import type { Sought } from './sought'

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

/** Reads the file of a list. Its error is a clause behind the name of the file, such as `does not exist`. */
export type ReadFile = (path: string) => Promise<{ readonly bytes: Uint8Array } | { readonly why: string }>

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
  let count = 0
  for (const { content, ...of } of lists) {
    const { address } = of
    if (content.kind === 'inline') {
      count += 1
      const search = searchInline(content.entries, sought)
      found.push(...search.lines.map(({ site, place }) => ({ ...of, site, place })))
      below.push(...search.below.map((each) => ({ ...of, ...each })))
      continue
    }
    const search = searches.get(content.path) ?? (await searched(content.path, sought, read))
    searches.set(content.path, search)
    const file = shown(content.path)
    if (typeof search === 'string') {
      missed.push({ place: content.place, address, says: say`${new Name(file)} ${[search]}` })
      continue
    }
    count += 1
    found.push(...search.lines.map(({ site, line }) => ({ ...of, site, place: { file, line } })))
    for (const [name, { count: number, first }] of search.below)
      below.push({ ...of, name, count: number, site: first.site, place: { file, line: first.line } })
    leftOut.push(
      ...search.leftOut.map(({ name, line, reason }) => ({ ...of, name, reason, place: { file, line } })),
    )
  }
  return { lists: count, found, below, leftOut, notRead: missed }
}

async function searched(path: string, sought: Sought, read: ReadFile): Promise<ListSearch | string> {
  const content = await read(path)
  if ('why' in content) return content.why
  try {
    return searchList(content.bytes, sought)
  } catch (error) {
    if (error instanceof UnreadableList) return error.message
    throw error
  }
}

/** What is no site is refused when Terraform plans. */
function searchInline(entries: readonly { readonly text: string; readonly place: Place }[], sought: Sought) {
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
    for (const name of sought.above(bytes, 0, bytes.length)) {
      const known = below.get(name) ?? { name, count: 0, site, place }
      known.count += 1
      below.set(name, known)
    }
  }
  return { lines, below: [...below.values()] }
}
