import { inDigits } from '../phrase'

/**
 * A text of others on one line, with whatever a reader would not see as it is written as an escape: control characters and
 * line breaks, characters without width, those that turn the direction of writing, spaces other than the usual one. Long
 * texts are cut.
 */
export function visible(text: string, longest = longestShown): string {
  const characters = [...text.slice(0, 2 * longest + 1)]
  const isCut = characters.length > longest
  const shown = (isCut ? characters.slice(0, longest) : characters).map(visibleCharacter).join('')
  return isCut ? `${shown}… (${inDigits(text.length)} characters)` : shown
}

/** A site has up to 253 characters, an address of a resource seldom more than that. */
const longestShown = 300

function visibleCharacter(character: string): string {
  if (character === '\\') return '\\\\'
  if (!invisible.test(character)) return character
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

// Control and format characters, line separators, spaces but the usual one, what is not assigned or for private use, halves
// of characters, and characters that show as nothing although they count as letters or marks.
const invisible =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u115f\u1160\u2800\u3164\uffa0]|(?! )\p{Zs}/u
