import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import { type Place, runCommand } from './command'
import { inColor, showFinding } from './narration'

const planFile = 'change.plan'

/** The exit codes of `plan -detailed-exitcode`; 1 is an error. */
const exitCodes = { 'no changes': 0, changes: 2 } as const

/** The real Terraform or OpenTofu in a folder, with its output going where ours goes. */
export class Engine {
  readonly title: string
  readonly #command: readonly [string, ...string[]]
  readonly #place: Place

  private constructor(command: readonly [string, ...string[]], place: Place) {
    this.title = command[0] === 'tofu' ? 'OpenTofu' : 'Terraform'
    this.#command = command
    this.#place = place
  }

  /** The command of the engine on PATH. Throws if there is none. */
  static find(): string {
    const engine = findEngine()
    if (engine) return engine.command
    throw new Error(
      'Neither terraform nor tofu is on PATH. Install Terraform ' +
        '(https://developer.hashicorp.com/terraform/install) or OpenTofu (https://opentofu.org/docs/intro/install), ' +
        'and run the demo again.',
    )
  }

  /** @param variables what the provider finds in its environment, besides what is there already */
  static async in(
    folder: string,
    command: string,
    variables: Readonly<Record<string, string>>,
    interruption: AbortSignal,
  ): Promise<Engine> {
    const environment = await engineEnvironment(folder, {
      // The engine colors whatever it writes to, unless it is told not to.
      TF_CLI_ARGS: inColor ? '' : '-no-color',
      ...variables,
    })
    return new Engine([command], { folder, environment, interruption })
  }

  /** The same engine with a configuration that is in a folder below, as `-chdir` has it. */
  inFolderBelow(path: string): Engine {
    return new Engine([this.#command[0], `-chdir=${path}`], this.#place)
  }

  async plan(expected: keyof typeof exitCodes): Promise<void> {
    const args = ['plan', '-detailed-exitcode', `-out=${planFile}`]
    await runCommand(this.#place, [...this.#command, ...args], exitCodes[expected])
    showFinding(`Exit code ${exitCodes[expected]}: ${expected}.`)
  }

  async applyPlan(): Promise<void> {
    await this.run('apply', planFile)
  }

  /** Runs a subcommand that is expected to succeed. */
  async run(subcommand: string, ...args: readonly string[]): Promise<void> {
    await runCommand(this.#place, [...this.#command, subcommand, ...args])
  }

  /** Runs another command in the folder, with the same environment. */
  async runBeside(command: string, ...args: readonly string[]): Promise<void> {
    await runCommand(this.#place, [command, ...args])
  }
}
