import { execFile } from 'node:child_process'
import { basename, dirname } from 'node:path'
import { Name, type Phrase, say } from '../report/phrase'
import { type Blame, readPorcelain } from './origin'

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
