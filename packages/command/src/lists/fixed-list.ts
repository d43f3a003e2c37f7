import { byteOrderMark, hasByteOrderMark, namesOfLine, readList, refuseNoList } from '@webfilter/site-lists'
import { fixedPlainList } from './fixed-plain-list'
import { type ListLine, readListFile } from './list-file'

/** A list whose repair would change its sites; nothing of it may be written. */
export class NotRepairable extends Error {}

/**
 * A list without lines that repeat an earlier one, with each site in its normal form, sorted within its paragraphs. Its format stays, and
 * so do its sites: suffixes, and sites that a parent domain includes, are left as they are.
 *
 * A paragraph ends at a blank line, at a line that belongs to the frame of the format, and at a line that has something in it that is no
 * site. Comments stay above the line that they stand above; those at the beginning of the file, and those above a blank line, stay where
 * they are.
 *
 * @throws {NotRepairable} if the result would have other sites than the list, which is a mistake here
 */
export function fixedList(path: string, bytes: Buffer): Buffer {
  refuseNoList(bytes)
  const result = withMark(bytes, fixedPlainList(bytes) ?? fixedLineByLine(path, bytes))
  if (!hasSameSites(bytes, result)) throw new NotRepairable(`${JSON.stringify(path)} would have other sites.`)
  return result
}

/** With the byte order mark that another version of the list has. */
function withMark(other: Buffer, bytes: Buffer): Buffer {
  return hasByteOrderMark(other) ? Buffer.concat([byteOrderMark, bytes]) : bytes
}

/** The same of any list, without a byte order mark, and without a look at the sites. */
export function fixedLineByLine(path: string, bytes: Buffer): Buffer {
  const { lines } = readListFile(path, bytes)
  const usualEnd = Buffer.from(lines.find(({ end }) => end !== '')?.end ?? '\n')
  const fixed = withoutRepetitions(paragraphsOf(lines)).flatMap(sorted)
  const content = fixed.flatMap((line) => [line, usualEnd])
  return Buffer.concat(content)
}

/** An entry with the comments above it. */
interface Entry {
  readonly comments: readonly Uint8Array[]
  /** The line with its names in their normal form. */
  readonly line: Uint8Array
  /** The same without the comment behind it: lines with the same text say the same. */
  readonly text: string
  readonly commentBehind: Uint8Array | undefined
  /** Its first site, by which it is sorted. */
  readonly key: string
}

interface Paragraph {
  /** What stays above its entries. */
  readonly heading: readonly Uint8Array[]
  readonly entries: readonly Entry[]
}

function paragraphsOf(lines: readonly ListLine[]): readonly Paragraph[] {
  const paragraphs: Paragraph[] = []
  let heading: readonly Uint8Array[] = []
  let entries: Entry[] = []
  let comments: Uint8Array[] = []
  // Where comments are of the file, or of the frame above them, and not of the entry below.
  let isTop = true
  for (const line of lines) {
    const entry = line.kind === 'entry' ? entryOf(line, isTop ? [] : comments) : undefined
    if (line.kind === 'comment') comments.push(line.bytes)
    else if (entry !== undefined) {
      if (isTop) heading = [...heading, ...comments]
      entries.push(entry)
      comments = []
      isTop = false
    } else {
      paragraphs.push({ heading, entries })
      heading = [...comments, line.bytes]
      entries = []
      comments = []
      isTop = line.kind === 'frame'
    }
  }
  return [...paragraphs, { heading, entries }, { heading: comments, entries: [] }]
}

/** Undefined for a line of which it is not certain that it reads the same with its names in their normal form. */
function entryOf(
  { bytes, names, leftOut, keepsSpelling }: ListLine,
  comments: readonly Uint8Array[],
): Entry | undefined {
  const [first] = names
  if (first === undefined || leftOut.length > 0) return undefined
  const isNormal = keepsSpelling || names.every(({ written, site }) => written === site)
  const line = isNormal ? bytes : withNormalNames(bytes, names)
  const read = isNormal ? { names, leftOut } : namesOfLine(line)
  const isSame =
    read.leftOut.length === 0 &&
    read.names.length === names.length &&
    read.names.every(({ site }, index) => site === names[index]?.site)
  if (!isSame) return undefined
  const whole = Buffer.from(line).toString('utf8')
  const [behind, comment] = /\s([#;].*)$/su.exec(whole) ?? []
  const text = (behind === undefined ? whole : whole.slice(0, -behind.length)).trim()
  const commentBehind = comment === undefined ? undefined : Buffer.from(comment.trimEnd())
  return { comments, line, text, commentBehind, key: first.site }
}

/** Each name in its place, where it stands as a word of the line. */
function withNormalNames(bytes: Uint8Array, names: ListLine['names']): Uint8Array {
  let text = Buffer.from(bytes).toString('utf8')
  let from = 0
  for (const { written, site } of names) {
    let at = text.indexOf(written, from)
    while (at !== -1 && !isWord(text, at, written.length)) at = text.indexOf(written, at + 1)
    if (at === -1) return bytes
    text = text.slice(0, at) + site + text.slice(at + written.length)
    from = at + site.length
  }
  return Buffer.from(text)
}

function isWord(text: string, at: number, length: number): boolean {
  const before = text.slice(0, at).replace(/(?:^|(?<=[\s/"'|]))\*?\.$/u, '')
  return /(?:^|[\s/"'|])$/u.test(before) && /^(?:$|[\s/"'^$])/u.test(text.slice(at + length))
}

/** The comments of a line that goes are put above the line that it repeats. */
function withoutRepetitions(paragraphs: readonly Paragraph[]): readonly Paragraph[] {
  const further = new Map<string, Uint8Array[]>()
  const kept = paragraphs.map(({ heading, entries }) => ({
    heading,
    entries: entries.filter(({ text, comments, commentBehind }) => {
      const ofFirst = further.get(text)
      if (ofFirst === undefined) {
        further.set(text, [])
        return true
      }
      for (const comment of comments) ofFirst.push(comment)
      if (commentBehind !== undefined) ofFirst.push(commentBehind)
      return false
    }),
  }))
  const withComments = (entry: Entry): Entry => {
    const more = further.get(entry.text) ?? []
    return more.length === 0 ? entry : { ...entry, comments: [...entry.comments, ...more] }
  }
  return kept.map(({ heading, entries }) => ({ heading, entries: entries.map(withComments) }))
}

function sorted({ heading, entries }: Paragraph): readonly Uint8Array[] {
  const inOrder = [...entries].sort(
    (one, other) => compared(one.key, other.key) || compared(one.text, other.text),
  )
  const [first] = inOrder
  // Without a blank line between them, the comments of the first entry would be taken for the file's from now on.
  const isApart = first === undefined || first.comments.length === 0 || isBlank(heading.at(-1))
  const lines = inOrder.flatMap(({ comments, line }) => [...comments, line])
  return [...heading, ...(isApart ? [] : [Buffer.alloc(0)]), ...lines]
}

function compared(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** Also of nothing at all. */
function isBlank(line: Uint8Array | undefined): boolean {
  return line === undefined || Buffer.from(line).toString('latin1').trim() === ''
}

function hasSameSites(before: Uint8Array, after: Uint8Array): boolean {
  const [was, is] = [readList(before), readList(after)]
  const bytesOf = ({ bytes }: { readonly bytes: Uint8Array }) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (
    was.invalid.count === is.invalid.count &&
    was.table.size === is.table.size &&
    bytesOf(was.table).equals(bytesOf(is.table))
  )
}
