import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { delimiter, join, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { durationText } from '@webfilter/appliance-declarations/diagnostics/wording'
import { Interrupted } from '@webfilter/concurrency'
import { exists, isFolder } from './files'
import { foundText } from './text-file'

export interface EngineRunOptions {
  /** Milliseconds after which the engine is interrupted. */
  readonly timeout: number
  readonly interrupts: Interrupts
  /** Takes each line of standard output, which is not kept then. */
  readonly heard?: (line: string) => void
}

/**
 * The engine to start in a folder: the one that was chosen, or else the one that initialized the folder, if it is on PATH, or else
 * `terraform` or `tofu`.
 * @throws {Error} if neither is on PATH, or the choice is empty
 */
export async function findEngine(chosen: string | undefined, folder: string): Promise<string> {
  const [first] = await findEnginesFor(chosen, folder)
  return first
}

/**
 * The engines that may have made a plan of a folder, the likeliest first: the one that was chosen, by an option or by
 * `TERRAFORM_BINARY_NAME`, as CDKTF has it; otherwise those of `terraform` and `tofu` that are on PATH, the one that initialized the folder
 * before the other.
 * @throws {Error} if neither is on PATH, or the choice is empty
 */
export async function findEnginesFor(
  chosen: string | undefined,
  folder: string,
): Promise<readonly [string, ...string[]]> {
  if (chosen === '')
    throw new Error('The value of --engine is empty. Name terraform or tofu, or remove the option.')
  const only = chosen ?? (process.env.TERRAFORM_BINARY_NAME || undefined)
  // A path is relative to this folder, and the engine is started in another one.
  if (only !== undefined) return [only.includes(sep) ? resolve(only) : only]
  const onPath: string[] = []
  for (const command of (await isOfTofu(folder)) ? ['tofu', 'terraform'] : ['terraform', 'tofu'])
    if (await isOnPath(command)) onPath.push(command)
  const [first, ...others] = onPath
  if (first !== undefined) return [first, ...others]
  throw new Error('Neither terraform nor tofu is on PATH. Install one of them, or specify one with --engine.')
}

/** Whether the lock file of a folder names the registry of OpenTofu for more providers than that of Terraform. */
async function isOfTofu(folder: string): Promise<boolean> {
  const text = await foundText(join(folder, '.terraform.lock.hcl')).catch(() => '')
  const hosts = [...text.matchAll(/^provider "([^"/]+)\//gmu)].map(([, host]) => host)
  const count = (host: string) => hosts.filter((each) => each === host).length
  return count('registry.opentofu.org') > count('registry.terraform.io')
}

/**
 * Runs the engine to its end, in a process group of its own, so that Ctrl-C in a terminal does not reach it: the interrupts hand it on. An
 * engine that has not ended in time is interrupted, and killed with its providers if that does not end it.
 *
 * @returns what it wrote, without the lines that `heard` took
 * @throws {Error} if the folder does not exist, the engine cannot be started, or it has not ended in time
 */
export async function runEngine(
  engine: string,
  words: readonly string[],
  folder: string,
  { timeout, interrupts, heard }: EngineRunOptions,
) {
  // In a folder that does not exist, the system's error would be that the program does not exist.
  if (!(await isFolder(folder)))
    throw new Error(`${JSON.stringify(folder)} is not an existing folder. Specify another one.`)
  const child = spawn(engine, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TF_IN_AUTOMATION: '1' },
    detached: hasGroups,
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
  const run = new StartedEngine(child)
  interrupts.running.add(run)
  if (interrupts.signal.aborted) run.interrupt()
  let isLate = false
  const clock = setTimeout(() => {
    isLate = true
    run.interrupt()
  }, timeout)
  const exitCode = await ended.finally(() => {
    clearTimeout(clock)
    interrupts.running.delete(run)
  })
  if (!isLate) return { exitCode, output: decoded(output), errors: decoded(errors) }
  throw new Error(
    `${JSON.stringify(engine)} did not end within ${durationText(timeout)} in ${JSON.stringify(folder)}, and was interrupted. Find out ` +
      'what it waits for, such as a lock of the state or an address that does not answer, or allow it more time with --engine-timeout.',
  )
}

/** Windows has no process groups: there, only the engine itself is ended. */
const hasGroups = process.platform !== 'win32'

/** Milliseconds until an engine that was interrupted is killed. */
const grace = 30_000

/** An engine with the processes that it has started, such as providers. */
class StartedEngine {
  readonly #child: ChildProcess
  #killing: NodeJS.Timeout | undefined

  constructor(child: ChildProcess) {
    this.#child = child
    child.once('exit', () => {
      // What an interrupted engine leaves behind would hold its output open.
      if (this.#killing !== undefined) this.#kill()
    })
  }

  /** Asks it to end in order; at the second time, engines stop at once. */
  interrupt(): void {
    this.#signal('SIGINT')
    this.#killing ??= setTimeout(() => this.#kill(), grace)
  }

  #kill(): void {
    clearTimeout(this.#killing)
    this.#signal('SIGKILL')
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.destroy()
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    try {
      if (hasGroups && pid !== undefined) process.kill(-pid, signal)
      else this.#child.kill(signal)
    } catch {
      // It has ended.
    }
  }
}

const interruptingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What work with engines learns of an interruption. */
export interface Interrupts {
  /** Each engine from its start to its end. */
  readonly running: Set<StartedEngine>
  /** Aborted by the first interruption: nothing else is to be started. */
  readonly signal: AbortSignal
}

/**
 * Does some work with engines, and hands on to all of them what asks this process to end. The first time asks the engines to end in order; a
 * second time makes them stop at once.
 *
 * @param sentence what cannot be said then
 * @throws {Interrupted} after an interruption, whatever the work came to
 */
export async function handingOnInterrupts<Result>(
  sentence: string,
  work: (interrupts: Interrupts) => Promise<Result>,
): Promise<Result> {
  const running = new Set<StartedEngine>()
  const interruption = new AbortController()
  const { signal } = interruption
  const interrupt = () => {
    interruption.abort()
    for (const engine of running) engine.interrupt()
  }
  for (const name of interruptingSignals) process.on(name, interrupt)
  try {
    const result = await work({ running, signal })
    if (!signal.aborted) return result
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    for (const name of interruptingSignals) process.removeListener(name, interrupt)
  }
  throw new Interrupted(`${sentence} Run it again.`)
}

function decoded(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8')
}

async function isOnPath(command: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const folder of folders) if (await exists(join(folder, command), constants.X_OK)) return true
  return false
}
