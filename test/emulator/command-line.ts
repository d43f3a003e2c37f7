import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'

/** The `appliance` command, as it was built. */
const builtCommand = resolve(__dirname, '../../dist/cli/appliance.cjs')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A running command, and what it has printed. */
export class RunningCommand {
  readonly ended: Promise<Ended>
  readonly #child: ChildProcess
  #stdout = ''
  #stderr = ''

  constructor(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, [builtCommand, ...words], {
      env: { PATH: process.env.PATH, ...environment },
    })
    this.#child.stdout?.on('data', (chunk) => {
      this.#stdout += chunk
    })
    this.#child.stderr?.on('data', (chunk) => {
      this.#stderr += chunk
    })
    this.ended = new Promise((resolve) =>
      this.#child.once('close', (code, signal) => {
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr })
      }),
    )
  }

  /** Waits until the text is printed. Throws where the command ends without it. */
  async printed(text: string | RegExp): Promise<string> {
    const found = () => (typeof text === 'string' ? this.#stdout.includes(text) : text.test(this.#stdout))
    while (!found()) {
      const more = new Promise<void>((resolve) => this.#child.stdout?.once('data', () => resolve()))
      const ended = await Promise.race([more, this.ended])
      if (ended !== undefined && !found())
        throw new Error(`${text} was not printed, but ${JSON.stringify(ended)}`)
    }
    return this.#stdout
  }

  stop(signal: NodeJS.Signals): Promise<Ended> {
    this.#child.kill(signal)
    return this.ended
  }
}
