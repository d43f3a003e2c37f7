import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

/** The `appliance` command, as it was built, which starts faster than by itself. */
export const builtCommand = resolve(__dirname, 'appliance.cjs')

/** Options that let several emulators run at once, each with its socket in a folder that the test has made. */
export function placesIn(folder: string): readonly string[] {
  sockets += 1
  const ports = ['--port', '--legacy-port', '--base-port', '--records-port'].flatMap((port) => [port, '0'])
  return [...ports, '--socket', join(folder, `${sockets}.sock`)]
}

let sockets = 0

/** The address that a greeting tells of a listener, such as `categories` or `older add`. */
export function urlOf(listener: string, greeting: string): string {
  const url = new RegExp(`^  ${listener} +(\\S+://\\S+)`, 'm').exec(greeting)?.[1]
  if (url === undefined) throw new Error(`no url of ${listener} in ${greeting}`)
  return url
}

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

  /**
   * @param command the script of the command, where it is not the one that was built
   * @param folder in which it runs, where that is not the one of the tests
   */
  constructor(
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    command: string = builtCommand,
    folder?: string,
  ) {
    this.#child = spawn(process.execPath, [command, ...words], {
      cwd: folder,
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

  get pid(): number | undefined {
    return this.#child.pid
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
