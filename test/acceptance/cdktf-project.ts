import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Flavour, layOutProject } from '../../engine/cdktf-project'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import type { Run } from './workspace'

/** examples/cdktf in a folder of its own, as a user of one of the libraries would have it. */
export class CdktfProject {
  readonly folder: string
  readonly #engine: string

  private constructor(folder: string, engine: string) {
    this.folder = folder
    this.#engine = engine
  }

  static async open(flavour: Flavour): Promise<CdktfProject> {
    const engine = findEngine()
    if (!engine) throw new Error('Neither terraform nor tofu is on PATH.')
    const folder = mkdtempSync(join(tmpdir(), `appliance-${flavour}-`))
    await layOutProject(flavour, folder)
    return new CdktfProject(folder, engine.command)
  }

  /**
   * Runs a script as a pipeline does, line by line until one fails. Where it says `terraform`, the engine is meant.
   *
   * @param variables what the script, the engine and the provider find in their environment
   */
  async run(script: string, variables: Readonly<Record<string, string>> = {}): Promise<Run> {
    const environment = await engineEnvironment(this.folder, { TF_CLI_ARGS: '-no-color', ...variables })
    const lines = script.replaceAll(/\bterraform(?= )/g, this.#engine)
    return new Promise((settle) => {
      const options = { cwd: this.folder, env: environment }
      const child = execFile('bash', ['-e', '-c', lines], options, (_, stdout, stderr) => {
        settle({ exitCode: child.exitCode ?? 1, output: stdout + stderr })
      })
    })
  }

  /** What a step of the project's pipeline runs. */
  pipelineStep(name: string): string {
    const steps = this.#pipeline().split(/^ {6}- /m)
    const step = steps.find((text) => text.startsWith(`name: ${name}\n`))
    const script = /^ {8}run: (?:\|\n((?: {10}.*\n|\n)+)|(.*)\n)/m.exec(step ?? '')
    const lines = script?.[1] ?? script?.[2]
    if (lines === undefined) throw new Error(`The pipeline has no step ${name} that runs something.`)
    return lines
  }

  /** The stacks that the pipeline runs for. */
  pipelineStacks(): readonly string[] {
    const [, names = ''] = /^ +stack: \[(.*)\]$/m.exec(this.#pipeline()) ?? []
    return names.split(', ')
  }

  #pipeline(): string {
    return readFileSync(join(this.folder, '.github/workflows/appliances.yml'), 'utf8')
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
