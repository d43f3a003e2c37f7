import { readFile } from 'node:fs/promises'
import { fileError } from './files'

/**
 * The text of a file that a person or a shell wrote.
 *
 * @param advice a sentence for the user if it cannot be read
 * @throws {Error} if it cannot be read
 */
export async function readText(path: string, advice: string): Promise<string> {
  return await textOfFile(path).catch((cause: unknown) => {
    throw fileError(path, 'cannot be read', advice, cause)
  })
}

/** The same for readers with errors of their own. @throws {Error} of the system, if it cannot be read */
export async function textOfFile(path: string): Promise<string> {
  return decodedText(await readFile(path))
}

/**
 * A text in UTF-8 or UTF-16, without the byte order mark that editors of Windows begin a file with. PowerShell writes UTF-16 where output
 * is redirected with `>`. Without the mark, UTF-16 is certain if the first letter has a zero byte, which no text in UTF-8 has. What is
 * invalid becomes replacement characters.
 */
export function decodedText(bytes: Uint8Array): string {
  const [first = none, second = none, third = none] = bytes
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first > 0 && second === 0)
  if (isLittleEndian) return new TextDecoder('utf-16le').decode(bytes)
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second > 0)
  if (isBigEndian) return new TextDecoder('utf-16be').decode(bytes)
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', hasMark ? 3 : 0)
}

/** Stands for a byte behind the end of a text. A zero would be taken for a half of a letter in UTF-16. */
const none = -1
