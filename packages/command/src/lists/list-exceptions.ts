import { isPublicSuffix, parseSite, type Site } from '@webfilter/appliance-names'
import { ListLines, refuseNoList, UnreadableList } from '@webfilter/site-lists'
import { Name, say } from '../report/phrase'
import type { Place } from '../report/report'
import type { Sought } from './asked-site'
import type { DeclaredExceptions, SitesFile } from './declared-lists'
import type { NotRead } from './list-values'

/** Reads the file of a list. Its error is a clause behind the name of the file, such as `does not exist`. */
export type ReadFile = (path: string) => Promise<{ readonly bytes: Uint8Array } | { readonly why: string }>

/** The texts of lines that the files of a list cancel in each other. A file that cannot be read says so elsewhere. */
export async function canceledIn(
  files: readonly SitesFile[] = [],
  read: ReadFile,
): Promise<ReadonlySet<string>> {
  const canceled = new Set<string>()
  if (files.length < 2) return canceled
  for (const { path } of files) {
    const content = await read(path)
    if (!('bytes' in content)) continue
    for (const text of new ListLines(content.bytes).canceled) canceled.add(text)
  }
  return canceled
}

/** An exception, and where it is written. */
export interface FoundException {
  readonly exception: Site
  readonly place: Place
}

/** The exceptions of a list that can leave out what was asked for, or what is below it. */
export class ListExceptions {
  readonly #places = new Map<string, Place>()
  /** Those that undo important rules, too. */
  readonly #strong = new Set<string>()
  /** The sites of such rules. */
  readonly #important = new Set<string>()

  /** @param areTakenFromList whether lines such as `@@||example.com^` of the list itself are exceptions */
  constructor(readonly areTakenFromList: boolean) {}

  /** The first place of an exception counts. @param isStrong whether it undoes rules that are important */
  add(exception: Site, place: Place, isStrong: boolean): void {
    if (!this.#places.has(exception)) this.#places.set(exception, place)
    if (isStrong) this.#strong.add(exception)
  }

  /** Says that a rule of the list for a site is important. */
  addImportant(site: Site): void {
    this.#important.add(site)
  }

  /** The exception that leaves a site out: the site itself, or the nearest one above it. */
  leavingOut(site: Site): FoundException | undefined {
    const isImportant = this.#important.has(site)
    for (let name: string = site; ; name = name.slice(name.indexOf('.') + 1)) {
      const place = this.#places.get(name)
      if (place !== undefined && (!isImportant || this.#strong.has(name)))
        return { exception: name as Site, place }
      if (!name.includes('.')) return undefined
    }
  }
}

/** What exceptions are read with. */
interface Reading {
  readonly sought: Sought
  readonly read: ReadFile
  /** The path of a file as it is shown. */
  readonly shown: (path: string) => string
  /** Gets files that cannot be read: their lists may have exceptions that are not found. */
  readonly missed: NotRead[]
}

/** The exceptions of lists, the same ones read once. */
export class ExceptionsOfLists {
  readonly #reading: Reading
  readonly #read = new Map<string, ListExceptions>()

  constructor(reading: Reading) {
    this.#reading = reading
  }

  /** @returns also a key, which is the same for the same exceptions */
  async of(
    declared: DeclaredExceptions | undefined,
    address: string,
  ): Promise<{ readonly key: string; readonly exceptions: ListExceptions | undefined }> {
    if (declared === undefined) return { key: '', exceptions: undefined }
    const key = JSON.stringify(declared)
    const exceptions = this.#read.get(key) ?? (await readExceptions(declared, address, this.#reading))
    this.#read.set(key, exceptions)
    return { key, exceptions }
  }
}

/** Keeps those that concern what was asked for. */
async function readExceptions(
  { entries, file, listFiles }: DeclaredExceptions,
  address: string,
  reading: Reading,
): Promise<ListExceptions> {
  const { sought } = reading
  const found = new ListExceptions(listFiles.length > 0)
  const concerns = (site: Site) => {
    const bytes = Buffer.from(site, 'latin1')
    return sought.has(site) || sought.above(bytes, 0, bytes.length).length > 0
  }
  const take = (site: Site, place: Place, isStrong = true) => {
    if (concerns(site)) found.add(site, place, isStrong)
  }
  for (const { text, place } of entries) {
    const parsed = parseSite(text)
    if (parsed.ok) take(parsed.site, place)
  }
  if (file) {
    const why = await eachLine(file, reading, (line, place) => {
      for (const site of exceptionsOfLine(line)) take(site, place)
    })
    const says = why === undefined ? undefined : say`${new Name(reading.shown(file.path))} ${[why]}`
    if (says) reading.missed.push({ place: file.place, address, says })
  }
  // A list that cannot be read says so itself.
  const canceled = await canceledIn(listFiles, reading.read)
  for (const listFile of listFiles) {
    const heeding = { ...reading, canceled }
    await eachLine(listFile, heeding, (line, place) => {
      if (line.plainSite() !== 'unclear') return
      const { names, leftOut } = line.names()
      for (const { exception, isImportant } of leftOut)
        if (isTakenException(exception)) take(exception, place, isImportant)
      for (const { site, isImportant } of names) if (isImportant && concerns(site)) found.addImportant(site)
    })
  }
  return found
}

/** @returns why the file cannot be read */
async function eachLine(
  file: SitesFile,
  { read, shown, canceled }: Reading & { readonly canceled?: ReadonlySet<string> },
  take: (line: ListLines, place: Place) => void,
): Promise<string | undefined> {
  const content = await read(file.path)
  if ('why' in content) return content.why
  try {
    refuseNoList(content.bytes)
  } catch (error) {
    if (error instanceof UnreadableList) return error.message
    throw error
  }
  const name = shown(file.path)
  const lines = new ListLines(content.bytes, [0], canceled)
  while (lines.next()) take(lines, { file: name, line: lines.number })
  return undefined
}

/** What a line of a file of exceptions excepts. */
export function exceptionsOfLine(line: ListLines): readonly Site[] {
  const plain = line.plainSite()
  if (plain === 'nothing') return []
  if (plain !== 'unclear') return [line.bytes.toString('latin1', plain.from, plain.to) as Site]
  const { names, leftOut } = line.names()
  return [
    ...names.map(({ site }) => site),
    ...leftOut.map(({ exception }) => exception).filter(isTakenException),
  ]
}

/** A list of others cannot except a public suffix, as the provider reads it. */
export function isTakenException(exception: Site | undefined): exception is Site {
  return exception !== undefined && !isPublicSuffix(exception)
}
