import { execFile } from 'node:child_process'
import { basename, dirname } from 'node:path'
import { Name, type Phrase, say } from '../report/phrase'

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

export interface Blame {
  /** By the numbers of lines, from 1. */
  readonly origins: ReadonlyMap<number, Origin>
  /** Why some lines have none. */
  readonly notice?: Phrase
}

/**
 * Asks git which commits brought lines of a file. Never throws: without git or the history of the file there is a notice.
 *
 * @param path full path of the file
 * @param shown the file as it is named in a notice
 * @param lines from 1; of many, only the first ones are asked for
 * @param signal ends git
 */
export async function blame(
  path: string,
  shown: string,
  lines: readonly number[],
  signal: AbortSignal,
): Promise<Blame> {
  const folder = dirname(path)
  const sought = [...new Set(lines)].sort((one, other) => one - other)
  const ranges = sought.slice(0, mostLines).flatMap((line) => ['-L', `${line},${line}`])
  const words = ['blame', '--porcelain', '--no-textconv', ...ranges, '--', basename(path)]
  const answer = await git(folder, words, signal)
  if ('why' in answer) return { origins: new Map(), notice: say`${new Name(shown)}: ${answer.why}` }
  const { origins, oldest } = readPorcelain(answer.output)
  // The history begins there: with the line itself, or because an older part of it was not fetched.
  const isCut = oldest.size > 0 && (await isShallow(folder, signal))
  const known = isCut ? new Map([...origins].filter(([line]) => !oldest.has(line))) : origins
  if (isCut)
    return {
      origins: known,
      notice: say`${new Name(shown)}: the history that was fetched is too short for some lines. Fetch all of it, such as with fetch-depth: 0`,
    }
  const left = sought.length - mostLines
  if (left <= 0) return { origins: known }
  return { origins: known, notice: say`${new Name(shown)}: git was not asked for ${left} more lines` }
}

/** Lines of a file that are asked for. */
const mostLines = 200

type GitAnswer = { readonly output: string } | { readonly why: Phrase }

/** Runs git without a shell. */
async function git(folder: string, words: readonly string[], signal: AbortSignal): Promise<GitAnswer> {
  if (signal.aborted) return { why: late }
  return await new Promise((settle) => {
    execFile(
      'git',
      // It starts no program that the repository names.
      ['-c', 'core.fsmonitor=false', ...words],
      {
        cwd: folder,
        signal,
        killSignal: 'SIGKILL',
        maxBuffer: mostOutput,
        env: { ...process.env, ...environment },
      },
      (error, output, errors) => {
        if (error === null) settle({ output })
        else settle({ why: signal.aborted ? late : failurePhrase(error, errors) })
      },
    )
  })
}

/** Bytes. */
const mostOutput = 2 ** 24

/** It asks for nothing, fetches nothing, and writes nothing. */
const environment = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LITERAL_PATHSPECS: '1',
  LC_ALL: 'C',
}

const late = say`git did not answer in time`

function failurePhrase(error: Error & { readonly code?: unknown }, errors: string): Phrase {
  if (error.code === 'ENOENT') return say`git cannot be started. Install it, or leave out --blame`
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return say`the answer of git is too long`
  const [first = ''] = errors.split('\n')
  return say`git reports ${new Name(first.trim())}`
}

async function isShallow(folder: string, signal: AbortSignal): Promise<boolean> {
  const answer = await git(folder, ['rev-parse', '--is-shallow-repository'], signal)
  // If it does not say so, the commits are not certain either.
  return 'why' in answer || answer.output.trim() !== 'false'
}

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
