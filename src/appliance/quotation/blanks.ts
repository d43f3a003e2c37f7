/** Whether a UTF-16 unit is nothing to see, or stands for a space in forms: it may stand anywhere in an echo without being part of it. */
export function isBlank(unit: number): boolean {
  if (unit < 0x7f) return unit <= 0x20 || unit === plus
  if (unit < 0x03_00) return unit <= 0xa0 || unit === 0xad
  return blocks.has(unit >> 8) && unseen.test(String.fromCharCode(unit))
}

const plus = 0x2b

/** White space of all kinds, and what joins, divides or turns characters. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** The upper halves of units among which there are any. */
const blocks: ReadonlySet<number> = new Set([
  0x03, 0x06, 0x07, 0x08, 0x11, 0x16, 0x17, 0x18, 0x20, 0x30, 0x31, 0xfe, 0xff,
])
