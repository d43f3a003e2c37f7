import { mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { processesWith, providerOf } from './process-group'
import type { RunningEngine } from './workspace'

/** What runs of an engine leave behind of themselves: processes, and what is in their temporary folder, which nobody else has. */
export class Traces {
  /** Its path is short on every system, as that of a socket has to be. */
  readonly #folder = mkdtempSync('/tmp/appliance-run-')
  readonly #ofKilledProviders: string[] = []

  /** The environment variable that the runs are to have. */
  get environment(): Readonly<Record<'TMPDIR', string>> {
    return { TMPDIR: this.#folder }
  }

  /** Kills the provider of a run, of which there is one. It cannot take away its folder: that remains, and is expected from now on. */
  killProvider(run: RunningEngine): void {
    const [folder, ...others] = this.#names().filter((name) => !this.#ofKilledProviders.includes(name))
    if (folder === undefined || others.length > 0) {
      throw new Error(`There is not exactly one folder of a provider: ${[folder, ...others]}`)
    }
    process.kill(providerOf(run), 'SIGKILL')
    this.#ofKilledProviders.push(folder)
  }

  /** Expects that no process is left, and nothing in the folder: the next provider has removed the folder of one that was killed. */
  expectNone(): void {
    const left = Object.fromEntries(
      this.#names().map((name) => [name, readdirSync(join(this.#folder, name))]),
    )
    expect({ processes: processesWith(`TMPDIR=${this.#folder}`), left }).toEqual({ processes: [], left: {} })
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true })
  }

  #names(): readonly string[] {
    return readdirSync(this.#folder)
  }
}
