import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { end, printed, start } from './processes'

const command = resolve(__dirname, '../dist/cli/appliance.cjs')

/** A built emulator in a process of its own, without data at first. */
export interface EmulatorProcess {
  readonly child: ChildProcess
  /** Where its category listener is, such as `http://127.0.0.1:9503`. */
  readonly url: string
  /** The variables that point the provider at it. */
  readonly environment: Readonly<Record<string, string>>
}

/** Does work while an emulator runs, and ends the emulator however the work ends. */
export async function withEmulator<Result>(
  work: (emulator: EmulatorProcess) => Promise<Result>,
): Promise<Result> {
  const words = [command, 'emulator', '--quiet', '--port', '0', '--legacy-port', '0']
  const child = start(process.execPath, words)
  try {
    const [greeting] = await printed(child, /^.*Stop with Ctrl-C/s)
    const variables = greeting.matchAll(/export (APPLIANCE_\w+)=(\S+)/g)
    const environment = Object.fromEntries([...variables].map(([, name, value]) => [name, value]))
    return await work({ child, url: environment.APPLIANCE_CATEGORIES_URL ?? '', environment })
  } finally {
    await end(child)
  }
}
