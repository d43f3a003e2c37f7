import { type Folding, foldings } from './folding'
import { RunSet, type Stretch } from './run-set'
import { formsOf } from './secret-forms'
import { spellings } from './spellings'

/** What must not be shown, whoever echoes it in whatever spelling. What it is looked for by is made when it is first needed. */
export class Secrets {
  readonly #secrets: readonly string[]
  #traits: Traits | undefined

  /** @param secrets those of less than four characters would strike out letters of every message, and are left out */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.filter((secret) => secret.length >= 4)
  }

  get areNone(): boolean {
    return this.#secrets.length === 0
  }

  /** These, and others. */
  and(others: readonly string[]): Secrets {
    return others.length === 0 ? this : new Secrets([...this.#secrets, ...others])
  }

  /**
   * A text of which all is struck out that tells of a secret: of one of eight and more characters whatever six in a row say in any
   * letter case, escaped or not, with white space between them, or as base64 or numbers; shorter ones as a whole, in the spellings
   * that are usual. A text of more than 200,000 characters ends there, and with `***`.
   */
  struckFrom(text: string): string {
    const look = text.slice(0, longestLook)
    if (this.areNone) return look
    this.#traits ??= traitsOf(this.#secrets)
    const isCut = text.length > longestLook
    const struck = [...placesOf(look, this.#traits.whole), ...placesTelling(look, this.#traits.runs, isCut)]
    return withoutPlaces(look, struck)
  }
}

/** For texts of the provider's own, and for those of what was never told a secret. */
export const noSecrets = new Secrets([])

const longestLook = 200_000

/** What secrets are found by. */
interface Traits {
  /** Texts that are struck out as a whole. */
  readonly whole: readonly string[]
  /** What stands in foldings of what tells of a secret. */
  readonly runs: readonly RunSet[]
}

function traitsOf(secrets: readonly string[]): Traits {
  const long = secrets.filter((secret) => secret.length >= shortestBroken)
  const whole = secrets.filter((secret) => !long.includes(secret) || isHardToFind(secret)).flatMap(spellings)
  const folded = long.flatMap(formsOf).flatMap(({ text, telling }) =>
    foldings(text)
      .filter(({ units, isSparse }) => units.length >= (isSparse ? telling : shortestRun))
      .map(({ units }) => ({
        units,
        length: Math.max(shortestRun, Math.min(telling, units.length - mayBeLost)),
      })),
  )
  const lengths = [...new Set(folded.map(({ length }) => length))]
  const runs = lengths.map((length) => {
    const texts = folded.filter((each) => each.length === length)
    return new RunSet(
      length,
      texts.map(({ units }) => units),
    )
  })
  return { whole, runs }
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

function placesOf(text: string, wholes: readonly string[]): readonly Stretch[] {
  const places: Stretch[] = []
  for (const whole of wholes) {
    for (let begin = text.indexOf(whole); begin !== -1; begin = text.indexOf(whole, begin + 1))
      places.push({ begin, end: begin + whole.length })
  }
  return places
}

function placesTelling(text: string, runs: readonly RunSet[], isCut: boolean): readonly Stretch[] {
  return foldings(text).flatMap((folding) => {
    const places = runs
      .flatMap((each) => each.within(folding.units))
      .map((found) => placeOf(text, folding, found))
    return isCut ? [...places, endOf(text, folding)] : places
  })
}

/**
 * Where in the text a run stands that was found, with what may be part of the secret beside it: one escape on either side, which may be
 * a character of the secret that looks like another one together with what follows it; and what the folding has dropped there, but for
 * white space and a sign or two at the outer end.
 */
function placeOf(text: string, { begins, ends, isSparse }: Folding, found: Stretch): Stretch {
  const isEscape = (index: number) => (ends[index] ?? 0) - (begins[index] ?? 0) >= shortestEscape
  const first = isEscape(found.begin - 1) ? found.begin - 1 : found.begin
  const last = isEscape(found.end) ? found.end : found.end - 1
  const begin = begins[first] ?? 0
  const end = ends[last] ?? text.length
  if (isSparse) return { begin, end }
  const before = text.slice(ends[first - 1] ?? 0, begin).replace(/^\s*[=+\\]{0,2}\s*/, '')
  const behind = text.slice(end, begins[last + 1] ?? text.length).replace(/\s*[=+\\]{0,2}\s*$/, '')
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
