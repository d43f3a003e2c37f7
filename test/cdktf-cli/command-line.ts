import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import packageJson from '../../package.json'
import type { Flavor } from '../../scripts/bindings/flavor'

const root = resolve(__dirname, '../..')

/** A project with a `cdktf.json`, in a folder of its own. */
export interface Project {
  readonly folder: string
  /**
   * Runs the command line in the project.
   *
   * @throws an error with what it printed, if it fails
   */
  run(...words: readonly string[]): void
}

/**
 * The command line of a flavor, as the npm registry has it, in a folder of its own. It has its own home too, because it keeps copies of
 * providers there and would otherwise take one of another build.
 */
export class CommandLine {
  readonly #flavor: Flavor
  readonly #folder: string
  readonly #environment: Readonly<Record<string, string>>

  private constructor(flavor: Flavor, folder: string, environment: Readonly<Record<string, string>>) {
    this.#flavor = flavor
    this.#folder = folder
    this.#environment = environment
  }

  /**
   * Installs the version that belongs to the generator of `bindings/`.
   *
   * @throws if there is no engine on PATH, or the package cannot be installed
   */
  static async install(flavor: Flavor): Promise<CommandLine> {
    const engine = findEngine()
    if (!engine) throw new Error('Neither terraform nor tofu is on PATH. Install one of them.')
    const folder = mkdtempSync(join(tmpdir(), `${flavor}-cli-`))
    try {
      for (const name of ['cli', 'home']) mkdirSync(join(folder, name))
      writeFileSync(join(folder, 'cli/package.json'), '{ "private": true }\n')
      const name = `${flavor}-cli@${packageJson.devDependencies[`@${flavor}/commons`]}`
      const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict', name]
      const installed = spawnSync('npm', words, { cwd: join(folder, 'cli'), encoding: 'utf8' })
      if (installed.status !== 0) {
        const reason = `${name} could not be installed. Check that npm can reach its registry.`
        throw new Error(`${reason}\n${outputOf(installed)}`)
      }
      const environment = await engineEnvironment(folder, {
        HOME: join(folder, 'home'),
        // What the command line starts is to be run by the same Node as this.
        PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
        TERRAFORM_BINARY_NAME: engine.command,
        // Maven, which the command line starts for Java, finds its home without HOME.
        MAVEN_OPTS: `-Duser.home=${join(folder, 'home')}`,
        CI: '1',
        NO_COLOR: '1',
      })
      return new CommandLine(flavor, folder, environment)
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
  }

  /**
   * @param text the content of `cdktf.json`
   */
  project(text: string): Project {
    const folder = mkdtempSync(join(this.#folder, 'project-'))
    writeFileSync(join(folder, 'cdktf.json'), text)
    mkdirSync(join(folder, 'node_modules'))
    for (const name of [this.#flavor, 'constructs']) {
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction')
    }
    return { folder, run: (...words) => this.#run(folder, words) }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #run(cwd: string, words: readonly string[]): void {
    const command = join(this.#folder, 'cli/node_modules/.bin', this.#flavor)
    const ended = spawnSync(command, words, { cwd, env: this.#environment, encoding: 'utf8' })
    if (ended.status === 0) return
    const sentence = `${this.#flavor} ${words.join(' ')} ended with exit code ${ended.status}.`
    throw new Error(`${sentence} It printed:\n${outputOf(ended)}`)
  }
}

function outputOf({ error, stdout, stderr }: SpawnSyncReturns<string>): string {
  return [error?.message, stdout, stderr].filter(Boolean).join('\n')
}
