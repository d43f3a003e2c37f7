import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import { startAppliance, type TestAppliance } from './appliance'
import { Workspace } from './workspace'

/** An appliance, and a folder in which its categories are brought to what a configuration declares. */
export class Trial {
  readonly appliance: TestAppliance
  readonly workspace: Workspace

  private constructor(appliance: TestAppliance, workspace: Workspace) {
    this.appliance = appliance
    this.workspace = workspace
  }

  /** @param variables further settings of the provider, in the environment */
  static async open(
    options: EmulatorOptions = {},
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Trial> {
    const appliance = await startAppliance(options)
    return new Trial(appliance, await Workspace.open({ ...appliance.environment, ...variables }))
  }

  /** The same for what only the real engine shows. */
  static async attached(
    options: EmulatorOptions = {},
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Trial> {
    const appliance = await startAppliance(options)
    return new Trial(appliance, await Workspace.attached({ ...appliance.environment, ...variables }))
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
    this.appliance.writes()
    const said = await this.workspace.applied(...blocks)
    const bodies = this.appliance.journal.entries().map(({ body }) => decodeURIComponent(body))
    return { writes: this.appliance.writes(), bodies: bodies.join('\n'), said }
  }

  /** Applies a configuration that fails on the way, and tells what was said. */
  failed(...blocks: readonly string[]): Promise<string> {
    return this.workspace.failed(...blocks)
  }

  /** Plans a configuration that leads to changes, and tells what was said. */
  planned(...blocks: readonly string[]): Promise<string> {
    return this.workspace.planned(...blocks)
  }

  /** Plans a configuration that is refused before anything is sent, and tells what was said. */
  async refused(...blocks: readonly string[]): Promise<string> {
    this.appliance.writes()
    const said = await this.workspace.refused(...blocks)
    expect(this.appliance.writes()).toEqual([])
    return said
  }

  /** Plans a configuration, the last one where none is given, by which there is nothing to do, and tells what was said. */
  nothingToDo(...blocks: readonly string[]): Promise<string> {
    return this.workspace.nothingToDo(...blocks)
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
