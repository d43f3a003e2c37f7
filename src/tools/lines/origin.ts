import type { Phrase } from '../report/phrase'

/** The commit that brought a line. Its author's address of mail is left out. */
export interface LineCommit {
  /** Hash, in hexadecimal digits. */
  readonly id: string
  readonly author: string
  /** When it was written, in UTC, such as `2026-03-04`. */
  readonly date: string
  /** First line of its message. */
  readonly subject: string
}

/** What brought a line; `uncommitted` for one that is only in the file yet. */
export type Origin = LineCommit | 'uncommitted'

/** What git says of the lines of a file. */
export interface Blame {
  /** By the numbers of lines, from 1. */
  readonly origins: ReadonlyMap<number, Origin>
  /** Why some lines have none. */
  readonly notice?: Phrase
}

/** Finds the origins of lines of a file: its full path, as it is named in a notice, and the numbers of the lines. */
export type FindOrigins = (
  path: string,
  shown: string,
  lines: readonly number[],
  signal: AbortSignal,
) => Promise<Blame>

interface Porcelain {
  readonly origins: ReadonlyMap<number, Origin>
  /** Lines of the commits with which the history begins. */
  readonly oldest: ReadonlySet<number>
}

/** Reads what `git blame --porcelain` prints, in which each commit is described once. */
export function readPorcelain(output: string): Porcelain {
  const described = new Map<string, Map<string, string>>()
  const lines = new Map<number, string>()
  let current: Map<string, string> = new Map()
  for (const text of output.split('\n')) {
    // The line itself.
    if (text.startsWith('\t')) continue
    const [, id, line] = /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$/u.exec(text) ?? []
    if (id !== undefined) {
      current = described.get(id) ?? new Map()
      described.set(id, current)
      lines.set(Number(line), id)
    } else {
      const [name = ''] = text.split(' ', 1)
      current.set(name, text.slice(name.length + 1))
    }
  }
  const origins = new Map<number, Origin>()
  const oldest = new Set<number>()
  for (const [line, id] of lines) {
    const description = described.get(id) ?? new Map<string, string>()
    origins.set(line, originOf(id, description))
    if (description.has('boundary')) oldest.add(line)
  }
  return { origins, oldest }
}

function originOf(id: string, description: ReadonlyMap<string, string>): Origin {
  if (/^0+$/u.test(id)) return 'uncommitted'
  const time = new Date(Number(description.get('author-time')) * 1_000)
  return {
    id,
    author: description.get('author') ?? '',
    date: Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 10),
    subject: description.get('summary') ?? '',
  }
}
