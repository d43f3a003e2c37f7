import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { delimiter, join, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { isFolder } from './files'

/** Terraform or OpenTofu, as it is started. */
export type EngineCommand = string

/** The result of a run of the engine. */
export interface EngineRun {
  readonly exitCode: number
  /** Standard output; empty if `heard` took its lines. */
  readonly output: string
  readonly errors: string
}

export interface EngineRunOptions {
  /** Takes each line of standard output, which is not kept then. */
  readonly heard?: (line: string) => void
  /** Takes the process as soon as it is started. */
  readonly started?: (child: ChildProcess) => void
}

/**
 * The engine to start in a folder: the one that was chosen, or else the one that initialised the folder, if it is on PATH, or else
 * `terraform` or `tofu`.
 * @throws {Error} if neither is on PATH, or the choice is empty
 */
export async function findEngine(chosen: string | undefined, folder: string): Promise<EngineCommand> {
  const [first] = await findEnginesFor(chosen, folder)
  return first
}

/** The engines that may have made a plan of a folder, the one that initialised it first. @throws {Error} like `findEngines` */
export async function findEnginesFor(
  chosen: string | undefined,
  folder: string,
): Promise<readonly [EngineCommand, ...EngineCommand[]]> {
  const engines = await findEngines(chosen)
  const initialiser = await engineOfLockFile(folder)
  const former = engines.find((engine) => engine === initialiser)
  return former === undefined ? engines : [former, ...engines.filter((engine) => engine !== former)]
}

/**
 * The engines that may have made a plan, the likeliest first: the one that was chosen, by an option or by `TERRAFORM_BINARY_NAME`, as
 * CDKTF has it; otherwise those of `terraform` and `tofu` that are on PATH.
 * @throws {Error} if neither is on PATH, or the choice is empty
 */
export async function findEngines(
  chosen: string | undefined,
): Promise<readonly [EngineCommand, ...EngineCommand[]]> {
  if (chosen === '')
    throw new Error('The value of --engine is empty. Name terraform or tofu, or remove the option.')
  const only = chosen ?? (process.env.TERRAFORM_BINARY_NAME || undefined)
  // A path is relative to this folder, and the engine is started in another one.
  if (only !== undefined) return [only.includes(sep) ? resolve(only) : only]
  const onPath: EngineCommand[] = []
  for (const command of ['terraform', 'tofu']) if (await isOnPath(command)) onPath.push(command)
  const [first, ...others] = onPath
  if (first !== undefined) return [first, ...others]
  throw new Error('Neither terraform nor tofu is on PATH. Install one of them, or name one with --engine.')
}

/** The engine whose registry the lock file of a folder names for most providers; undefined without such a file. */
async function engineOfLockFile(folder: string): Promise<EngineCommand | undefined> {
  const text = await readFile(join(folder, '.terraform.lock.hcl'), 'utf8').catch(() => '')
  const hosts = [...text.matchAll(/^provider "([^"/]+)\//gmu)].map(([, host]) => host)
  const count = (host: string) => hosts.filter((each) => each === host).length
  const [ofTerraform, ofOpenTofu] = [count('registry.terraform.io'), count('registry.opentofu.org')]
  if (ofTerraform === ofOpenTofu) return undefined
  return ofTerraform > ofOpenTofu ? 'terraform' : 'tofu'
}

/**
 * Runs the engine to its end. With `started`, it runs in a process group of its own, so that Ctrl-C in a terminal does not reach it: the
 * caller decides when to interrupt it.
 * @throws {Error} if the folder does not exist, or the engine cannot be started
 */
export async function runEngine(
  engine: EngineCommand,
  words: readonly string[],
  folder: string,
  { heard, started }: EngineRunOptions = {},
): Promise<EngineRun> {
  // In a folder that does not exist, the system's error would be that the program does not exist.
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
  return { exitCode: await ended, output: decoded(output), errors: decoded(errors) }
}

function decoded(chunks: readonly Buffer[]): string {
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
