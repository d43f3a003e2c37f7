import {
  inLowerCase,
  isBackslash,
  isBlank,
  type TracedText,
  Tracing,
  unescaped,
  withoutByte,
} from './escapes'
import { formsOf, spellings } from './secret-forms'

/** Knows secrets, and removes them from texts as {@link Secrets.redact} says. */
export interface Redaction {
  redact(text: string, wasCut?: boolean): string
}

/** Texts that must not be shown, in whatever spelling they are echoed. The search is prepared when it is first needed. */
export class Secrets implements Redaction {
  readonly #secrets: readonly string[]
  #traits: Traits | undefined

  /** @param secrets those of less than four characters would redact letters of every message, and are left out */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.filter((secret) => secret.length >= 4)
  }

  get isEmpty(): boolean {
    return this.#secrets.length === 0
  }

  /**
   * A text with `***` in place of all that reveals a secret: of one of eight and more characters any six in a row, in any
   * letter case, escaped or not, with white space between them, or as base64 or numbers; shorter ones as a whole, in the spellings
   * that are usual. A text of more than 200,000 characters ends there, and with `***`.
   *
   * @param wasCut whether the text was cut off, perhaps within a secret
   */
  redact(text: string, wasCut = false): string {
    return redactedBy([this], text, wasCut)
  }

  /**
   * @param folded the foldings of the text, which take longer than the search in them
   * @param isCut whether what follows the text is missing
   */
  placesIn(text: string, folded: readonly Folding[], isCut: boolean): readonly Stretch[] {
    this.#traits ??= traitsOf(this.#secrets)
    const { whole, runs } = this.#traits
    return [...placesOfWholes(text, whole), ...placesOfPieces(text, folded, runs, isCut)]
  }
}

/**
 * A text without all that reveals a secret of any group, as {@link Secrets.redact} says. One group after the other would leave what stands
 * beside a part that two secrets have in common, and is too short to be known by itself.
 */
export function redactedBy(groups: readonly Secrets[], text: string, wasCut = false): string {
  const look = text.slice(0, longestLook)
  const isCut = wasCut || text.length > longestLook
  const filled = groups.filter(({ isEmpty }) => !isEmpty)
  if (filled.length === 0) return look
  const folded = foldings(look)
  return withoutPlaces(
    look,
    filled.flatMap((each) => each.placesIn(look, folded, isCut)),
  )
}

/** For names of objects, which are what a message is about. */
export const noSecrets = new Secrets([])

const longestLook = 200_000

/** What secrets are found by. */
interface Traits {
  /** Texts that are redacted as a whole, as they stand. */
  readonly whole: readonly RunSet[]
  /** Parts of secrets as they stand in foldings. */
  readonly runs: readonly RunSet[]
}

function traitsOf(secrets: readonly string[]): Traits {
  const long = secrets.filter((secret) => secret.length >= shortestBroken)
  const whole = secrets.filter((secret) => secret.length < shortestBroken || isHardToFind(secret))
  const folded = long.flatMap(formsOf).flatMap(({ text, distinctive }) =>
    foldings(text)
      .filter(({ units, isSparse }) => units.length >= (isSparse ? distinctive : shortestRun))
      .map(({ units }) => ({
        units,
        length: Math.max(shortestRun, Math.min(distinctive, units.length - mayBeLost)),
      })),
  )
  const wholes = whole.flatMap(spellings).map((text) => ({ units: unitsOf(text), length: text.length }))
  return { whole: runSetsOf(wholes), runs: runSetsOf(folded) }
}

/** One set for each length. */
function runSetsOf(
  texts: readonly { readonly units: Uint16Array; readonly length: number }[],
): readonly RunSet[] {
  const lengths = [...new Set(texts.map(({ length }) => length))]
  return lengths.map((length) => {
    const ofLength = texts.filter((each) => each.length === length)
    return new RunSet(
      length,
      ofLength.map(({ units }) => units),
    )
  })
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length)
  for (let place = 0; place < text.length; place += 1) units[place] = text.charCodeAt(place)
  return units
}

/** A secret of at least so many characters is found by pieces. */
const shortestBroken = 8

/** Fewer characters than these stand in any text. */
const shortestRun = 4

/** So many characters at the ends of an echo may look like an escape together with what stands beside it. */
const mayBeLost = 2

/** It consists of blanks and escapes. */
function isHardToFind(secret: string): boolean {
  return foldings(secret).some(({ units, isSparse }) => !isSparse && units.length < shortestRun)
}

function placesOfWholes(text: string, wholes: readonly RunSet[]): readonly Stretch[] {
  if (wholes.length === 0) return []
  const units = unitsOf(text)
  return wholes.flatMap((each) => each.within(units))
}

function placesOfPieces(
  text: string,
  folded: readonly Folding[],
  runs: readonly RunSet[],
  isCut: boolean,
): readonly Stretch[] {
  return folded.flatMap((folding) => {
    const places = runs
      .flatMap((each) => each.within(folding.units))
      .map((found) => placeInText(text, folding, found))
    return isCut ? [...places, endOf(text, folding)] : places
  })
}

