import { longestList, mostEntries, mostLeftOut } from '../list-size'
import { apparentFormat } from './apparent-format'

/**
 * Bytes that are no list in any form, or too long a one. The message is a clause, such as `is compressed`, and the advice a sentence
 * of what to do.
 */
export class UnreadableList extends Error {
  readonly advice: string
  /** It may be a list, but one that is longer than lists may be. */
  readonly isTooLong: boolean

  constructor(message: string, advice: string, isTooLong = false) {
    super(message)
    this.advice = advice
    this.isTooLong = isTooLong
  }
}

/** What to say of a list that is longer than one may be. @param what a clause */
export function tooLong(what: string): UnreadableList {
  return new UnreadableList(what, 'Split it into several files, and declare a list for each.', true)
}

/** What to say of a file that is longer than that of a list may be. */
export function tooLarge(): UnreadableList {
  return tooLong(`is larger than ${longestList / 2 ** 20} MiB`)
}

/**
 * Refuses what a file of a repository cannot be if it is a list: also the page of an error, which the provider only mentions beside
 * the lines that it skips.
 *
 * @throws {UnreadableList} for what `refuseOtherFormats` refuses, what looks like something else, and what is larger than a list may be
 */
export function refuseNoList(bytes: Uint8Array): void {
  if (bytes.length > longestList) throw tooLarge()
  refuseOtherFormats(bytes)
  const looksLike = apparentFormat(bytes)
  if (looksLike !== undefined) {
    throw new UnreadableList(`is ${looksLike}`, 'Fetch the list again, and look at what the server returned.')
  }
}

/** @throws {UnreadableList} for what is compressed, in UTF-16 or no text */
export function refuseOtherFormats(bytes: Uint8Array): void {
  const beginning = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  if (beginning === 0x1f8b || beginning === 0x504b) {
    throw new UnreadableList('is compressed', 'Decompress it first.')
  }
  if (beginning === 0xfffe || beginning === 0xfeff) {
    throw new UnreadableList('is in UTF-16', 'Save it as UTF-8.')
  }
  if (bytes.subarray(0, 4096).includes(0)) {
    throw new UnreadableList('is not a text file', 'Name a text file with one site per line.')
  }
}

/** @throws {UnreadableList} where a list has more entries than one may have */
export function refuseManyEntries(entries: number): void {
  if (entries > mostEntries) throw tooLong(`has more than ${mostEntries.toLocaleString('en-US')} entries`)
}

/** @throws {UnreadableList} where a file of a repository has too many entries that are no sites */
export function refuseManyLeftOut(leftOut: number): void {
  if (leftOut > mostLeftOut) throw new UnreadableList('contains almost no sites', 'Name a list of sites.')
}
