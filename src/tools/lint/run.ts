import { randomUUID } from 'node:crypto'
import { chmod, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { UnreadableList } from '../../sites/published/read-list'
import { fileError } from '../files'
import { checkOutput, printRemark } from '../report/output'
import { type Format, printReportOn } from '../report/render'
import { fixedList, NotRepairable } from './fixed-list'
import { lintOf, type NamedFile } from './lint'
import { lintReport } from './report'
import { lintLevels } from './rules'

/** Checks lists and prints what it found. @returns the exit code. @throws {Error} with one sentence for the user if it cannot */
export async function runLint(paths: readonly string[], options: LintCommandOptions): Promise<number> {
  const levels = await lintLevels(options.config)
  await checkOutput(options.output)
  const files: NamedFile[] = []
  const places = new Set<string>()
  for (const path of paths) {
    const bytes = await contentOf(path)
    const place = await realpath(path)
    // Under a second name, every site of a file would be in two lists.
    if (places.has(place)) continue
    places.add(place)
    files.push({ path: nearby(path), bytes })
  }
  if (options.output !== undefined && places.has(await realpath(options.output).catch(() => ''))) {
    throw new Error(
      `The file ${JSON.stringify(options.output)} is one of the lists. Choose another one with --output.`,
    )
  }
  const read: NamedFile[] = []
  for (const file of files) read.push(options.fix === true ? await fixed(file) : file)
  const lint = lintOf(read, levels)
  const { format, output, names } = options
  const most = names ?? (format === 'text' || format === 'markdown' ? 10 : 1_000)
  return await printReportOn(lintReport(lint, format, most), {
    format,
    names: most,
    ...(output !== undefined && { output }),
  })
}

/** What the command line of `appliance lint` says. */
export interface LintCommandOptions {
  readonly format: Format
  readonly output?: string
  readonly config?: string
  readonly names?: number
  readonly fix?: true
}

/** A path below the working folder is shown from there, as the hosts of repositories expect it. */
function nearby(path: string): string {
  const fromHere = relative('.', path)
  return isAbsolute(path) && !fromHere.startsWith('..') && !isAbsolute(fromHere) ? fromHere : path
}

async function contentOf(path: string): Promise<Buffer> {
  return await readFile(path).catch((cause) => {
    throw fileError(path, 'cannot be read', 'Name the file of a list that exists.', cause)
  })
}

/** The file as it is after the fix, which is written only if it differs. A file that is no list stays as it is. */
async function fixed(file: NamedFile): Promise<NamedFile> {
  const bytes = fixOf(file)
  if (bytes === undefined || bytes.equals(file.bytes)) return file
  await replaceContent(file.path, bytes)
  printRemark(`Fixed ${JSON.stringify(file.path)}.\n`)
  return { ...file, bytes }
}

function fixOf({ path, bytes }: NamedFile): Buffer | undefined {
  try {
    return fixedList(path, Buffer.from(bytes))
  } catch (error) {
    if (error instanceof UnreadableList) return undefined
    if (!(error instanceof NotRepairable)) throw error
    throw new Error(
      `${error.message} It was not changed. Report this with the file: it is a bug of the command.`,
      { cause: error },
    )
  }
}

/** Writes all of a file or nothing: a list that is cut short would open what it blocks. */
async function replaceContent(path: string, bytes: Buffer): Promise<void> {
  const place = await realpath(path)
  const written = join(dirname(place), `.${randomUUID()}.tmp`)
  try {
    const { mode } = await stat(place)
    await writeFile(written, bytes, { flag: 'wx' })
    // The mask of the process does not apply to a file that has its permissions already.
    await chmod(written, mode & 0o7777)
    await rename(written, place)
  } catch (cause) {
    await rm(written, { force: true })
    throw fileError(path, 'cannot be written', 'Check who may write to its folder.', cause)
  }
}
