/** A text in lower case, of as many UTF-16 units, each of which depends on the one in its place alone. */
export function inLowerCase(text: string): string {
  // The only character that gets longer, and the only one that is written in another way at the end of a word.
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3')
}
