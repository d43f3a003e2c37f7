import {
  deletedFromTable,
  isPublicSuffix,
  readStoredSites,
  type Site,
  tableNameOf,
} from '@webfilter/appliance-names'
import {
  type ExceptionLines,
  emptyTable,
  exceptedList,
  isMostlyInvalid,
  joinedTexts,
  NotRegular,
  pathOfList,
  type ReadList,
  readList,
  readListText,
  refuseNoList,
  type SiteTable,
  sitesWith,
  TooLarge,
  tableOf,
  tooLarge,
  UnreadableList,
  union,
} from '@webfilter/site-lists'
import type { UnreadFile } from '../configuration/scan'
import { systemCode } from '../files'
import { eachEntry, foundLists, type ListTexts } from '../lists'
import type { Place } from '../report/report'
import { parentsOf, type Sought } from './asked-site'
import type { ManagedList } from './managed-lists'
import { isNameIn } from './mentions'

/** What files of lists say of the sought sites. */
export interface FilesOfLists {
  /** `folder` without a state: then it is not known which list fills which category. */
  readonly of: 'state' | 'folder'
  /** How many were read. */
  readonly count: number
  readonly found: readonly ListedSite[]
  readonly leftOut: readonly LeftOutLine[]
  readonly below: readonly SitesBelow[]
  readonly notRead: readonly UnreadFile[]
}

/** A line that puts a sought site into a list. */
export interface ListedSite {
  readonly site: Site
  readonly place: Place
  /** Undefined for a list of a folder. */
  readonly list: ManagedList | undefined
}

/** A line that names a website that was asked for, or a parent of it, and puts it into no list. */
export interface LeftOutLine {
  readonly name: string
  readonly place: Place
  /** A sentence without its full stop, which begins with what it quotes. */
  readonly reason: string
  readonly list: ManagedList | undefined
}

/** Sites of a list below a website that was asked for: they do not include it. */
export interface SitesBelow {
  readonly name: string
  readonly count: number
  readonly first: Site
  /** The address of the list, or its file. */
  readonly where: string
}

/** Searches the files that the lists of a state name, as they are now: they may not be applied yet. */
export async function filesOfState(
  lists: readonly ManagedList[],
  folder: string,
  sought: Sought,
  shown: (path: string) => string,
): Promise<FilesOfLists> {
  const all = new FoundInFiles('state', sought, shown)
  for (const list of lists) {
    all.takeBelow(list.sites, list.address)
    const { attributes } = list
    const fileNames = ['sites_file', 'sites_files', 'exceptions_file']
    const hidden = fileNames.find((name) => attributes.isSensitive(name))
    if (hidden !== undefined) {
      all.notRead.push({ file: list.address, why: `marks ${hidden} as sensitive` })
      continue
    }
    const pathsOf = (...named: readonly (string | undefined)[]) => [
      ...new Set(named.flatMap((path) => (path === undefined ? [] : pathOfList(folder, path)))),
    ]
    const files = pathsOf(attributes.text('sites_file'), ...attributes.texts('sites_files'))
    const ofExceptions = pathsOf(attributes.text('exceptions_file'))
    if (files.length === 0) continue
    const exceptionLines = attributes.text('list_exceptions') === 'apply' ? 'take' : 'skip'
    const content = await all.read(files, exceptionLines)
    const exceptions = ofExceptions.length === 0 ? undefined : await all.read(ofExceptions, 'sites')
    if (content && (exceptions || ofExceptions.length === 0)) all.search(content, list, exceptions)
  }
  return all
}

/** Searches the lists below a folder, which `appliance lint` would check there. */
export async function filesOfFolder(
  folder: string,
  sought: Sought,
  shown: (path: string) => string,
): Promise<FilesOfLists> {
  const all = new FoundInFiles('folder', sought, shown)
  for (const path of (await foundLists(folder)).paths) {
    const content = await all.read([path], 'skip')
    if (content) all.search(content)
  }
  return all
}

/** Files of a list, and what the provider reads in them. */
interface FileList extends ListTexts {
  readonly read: ReadList
  readonly exceptionLines: ExceptionLines
}

function whyUnread(error: unknown): string {
  if (error instanceof NotRegular) return `is ${error.what}`
  if (error instanceof TooLarge) return tooLarge().message
  if (error instanceof UnreadableList) return error.message
  const code = systemCode(error) ?? String(error)
  return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
}

/** What was found so far. */
class FoundInFiles implements FilesOfLists {
  count = 0
  readonly found: ListedSite[] = []
  readonly leftOut: LeftOutLine[] = []
  readonly below: SitesBelow[] = []
  readonly notRead: UnreadFile[] = []
  readonly of: FilesOfLists['of']
  readonly #sought: Sought
  readonly #shown: (path: string) => string

