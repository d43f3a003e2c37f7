/** Characters. */
const longest = 300

/**
 * A name that others wrote, as it may stand on a terminal: on one line, with a replacement character for whatever would not show, or
 * would change how the rest shows.
 */
export function displayNameOf(name: string): string {
  const shown = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '\uFFFD')
  const characters = Array.from(shown)
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : shown
}
