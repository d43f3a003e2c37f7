import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEngine } from '../../engine/find-engine'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'
import { Workspace } from '../acceptance/workspace'
import { type Ended, RunningCommand } from './running-command'

/** There as long as the engine works on a state. */
const stateLock = '.terraform.tfstate.lock.info'

/** Appliances, each with a stack of its own in a folder. */
export class Fleet<Name extends string> {
  /** The folder above those of the stacks. */
  readonly out: string
  readonly temporary: string
  readonly appliances: Readonly<Record<Name, TestAppliance>>
  readonly #names: readonly Name[]
  readonly #workspace: Workspace
  /** The folder of each stack. */
  readonly #stacks = new Map<Name, Workspace>()

  private constructor(
    names: readonly Name[],
    appliances: Readonly<Record<Name, TestAppliance>>,
    workspace: Workspace,
    temporary: string,
  ) {
    this.#names = names
    this.appliances = appliances
    this.#workspace = workspace
    this.out = join(workspace.folder, 'cdktf.out')
    this.temporary = temporary
  }

  /** Initialized stacks without resources. */
  static async open<const Name extends string>(names: readonly Name[]): Promise<Fleet<Name>> {
    const workspace = await Workspace.attached()
    const started = await Promise.all(names.map(async (name) => [name, await startAppliance()] as const))
    const temporary = await mkdtemp(join(tmpdir(), 'appliance-test-tmp-'))
    const fleet = new Fleet(
      names,
      Object.fromEntries(started) as Record<Name, TestAppliance>,
      workspace,
      temporary,
    )
    for (const name of names) {
      await mkdir(fleet.folderOf(name), { recursive: true })
      for (const left of ['main.tf', '.terraform', '.terraform.lock.hcl']) {
        const copying = { recursive: true, verbatimSymlinks: true }
        await cp(join(workspace.folder, left), join(fleet.folderOf(name), left), copying)
      }
      await writeFile(join(fleet.folderOf(name), 'provider.tf'), fleet.appliances[name].provider)
      fleet.#stacks.set(name, await workspace.in(fleet.folderOf(name)))
    }
    return fleet
  }

  folderOf(name: Name): string {
    return join(this.out, 'stacks', name)
  }

  /** Writes the category of each stack. */
  async declare(sites: Readonly<Record<Name, readonly string[]>>): Promise<void> {
    for (const name of this.#names) {
      const block = `resource "appliance_category" "${name}_ads" {\n  name = "ads"\n  sites = ${JSON.stringify(sites[name])}\n}\n`
      await writeFile(join(this.folderOf(name), 'ads.tf'), block)
    }
  }

  async apply(...names: readonly Name[]): Promise<void> {
    for (const name of names.length > 0 ? names : this.#names) {
      await this.engine(name, 'apply', '-auto-approve')
    }
  }

  /** Runs the engine in the folder of a stack. Throws where it fails. @returns what it printed */
  async engine(name: Name, task: string, ...words: readonly string[]): Promise<string> {
    const { exitCode, output } = await this.#stack(name).run(task, '-no-color', '-input=false', ...words)
    if (exitCode !== 0) throw new Error(`${task} of ${name} ended with exit code ${exitCode}:\n${output}`)
    return output
  }

  /** Runs the engine in the folder of a stack. Throws unless it fails. @returns what it printed */
  async failing(name: Name, task: string, ...words: readonly string[]): Promise<string> {
    const { exitCode, output } = await this.#stack(name).run(task, '-no-color', '-input=false', ...words)
    if (exitCode !== 1) throw new Error(`${task} of ${name} ended with exit code ${exitCode}:\n${output}`)
    return output
  }

  /** Marks a resource of a stack as damaged. */
  async taint(name: Name, address: string): Promise<void> {
    const { exitCode, output } = await this.#stack(name).run('taint', '-no-color', address)
    if (exitCode !== 0) throw new Error(`${address} of ${name} cannot be tainted:\n${output}`)
  }

  /** The JSON of a saved plan of a stack. */
  async shown(name: Name, plan: string): Promise<string> {
    const { exitCode, output } = await this.#stack(name).run('show', '-json', plan)
    if (exitCode !== 0) throw new Error(`${plan} of ${name} cannot be shown:\n${output}`)
    return output
  }

  /** Starts the `appliance` command, with the engine of the tests. */
  start(...words: readonly string[]): RunningCommand {
    return this.#startIn(this.#workspace.environment, words)
  }

  run(...words: readonly string[]): Promise<Ended> {
    return this.start(...words).ended
  }

  /** The same, in which the engine starts the provider itself, and therefore wants folders that are initialized. */
  runLaunching(...words: readonly string[]): Promise<Ended> {
    return this.#startIn(this.#workspace.launchingEnvironment, words).ended
  }

  #stack(name: Name): Workspace {
    const stack = this.#stacks.get(name)
    if (stack === undefined) throw new Error(`There is no stack ${name}.`)
    return stack
  }

  #startIn(environment: Readonly<Record<string, string>>, words: readonly string[]): RunningCommand {
    const all = [...words, '--engine', findEngine()?.command ?? 'terraform']
    return new RunningCommand(all, { ...environment, TMPDIR: this.temporary })
  }

  /** The stacks on whose states an engine works. */
  async locked(): Promise<readonly Name[]> {
    const all = await Promise.all(
      this.#names.map(async (name) => ({ name, files: await readdir(this.folderOf(name)) })),
    )
    return all.filter(({ files }) => files.includes(stateLock)).map(({ name }) => name)
  }

  async close(): Promise<void> {
    for (const stack of this.#stacks.values()) await stack.close()
    await this.#workspace.close()
    await rm(this.temporary, { recursive: true })
    await Promise.all(this.#names.map((name) => this.appliances[name].close()))
  }
}
