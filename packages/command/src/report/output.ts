import { resolve } from 'node:path'
import { writableFile, writeWhole } from '../whole-file'
import { shownLines } from './terminal'

/** The formats of reports, as `--format` names them. Command lines load this file: what writes the formats is loaded by what they start. */
export const formats = [
  'text',
  'markdown',
  'plain-markdown',
  'html',
  'json',
  'sarif',
  'github',
  'summary',
] as const
export type Format = (typeof formats)[number]

/** Another file that a command writes its report to. */
export interface FurtherReport {
  readonly format: Format
  readonly file: string
}

/** Where the report of a command goes. */
export interface Outputs {
  /** A file, instead of standard output. */
  readonly output?: string
  readonly also?: readonly FurtherReport[]
}

/** Writes lines to standard error, whoever wrote the names in them. */
export function printRemark(text: string): void {
  process.stderr.write(shownLines(text))
}

/**
 * Checks that a report can be written to its files, before a long plan instead of after it.
 * @throws {Error} if one cannot be written, or is named twice
 */
export async function checkOutputs({ output, also = [] }: Outputs): Promise<void> {
  if (output !== undefined) await writableFile(output, adviceOn('--output'))
  for (const { file } of also) await writableFile(file, adviceOn('--also'))
  const files = [output, ...also.map(({ file }) => file)].filter((file) => file !== undefined)
  if (new Set(files.map((file) => resolve(file))).size < files.length)
    throw new Error('Two reports go to the same file. Specify another one for one of them.')
}

/** Writes a report to a file. @throws {Error} if it cannot be written */
export async function writeReportTo(
  output: string,
  text: string,
  option: OutputOption = '--output',
): Promise<void> {
  await writeWhole(await writableFile(output, adviceOn(option)), text, adviceOn(option))
}

/** What names a file for a report. */
type OutputOption = '--output' | '--also'

function adviceOn(option: OutputOption): string {
  return `Choose another one with ${option}.`
}
