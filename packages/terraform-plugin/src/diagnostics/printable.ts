/**
 * A text as a host may print it: hosts print what they get as it is. Names in it are written by strangers, so whatever would not show, or
 * would change how the rest shows, is written as its number. Its lines stay.
 */
export function printable(text: string): string {
  return text.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Control and format characters but a line feed, separators of lines, and characters that show as nothing though they count as letters. */
const hidden = /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
