import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import { inColour, showCommand, showFinding } from './narration'

const planFile = 'change.plan'

/** What `plan -detailed-exitcode` says by its exit code; 1 is an error. */
const exitCodes = { 'no changes': 0, changes: 2 } as const

/** The real Terraform or OpenTofu in a folder, its output going where ours goes. */
export class Engine {
  readonly title: string
  readonly #command: string
  readonly #folder: string
  readonly #environment: NodeJS.ProcessEnv
  readonly #interruption: AbortSignal

  private constructor(
    command: string,
    folder: string,
    environment: NodeJS.ProcessEnv,
    interruption: AbortSignal,
  ) {
    this.title = command === 'tofu' ? 'OpenTofu' : 'Terraform'
    this.#command = command
    this.#folder = folder
    this.#environment = environment
    this.#interruption = interruption
  }

  /** The command of the engine on PATH. Throws where there is none. */
  static find(): string {
    const engine = findEngine()
    if (engine) return engine.command
    throw new Error(
      'Neither terraform nor tofu is on PATH, and it runs one of them for real. Install Terraform ' +
        '(https://developer.hashicorp.com/terraform/install) or OpenTofu (https://opentofu.org/docs/intro/install), ' +
        'and start it again.',
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
      // The engine colours whatever it writes to, unless it is told not to.
      TF_CLI_ARGS: inColour ? '' : '-no-color',
      ...variables,
    })
    return new Engine(command, folder, environment, interruption)
  }

  async plan(expected: keyof typeof exitCodes): Promise<void> {
    await this.#runUntil(exitCodes[expected], 'plan', '-detailed-exitcode', `-out=${planFile}`)
    showFinding(`Exit code ${exitCodes[expected]}: ${expected}.`)
  }

  async applyPlan(): Promise<void> {
    await this.run('apply', planFile)
  }

  /** Runs a subcommand that is expected to succeed. */
  async run(subcommand: string, ...args: readonly string[]): Promise<void> {
    await this.#runUntil(0, subcommand, ...args)
  }

  async #runUntil(expected: number, ...args: readonly string[]): Promise<void> {
    this.#interruption.throwIfAborted()
    const line = [this.#command, ...args].join(' ')
    showCommand(line)
    const child = spawn(this.#command, args, {
      cwd: this.#folder,
      env: this.#environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [exitCode] = await once(child, 'close')
    this.#interruption.throwIfAborted()
    if (exitCode !== expected) {
      throw new Error(
        `"${line}" ended with exit code ${exitCode}, where ${expected} was expected. Its output is above.`,
      )
    }
  }
}
