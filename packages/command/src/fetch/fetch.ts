import { realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { types } from 'node:util'
import { longestList, readList, readRegularFile, UnreadableList } from '@webfilter/site-lists'
import { fileError, makeFolder } from '../files'
import { counted, Name, type Phrase, say } from '../report/phrase'
import type { Finding, Place } from '../report/report'
import { placeToWrite, writableFile, writeWhole } from '../whole-file'
import { type DownloadOptions, download } from './download'
import { type FetchRule, SourceFailure, shownAddress } from './failure'
import { type FetchedList, listOf, meansTheSame, partOf } from './fetched-list'
import type { Source, Sources } from './sources'

/** The lists of a file of sources, fetched. */
export interface Fetch {
  /** `incomplete` if a list could not be fetched. */
  readonly outcome: 'complete' | 'incomplete'
  readonly lists: readonly ListOutcome[]
  /** In the order of the sources. */
  readonly findings: readonly FetchFinding[]
}

/** What became of one list. */
export interface ListOutcome {
  readonly source: Source
  /** `failed`: the file stays as it is. */
  readonly result: 'changed' | 'unchanged' | 'failed'
  /** In the file as it is now; undefined where there is no file with a list. */
  readonly sites: number | undefined
  /** In the file before; undefined where there was no file with a list. */
  readonly sitesBefore: number | undefined
}

/** Something about a source. */
export interface FetchFinding extends Finding<FetchRule> {
  readonly place: Place
  /** The file of the list. */
  readonly list: string
}

export interface FetchOptions extends Omit<DownloadOptions, 'most' | 'show'> {
  /** Called with what is being done. */
  readonly show: (progress: string) => void
}

/**
 * Fetches each list, and replaces its file if all parts of it arrived and are what the source expects. A list that fails stops no other.
 * @throws {Error} which names the file, where one of the files cannot be read or written
 */
export async function fetchLists(sources: Sources, options: FetchOptions): Promise<Fetch> {
  const { path, lists } = sources
  await placesOfLists(sources)
  const outcomes: ListOutcome[] = []
  const findings: FetchFinding[] = []
  for (const [index, source] of lists.entries()) {
    const prefix = lists.length === 1 ? '' : `${index + 1} of ${lists.length}: `
    const { outcome, found } = await fetchList(source, path, {
      ...options,
      show: (progress) => options.show(`${prefix}${progress}`),
    })
    outcomes.push(outcome)
    findings.push(...found)
  }
  const isComplete = outcomes.every(({ result }) => result !== 'failed')
  return { outcome: isComplete ? 'complete' : 'incomplete', lists: outcomes, findings }
}

/**
 * Where the files of all lists are or will be, behind all links. Nothing is made yet.
 * @throws {Error} which names the file, where one cannot be written, or is the sources file or that of another list
 */
export async function placesOfLists({ path, lists }: Sources): Promise<ReadonlySet<string>> {
  const sources = await realpath(path).catch(() => resolve(path))
  const places = new Set<string>()
  for (const { file } of lists) {
    const place = await placeToWrite(file, advice)
    const refused = (what: string) =>
      fileError(file, what, 'Specify another one in the sources file.', undefined)
    if (place === sources) throw refused('is the sources file')
    if (places.has(place)) throw refused('is that of another list, under another name')
    places.add(place)
  }
  return places
}

const advice = 'Make it an ordinary file that you may change, or specify another one in the sources file.'

async function fetchList(source: Source, path: string, options: FetchOptions) {
  const found: FetchFinding[] = []
  const finding = (rule: FetchRule, level: FetchFinding['level'], says: Phrase) => {
    found.push({
      rule,
      level,
      says,
      addresses: [],
      place: { file: path, line: source.line },
      list: source.file,
    })
  }
  const current = await currentList(source.file)
  const sitesBefore = current?.read.table.size
  try {
    const parts: Buffer[] = []
    let room = longestList
    for (const address of source.urls) {
      const { part, movedTo } = await partAt(address, source, room, options)
      parts.push(part)
      // A line feed may have to follow it.
      room -= part.length + 1
      if (movedTo !== undefined) finding('source-moved', 'warning', movedPhrase(source, address, movedTo))
    }
    options.show(`${source.file}: reading`)
    const list = listOf(parts, source, current?.read)
    const isSame = current !== undefined && meansTheSame(current, list)
    if (!isSame) await writeList(source.file, list.bytes)
    const sites = list.read.table.size
    return {
      outcome: { source, result: isSame ? 'unchanged' : 'changed', sites, sitesBefore },
      found,
    } as const
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    const stays = current === undefined ? 'was not written' : 'stays as it is'
    finding(
      error.rule,
      'fatal',
      say`${listName(source)} ${[stays]}: ${error.says}. ${[error.advice.replace(/\.$/u, '')]}`,
    )
    return { outcome: { source, result: 'failed', sites: sitesBefore, sitesBefore }, found } as const
  }
}

async function writeList(file: string, bytes: Buffer): Promise<void> {
  await placeToWrite(file, advice)
  try {
    makeFolder(dirname(file))
  } catch (cause) {
    throw fileError(file, 'cannot be written', advice, cause)
  }
  await writeWhole(await writableFile(file, advice), bytes, advice)
}

/** A list with its category, as reports name it. */
export function listName({ file, category }: Source): Phrase {
  return category === undefined ? [new Name(file)] : say`${new Name(file)} (category ${new Name(category)})`
}

function movedPhrase(source: Source, address: string, movedTo: URL): Phrase {
  const moved = say`${shownAddress(new URL(address))} has moved to ${shownAddress(movedTo)}`
  return say`${listName(source)}: ${moved}. Change the address in the sources file`
}

/** @param room bytes that the parts before it leave of the longest list */
async function partAt(address: string, { file }: Source, room: number, options: FetchOptions) {
  const shown = shownAddress(new URL(address))
  options.show(`${file}: connecting`)
  const answer = await download(address, {
    ...options,
    most: Math.max(room, 0),
    show: (bytes) => options.show(`${file}: ${Math.floor(bytes / 2 ** 20)} MiB`),
  })
  return { part: await partOf(answer, shown, room), movedTo: answer.movedTo }
}

/** Undefined where there is no file, or no list in it. */
async function currentList(file: string): Promise<FetchedList | undefined> {
  try {
    const bytes = await readRegularFile(file, longestList, new AbortController().signal)
    const read = readList(bytes)
    return read.table.size === 0 ? undefined : { bytes, read }
  } catch (error) {
    if (error instanceof UnreadableList || isMissing(error)) return undefined
    throw fileError(file, 'cannot be read', advice, error)
  }
}

function isMissing(error: unknown): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === 'ENOENT'
}

/** The sum of all lists in one line. */
export function fetchVerdict({ lists }: Fetch): Phrase {
  const count = (result: ListOutcome['result']) => lists.filter((list) => list.result === result).length
  const [changed, unchanged, failed] = [count('changed'), count('unchanged'), count('failed')]
  const failures = failed === 0 ? [] : say`, ${counted(failed, 'list')} failed`
  return say`${counted(changed, 'list')} changed, ${counted(unchanged, 'list')} unchanged${failures}.`
}
