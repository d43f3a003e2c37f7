import { access, constants, readlink, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { fileError } from '../files'
import { type Phrase, phraseText } from './phrase'
import { type Notation, shownLines } from './terminal'
import { quoted } from './text'

/** Prints a report, or writes it to a file and prints only its verdict. @throws {Error} if the file cannot be written */
export async function printReport(
  output: string | undefined,
  verdict: Phrase,
  notation: Notation,
  render: (colour: boolean) => string,
): Promise<void> {
  const colour = output === undefined && process.stdout.isTTY === true && !process.env.NO_COLOR
  const text = shownLines(render(colour), notation, colour)
  if (output === undefined) {
    process.stdout.write(text)
    return
  }
  await writeFile(output, text).catch((cause) => {
    throw unwritable(output, cause)
  })
  process.stdout.write(shownLines(`${phraseText(verdict, quoted)}\n`))
}

/** Writes lines to standard error, whoever wrote the names in them. */
export function printRemark(text: string): void {
  process.stderr.write(shownLines(text))
}

/**
 * Checks that a report can be written to a file, before a long plan instead of after it. Does not open the file: that would end a pipe
 * for its reader, and leave a new file empty.
 *
 * @throws {Error} if it cannot be written
 */
export async function checkOutput(output: string | undefined): Promise<void> {
  if (output === undefined) return
  try {
    if (output === '') throw Object.assign(new Error('The name of the file is empty.'), { code: 'ENOENT' })
    const found = await stat(output).catch(missing)
    await access(found === undefined ? dirname(await whereMade(output)) : output, constants.W_OK)
    if (found?.isDirectory() ?? (output.endsWith('/') || output.endsWith(sep))) {
      throw Object.assign(new Error('It is a folder.'), { code: 'EISDIR' })
    }
  } catch (cause) {
    throw unwritable(output, cause)
  }
}

/** Writing to a link makes the file to which the link leads. */
async function whereMade(output: string): Promise<string> {
  const link = await readlink(output).catch(() => undefined)
  return link === undefined ? output : await whereMade(resolve(dirname(output), link))
}

function missing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== 'ENOENT') throw cause
}

/** The error for a report that cannot be written to a file. */
function unwritable(output: string, cause: unknown): Error {
  return fileError(output, 'cannot be written', 'Choose another one with --output.', cause)
}
