import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { impliedMirror } from '@webfilter/appliance-command/install/cli-configuration'
import {
  executableName,
  platformOf,
  registries,
  writeArchive,
} from '@webfilter/appliance-command/install/provider-package'
import { requiredProviders, source } from '@webfilter/appliance-command/inventory/block'
import packageJson from '../../package.json'
import { startAppliance } from '../acceptance/appliance'
import { describeWithEngine, Workspace } from '../acceptance/workspace'
import { isFull } from '../lanes/extent'
import { type Ended, RunningCommand } from './running-command'

/** Milliseconds: many processes, and the engine beside them. */
jest.setTimeout(240_000)

/** Installations at a time. */
const many = isFull ? 32 : 12

const { version } = packageJson
const here = platformOf(process.platform, process.arch)

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it('installations at the same time all succeed, and nobody misses a file meanwhile', async () => {
  const builds = ['one', 'two'].map(archiveOf)
  await installations(1, builds)
  const mirror = impliedMirror({ system: process.platform, home, environment: {} })
  const file = join(mirror, registries[1], source, version, here, executableName(version, here))
  const looks = await during(installations(many, builds), async () => await readFile(file, 'utf8'))
  expect(['one', 'two'].map(scriptOf)).toEqual(expect.arrayContaining([...new Set(looks)]))
  expect(new Set(looks).size).toBe(2)
})

it('the first installations in a home all succeed', async () => {
  await installations(many / 2, [])
})

describeWithEngine('installations of the same build', () => {
  it('leave the runs of others alone', async () => {
    const appliance = await startAppliance()
    expect(failures([await install()])).toEqual([])
    const workspace = await Workspace.empty({ ...implied, ...appliance.environment, HOME: home })
    const category = 'resource "appliance_category" "ads" {\n  name = "ads"\n}\n'
    await workspace.writeFile('main.tf', `${requiredProviders(version)}\n${category}`)
    try {
      const runs = await during(installations(many, []), async () => {
        await workspace.init()
        return (await workspace.run('plan', '-no-color', '-input=false')).exitCode
      })
      expect(runs.filter((exitCode) => exitCode !== 0)).toEqual([])
    } finally {
      await workspace.close()
      await appliance.close()
    }
  })
})

/** No CLI configuration, and no other folder of the user's data. */
const implied = { TF_CLI_CONFIG_FILE: '', XDG_DATA_HOME: '', XDG_CONFIG_HOME: '' }

/** Some installations at once, which must all succeed. @param archives taken in turn; none for the provider of the package */
async function installations(count: number, archives: readonly string[]): Promise<void> {
  const all = Array.from({ length: count }, (_, index) => install(archives[index % archives.length]))
  expect(failures(await Promise.all(all))).toEqual([])
}

function failures(ended: readonly Ended[]): readonly Ended[] {
  return ended.filter(({ code }) => code !== 0)
}

async function install(archive?: string): Promise<Ended> {
  return await new RunningCommand(['install', ...(archive ? [archive] : [])], { HOME: home }).ended
}

/** Does something again and again until something else has ended, at least once. @returns what it came to */
async function during<T>(work: Promise<void>, again: () => Promise<T>): Promise<readonly T[]> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  const results: T[] = []
  do results.push(await again())
  while (!isOver)
  await over
  return results
}

/** An archive of a release in a folder of its own, with a script that says which one it is. */
function archiveOf(name: string): string {
  const file = join(home, name, `terraform-provider-appliance_${version}_${here}.zip`)
  const content = Buffer.from(scriptOf(name))
  mkdirSync(join(home, name))
  writeFileSync(file, writeArchive(new Map([[executableName(version, here), { content, executable: true }]])))
  return file
}

function scriptOf(name: string): string {
  return `#!/bin/sh\n# ${name}\n`
}
