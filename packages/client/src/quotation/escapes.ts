import { namedCharacter } from './html'

/**
 * A text without blanks and with all escapes replaced by what they stand for, whatever language they are of, however often the text
 * was escaped, and whether or not blanks stand within them. Takes time that grows with its length alone: an escape is known by its
 * last character, and what it stands for may be the last character of another one. Escapes can be ambiguous, so that of a text that
 * was not escaped some characters may be taken for one.
 *
 * @param text in lower case
 */
export function unescaped(text: string): Tracing {
  const rest = new Tracing(text.length)
  for (let place = 0; place < text.length; place += 1) write(rest, text.charCodeAt(place), place)
  return rest
}

/** Writes a unit, and in place of an escape that it ends what that stands for, which may end another escape, and so on. */
function write(rest: Tracing, unit: number, place: number): void {
  // Not by recursion: escapes may follow from each other as often as the text is long.
  const waiting: Waiting[] = []
  for (let next: Waiting | undefined = { unit, begin: place }; next; next = waiting.pop()) {
    if (isBlank(next.unit)) continue
    rest.add(next.unit, next.begin, place + 1)
    const found = next.unit < 0x80 ? endings[next.unit]?.(rest) : escapeOfBytes(rest)
    if (found === undefined) continue
    const begin = rest.drop(found.length)
    for (let index = found.meant.length - 1; index >= 0; index -= 1)
      waiting.push({ unit: found.meant.charCodeAt(index), begin })
  }
}

/** A unit that is to be written, and where in the text it comes from. */
interface Waiting {
  readonly unit: number
  readonly begin: number
}

/** How many units an escape takes that ends here, and what it stands for. */
interface Escape {
  readonly length: number
  readonly meant: string
}

/** Finds the escape that ends with what was written last; undefined if none does. */
type Ending = (rest: Tracing) => Escape | undefined

/** `%41`, `\x41`, `\101`, `\u0041`, `%u0041`, `\U00000041`. */
const digit: Ending = (rest) => {
  if (rest.unit(2) === percent) return escapeOf(rest, 3, 2, asByte)
  if (isBackslash(rest.unit(3))) {
    return rest.unit(2) === letterX ? escapeOf(rest, 4, 2, asByte) : escapeOf(rest, 4, 3, asOctalByte)
  }
  const opener = rest.unit(5)
  if ((isBackslash(opener) || opener === percent) && rest.unit(4) === letterU) {
    const digits = rest.last(4)
    // So begins the number of a character that has eight digits.
    return /^000[0-3]$/.test(digits) ? undefined : escapeOf(rest, 6, 4, asCharacter)
  }
  if (isBackslash(rest.unit(9)) && rest.unit(8) === letterU) return escapeOf(rest, 10, 8, asCharacter)
  return undefined
}

const percent = 0x25
const backslash = 0x5c
const letterU = 0x75
const letterX = 0x78

/** White space in languages with backslashes. */
const letter: Ending = (rest) => {
  if (!isBackslash(rest.unit(1))) return undefined
  return { length: 1 + backslashes(rest, 1), meant: ' ' }
}

/** `&lt;`, `&#60;`, `&#x3c;`. */
const semicolon: Ending = (rest) => {
  const length = since(rest, ampersand)
  if (length === undefined) return undefined
  const meant = characterOfEntity(rest.last(length).slice(1, -1))
  return meant === undefined ? undefined : { length, meant }
}

const ampersand = 0x26

function characterOfEntity(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/.exec(name) ?? []
  if (hex !== undefined) return characterOf(Number.parseInt(hex, 16))
  return characterOf(decimal === undefined ? namedCharacter(name)?.charCodeAt(0) : Number(decimal))
}

/** `\u{41}`, `\x{41}`. */
const brace: Ending = (rest) => {
  const length = 2 + (since(rest, openBrace) ?? longestEscape)
  if (!isBackslash(rest.unit(length - 1))) return undefined
  const [, digits] = /^[ux]\{([0-9a-f]+)\}$/.exec(rest.last(length - 1)) ?? []
  const meant = digits === undefined ? undefined : characterOf(Number.parseInt(digits, 16))
  return meant === undefined ? undefined : { length: length - 1 + backslashes(rest, length - 1), meant }
}

/** The tags that break a line, or say where it may break. */
const angle: Ending = (rest) => {
  const length = since(rest, lessThan)
  return length !== undefined && /^<w?br\/?>$/.test(rest.last(length)) ? { length, meant: ' ' } : undefined
}

const openBrace = 0x7b
const lessThan = 0x3c

/** By the unit that an escape ends with. */
const endings: readonly (Ending | undefined)[] = Array.from({ length: 0x80 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  if (/[0-9a-f]/.test(character)) return digit
  if (/[nrt]/.test(character)) return letter
  if (character === ';') return semicolon
  if (character === '}') return brace
  return character === '>' ? angle : undefined
})

/** @param read what the digits at the end stand for; undefined for none */
function escapeOf(
  rest: Tracing,
  length: number,
  digits: number,
  read: (digits: string) => string | undefined,
): Escape | undefined {
  const meant = read(rest.last(digits))
  if (meant === undefined) return undefined
  return {
    length: length - 1 + (rest.unit(length - 1) === percent ? 1 : backslashes(rest, length - 1)),
    meant,
  }
}

