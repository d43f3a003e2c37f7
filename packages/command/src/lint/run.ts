import { realpath } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import {
  type ExceptionLines,
  longestList,
  NotRegular,
  placeOfList,
  readListText,
  relativePathOfList,
  TooLarge,
  tooLarge,
  UnreadableList,
} from '@webfilter/site-lists'
import { fileError, isFolder } from '../files'
import { fixedList, NotRepairable } from '../lists/fixed-list'
import { listsInFolder } from '../lists/lists-in-folder'
import type { Format } from '../report/formats'
import { checkOutput, printRemark } from '../report/output'
import { ProgressLine } from '../report/progress-line'
import { printReportOn } from '../report/render'
import { type WritableFile, writableFile, writeWhole } from '../whole-file'
import { type CheckedFile, configuredLists } from './configured-lists'
import { type DeclaredList, exceptionsIn } from './declared-list'
import { lintOf, type NamedFile } from './lint'
import { lintReport } from './report'
import { lintLevels } from './rules'

/** Checks lists and prints what it found. @returns the exit code. @throws {Error} with one sentence for the user if it cannot */
export async function runLint(paths: readonly string[], options: LintCommandOptions): Promise<number> {
  const levels = await lintLevels(options.config)
  await checkOutput(options.output)
  const files: (NamedFile & CheckedFile)[] = []
  const places = new Set<string>()
  const { lists, skipped } = await listsAt(paths)
  let bytes = 0
  for (const path of lists) {
    const { isUnpacked, content } = await contentOf(path)
    if (isUnpacked && options.fix === true) {
      throw fileError(
        path,
        'is compressed or an archive',
        'Leave it out, or write its list to a file.',
        undefined,
      )
    }
    const place = await placeOf(path)
    // Under a second name, every site of a file would be in two lists.
    if (places.has(place)) continue
    places.add(place)
    files.push({ path: nearby(path), place, content })
    bytes += content instanceof UnreadableList ? 0 : content.length
    if (bytes > mostBytes) {
      throw new Error(`The lists have more than ${mostBytes / 2 ** 20} MiB. Check them in several runs.`)
    }
  }
  if (options.output !== undefined && places.has(await realpath(options.output).catch(() => ''))) {
    throw new Error(
      `The file ${JSON.stringify(options.output)} is one of the lists. Choose another one with --output.`,
    )
  }
  const { format, output, names } = options
  const most = names ?? (format === 'text' || format === 'markdown' ? 10 : 1_000)
  const line = new ProgressLine(process.stderr)
  const show = (progress: string) => line.show(progress)
  try {
    const fixes = options.fix === true ? files.flatMap((file) => fixOf(file, show) ?? []) : []
    await write(fixes, line)
    const fixed = new Map(fixes.map(({ file, bytes }) => [file, bytes]))
    const { declared, linesIn } = await declarations(files, options.exceptions)
    const checked = files.map((file) => {
      return { ...file, content: fixed.get(file) ?? file.content, exceptionLines: linesIn(file) }
    })
    const kept = Math.max(1, most)
    const lint = lintOf(checked, {
      levels,
      most: kept,
      declared,
      show,
      ...(skipped !== undefined && { skipped }),
    })
    line.end()
    const report = lintReport(lint, format, most)
    return await printReportOn(report, { format, names: most, ...(output !== undefined && { output }) })
  } finally {
    line.end()
  }
}

/** Bytes of all lists. */
const mostBytes = 4 * longestList

/** The files of lists that are named, or are below a folder that is named. */
async function listsAt(paths: readonly string[]) {
  const lists: string[] = []
  let skipped: number | undefined
  for (const path of paths) {
    if (await isFolder(path)) {
      const found = await listsInFolder(path)
      lists.push(...found.paths)
      skipped = (skipped ?? 0) + found.skipped
    } else lists.push(path)
  }
  return { lists, skipped }
}

/** What the command line of `appliance lint` says. */
export interface LintCommandOptions {
  readonly format: Format
  readonly output?: string
  readonly config?: string
  readonly names?: number
  readonly fix?: true
  /** File of exceptions of each list. */
  readonly exceptions?: string
}

/** What the lists are, and what entries such as `@@||example.com^` are in each of their files. */
interface Declarations {
  readonly declared: readonly DeclaredList[]
  readonly linesIn: (file: CheckedFile) => ExceptionLines
}

