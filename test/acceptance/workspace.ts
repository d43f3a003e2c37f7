import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type AttachedProvider, attachProvider } from '../../engine/attached-provider'
import { engineEnvironment, mirror } from '../../engine/environment'
import { type FeatureName, has, noticeOfSkipping } from '../../engine/features'
import { type Engine, findEngine } from '../../engine/find-engine'
import { EngineOnly } from '../host/engine-only'
import { Host } from '../host/host'
import { isFull } from '../lanes/extent'
import { describeWith } from '../lanes/installed'
import { words } from './words'

const engine = findEngine()

if (!existsSync(mirror)) throw new Error('The provider is not built. Run npm run build first.')

/** `describe` where an engine is on PATH. */
export const describeWithEngine = describeWith(
  engine,
  'APPLIANCE_REQUIRE_ENGINE',
  'Neither terraform nor tofu is on PATH: the acceptance tests are skipped.',
)

/** The same for what only a night has time for. Before a merge it is counted as skipped. */
export const describeWithEngineAtNight: jest.Describe = isFull ? describeWithEngine : describe.skip

/** The same where the engine has a feature that others do not have; elsewhere the tests are skipped with a notice. */
export function describeWithEngineThatHas(feature: FeatureName): jest.Describe {
  noticeIfLacking(feature)
  return !engine || has(engine, feature) ? describeWithEngine : describe.skip
}

/** Says why tests of a feature are skipped, where the engine does not have it. */
export function noticeIfLacking(feature: FeatureName): void {
  if (engine && !has(engine, feature)) process.stderr.write(`${noticeOfSkipping(engine, feature)}\n`)
}

/** Whether the engine has a feature. */
export function engineHas(feature: FeatureName): boolean {
  return engine !== undefined && has(engine, feature)
}

/** What a run of the engine left behind. */
export interface Run {
  readonly exitCode: number
  /** Standard output and standard error, in this order. */
  readonly output: string
}

/** What `validate -json` prints, as far as it is read here. */
interface ValidateReport {
  readonly diagnostics: readonly {
    readonly summary: string
    readonly detail?: string
    readonly address?: string
  }[]
}

export interface RunningEngine {
  readonly process: ChildProcess
  readonly ended: Promise<Run>
}

/**
 * What runs the commands of a folder: by day an imitation of Terraform's core in the process of the test, which takes a tenth of the time, and
 * at night the real engine. `APPLIANCE_TEST_HOST` chooses `core` or `engine`.
 */
const isImitated = (process.env.APPLIANCE_TEST_HOST ?? (isFull ? 'engine' : 'core')) === 'core'

/**
 * A folder with a configuration in it, and what plans and applies it there with the provider.
 *
 * Tests of what the provider does open one with `open`. Those of what only an engine shows `attach` it: by day one process of the provider
 * serves all runs of a folder, and at night the engine starts the provider itself, as it does for users, three processes for a plan, and four
 * for an apply, in which nearly all the time of a small run goes. `launching` starts the provider by day too.
 */
export class Workspace {
  readonly folder: string
  /** What the engine finds in its environment. */
  readonly environment: Readonly<Record<string, string>>
  /** The same, in which the engine starts the provider itself, and therefore wants a folder that is initialized. */
  readonly launchingEnvironment: Readonly<Record<string, string>>
  readonly #engine: Engine
  readonly #attached: AttachedProvider | undefined
  readonly #host: Host | undefined

  private constructor(
    folder: string,
    chosen: Engine,
    environment: Readonly<Record<string, string>>,
    served: { readonly attached?: AttachedProvider | undefined; readonly host?: Host } = {},
  ) {
    this.folder = folder
    this.environment = { ...environment, ...served.attached?.variables }
    this.launchingEnvironment = environment
    this.#engine = chosen
    this.#attached = served.attached
    this.#host = served.host
  }

  /**
   * Opens a folder with a configuration of which there is nothing to do, for commands that plan and apply.
   * @param variables further environment variables of every run, and of the provider
   */
  static async open(variables: Readonly<Record<string, string>> = {}): Promise<Workspace> {
    if (!isImitated || isLogged(variables)) return await Workspace.attached(variables)
    const { folder, environment } = await Workspace.empty(variables)
    const host = new Host(folder, environment, engineHas('plannedPrivate'))
    const workspace = new Workspace(folder, running(), environment, { host })
    await workspace.write('')
    return workspace
  }

