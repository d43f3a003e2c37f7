import type { EmulatorOptions } from '../../src/emulator/emulator'
import { startAppliance, type TestAppliance } from './appliance'
import { words } from './words'
import { Workspace } from './workspace'

/** An appliance, and a folder in which the real engine brings its categories to what a configuration declares. */
export class Trial {
  readonly appliance: TestAppliance
  readonly workspace: Workspace

  private constructor(appliance: TestAppliance, workspace: Workspace) {
    this.appliance = appliance
    this.workspace = workspace
  }

  static async open(options: EmulatorOptions = {}): Promise<Trial> {
    const appliance = await startAppliance(options)
    const workspace = await Workspace.open(appliance.environment)
    await workspace.write('')
    await workspace.init()
    return new Trial(appliance, workspace)
  }

  async close(): Promise<void> {
    await this.workspace.close()
    await this.appliance.close()
  }

  /** Writes sites to a file of the folder, one per line. */
  async list(name: string, ...sites: readonly string[]): Promise<void> {
    await this.workspace.writeFile(name, `${sites.join('\n')}\n`)
  }

  /** Applies a configuration, and tells the requests that it wrote and what was said, as one line of words. */
  async applied(...blocks: readonly string[]): Promise<Applied> {
    await this.workspace.write(blocks.join('\n'))
    this.appliance.writes()
    const { exitCode, output } = await this.workspace.apply()
    if (exitCode !== 0) throw new Error(output)
    const bodies = this.appliance.journal.entries().map(({ body }) => decodeURIComponent(body))
    return { writes: this.appliance.writes(), bodies: bodies.join('\n'), said: words(output) }
  }

  /** Applies a configuration that fails on the way, and tells what was said. */
  async failed(...blocks: readonly string[]): Promise<string> {
    await this.workspace.write(blocks.join('\n'))
    const { exitCode, output } = await this.workspace.apply()
    if (exitCode !== 1) throw new Error(`It did not fail:\n${output}`)
    return words(output)
  }

  /** Plans a configuration that leads to changes, and tells what was said. */
  planned(...blocks: readonly string[]): Promise<string> {
    return this.#planned(2, blocks)
  }

  /** Plans a configuration that is refused before anything is sent, and tells what was said. */
  async refused(...blocks: readonly string[]): Promise<string> {
    this.appliance.writes()
    const said = await this.#planned(1, blocks)
    expect(this.appliance.writes()).toEqual([])
    return said
  }

  /** Plans a configuration, the last one where none is given, by which there is nothing to do, and tells what was said. */
  nothingToDo(...blocks: readonly string[]): Promise<string> {
    return this.#planned(0, blocks)
  }

  stored(name: string): readonly string[] {
    const { store } = this.appliance
    const found = store.categoryNamed(name)
    return found ? [...store.sites(found.id)].sort() : []
  }

  active(name: string): readonly string[] {
    const { store } = this.appliance
    const found = store.categoryNamed(name)
    return found ? [...store.compiledSites(found.id)].sort() : []
  }

  /** A category with sites that somebody else has made, compiled. @returns its number, which begins at 250 */
  byHand(name: string, ...sites: readonly string[]): number {
    const { store } = this.appliance
    const { id } = store.create({ name, description: '' })
    store.addSites(id, sites)
    store.compile(id)
    return id
  }

  async #planned(expected: number, blocks: readonly string[]): Promise<string> {
    if (blocks.length > 0) await this.workspace.write(blocks.join('\n'))
    const { exitCode, output } = await this.workspace.plan()
    if (exitCode !== expected) throw new Error(`It ended with exit code ${exitCode}:\n${output}`)
    return words(output)
  }
}

export interface Applied {
  /** As `METHOD /path`. */
  readonly writes: readonly string[]
  /** The forms that were sent, decoded, one per line. */
  readonly bodies: string
  readonly said: string
}

/** The block of a category with a list, whose attributes are given as they are written. */
export function category(name: string, ...attributes: readonly string[]): string {
  const lines = [`name = "${name}"`, ...attributes].map((line) => `  ${line}\n`)
  return `resource "appliance_category" "${name}" {\n${lines.join('')}}\n`
}

/** Sites that differ in their numbers, from 1. */
export function numbered(count: number, prefix: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}.example`)
}
