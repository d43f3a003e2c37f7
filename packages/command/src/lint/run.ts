import { realpath } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { longestList, placeOfList, relativePathOfList, UnreadableList } from '@webfilter/site-lists'
import { isFolder } from '../files'
import { listContent, listsInFolder } from '../lists'
import { checkOutputs, type Format } from '../report/output'
import { printReportOn } from '../report/render'
import { ProgressLine } from '../report/terminal'
import { lintOf, type NamedFile } from './findings'
import { replaceList } from './replacement'
import { lintReport } from './report'
import { lintLevels } from './rules'

/** Checks lists and prints what it found. @returns the exit code. @throws {Error} with one sentence for the user if it cannot */
export async function runLint(paths: readonly string[], options: LintCommandOptions): Promise<number> {
  const { replaces, config, atLeast } = options
  if (replaces !== undefined) {
    const [made = '', ...others] = paths
    if (others.length === 0) return await replaceList(made, replaces, config, atLeast)
    throw new Error('With --replaces, one list takes the place of another one. Specify only the new list.')
  }
  if (atLeast !== undefined)
    throw new Error('--at-least needs a list to compare with. Specify it with --replaces.')
  const levels = await lintLevels(config)
  await checkOutputs(options)
  const files: NamedFile[] = []
  const places = new Set<string>()
  const { lists, skipped } = await listsAt(paths)
  let bytes = 0
  for (const path of lists) {
    const content = await listContent(path, adviceOnFile)
    const place = await placeOf(path)
    // A file may have several names.
    if (places.has(place)) continue
    places.add(place)
    files.push({ path: nearby(path), content })
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
  try {
    const lint = lintOf(files, {
      levels,
      most: Math.max(1, most),
      show: (progress) => line.show(progress),
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
  /** The file whose place a new version takes. */
  readonly replaces?: string
  /** Percentage of its sites. */
  readonly atLeast?: number
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

const adviceOnFile = 'Specify the file of a list that exists, or a folder with lists.'