  /**
   * Opens a folder that is initialized, with a configuration of which there is nothing to do, for the real engine.
   * @param variables further environment variables of every run, and of the provider
   */
  static async attached(variables: Readonly<Record<string, string>> = {}): Promise<Workspace> {
    const launching = await Workspace.launching(variables)
    return isLogged(variables) ? launching : await launching.in(launching.folder)
  }

  /** The engine with the same variables in another folder. A provider finds there the files that a configuration names. */
  async in(folder: string): Promise<Workspace> {
    const environment = this.launchingEnvironment
    const attached = isFull ? undefined : await attachProvider(folder, environment)
    return new Workspace(folder, this.#engine, environment, { attached })
  }

  /** The same, in which the engine starts the provider itself by day too: for what is about processes. */
  static async launching(variables: Readonly<Record<string, string>> = {}): Promise<Workspace> {
    const workspace = await Workspace.empty(variables)
    await workspace.write('')
    await workspace.#initOnce()
    return workspace
  }

  /**
   * Opens a folder that has no configuration yet, and in which the engine starts the provider itself.
   * @param variables further environment variables of every run
   * @param installation where the engine finds providers; the mirror of the build unless given
   */
  static async empty(
    variables: Readonly<Record<string, string>> = {},
    installation?: string,
  ): Promise<Workspace> {
    const folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
    return new Workspace(folder, running(), await engineEnvironment(folder, variables, installation))
  }

  /** Replaces the configuration. The block that requires the appliance's provider is added. */
  async write(configuration: string): Promise<void> {
    await this.writeFile('main.tf', `${requiredProviders}\n${configuration}`)
  }

  /** Writes another file of the folder. */
  async writeFile(name: string, content: string | Uint8Array): Promise<void> {
    await writeFile(join(this.folder, name), content)
  }

  async init(): Promise<void> {
    const { exitCode, output } = await this.run('init', '-no-color', '-input=false')
    if (exitCode !== 0) throw new Error(`init failed:\n${output}`)
  }

  /**
   * What `init` leaves of an empty configuration is the same in each folder, for one engine and one build: the first test keeps it for all
   * others, in whichever file and run.
   */
  async #initOnce(): Promise<void> {
    const { product, version } = this.#engine
    const build = createHash('sha256')
      .update(mirror)
      .update(await readFile(builtFiles))
      .digest('hex')
    const kept = join(keptByTests, `initialized-${product}-${version}-${build}`)
    if (!existsSync(kept)) {
      await this.init()
      await mkdir(keptByTests, { recursive: true })
      const folder = await mkdtemp(join(keptByTests, 'initializing-'))
      for (const name of leftByInit) await cp(join(this.folder, name), join(folder, name), copying)
      await rename(folder, kept).catch(async (error: unknown) => {
        await rm(folder, { recursive: true })
        // Another test may have been faster.
        if (!existsSync(kept)) throw error
      })
    } else {
      for (const name of leftByInit) await cp(join(kept, name), join(this.folder, name), copying)
    }
  }

  /**
   * Applies a configuration, the last one where none is given, and tells what was said as one line of words. It throws where
   * that does not succeed, as each of the following does where its run ends otherwise than it says.
   */
  applied(...blocks: readonly string[]): Promise<string> {
    return this.#expect(0, () => this.apply(), blocks)
  }

  /** Applies a configuration that fails on the way, and tells what was said. */
  failed(...blocks: readonly string[]): Promise<string> {
    return this.#expect(1, () => this.apply(), blocks)
  }

  /** Plans a configuration that leads to changes, and tells what was said. */
  planned(...blocks: readonly string[]): Promise<string> {
    return this.#expect(2, () => this.plan(), blocks)
  }

  /** Plans a configuration by which there is nothing to do, and tells what was said. */
  nothingToDo(...blocks: readonly string[]): Promise<string> {
    return this.#expect(0, () => this.plan(), blocks)
  }

  /** Plans a configuration that is refused, and tells what was said. */
  refused(...blocks: readonly string[]): Promise<string> {
    return this.#expect(1, () => this.plan(), blocks)
  }

  /** Destroys everything, and tells what was said. */
  destroyed(): Promise<string> {
    return this.#expect(0, () => this.destroy())
  }

  /** Imports what is there, and tells what was said. */
  imported(address: string, id: string): Promise<string> {
    return this.#expect(0, () => this.import(address, id))
  }

  /** Tries to import what cannot be imported, and tells what was said. */
  notImported(address: string, id: string): Promise<string> {
    return this.#expect(1, () => this.import(address, id))
  }

  /** Checks a configuration that is not valid, and tells what was said. */
  invalid(...blocks: readonly string[]): Promise<string> {
    return this.#expect(1, () => this.validate(), blocks)
  }

