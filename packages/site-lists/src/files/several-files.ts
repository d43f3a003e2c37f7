import { createHash } from 'node:crypto'
import { Semaphore } from '@webfilter/concurrency'
import { longestList } from '../list-size'
import { hasByteOrderMark } from '../published/list-lines'
import { tooLong } from '../published/read-list'
import { type FileNames, ListError } from './list-error'
import { shared } from './regular-file'
import {
  type FileContent,
  type OpenedList,
  type ReadingOptions,
  type SiteFile,
  type SiteFiles,
  unusable,
} from './site-files'

/** The file or the files of a list, as a configuration or a state names them; both are null for a list without. */
export interface ListFiles {
  readonly sites_file: string | null
  readonly sites_files: readonly string[] | null
}

/** Of a list that comes from no file. */
export const noFiles: ListFiles = { sites_file: null, sites_files: null }

/** The names of the files of a list, for messages; null for a list without. */
export function namesOfFiles({ sites_file, sites_files }: ListFiles): FileNames | null {
  return sites_file ?? sites_files
}

/** The reverse of `namesOfFiles`. */
export function filesNamed(names: FileNames | undefined): ListFiles {
  if (names === undefined) return noFiles
  return typeof names === 'string' ? { ...noFiles, sites_file: names } : { ...noFiles, sites_files: names }
}

/** Whether two lists name the same several files: neither their order nor a name that is repeated has a meaning. */
export function haveSameFiles({ sites_files: some }: ListFiles, { sites_files: others }: ListFiles): boolean {
  if (some === null || others === null) return false
  const [one, other] = [new Set(some), new Set(others)]
  return one.size === other.size && [...one].every((name) => other.has(name))
}

/** The attribute that names files. */
export function attributeOfFiles(names: FileNames): 'sites_file' | 'sites_files' {
  return typeof names === 'string' ? 'sites_file' : 'sites_files'
}

/** The attribute from which a list comes. */
export function attributeOfList({ sites_file, sites_files }: ListFiles) {
  if (sites_file !== null) return 'sites_file'
  return sites_files === null ? 'sites' : 'sites_files'
}

/**
 * Opens the file of a list, or all its files.
 * @throws what `SiteFiles.open` throws, and {ListError} where no file is named or all together are too long
 */
export async function openList(names: FileNames, files: SiteFiles, signal: AbortSignal): Promise<OpenedList> {
  if (typeof names === 'string') return await files.open(names, signal)
  if (names.length === 0) throw new ListError(names, 'sites_files', { is: 'no file named' })
  const opened = await sideBySide([...new Set(names)], files, signal)
  return new JointFiles(opened, files)
}

/** So many files are read at once, and none any more when they are too long together. */
const atOnce = 4

async function sideBySide(
  paths: readonly string[],
  files: SiteFiles,
  signal: AbortSignal,
): Promise<readonly SiteFile[]> {
  const places = new Semaphore(atOnce)
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  let size = 0
  const opening = paths.map((path) =>
    places.run(both, async () => {
      const file = await files.open(path, both, 'sites_files')
      size += file.size
      if (size > longestList) throw unusable(paths, 'sites_files', tooLongTogether())
      return file
    }),
  )
  try {
    return await Promise.all(opening)
  } finally {
    stop.abort(new Error('another file of the list was refused'))
    await Promise.allSettled(opening)
  }
}

function tooLongTogether() {
  return tooLong(`have more than ${longestList / 2 ** 20} MiB in total`)
}

/** Several files whose sites are one list. */
class JointFiles implements OpenedList {
  readonly names: readonly string[]
  readonly attribute = 'sites_files'
  readonly digest: string
  readonly #files: readonly SiteFile[]
  readonly #reader: SiteFiles

  constructor(files: readonly SiteFile[], reader: SiteFiles) {
    this.#files = files
    this.#reader = reader
    this.names = files.map(({ path }) => path)
    // The order of the files has no meaning.
    const digests = files.map(({ digest }) => digest).sort()
    this.digest = createHash('sha256').update(digests.join('')).digest('hex')
  }

  async read(
    knownDigest: string | undefined,
    signal: AbortSignal,
    options?: ReadingOptions,
  ): Promise<FileContent> {
    const texts = await this.#joined(signal)
    return await this.#reader.readTexts({ ...texts, knownDigest, ...options }, this, signal)
  }

  async #joined(signal: AbortSignal): Promise<JoinedTexts> {
    const texts: Uint8Array[] = []
    let length = 0
    for (const file of this.#files) {
      const text = await file.text(signal)
      texts.push(text)
      length += text.length
      if (length > longestList) throw unusable(this.names, this.attribute, tooLongTogether())
    }
    return joinedTexts(texts)
  }
}

/** Texts one behind the other. */
export interface JoinedTexts {
  /** In shared memory, unless it is a single text. */
  readonly bytes: Uint8Array
  /** Where each text begins. */
  readonly begins: readonly number[]
}

/** Puts texts one behind the other, each of which begins on a line of its own. */
export function joinedTexts(files: readonly Uint8Array[]): JoinedTexts {
  const [only, ...others] = files
  if (only !== undefined && others.length === 0) return { bytes: only, begins: [0] }
  const texts = files.map(withoutMark)
  const bytes = shared(texts.reduce((sum, text) => sum + text.length + (endsItsLine(text) ? 0 : 1), 0))
  const begins: number[] = []
  let at = 0
  for (const text of texts) {
    begins.push(at)
    bytes.set(text, at)
    at += text.length
    if (endsItsLine(text)) continue
    bytes[at] = lineFeed
    at += 1
  }
  return { bytes, begins }
}

const lineFeed = 0x0a

function endsItsLine(text: Uint8Array): boolean {
  return text.length === 0 || text[text.length - 1] === lineFeed
}

function withoutMark(text: Uint8Array): Uint8Array {
  return hasByteOrderMark(text) ? text.subarray(3) : text
}
