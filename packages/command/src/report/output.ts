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

/** Writes lines to standard error, whoever wrote the names in them. */
export function printRemark(text: string): void {
  process.stderr.write(shownLines(text))
}

/**
 * Checks that a report can be written to a file, before a long plan instead of after it.
 * @throws {Error} if it cannot be written
 */
export async function checkOutput(
  output: string | undefined,
  option: OutputOption = '--output',
): Promise<void> {
  if (output !== undefined) await writableFile(output, adviceOn(option))
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
type OutputOption = '--output' | '--annotations'

function adviceOn(option: OutputOption): string {
  return `Choose another one with ${option}.`
}
