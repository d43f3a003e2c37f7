import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { type Flavour, layOutProject } from '../../engine/cdktf-project'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import type { Run } from './workspace'

const workflow = z.object({
  jobs: z.object({
    stack: z.object({
      strategy: z.object({ matrix: z.object({ stack: z.array(z.string()) }) }),
      steps: z.array(z.object({ name: z.string().optional(), run: z.string().optional() })),
    }),
  }),
})

/** examples/cdktf in a folder of its own, as a user of one of the libraries would have it, and its pipeline. */
export class CdktfProject {
  readonly folder: string
  /** What is in no project: what the commands of a forge leave behind, and plans. */
  readonly runnerFolder: string
  readonly #everything: string
  readonly #engine: string

  private constructor(everything: string, engine: string) {
    this.folder = join(everything, 'project')
    this.runnerFolder = join(everything, 'runner')
    this.#everything = everything
    this.#engine = engine
  }

  static async open(flavour: Flavour): Promise<CdktfProject> {
    const engine = findEngine()
    if (!engine) throw new Error('Neither terraform nor tofu is on PATH.')
    const project = new CdktfProject(mkdtempSync(join(tmpdir(), `appliance-${flavour}-`)), engine.command)
    await layOutProject(flavour, project.folder)
    project.#layOutRunner()
    return project
  }

  /**
   * Runs a script as a pipeline does, until a command of it fails. Where it says `terraform`, the engine is meant.
   *
   * @param variables what the script, the engine and the provider find in their environment
   */
  async run(script: string, variables: Readonly<Record<string, string>> = {}): Promise<Run> {
    const environment = await engineEnvironment(this.runnerFolder, {
      TF_CLI_ARGS: '-no-color',
      RUNNER_TEMP: this.runnerFolder,
      PATH: [this.runnerFolder, process.env.PATH].join(delimiter),
      ...variables,
    })
    const lines = script.replaceAll(/\bterraform(?= )/g, this.#engine)
    return new Promise((settle) => {
      const options = { cwd: this.folder, env: environment }
      const child = execFile('bash', ['-e', '-c', lines], options, (_, stdout, stderr) => {
        settle({ exitCode: child.exitCode ?? 1, output: stdout + stderr })
      })
    })
  }

  /** What a step of the pipeline runs. */
  pipelineStep(name: string): string {
    const { run } = this.#job().steps.find((step) => step.name === name) ?? {}
    if (run === undefined) throw new Error(`The pipeline has no step ${name} that runs something.`)
    return run
  }

  /** The stacks that the pipeline runs for. */
  pipelineStacks(): readonly string[] {
    return this.#job().strategy.matrix.stack
  }

  /** What was said in the pull request last. */
  comment(): string {
    return readFileSync(join(this.runnerFolder, 'comment.md'), 'utf8')
  }

  close(): void {
    rmSync(this.#everything, { recursive: true, force: true })
  }

  #job() {
    const file = join(this.folder, '.github/workflows/appliances.yml')
    return workflow.parse(parse(readFileSync(file, 'utf8'))).jobs.stack
  }

  /** In place of the forge, a command `gh` that keeps what it is to say. */
  #layOutRunner(): void {
    mkdirSync(this.runnerFolder)
    const forge = join(this.runnerFolder, 'gh')
    writeFileSync(forge, '#!/bin/sh\n[ "$1 $2 $3" = "pr comment 7" ] && cat > "$RUNNER_TEMP/comment.md"\n')
    chmodSync(forge, 0o755)
  }
}
