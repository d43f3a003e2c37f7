import { randomInt } from 'node:crypto'

/** A random word of lower-case letters, long enough that nothing has it as its name. */
export function inventedWord(letters: number): string {
  return Array.from({ length: letters }, () => String.fromCharCode(97 + randomInt(26))).join('')
}