  constructor(of: FilesOfLists['of'], sought: Sought, shown: (path: string) => string) {
    this.of = of
    this.#sought = sought
    this.#shown = shown
  }

  /** The files of a list, one behind the other; undefined if one of them cannot be read, which is noted. */
  async read(paths: readonly string[], exceptionLines: ExceptionLines): Promise<FileList | undefined> {
    const files = paths.map(this.#shown)
    const texts: Uint8Array[] = []
    try {
      for (const path of paths) {
        const { text } = await readListText(path, new AbortController().signal)
        refuseNoList(text)
        texts.push(text)
      }
      const joined = joinedTexts(texts)
      const read = readList(joined.bytes, exceptionLines, joined.begins)
      return { ...joined, files, read, exceptionLines }
    } catch (error) {
      this.notRead.push({ file: files[texts.length] ?? files.join(', '), why: whyUnread(error) })
      return undefined
    }
  }

  /**
   * Reads a list as the provider does, and finds the lines that name what was sought.
   * @param exceptions the file of its exceptions
   */
  search(content: FileList, list?: ManagedList, exceptions?: FileList): void {
    const { read } = content
    const [file = ''] = content.files
    if (list === undefined && isMostlyInvalid(read.linesWithSites, read.invalid.count)) {
      this.notRead.push({ file, why: 'is not a list: most of its lines are not sites' })
      return
    }
    this.count += content.files.length
    const written = tableOf(readStoredSites(list?.attributes.texts('exceptions') ?? []))
    const left = exceptedList(read, union(written, exceptions?.read.table ?? emptyTable))
    if (list === undefined) this.takeBelow(left.excepted.table, file)
    const { named, places } = this.#linesOf(content, list, exceptions)
    for (const [site, place] of named) {
      const why = whyLeftOut(site, left, list?.category.name)
      if (why === undefined) {
        this.found.push({ site, place, list })
        continue
      }
      const at = (why.exception && places.get(why.exception)) ?? place
      for (const name of this.#sought.askedIn(site))
        this.leftOut.push({ name, place: at, reason: why.reason, list })
    }
  }

  /** The lines of a list with sought sites, and the places of exceptions. Those of entries that are no sites are kept. */
  #linesOf(content: FileList, list: ManagedList | undefined, exceptions: FileList | undefined) {
    const places = new Map<Site, Place>()
    const notePlace = (site: Site | undefined, place: Place) => {
      if (site !== undefined && !places.has(site)) places.set(site, place)
    }
    if (exceptions) {
      eachEntry(exceptions, this.#sought, {
        site: notePlace,
        leftOut: ({ exception }, place) => notePlace(exception, place),
      })
    }
    const named: (readonly [Site, Place])[] = []
    eachEntry(content, this.#sought, {
      site: (site, place) => named.push([site, place]),
      leftOut: ({ exception, reason }, place) => {
        const quoted = /^"(?:[^"\\]|\\.)*"/su.exec(reason)?.[0].toLowerCase() ?? ''
        const isTaken =
          content.exceptionLines === 'take' && exception !== undefined && !isPublicSuffix(exception)
        if (isTaken) return notePlace(exception, place)
        for (const name of this.#sought.asked)
          if (this.leftOut.length < mostLeftOut && isNameIn(name, quoted))
            this.leftOut.push({ name, place, reason, list })
      },
    })
    return { named, places }
  }

  /** @param where what the sites are in */
  takeBelow(sites: SiteTable, where: string): void {
    for (const name of this.#sought.asked) {
      const ending = `.${name}`
      const below = [...sitesWith(ending, sites)].filter((site) => site.endsWith(ending))
      const [first] = below
      if (first !== undefined) this.below.push({ name, count: below.length, first, where })
    }
  }
}

/** Many lines may name a website without being a site. */
const mostLeftOut = 20

/** Why a site of a file does not get into its category; undefined if it does. @param category its name */
function whyLeftOut(
  site: Site,
  { exceptions, excepted }: ReturnType<typeof exceptedList>,
  category: string | undefined,
): { readonly reason: string; readonly exception?: Site } | undefined {
  const nearest = [site, ...parentsOf(site)].find((each) => exceptions.has(each))
  if (nearest !== undefined && !excepted.table.has(site)) {
    const further = nearest === site ? '' : `, and leaves out "${site}" too`
    return { reason: `"${nearest}" is an exception of the list${further}`, exception: nearest }
  }
  const table = tableNameOf(category ?? '') ?? ''
  return deletedFromTable(table).has(site)
    ? { reason: `"${site}" is deleted by each compile from the table "${table}" of this category` }
    : undefined
}
