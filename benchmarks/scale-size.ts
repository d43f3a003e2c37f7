import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunOptions } from './benchmark'
import { type EmulatorProcess, withEmulator } from './emulator-process'
import { peakMemory } from './provider-memory'
import { queryRate } from './query-rate'
import { type RecordedRequest, takeWrites, timeToSend } from './recorded-requests'
import { fileCategory, siteList, writeSites } from './site-lists'
import { Workspace } from './terraform'

/** The measurements of a list of one size; times in milliseconds. */
export interface SizeMeasured {
  readonly size: number
  readonly creations: readonly number[]
  readonly bareCreations: readonly number[]
  readonly fewestForCreation: number
  readonly sentForCreation: number
  readonly emptyPlans: readonly number[]
  /** Megabytes. */
  readonly memory: readonly number[]
  /** Adding ten sites and removing ten. */
  readonly changes: readonly number[]
  readonly sentForChanges: readonly number[]
  readonly shows: readonly number[]
  /** Queries per second; empty if full verification takes too long to be measured. */
  readonly verification: readonly { readonly provider: number; readonly generator: number }[]
  readonly bytesOfFile: number
  readonly bytesOfState: number
}

const mostVerified = 100_000
/** Of the provider, unless its configuration says otherwise. */
const connections = 16
/** Of one batch of sites, as the provider encodes it. */
const batchBytes = 512 * 1024
const listed = ['--list', 'autonomous', '--control-port', '0']

/** Measures one size in a folder that does not exist yet. */
export async function measureSize(
  folder: string,
  size: number,
  { runs, progress }: RunOptions,
): Promise<SizeMeasured> {
  await mkdir(folder)
  const file = join(folder, 'sites.txt')
  const sites = siteList(size)
  await writeSites(file, sites)
  const creations: number[] = []
  const bareCreations: number[] = []
  let recorded: readonly RecordedRequest[] = []

  for (let run = 1; run < runs; run += 1) {
    progress(`creation ${run} of ${runs}`)
    await withEmulator((emulator) => create(emulator, `create-${run}`), listed)
  }
  return await withEmulator(async (emulator) => {
    progress(`creation ${runs} of ${runs}`)
    const workspace = await create(emulator, 'kept')
    const plans = await measurePlans(workspace)
    const verification =
      size > 1_000 && size <= mostVerified ? await measureVerification(workspace, emulator) : []
    const changes = await measureChanges(workspace, emulator)
    return {
      size,
      creations,
      bareCreations,
      fewestForCreation: 2 + Math.ceil(encodedBytes(sites) / batchBytes),
      sentForCreation: recorded.length,
      ...plans,
      ...changes,
      verification,
      bytesOfFile: (await stat(file)).size,
      bytesOfState: await workspace.bytesOfState(),
    }
  }, listed)

  async function create(emulator: EmulatorProcess, name: string): Promise<Workspace> {
    const workspace = await Workspace.open(join(folder, name), fileCategory(file), emulator.environment)
    creations.push(await workspace.apply())
    recorded = await takeWrites(emulator)
    bareCreations.push(await withEmulator((bare) => timeToSend(recorded, bare), listed))
    return workspace
  }

  async function measurePlans(workspace: Workspace) {
    const emptyPlans: number[] = []
    const memory: number[] = []
    const shows: number[] = []
    for (let run = 1; run <= runs; run += 1) {
      progress(`plan ${run} of ${runs}`)
      emptyPlans.push(await workspace.timeOfEmptyPlan())
      memory.push(await peakMemory(() => workspace.timeOfEmptyPlan()))
      shows.push(await workspace.timeOfShow())
    }
    return { emptyPlans, memory, shows }
  }

  async function measureVerification(workspace: Workspace, emulator: EmulatorProcess) {
    const measured: { provider: number; generator: number }[] = []
    for (let run = 1; run <= runs; run += 1) {
      progress(`verification ${run} of ${runs}`)
      await workspace.write(fileCategory(file, 'verify = "none"'))
      await workspace.apply()
      const without = await workspace.timeOfEmptyPlan()
      await workspace.write(fileCategory(file, 'verify = "full"'))
      await workspace.apply()
      const full = await workspace.timeOfEmptyPlan()
      const generator = await queryRate(emulator, sites.slice(0, 20_000), connections)
      measured.push({ provider: (1_000 * size) / (full - without), generator })
    }
    await workspace.write(fileCategory(file))
    await workspace.apply()
    return measured
  }

  async function measureChanges(workspace: Workspace, emulator: EmulatorProcess) {
    const changes: number[] = []
    const sentForChanges: number[] = []
    for (let run = 1; run <= runs; run += 1) {
      progress(`change ${run} of ${runs}`)
      await writeSites(file, [...sites.slice(0, -10), ...siteList(10, size + 10 * run)])
      await takeWrites(emulator)
      changes.push(await workspace.apply())
      sentForChanges.push((await takeWrites(emulator)).length)
    }
    return { changes, sentForChanges }
  }
}

/** As a form writes them: a line feed between two sites takes three bytes. */
function encodedBytes(sites: readonly string[]): number {
  return sites.reduce((sum, site) => sum + site.length + 3, -3)
}
