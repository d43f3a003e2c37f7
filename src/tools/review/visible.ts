import { numberText } from '../../diagnostics/wording'

/**
 * A text of others on one line, with whatever a reader would not see as it is written as an escape: control characters and
 * line breaks, characters without width, those that turn the direction of writing, spaces other than the usual one. Long
 * texts are cut.
 *
 * @param longest characters that are shown at most, escapes counted as they are written
 */
export function visible(text: string, longest = 300): string {
  let shown = ''
  for (const character of text) {
    const next = visibleCharacter(character)
    if (shown.length + next.length > longest) return `${shown}… (${numberText(text.length)} characters)`
    shown += next
  }
  return shown
}

function visibleCharacter(character: string): string {
  if (character === '\\') return '\\\\'
  if (!invisible.test(character)) return character
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

// Control and format characters, halves of characters, what is not assigned or for private use, line separators, spaces but
// the usual one, and characters that show as nothing although they count as letters, symbols or marks.
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u