  /**
   * Checks configurations of one resource each, all in one run, and expects that none is valid.
   * @returns what the engine reports of each, in their order
   */
  async invalidEach(configurations: readonly string[]): Promise<readonly string[]> {
    const renamed = configurations.map((each, index) =>
      each.replace(/resource "(\w+)" "\w+"/, `resource "$1" "case_${index}"`),
    )
    await this.write(renamed.join('\n'))
    const { exitCode, output } = await this.run('validate', '-json')
    if (exitCode !== 1) throw new Error(`Everything is valid:\n${output}`)
    const { diagnostics }: ValidateReport = JSON.parse(output)
    return renamed.map((_, index) =>
      words(
        diagnostics
          .filter(({ address }) => address?.endsWith(`.case_${index}`))
          .map(({ summary, detail = '' }) => `${summary} ${detail}`)
          .join('\n'),
      ),
    )
  }

  validate(): Promise<Run> {
    return this.run('validate', '-no-color')
  }

  /** Exit code 0: nothing to do; 2: changes; 1: an error. */
  plan(...further: readonly string[]): Promise<Run> {
    return this.run('plan', '-no-color', '-input=false', '-detailed-exitcode', ...further)
  }

  apply(...further: readonly string[]): Promise<Run> {
    return this.run('apply', '-no-color', '-input=false', '-auto-approve', ...further)
  }

  destroy(...further: readonly string[]): Promise<Run> {
    return this.run('destroy', '-no-color', '-input=false', '-auto-approve', ...further)
  }

  import(address: string, id: string): Promise<Run> {
    return this.run('import', '-no-color', '-input=false', address, id)
  }

  /** The values of a resource or data source of which there is one, in the state, by its address. */
  async state(address: string): Promise<Record<string, unknown> | undefined> {
    // Read, and not shown or pulled, for which a process would start.
    const text = await readFile(join(this.folder, 'terraform.tfstate'), 'utf8').catch(() => '{}')
    const { resources = [] }: StoredState = JSON.parse(text)
    const found = resources.find(
      ({ mode, type, name }) => address === `${mode === 'data' ? 'data.' : ''}${type}.${name}`,
    )
    return found?.instances[0]?.attributes
  }

  run(...args: readonly string[]): Promise<Run> {
    return this.#host?.run(...args) ?? this.start(...args).ended
  }

  /** Starts the engine, as the leader of a process group of its own, which a terminal's Ctrl-C would reach whole. */
  start(...args: readonly string[]): RunningEngine {
    if (this.#host) throw new EngineOnly('a process')
    const process = spawn(this.#engine.command, args, {
      cwd: this.folder,
      env: this.environment,
      detached: true,
    })
    const [stdout, stderr]: [string[], string[]] = [[], []]
    process.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text))
    process.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text))
    const ended = new Promise<Run>((settle) => {
      process.on('close', (code) => settle({ exitCode: code ?? 1, output: [...stdout, ...stderr].join('') }))
    })
    return { process, ended }
  }

  async #expect(expected: number, run: () => Promise<Run>, blocks: readonly string[] = []): Promise<string> {
    if (blocks.length > 0) await this.write(blocks.join('\n'))
    const { exitCode, output } = await run()
    if (exitCode !== expected)
      throw new Error(`It ended with exit code ${exitCode}, not ${expected}:\n${output}`)
    return words(output)
  }

  async close(): Promise<void> {
    await this.#attached?.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Whether the log is asked for: an engine writes of a provider only what one says that it has started itself. */
function isLogged(variables: Readonly<Record<string, string>>): boolean {
  return Object.keys(variables).some((name) => name.startsWith('TF_LOG'))
}

function running(): Engine {
  if (!engine) throw new Error('Neither terraform nor tofu is on PATH.')
  return engine
}

const builtFiles = join(mirror, '../files.json')
const keptByTests = resolve(__dirname, '../../node_modules/.cache/terraform-provider-appliance')
const leftByInit = ['.terraform', '.terraform.lock.hcl']
/** The provider is linked from where it was built. */
const copying = { recursive: true, verbatimSymlinks: true }

/** What is read of a state as it is stored, in version 4 of its format. */
interface StoredState {
  readonly resources?: readonly {
    readonly mode: 'managed' | 'data'
    readonly type: string
    readonly name: string
    readonly instances: readonly { readonly attributes: Record<string, unknown> }[]
  }[]
}

const requiredProviders = `
terraform {
  required_providers {
    appliance = {
      source = "webfilter/appliance"
    }
  }
}
`
