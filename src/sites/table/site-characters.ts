/** The characters of canonical sites, in the order of their codes. */
const characters = '-.0123456789_abcdefghijklmnopqrstuvwxyz'

/** The place of a byte among them, from 1; 0 for all that stands in no site. */
export const rankOf = new Uint8Array(256)
for (const [position, character] of [...characters].entries()) rankOf[character.charCodeAt(0)] = position + 1

/** How many ranks there are, with 0. */
export const ranks = characters.length + 1
