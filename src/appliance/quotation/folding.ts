import { isBlank } from './blanks'
import { isBackslash, unescaped, withoutByte } from './escapes'
import { inLowerCase } from './lower-case'
import { type TracedText, Tracing } from './traced-text'

/** A text in one of these forms. */
export interface Folding extends TracedText {
  /** More is gone than what cannot be seen, so that few units can stand for a long part of the text. */
  readonly isSparse: boolean
}

/**
 * A text in forms in which spellings of the same are alike, all in lower case and without blanks, backslashes and signs of equality:
 * as it stands; decoded, with escapes replaced; of the decoded text the letters and digits alone, as separators can stand between the
 * digits of bytes; and the decoded text without tags.
 */
export function foldings(text: string): readonly Folding[] {
  const lower = inLowerCase(text)
  const plain = new Tracing(lower.length)
  for (let place = 0; place < lower.length; place += 1) plain.add(lower.charCodeAt(place), place, place + 1)
  const asItStands = { ...plain.traced(seen), isSparse: false }
  if (/^[0-9a-z]*$/.test(lower)) return [asItStands]
  const decoded = /[%&<\\]/.test(lower) ? unescaped(lower) : plain
  const words = { ...decoded.traced(ofWord), isSparse: true }
  if (decoded === plain) return [asItStands, words]
  const meant = { ...decoded.traced(seen), isSparse: false }
  const untagged = withoutTags(meant)
  return [asItStands, meant, words, ...(untagged ? [{ ...untagged, isSparse: true }] : [])]
}

function seen(unit: number): number | undefined {
  const whole = withoutByte(unit)
  return whole === equals || isBackslash(whole) || isBlank(whole) ? undefined : whole
}

/** Stands for the end of a line that goes on (quoted-printable), and at the end of base64. */
const equals = 0x3d

function ofWord(unit: number): number | undefined {
  return unit >= 0x80 || (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
    ? seen(unit)
    : undefined
}

/** Undefined where there are none. */
function withoutTags({ units, begins, ends }: TracedText): TracedText | undefined {
  const last = units.lastIndexOf(greaterThan)
  const rest = new Tracing(units.length)
  let isTagged = false
  for (let place = 0; place < units.length; place += 1) {
    if (place < last && units[place] === lessThan && opensTag(units[place + 1] ?? 0)) {
      isTagged = true
      place = units.indexOf(greaterThan, place)
    } else rest.add(units[place] ?? 0, begins[place] ?? 0, ends[place] ?? 0)
  }
  return isTagged ? rest.traced((unit) => unit) : undefined
}

const lessThan = 0x3c
const greaterThan = 0x3e

/** A letter, or the sign of a comment or of a tag that closes. */
function opensTag(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || unit === 0x21 || unit === 0x2f
}
