import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** The `appliance` command, bundled as it is shipped, in a folder of its own. */
export interface BuiltCommand {
  readonly folder: string
  readonly file: string
  remove(): void
}

export function buildCommand(): BuiltCommand {
  const folder = mkdtempSync(join(tmpdir(), 'appliance-command-'))
  const file = join(folder, 'appliance.cjs')
  buildSync({
    entryPoints: [join(__dirname, '../../src/cli/appliance.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    banner: { js: '#!/usr/bin/env node' },
    define: { 'process.env.APPLIANCE_VERSION': '"1.2.3"' },
    outfile: file,
    logLevel: 'warning',
  })
  return { folder, file, remove: () => rmSync(folder, { recursive: true }) }
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

  constructor(file: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, [file, ...words], {
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
