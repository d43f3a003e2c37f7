import { writeFile } from 'node:fs/promises'
import { unwritable } from './output-file'
import { type Phrase, textOf } from './review/phrase'
import { quoted } from './review/render/text'

/** Prints a report, or writes it into a file and prints its verdict alone. @throws {Error} where the file cannot be written */
export async function printReport(
  output: string | undefined,
  verdict: Phrase,
  render: (colour: boolean) => string,
): Promise<void> {
  const colour = output === undefined && process.stdout.isTTY === true && !process.env.NO_COLOR
  const text = render(colour)
  if (output === undefined) {
    process.stdout.write(text)
    return
  }
  await writeFile(output, text).catch((cause) => {
    throw unwritable(output, cause)
  })
  process.stdout.write(`${textOf(verdict, quoted)}\n`)
}
