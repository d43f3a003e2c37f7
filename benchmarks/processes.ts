import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

export interface CommandOptions {
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  /** The exit code that means success, 0 by default. */
  readonly exitCode?: number
}

/** Milliseconds from the start of a command to its end. Throws with its output if it fails. */
export async function timeToEnd(
  command: string,
  words: readonly string[],
  { cwd, environment, exitCode = 0 }: CommandOptions = {},
): Promise<number> {
  const started = performance.now()
  const child = start(command, words, cwd === undefined ? {} : { cwd }, environment)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text))
  }
  const closed = once(child, 'close')
  const [code] = await once(child, 'exit')
  const ended = performance.now()
  await closed
  if (code === exitCode) return ended - started
  throw new Error(`${command} ${words.join(' ')} ended with exit code ${code}:\n${output.join('')}`)
}

/** What a process used from start to end. */
export interface Run {
  readonly milliseconds: number
  /** Peak resident memory in megabytes of 1,000,000 bytes; 0 where there is no `/proc`. */
  readonly megabytes: number
}

/** Runs Node with some words and without output. Throws if it ends with another exit code. */
export async function runOfNode(
  words: readonly string[],
  { cwd, environment, exitCode = 0 }: CommandOptions = {},
): Promise<Run> {
  const started = performance.now()
  const options: SpawnOptions = { stdio: ['ignore', 'ignore', 'inherit'], ...(cwd !== undefined && { cwd }) }
  const child = start(process.execPath, words, options, environment)
  let bytes = 0
  // The kernel keeps the peak itself, so only the last reading could come too late.
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    bytes = Math.max(bytes, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024)
  }, 20)
  const [code] = await once(child, 'exit')
  const milliseconds = performance.now() - started
  clearInterval(watch)
  if (code !== exitCode) throw new Error(`${words.join(' ')} ended with exit code ${code}.`)
  return { milliseconds, megabytes: bytes / 1e6 }
}

/** Starts a command with its output on pipes, and an environment that does not depend on who measures. */
export function start(
  command: string,
  words: readonly string[],
  options: SpawnOptions = {},
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(command, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: { ...plainEnvironment(), ...environment },
  })
}

/** Waits until a command has printed something that fits. Throws with its output if it ends before. */
export async function printed(child: ChildProcess, expected: RegExp): Promise<RegExpExecArray> {
  let [output, errors] = ['', '']
  child.stderr?.on('data', (text) => {
    errors += text
  })
  return await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`Ended with exit code ${code}:\n${output}${errors}`)))
    child.stdout?.on('data', (text) => {
      output += text
      const found = expected.exec(output)
      if (found) resolve(found)
    })
  })
}

/** Ends a process that was started here, and waits until it has ended. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** Seconds of processor time that a process has used, with all its threads. Linux reports it in steps of 10 ms. */
export async function processorSeconds({ pid = 0 }: ChildProcess): Promise<number> {
  const { seconds } = await processFacts(pid).catch(() => {
    throw new Error(
      'The processor time of another process can be read only on Linux. Run this benchmark there.',
    )
  })
  return seconds
}

/** What Linux tells of a process. */
export interface ProcessFacts {
  readonly pid: number
  /** The process that started it. */
  readonly parent: number
  /** Of processor time, user and system, with all its threads. */
  readonly seconds: number
}

/** Throws if there is no such process, or no `/proc`. */
export async function processFacts(pid: number): Promise<ProcessFacts> {
  const facts = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [, parent, , , , , , , , , , user, system] = facts.slice(facts.lastIndexOf(')') + 2).split(' ')
  return { pid, parent: Number(parent), seconds: (Number(user) + Number(system)) / ticksPerSecond }
}

/** Ticks per second in user space on Linux, regardless of the kernel's own clock. */
const ticksPerSecond = 100

/** Without variables that npm sets, that slow every node alike (NODE_OPTIONS and its relatives), or that control Terraform. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'TMPDIR'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
