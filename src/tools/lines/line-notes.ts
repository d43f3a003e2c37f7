import { z } from 'zod'
import { pathOfList } from '../../sites/files/list-text'
import { commentOfLine } from '../../sites/published/list-line'
import { commentOfHclLine } from '../configuration/hcl'
import { joined, Name, type Phrase, say } from '../report/phrase'
import type { Place } from '../report/report'
import type { Blame, FindOrigins, Origin } from './origin'

/** What stands beside a line of a list besides its site. */
export interface LineNote {
  /** Without the sign that begins it. */
  readonly comment?: string
  readonly origin?: Origin
}

/** What stands beside lines. */
export interface LineNotes {
  /** Undefined for a line beside which there is nothing. */
  readonly at: (place: Place) => LineNote | undefined
  /** Why commits are missing, a sentence without its full stop for each file; empty if they were not asked for. */
  readonly notices: readonly Phrase[]
}

/** Reads a file with lines. Undefined if it cannot be read. */
export type ReadLines = (path: string) => Promise<LinesOfFile | undefined>

export interface LinesOfFile {
  readonly bytes: Uint8Array
  /** Whether the lines are not those of the file on disk, which is compressed or an archive. */
  readonly isUnpacked: boolean
}

/**
 * Finds the comments of lines, and the commits that brought them. Each file is read once.
 *
 * @param places files relative to the root, or full paths
 * @param findOrigins asks for the commits, if they are wanted
 */
export async function notesOfLines(
  places: readonly Place[],
  {
    root,
    read,
    findOrigins,
  }: { readonly root: string; readonly read: ReadLines; readonly findOrigins: FindOrigins | undefined },
): Promise<LineNotes> {
  const notes = new Map<string, LineNote>()
  const notices: Phrase[] = []
  const signal = AbortSignal.timeout(mostTime)
  for (const [file, lines] of linesOf(places)) {
    const path = pathOfList(root, file)
    const content = await read(path)
    if (content === undefined) continue
    const comments = commentsOf(content.bytes, file, lines)
    const { origins, notice } = content.isUnpacked
      ? { ...noOrigins, ...(findOrigins && { notice: unpacked(file) }) }
      : ((await findOrigins?.(path, file, [...lines], signal)) ?? noOrigins)
    if (notice !== undefined) notices.push(notice)
    for (const line of lines) {
      const [comment, origin] = [comments.get(line), origins.get(line)]
      if (comment !== undefined || origin !== undefined)
        notes.set(keyOf({ file, line }), { ...(comment && { comment }), ...(origin && { origin }) })
    }
  }
  return { at: (place) => notes.get(keyOf(place)), notices }
}

const noOrigins: Blame = { origins: new Map() }

/** The numbers of lines by their files. */
function linesOf(places: readonly Place[]): ReadonlyMap<string, ReadonlySet<number>> {
  const files = new Map<string, Set<number>>()
  for (const { file, line } of places)
    if (line !== undefined) files.set(file, (files.get(file) ?? new Set()).add(line))
  return files
}

/** Milliseconds in which git answers for all files. */
const mostTime = 60_000

function unpacked(file: string): Phrase {
  return say`${new Name(file)}: git cannot show which commits brought the lines of a compressed file or an archive`
}

function keyOf({ file, line }: Place): string {
  return `${line} ${file}`
}

/** The comments of lines in a file, by their numbers. */
export function commentsOf(
  bytes: Uint8Array,
  file: string,
  lines: ReadonlySet<number>,
): ReadonlyMap<number, string> {
  const commentOf = commentReaderOf(file)
  const comments = new Map<number, string>()
  const last = Math.max(0, ...lines)
  let from = 0
  for (let number = 1; number <= last && from < bytes.length; number += 1) {
    const feed = bytes.indexOf(lineFeed, from)
    const to = feed === -1 ? bytes.length : feed
    const comment = lines.has(number) ? commentOf(bytes.subarray(from, to)) : undefined
    if (comment !== undefined) comments.set(number, [...comment].slice(0, longestComment).join(''))
    from = to + 1
  }
  return comments
}

const lineFeed = 0x0a

/** Characters of a comment that are kept. */
const longestComment = 1_000

/** By the name of the file. JSON has no comments. */
function commentReaderOf(file: string): (line: Uint8Array) => string | undefined {
  if (/\.(?:tf|tofu)\.json$/u.test(file)) return () => undefined
  if (/\.(?:tf|tofu)$/u.test(file)) return (line) => commentOfHclLine(Buffer.from(line).toString('utf8'))
  return commentOfLine
}

/** What stands beside a line, behind what is said of the line itself: nothing, or clauses with a semicolon in front of each. */
export function notePhrase(note: LineNote | undefined): Phrase {
  const { comment, origin } = note ?? {}
  return joined([[], ...(comment ? [say`comment ${new Name(comment)}`] : []), ...originPhrases(origin)], '; ')
}

function originPhrases(origin: Origin | undefined): readonly Phrase[] {
  if (origin === undefined) return []
  if (origin === 'uncommitted') return [say`not committed yet`]
  const { id, date, author, subject } = origin
  return [say`commit ${new Name(id.slice(0, 10))} of ${[date]} by ${new Name(author)}: ${new Name(subject)}`]
}

/** What stands beside a line, as JSON has it. */
export function noteEntry(note: LineNote | undefined) {
  const { comment, origin } = note ?? {}
  return {
    ...(comment !== undefined && { comment }),
    ...(origin === 'uncommitted' ? { uncommitted: true } : origin && { commit: { ...origin } }),
  }
}

/** The properties of `noteEntry`. */
export const noteJson = {
  comment: z.string().optional().describe('Comment of the line, at most 1,000 characters.'),
  commit: z
    .object({
      id: z.string().describe('Hash.'),
      author: z.string(),
      date: z.string().describe('When it was written, in UTC, such as `2026-03-04`.'),
      subject: z.string().describe('First line of its message.'),
    })
    .optional()
    .describe('With `--blame`: the commit that brought the line.'),
  uncommitted: z.boolean().optional().describe('With `--blame`: the line is in no commit yet.'),
}