/**
 * Where in the text a run stands that was found, with what may be part of the secret beside it: one escape on either side, which may be
 * a character of the secret that looks like another one together with what follows it; and what the folding has dropped there, but for
 * white space and a sign or two at the outer end.
 */
function placeInText(text: string, { begins, ends, isSparse }: Folding, found: Stretch): Stretch {
  const isEscape = (index: number) => (ends[index] ?? 0) - (begins[index] ?? 0) >= shortestEscape
  const first = isEscape(found.begin - 1) ? found.begin - 1 : found.begin
  const last = isEscape(found.end) ? found.end : found.end - 1
  const begin = begins[first] ?? 0
  const end = ends[last] ?? text.length
  if (isSparse) return { begin, end }
  const before = text.slice(ends[first - 1] ?? 0, begin).replace(/^\s*[=+\\]{0,2}\s*/, '')
  const behind = text
    .slice(end, begins[last + 1] ?? text.length)
    .trimEnd()
    .replace(/[=+\\]{1,2}$/, '')
    .trimEnd()
  return { begin: begin - before.length, end: end + behind.length }
}

/** Characters; a shorter one is shorter than what must not be shown, together with what stands beside it. */
const shortestEscape = 4

/** Where a text was cut off within a secret, too little of it may be left to be known. */
function endOf(text: string, { begins }: Folding): Stretch {
  return { begin: begins[Math.max(0, begins.length - longestRest)] ?? 0, end: text.length }
}

/** More than what is too short to be known, and the beginning of an escape. */
const longestRest = 40

function withoutPlaces(text: string, places: readonly Stretch[]): string {
  const parts: string[] = []
  let done = 0
  for (const { begin, end } of places.toSorted((one, other) => one.begin - other.begin)) {
    if (begin > done || done === 0) parts.push(text.slice(done, begin), '***')
    done = Math.max(done, end)
  }
  return [...parts, text.slice(done)].join('')
}

/** A text in one of these forms. */
interface Folding extends TracedText {
  /** More is gone than what cannot be seen, so that few units can stand for a long part of the text. */
  readonly isSparse: boolean
}

/**
 * A text in forms in which spellings of the same are alike, all in lower case and without blanks, backslashes and signs of equality:
 * as it stands; decoded, with escapes replaced; of the decoded text the letters and digits alone, as separators can stand between the
 * digits of bytes; and the decoded text without tags.
 */
function foldings(text: string): readonly Folding[] {
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

/**
 * Runs of characters, all of one length. Finds those of a text that are among them in time that grows with the length of the text
 * alone. A run is kept as 32 bits: one in some thousands of millions is taken for another.
 */
class RunSet {
  readonly #length: number
  readonly #hashes: ReadonlySet<number>
  /** Most runs of a text are in no set: for each place of a hash whether there is any. */
  readonly #filter: Uint8Array

  /** @param length of each run; UTF-16 units */
  constructor(length: number, texts: readonly Uint16Array[]) {
    this.#length = length
    const hashes = new Set<number>()
    for (const units of texts) for (const hash of hashesOf(units, length)) hashes.add(hash)
    this.#hashes = hashes
    this.#filter = new Uint8Array(2 ** Math.ceil(Math.log2(this.#hashes.size * 16 + 1)))
    for (const hash of this.#hashes) this.#filter[this.#slotOf(hash)] = 1
  }

  /** Where a text holds one of these runs: parts of it, from `begin` to before `end`, which do not overlap. */
  within(units: Uint16Array): readonly Stretch[] {
    const hashes = hashesOf(units, this.#length)
    const stretches: { begin: number; end: number }[] = []
    for (let begin = 0; begin < hashes.length; begin += 1) {
      const hash = hashes[begin] ?? 0
      if (this.#filter[this.#slotOf(hash)] === 0 || !this.#hashes.has(hash)) continue
      const last = stretches.at(-1)
      if (last && begin < last.end) last.end = begin + this.#length
      else stretches.push({ begin, end: begin + this.#length })
    }
    return stretches
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#filter.length - 1)
  }
}

/** A part of a text, from `begin` to before `end`. */
interface Stretch {
  readonly begin: number
  readonly end: number
}

/** Of each run of a length, in order of where it begins. Each is made of the one before. */
function hashesOf(units: Uint16Array, length: number): Int32Array {
  const hashes = new Int32Array(Math.max(0, units.length - length + 1))
  let gone = 1
  for (let count = 0; count < length; count += 1) gone = imul(gone, base)
  let hash = 0
  for (let index = 0; index < units.length; index += 1) {
    hash = (imul(hash, base) + (units[index] ?? 0)) | 0
    const first = index - length
    if (first >= 0) hash = (hash - imul(units[first] ?? 0, gone)) | 0
    if (first >= -1) hashes[first + 1] = hash
  }
  return hashes
}

/** Any odd number that spreads the bits. */
const base = 0x01_00_01_93
const { imul } = Math
