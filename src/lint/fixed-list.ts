import type { WrittenName } from '../sites/published/list-line'
import type { Site } from '../sites/site'
import type { ListFile, ListLine } from './list-file'

/**
 * A list without repetitions, with each site in its normal form, sorted within its paragraphs. Its format stays, and so do its sites:
 * lines that are no sites, suffixes and sites that a parent domain includes are left as they are.
 *
 * A paragraph ends at a blank line, and at a line that belongs to the frame of the format. Comments stay above the line that they
 * stand above; those at the beginning of the file, and those above a blank line, stay where they are.
 */
export function fixedList({ hasMark, lines }: ListFile): Buffer {
  const usualEnd = lines.find(({ end }) => end !== '')?.end ?? '\n'
  const paragraphs = paragraphsOf(lines)
  const fixed = withoutRepetitions(paragraphs).flatMap(sorted)
  const content = fixed.flatMap((bytes) => [bytes, Buffer.from(usualEnd)])
  return Buffer.concat([...(hasMark ? [mark] : []), ...content])
}

const mark = Buffer.from([0xef, 0xbb, 0xbf])

/** An entry with the comments above it. */
interface Entry {
  readonly comments: readonly Uint8Array[]
  readonly line: ListLine
}

interface Paragraph {
  /** What stays above its entries. */
  readonly heading: readonly Uint8Array[]
  readonly entries: readonly Entry[]
}

function paragraphsOf(lines: readonly ListLine[]): readonly Paragraph[] {
  const paragraphs: Paragraph[] = []
  let heading: Uint8Array[] = []
  let entries: Entry[] = []
  let comments: Uint8Array[] = []
  // Where comments are of the file, or of the frame above them, and not of the entry below.
  let isTop = true
  for (const { kind, ...line } of lines) {
    if (kind === 'comment') comments.push(line.bytes)
    else if (kind === 'entry') {
      if (isTop) heading.push(...comments)
      entries.push({ comments: isTop ? [] : comments, line: { kind, ...line } })
      comments = []
      isTop = false
    } else {
      paragraphs.push({ heading, entries })
      heading = [...comments, line.bytes]
      entries = []
      comments = []
      isTop = kind === 'frame'
    }
  }
  return [...paragraphs, { heading, entries }, { heading: comments, entries: [] }]
}

/** An entry whose sites were all named before goes; its comments go to the entry that names the first of them. */
function withoutRepetitions(paragraphs: readonly Paragraph[]): readonly KeptParagraph[] {
  const keepers = new Map<Site, KeptEntry>()
  return paragraphs.map(({ heading, entries }) => ({
    heading,
    entries: entries.flatMap(({ comments, line }): readonly KeptEntry[] => {
      const kept: KeptEntry = { comments: [...comments], line, names: [] }
      for (const name of line.names) {
        if (keepers.has(name.site)) continue
        keepers.set(name.site, kept)
        kept.names.push(name)
      }
      const [first] = line.names
      if (first === undefined || kept.names.length > 0 || line.leftOut.length > 0) return [kept]
      keepers.get(first.site)?.comments.push(...comments, ...commentBehind(line))
      return []
    }),
  }))
}

interface KeptEntry {
  readonly comments: Uint8Array[]
  readonly line: ListLine
  /** Those of the line that no entry before it names. */
  readonly names: WrittenName[]
}

interface KeptParagraph {
  readonly heading: readonly Uint8Array[]
  readonly entries: readonly KeptEntry[]
}

function commentBehind({ bytes }: ListLine): readonly Uint8Array[] {
  const [, comment] = /\s([#;].*)$/su.exec(Buffer.from(bytes).toString('utf8')) ?? []
  return comment === undefined ? [] : [Buffer.from(comment.trimEnd())]
}

/** Entries without a site come last, in the order in which they were. */
function sorted({ heading, entries }: KeptParagraph): readonly Uint8Array[] {
  const inOrder = [...entries].sort((one, other) => compared(keyOf(one), keyOf(other)))
  const [first] = inOrder
  // Without a blank line between them, the comments of the first entry would be taken for the file's from now on.
  const isApart = first === undefined || first.comments.length === 0 || isBlank(heading.at(-1))
  const lines = inOrder.flatMap((entry) => [...entry.comments, rewritten(entry)])
  return [...heading, ...(isApart ? [] : [Buffer.alloc(0)]), ...lines]
}

/** The first site that no entry before names. */
function keyOf({ names }: KeptEntry): Site | undefined {
  return names[0]?.site
}

function compared(one: Site | undefined, other: Site | undefined): number {
  if (one === other) return 0
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1
  return one < other ? -1 : 1
}

/** Also of nothing at all. */
function isBlank(line: Uint8Array | undefined): boolean {
  return line === undefined || Buffer.from(line).toString('latin1').trim() === ''
}

/** The line with its names in their normal form and without those that other entries name; nothing else is changed. */
function rewritten({ line, names }: KeptEntry): Uint8Array {
  const isAsItWas = names.length === line.names.length && names.every(({ written, site }) => written === site)
  if (isAsItWas) return line.bytes
  let text = Buffer.from(line.bytes).toString('utf8')
  let from = 0
  for (const name of line.names) {
    const at = text.indexOf(name.written, from)
    if (at === -1) return line.bytes
    const before = names.includes(name)
      ? text.slice(0, at) + name.site
      : text.slice(0, at).replace(separator, '')
    text = before + text.slice(at + name.written.length)
    from = before.length
  }
  return Buffer.from(text)
}

/** What stands between two names of a line, with the wildcard of the second one. */
const separator = /(?:\s+|\/)(?:\*?\.)?$/u
