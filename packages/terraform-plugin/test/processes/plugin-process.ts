import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

export type Environment = Readonly<Record<string, string | undefined>>

/** A plugin that was started, and what it has said so far. */
export class PluginProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  /** Resolves with null when a signal has ended it. */
  readonly exitCode: Promise<number | null>
  stdout = ''
  stderr = ''

  constructor(args: readonly string[], environment: Environment) {
    this.child = spawn(process.execPath, args, { env: { ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
    this.child.stdout.on('data', (chunk) => {
      this.stdout += chunk
    })
    this.child.stderr.on('data', (chunk) => {
      this.stderr += chunk
    })
    this.exitCode = once(this.child, 'close').then(([code]) => code)
  }

  /** The fields of the handshake line. */
  async handshake(): Promise<readonly string[]> {
    await this.until(() => this.stdout.includes('\n'))
    return this.stdout.trimEnd().split('|')
  }

  /** The lines on standard error that are log entries. */
  get log(): readonly Readonly<Record<string, unknown>>[] {
    return this.stderr
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  }

  async untilLogged(message: string): Promise<void> {
    await this.until(() => this.log.some((entry) => entry['@message'] === message))
  }

  async until(condition: () => boolean): Promise<void> {
    for (let attempt = 0; attempt < 1000 && !condition(); attempt++) await delay(10)
    if (!condition()) throw new Error(`This did not come: ${condition}\n${this.stdout}\n${this.stderr}`)
  }
}
