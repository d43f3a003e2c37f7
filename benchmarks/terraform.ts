import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { engineEnvironment } from '../engine/environment'
import { type Engine, findEngine } from '../engine/find-engine'
import { type Run, runOfNode, timeToEnd } from './processes'

/** The command of the build. */
export const appliance = resolve(__dirname, '../dist/cli/appliance.cjs')

/** Terraform or OpenTofu, as found on PATH. Throws if there is none. */
export function engine(): Engine {
  const found = findEngine()
  if (found) return found
  throw new Error('Neither terraform nor tofu is on PATH. Install one of them, or choose other benchmarks.')
}

/** A folder with a configuration, in which Terraform has been initialized with the mirror of the build. */
export class Workspace {
  readonly folder: string
  readonly #command: string
  readonly #environment: Readonly<Record<string, string>>

  private constructor(folder: string, command: string, environment: Readonly<Record<string, string>>) {
    this.folder = folder
    this.#command = command
    this.#environment = environment
  }

  /** @param variables environment variables of every run, beside those that Terraform itself needs */
  static async open(
    folder: string,
    configuration: string,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Workspace> {
    await mkdir(folder)
    await writeFile(join(folder, 'main.tf'), configuration)
    const environment = await engineEnvironment(folder, variables)
    const workspace = new Workspace(folder, engine().command, environment)
    await workspace.#run('init')
    return workspace
  }

  /** Applies the configuration, so that a plan finds nothing to do; milliseconds. */
  apply(): Promise<number> {
    return this.#run('apply', ['-auto-approve'])
  }

  /** Destroys what was applied; milliseconds. */
  destroy(): Promise<number> {
    return this.#run('destroy', ['-auto-approve'])
  }

  /** Reviews a plan of what the configuration has changed. */
  async review(): Promise<Run> {
    await this.#run('plan', ['-out=reviewed.tfplan'])
    return await runOfNode([appliance, 'review', 'reviewed.tfplan'], {
      cwd: this.folder,
      environment: this.#environment,
      exitCode: 2,
    })
  }

  /** Takes over the state of another folder, as if this one had applied it. */
  async copyState(from: Workspace): Promise<void> {
    await copyFile(join(from.folder, 'terraform.tfstate'), join(this.folder, 'terraform.tfstate'))
  }

  /** Replaces the configuration. */
  async write(configuration: string): Promise<void> {
    await writeFile(join(this.folder, 'main.tf'), configuration)
  }

  /** Milliseconds in which the state is shown. */
  timeOfShow(): Promise<number> {
    return this.#run('show')
  }

  async bytesOfState(): Promise<number> {
    return (await stat(join(this.folder, 'terraform.tfstate'))).size
  }

  /** Milliseconds of a plan that finds something to do. Throws if it finds nothing. */
  timeOfCreationPlan(): Promise<number> {
    return this.#run('plan', ['-detailed-exitcode'], 2)
  }

  /** Milliseconds of a plan that finds nothing to do. Throws if it finds something. */
  timeOfEmptyPlan(...options: readonly string[]): Promise<number> {
    return this.#run('plan', ['-detailed-exitcode', ...options])
  }

  #run(command: string, words: readonly string[] = [], exitCode = 0): Promise<number> {
    const input = command === 'show' ? [] : ['-input=false']
    return timeToEnd(this.#command, [command, '-no-color', ...input, ...words], {
      cwd: this.folder,
      environment: this.#environment,
      exitCode,
    })
  }
}