/** @param chosen the file of exceptions that was named; otherwise they are what the configurations declare */
async function declarations(
  files: readonly CheckedFile[],
  chosen: string | undefined,
): Promise<Declarations> {
  if (chosen !== undefined) return await declaredWith(chosen, files)
  const { lists, exceptionsFiles } = await configuredLists(files, {
    placeOf: (path) => placeOf(path).catch(() => undefined),
    shown: nearby,
    async exceptionsIn(path) {
      const content = await contentOf(path).catch(() => undefined)
      const isRead = content !== undefined && !(content.content instanceof UnreadableList)
      return isRead ? exceptionsIn(nearby(path), content.content) : []
    },
  })
  const taking = new Set(lists.filter((list) => list.takesExceptions).flatMap(({ paths }) => paths))
  return {
    declared: lists,
    linesIn: ({ path, place }) => (exceptionsFiles.has(place) ? 'sites' : taking.has(path) ? 'take' : 'skip'),
  }
}

async function declaredWith(chosen: string, files: readonly CheckedFile[]): Promise<Declarations> {
  const { content } = await contentOf(chosen)
  if (content instanceof UnreadableList) {
    throw fileError(chosen, content.message, content.advice, undefined)
  }
  const exceptions = exceptionsIn(nearby(chosen), content)
  const place = await placeOf(chosen)
  const lists = files.filter((file) => file.place !== place)
  return {
    declared: lists.map(({ path }) => ({ paths: [path], isWhole: true, exceptions, takesExceptions: false })),
    linesIn: (file) => (file.place === place ? 'sites' : 'skip'),
  }
}

/** A path below the working folder is shown from there, as the hosts of repositories expect it. */
function nearby(path: string): string {
  const fromHere = relativePathOfList('.', path)
  return isAbsolute(path) && !fromHere.startsWith('..') && !isAbsolute(fromHere) ? fromHere : path
}

/** A list has one path without links. */
async function placeOf(path: string): Promise<string> {
  const { file, member } = await placeOfList(path, new AbortController().signal)
  const real = await realpath(file)
  return member === undefined ? real : `${real}//${member}`
}

async function contentOf(
  path: string,
): Promise<{ readonly content: NamedFile['content']; readonly isUnpacked: boolean }> {
  const advice = 'Specify the file of a list that exists, or a folder with lists.'
  try {
    const { text, isUnpacked } = await readListText(path, new AbortController().signal)
    return { content: text, isUnpacked }
  } catch (error) {
    if (error instanceof TooLarge) return { content: tooLarge(), isUnpacked: false }
    if (error instanceof UnreadableList) return { content: error, isUnpacked: false }
    if (error instanceof NotRegular) throw fileError(path, `is ${error.what}`, advice, undefined)
    throw fileError(path, 'cannot be read', advice, error)
  }
}

/** A list in a better form. */
interface Fix {
  readonly file: NamedFile
  readonly bytes: Buffer
}

/** Writes the fixes, but none of them if one cannot be written. */
async function write(fixes: readonly Fix[], line: ProgressLine): Promise<void> {
  const advice = 'Make it an ordinary file that you may change, or leave it out.'
  const writes: { readonly place: WritableFile; readonly bytes: Buffer }[] = []
  for (const { file, bytes } of fixes) writes.push({ place: await writableFile(file.path, advice), bytes })
  for (const { place, bytes } of writes) {
    await writeWhole(place, bytes, advice)
    line.clear()
    printRemark(`Fixed ${JSON.stringify(place.path)}.\n`)
  }
}

/** Undefined for a file that is no list, or needs no fix. */
function fixOf(file: NamedFile, show: (progress: string) => void): Fix | undefined {
  const { path, content } = file
  if (content instanceof UnreadableList) return undefined
  show(`${path}: fixing`)
  try {
    const bytes = fixedList(path, Buffer.from(content))
    return bytes.equals(content) ? undefined : { file, bytes }
  } catch (error) {
    if (error instanceof UnreadableList) return undefined
    if (!(error instanceof NotRepairable)) throw error
    throw new Error(
      `${error.message} It was not changed. Report this with the file: it is a bug of the command.`,
      { cause: error },
    )
  }
}
