import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, join, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'

/** Terraform or OpenTofu, as it is started. */
export type EngineCommand = string

/** What a run of the engine left behind. */
export interface EngineRun {
  readonly exitCode: number
  /** Empty where the lines went elsewhere. */
  readonly output: string
  readonly errors: string
}

export interface EngineRunOptions {
  /** Takes each line of its standard output, which is not kept then. */
  readonly heard?: (line: string) => void
  /** Takes the process as soon as it is started. */
  readonly started?: (child: ChildProcess) => void
}

/**
 * The engine to start: the one that was chosen, else `terraform` or `tofu`, whichever is on PATH.
 * @throws {Error} where neither is, or the choice is empty
 */
export async function findEngine(chosen?: string): Promise<EngineCommand> {
  if (chosen === '')
    throw new Error('The value of --engine is empty. Name terraform or tofu, or remove the option.')
  // A path is one from here, and the engine is started in another folder.
  if (chosen !== undefined) return chosen.includes(sep) ? resolve(chosen) : chosen
  for (const command of ['terraform', 'tofu']) if (await isOnPath(command)) return command
  throw new Error('Neither terraform nor tofu is on PATH. Install one of them, or name one with --engine.')
}

/**
 * Runs the engine to its end, in a process group of its own: what a terminal's Ctrl-C tells it is left to whoever starts it.
 * @throws {Error} where the folder is missing, or it cannot be started
 */
export async function runEngine(
  engine: EngineCommand,
  words: readonly string[],
  folder: string,
  { heard, started }: EngineRunOptions = {},
): Promise<EngineRun> {
  // Started in a folder that is missing, a program is told to be missing itself.
  if (!(await isFolder(folder)))
    throw new Error(`${JSON.stringify(folder)} is not an existing folder. Name another one.`)
  const child = spawn(engine, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TF_IN_AUTOMATION: '1' },
    detached: started !== undefined,
  })
  const [output, errors]: [Buffer[], Buffer[]] = [[], []]
  if (heard) createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', heard)
  else child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  const ended = new Promise<number>((settle, fail) => {
    child.on('error', (cause) => {
      const advice = 'Name terraform or tofu with --engine.'
      fail(new Error(`${JSON.stringify(engine)} cannot be started: ${cause.message}. ${advice}`, { cause }))
    })
    child.on('close', (code) => settle(code ?? 1))
  })
  started?.(child)
  return { exitCode: await ended, output: textOf(output), errors: textOf(errors) }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8')
}

async function isOnPath(command: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const folder of folders) {
    const isThere = await access(join(folder, command), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return true
  }
  return false
}
