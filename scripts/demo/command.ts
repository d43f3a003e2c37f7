import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { showCommand } from './narration'

/** Where a command runs, and what may end the demo meanwhile. */
export interface Place {
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly interruption: AbortSignal
}

/**
 * Shows a command and runs it, with its output going where ours goes.
 * @throws if it ends with an exit code other than the expected one
 */
export async function runCommand(
  { folder, environment, interruption }: Place,
  [command, ...args]: readonly [string, ...string[]],
  expected = 0,
): Promise<void> {
  interruption.throwIfAborted()
  const line = [command, ...args].join(' ')
  showCommand(line)
  const child = spawn(command, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [exitCode] = await once(child, 'close')
  interruption.throwIfAborted()
  if (exitCode === expected) return
  throw new Error(`"${line}" ended with exit code ${exitCode} instead of ${expected}. Its output is above.`)
}
