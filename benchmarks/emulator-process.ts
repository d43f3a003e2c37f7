import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { end, printed, start } from './processes'

const command = resolve(__dirname, '../dist/cli/appliance.cjs')

/** A built emulator in its own process, empty at first. */
export interface EmulatorProcess {
  readonly child: ChildProcess
  /** Where its category listener is, such as `http://127.0.0.1:9503`. */
  readonly url: string
  /** Where its control listener is, if it was given a port. */
  readonly controlUrl: string | undefined
  /** The variables that point the provider at it. */
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Does work while an emulator runs, and ends the emulator even if the work fails.
 *
 * @param options further arguments of its command line
 */
export async function withEmulator<Result>(
  work: (emulator: EmulatorProcess) => Promise<Result>,
  options: readonly string[] = [],
): Promise<Result> {
  const socket = join(tmpdir(), `appliance-bench-${randomUUID()}.sock`)
  const words = [command, 'emulator', '--quiet', ...anyPorts, '--socket', socket, ...options]
  const child = start(process.execPath, words)
  try {
    const [greeting] = await printed(child, /^.*Stop with Ctrl-C/s)
    const variables = greeting.matchAll(/export (APPLIANCE_\w+)=(\S+)/g)
    const environment = Object.fromEntries([...variables].map(([, name, value]) => [name, value]))
    const controlUrl = /^ *control +(http\S+)/m.exec(greeting)?.[1]
    return await work({ child, url: environment.APPLIANCE_CATEGORIES_URL ?? '', controlUrl, environment })
  } finally {
    await end(child)
  }
}

const anyPorts = ['port', 'legacy-port', 'base-port', 'records-port'].flatMap((name) => [`--${name}`, '0'])
