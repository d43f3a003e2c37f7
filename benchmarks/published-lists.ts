import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** How long the sites of a published list are, by how many of them are hosts below other domains. */
export interface ListForm {
  /** Of a hundred sites, so many have a label in front of a domain that others have too. */
  readonly hosts: number
  /** Of a hundred sites, so many consist of three words. */
  readonly long: number
}

/** The forms of the two longest lists that administrators use: 22 and 26 bytes a line. */
export const forms = {
  domains: { hosts: 30, long: 36 },
  hosts: { hosts: 57, long: 60 },
} as const satisfies Record<string, ListForm>

/**
 * Writes a list with the form of a published one: words of a language that does not exist, numbers, public suffixes as often as they occur,
 * and hosts below some thousand domains. It compresses about as well as a published list. Nothing of it is stored: the same
 * number gives the same site each time, and different numbers give different sites.
 *
 * @param from number of the first site
 * @returns the bytes of the file
 */
export async function writePublishedList(
  path: string,
  count: number,
  form: ListForm,
  from = 0,
): Promise<number> {
  const file = createWriteStream(path)
  let bytes = 0
  for (let begin = from; begin < from + count; begin += linesOfPiece) {
    const end = Math.min(begin + linesOfPiece, from + count)
    const piece = publishedSites(begin, end, form)
    bytes += piece.length
    if (!file.write(piece, 'latin1')) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return bytes
}

/** The lines of a part of the list, from one number to before another. */
export function publishedSites(from: number, to: number, form: ListForm): string {
  let text = ''
  for (let number = from; number < to; number += 1) text += `${publishedSite(number, form)}\n`
  return text
}

const linesOfPiece = 50_000

/** The site of a number below two to the power of 28. */
function publishedSite(number: number, { hosts, long }: ListForm): string {
  // The three parts of the number tell its site from all others; everything else of it only follows from the number.
  const parts = mixed(number)
  const [one, other, rest] = [parts & 0x7ff, (parts >>> 11) & 0x7ff, parts >>> 22]
  const chance = scattered(number)
  const name = `${words[one]}${separators[chance % separators.length]}${words[other]}`
  const third = (chance >>> 8) % 100 < long ? `-${words[(chance >>> 4) & 0x7ff]}` : ''
  const own = `${name}${third}${rest === 0 ? '' : rest + 1}`
  return (chance >>> 16) % 100 < hosts
    ? `${own}.${words[(chance >>> 3) & 0x7ff]}${(chance >>> 5) & 3}.${suffixes[(chance >>> 6) & 0x1f] ?? 'com'}`
    : `${own}.${suffixes[(chance >>> 24) % suffixes.length] ?? 'com'}`
}

/** A permutation of the numbers below two to the power of 28, without an order that one could see. */
function mixed(number: number): number {
  let value = number & mask
  for (const factor of [0x5bd1e95, 0x2c1b3c6d, 0x297a2d39]) {
    value = Math.imul(value, factor) & mask
    value ^= value >>> 13
  }
  return value
}

const mask = 2 ** 28 - 1

/** Different for different numbers below two to the power of 32. */
function scattered(number: number): number {
  const value = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 12)) >>> 0
}

const consonants = [...'bcdfghklmnprstvz']
const vowels = [...'aeioua']

/** Words that begin and end with a consonant and have no two of them in a row: where two words meet can be seen. */
const words = Array.from({ length: 0x800 }, (_, index) => {
  const vowel = (place: number) => vowels[(scattered(index) >>> place) % vowels.length] ?? 'a'
  const further = index % 4 === 0 ? `r${vowel(9)}` : ''
  const [first, middle, last] = [
    consonants[index % 16],
    consonants[(index >>> 4) % 16],
    consonants[index >>> 8],
  ]
  return `${first}${vowel(3)}${further}${middle}${vowel(6)}${last}`
})
const separators = ['', '', '', '-']

/** As often as they occur among domains. */
const suffixes = [
  ...Array<string>(34).fill('com'),
  ...Array<string>(6).fill('net'),
  ...Array<string>(4).fill('org'),
  'de',
  'de',
  'de',
  'ru',
  'ru',
  'ru',
  'co.uk',
  'info',
  'info',
  'xyz',
  'xyz',
  'nl',
  'fr',
  'it',
  'pl',
  'cz',
  'eu',
  'jp',
  'co.jp',
  'com.br',
  'tv',
  'top',
  'biz',
  'us',
  'se',
  'ch',
  'at',
  'online',
  'site',
  'club',
  'live',
  'pro',
  'cc',
  'me',
  'io',
  'hu',
  'es',
]