function asCharacter(digits: string): string | undefined {
  return /^[0-9a-f]+$/.test(digits) ? characterOf(Number.parseInt(digits, 16)) : undefined
}

function asByte(digits: string): string | undefined {
  return /^[0-9a-f]+$/.test(digits) ? byteOf(Number.parseInt(digits, 16)) : undefined
}

function asOctalByte(digits: string): string | undefined {
  return /^[0-3][0-7]{2}$/.test(digits) ? byteOf(Number.parseInt(digits, 8)) : undefined
}

/** A byte beyond ASCII is written as no character is: as half of a pair of surrogates, the other half of which is missing. */
function byteOf(byte: number): string | undefined {
  return byte < 0x80 ? characterOf(byte) : String.fromCharCode(halfOfPair | byte)
}

const halfOfPair = 0xdc_00

/** The character of Latin-1 for a byte that was no part of a character in UTF-8; other units are returned as they are. */
export function withoutByte(unit: number): number {
  return unit > halfOfPair + 0x7f && unit <= halfOfPair + 0xff ? unit - halfOfPair : unit
}

/** Half of a pair of surrogates is one, too: the other half follows. */
function characterOf(code: number | undefined): string | undefined {
  if (code === undefined) return undefined
  if (code === backslash) return String.fromCharCode(meantBackslash)
  return code <= 0x10_ff_ff ? inLowerCase(String.fromCodePoint(code)) : undefined
}

/** A text that was escaped twice has two of them, and so on; how many of one kind stand up to a place. */
function backslashes(rest: Tracing, back: number): number {
  let count = 1
  while (rest.unit(back + count) === rest.unit(back)) count += 1
  return count
}

/** One that stands in a text, or that an escape in it stood for. */
export function isBackslash(unit: number): boolean {
  return unit === backslash || unit === meantBackslash
}

/** One that an escape stood for. It differs from those that stand in a text, because it is no part of the escape behind it. */
const meantBackslash = 0xdc_5c

/** How many units were written from the last of these on; undefined where it is too far away for an escape. */
function since(rest: Tracing, unit: number): number | undefined {
  for (let back = 1; back < longestEscape; back += 1) if (rest.unit(back) === unit) return back + 1
  return undefined
}

const longestEscape = 24

/** The bytes of a character in UTF-8, which become this character. */
function escapeOfBytes(rest: Tracing): Escape | undefined {
  let length = 1
  while (length < 4 && isContinuation(rest.unit(length - 1))) length += 1
  const lead = rest.unit(length - 1) - halfOfPair
  if (length === 1 || lengthByLead(lead) !== length) return undefined
  // The lead says the length by its upper bits, and each of the others has six bits of the character.
  let code = lead & (0x7f >> length)
  for (let back = length - 2; back >= 0; back -= 1) code = (code << 6) | (rest.unit(back) & 0x3f)
  const meant = characterOf(code)
  return meant === undefined ? undefined : { length, meant }
}

function isContinuation(unit: number): boolean {
  return unit >= halfOfPair + 0x80 && unit < halfOfPair + 0xc0
}

function lengthByLead(byte: number): number {
  if (byte < 0xc2 || byte > 0xf4) return 0
  if (byte < 0xe0) return 2
  return byte < 0xf0 ? 3 : 4
}

/** The UTF-16 units of a text in another form, and for each of them where it comes from: from `begins` to before `ends`. */
export interface TracedText {
  readonly units: Uint16Array
  readonly begins: Uint32Array
  readonly ends: Uint32Array
}

/** Such a form while it is written. What was written last can be looked at, and replaced by what it stands for. */
export class Tracing {
  readonly #units: Uint16Array
  readonly #begins: Uint32Array
  readonly #ends: Uint32Array
  #length = 0

  /** @param longest how many units there will be at most */
  constructor(longest: number) {
    this.#units = new Uint16Array(longest)
    this.#begins = new Uint32Array(longest)
    this.#ends = new Uint32Array(longest)
  }

  add(unit: number, begin: number, end: number): void {
    this.#units[this.#length] = unit
    this.#begins[this.#length] = begin
    this.#ends[this.#length] = end
    this.#length += 1
  }

  /** The unit that was written last but `back`; 0 where there is none. */
  unit(back: number): number {
    return this.#units[this.#length - 1 - back] ?? 0
  }

  /** Of the number of units that were written last. */
  last(count: number): string {
    return String.fromCharCode(...this.#units.subarray(this.#length - count, this.#length))
  }

  /** Takes back the number of units that were written last. Returns where they begin in the text. */
  drop(count: number): number {
    this.#length -= count
    return this.#begins[this.#length] ?? 0
  }

  /** What was written, with what a function makes of each unit, and without those of which it makes nothing. */
  traced(fold: (unit: number) => number | undefined): TracedText {
    const folded = new Tracing(this.#length)
    for (let index = 0; index < this.#length; index += 1) {
      const unit = fold(this.#units[index] ?? 0)
      if (unit !== undefined) folded.add(unit, this.#begins[index] ?? 0, this.#ends[index] ?? 0)
    }
    return folded.#whole()
  }

  #whole(): TracedText {
    return {
      units: this.#units.subarray(0, this.#length),
      begins: this.#begins.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    }
  }
}

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

/** A text in lower case, of as many UTF-16 units, each of which depends on the one in its place alone. */
export function inLowerCase(text: string): string {
  // The only character that gets longer, and the only one that is written in another way at the end of a word.
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3')
}
