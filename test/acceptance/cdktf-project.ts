import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { type Flavor, layOutProject } from '../../engine/cdktf-project'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import { StayingProviders } from '../../engine/staying-providers'
import { isFull } from '../lanes/extent'
import type { Run } from './workspace'

const step = z.object({ name: z.string().optional(), run: z.string().optional() })

const workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      strategy: z.object({ matrix: z.object({ stack: z.array(z.string()) }) }).optional(),
      steps: z.array(step),
    }),
  ),
})

/** A pipeline of the project. */
export type Pipeline = 'plan' | 'apply' | 'drift'

/** A project in a folder of its own, as a user of one of the libraries would have it, and its pipelines. */
export class CdktfProject {
  readonly folder: string
  /** What is in no project: plans, messages and reports. */
  readonly runnerFolder: string
  readonly #everything: string
  readonly #engine: string
  readonly #providers: StayingProviders | undefined

  private constructor(everything: string, engine: string) {
    this.folder = join(everything, 'project')
    this.runnerFolder = join(everything, 'runner')
    this.#everything = everything
    this.#engine = engine
    if (isFull) return
    this.#providers = new StayingProviders(everything)
    this.#engine = join(everything, 'engine')
    const script = `#!/bin/sh\nset -e\n${this.#providers.script}\nexec '${engine}' "$@"\n`
    writeFileSync(this.#engine, script, { mode: 0o755 })
  }

  /** @param source the folder of the project; examples/cdktf unless given */
  static async open(flavor: Flavor, source?: string): Promise<CdktfProject> {
    const engine = findEngine()
    if (!engine) throw new Error('Neither terraform nor tofu is on PATH.')
    const project = new CdktfProject(mkdtempSync(join(tmpdir(), `appliance-${flavor}-`)), engine.command)
    await layOutProject(flavor, project.folder, source)
    mkdirSync(project.runnerFolder)
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
      // The libraries ask it for its version where a program imports or moves something.
      TERRAFORM_BINARY_NAME: this.#engine,
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

  /** What a step of a pipeline runs. */
  pipelineStep(pipeline: Pipeline, name: string): string {
    const steps = this.#jobs(pipeline).flatMap((job) => job.steps)
    const { run } = steps.find((each) => each.name === name) ?? {}
    if (run === undefined)
      throw new Error(`The pipeline ${pipeline} has no step ${name} that runs something.`)
    return run
  }

  /** The stacks that the pipeline applies. */
  pipelineStacks(): readonly string[] {
    return this.#jobs('apply').flatMap(({ strategy }) => strategy?.matrix.stack ?? [])
  }

  /** Deletes what jobs left behind, as the runner of a forge does. */
  cleanRunner(): void {
    rmSync(this.runnerFolder, { recursive: true })
    mkdirSync(this.runnerFolder)
  }

  close(): void {
    this.#providers?.close()
    rmSync(this.#everything, { recursive: true, force: true })
  }

  #jobs(pipeline: Pipeline) {
    const file = join(this.folder, '.github/workflows', `${pipeline}.yml`)
    return Object.values(workflow.parse(parse(readFileSync(file, 'utf8'))).jobs)
  }
}

/**
 * The output of a run that is expected to succeed.
 *
 * @throws an error with the output, if it did not
 */
export async function succeed(run: Promise<Run>): Promise<string> {
  const { exitCode, output } = await run
  if (exitCode !== 0) throw new Error(`It ended with exit code ${exitCode}:\n${output}`)
  return output
}
