import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { oneForm } from '../command-options'
import { exists, messageOf } from '../files'
import { requiredProviders, source } from '../inventory/block'
import { shownLines } from '../report/terminal'
import {
  filesystemInstallation,
  impliedMirror,
  installationRules,
  type UserSurroundings,
  whereConfigurationIs,
} from './cli-configuration'
import { placeBuild } from './mirror-place'
import {
  executableName,
  type ProviderArchive,
  packageFiles,
  platformOf,
  readReleaseArchive,
  registries,
  scriptPackage,
  scriptPlatforms,
} from './provider-package'

/** What the command line of `appliance install` says. */
export interface InstallCommandOptions {
  readonly dir?: string
}

const here = platformOf(process.platform, process.arch)

/** Installs the provider. Prints the block that requires it, and on standard error what was done and what is left to do. */
export async function runInstall(
  version: string,
  archive: string | undefined,
  { dir }: InstallCommandOptions,
): Promise<void> {
  const surroundings = { system: process.platform, home: homedir(), environment: process.env }
  const found = archive === undefined ? await providerOfThisPackage(version) : await providerIn(archive)
  const mirror = dir === undefined ? impliedMirror(surroundings) : resolve(dir)
  const places = await writeToMirror(mirror, found)
  const lines = [
    `The provider ${found.version} for ${found.platform} is installed:`,
    ...places.map((place) => `  ${place}`),
    '',
    ...(await adviceOn(mirror, dir !== undefined, surroundings)),
    'Put this block, which goes to standard output, into your configuration. Then run init.',
    '',
  ]
  process.stderr.write(shownLines(`${lines.join('\n')}\n`))
  process.stdout.write(`${requiredProviders(found.version)}\n`)
}

/** The archive for Linux that this command was unpacked from, with its Node, or else the script in this npm package. */
async function providerOfThisPackage(version: string): Promise<PlacedPackage> {
  const around = join(__dirname, '..')
  if (await exists(join(around, executableName(version, here)))) {
    return { version, platform: here, files: await packageFiles(around) }
  }
  if (!scriptPlatforms.includes(here)) {
    throw new Error(
      `The provider for ${here} is an executable, which this package does not contain. ` +
        `Download the archive from the release, and run: ${oneForm} install terraform-provider-appliance_${version}_${here}.zip`,
    )
  }
  return { version, platform: here, files: await scriptPackage(join(around, 'provider'), version) }
}

async function providerIn(archive: string): Promise<PlacedPackage> {
  const found = await readReleaseArchive(archive)
  if (found.platform === here) return found
  throw new Error(
    `${archive} is for ${found.platform}, but this machine is ${here}. Download the archive for ${here}.`,
  )
}

/** What to do so that the engine finds the mirror. */
async function adviceOn(
  mirror: string,
  isChosen: boolean,
  surroundings: UserSurroundings,
): Promise<readonly string[]> {
  const rules = await installationRules(surroundings, mirror)
  const hiding = rules.filter(({ namesFolder }) => !namesFolder)
  if (hiding.length > 0) {
    return [
      `Terraform and OpenTofu do not find it yet: ${hiding.map(({ file }) => file).join(' and ')} has a provider_installation ` +
        'block, which does not name this folder. The file was not changed. Add the content of this block to the one in the file:',
      '',
      filesystemInstallation(mirror),
    ]
  }
  if (!isChosen || rules.length > 0) return []
  return [
    `Specify the folder in the CLI configuration, ${whereConfigurationIs(surroundings)}:`,
    '',
    filesystemInstallation(mirror),
  ]
}

/** The provider in a folder, unpacked from an archive or as this npm package contains it. */
type PlacedPackage = Omit<ProviderArchive, 'bytes'>

/**
 * Writes the provider to a filesystem mirror, for Terraform and for OpenTofu. Replaces this version for this platform as a whole, and
 * changes nothing else in the mirror.
 *
 * @returns the folders that hold it
 * @throws {Error} if it cannot be written
 */
export async function writeToMirror(
  mirror: string,
  { version, platform, files }: PlacedPackage,
): Promise<readonly string[]> {
  const places = registries.map((registry) => join(mirror, registry, source, version, platform))
  for (const place of places) {
    await placeBuild(mirror, place, files).catch((cause: unknown) => {
      throw new Error(`${place} cannot be written: ${messageOf(cause)}. Choose another folder with --dir.`, {
        cause,
      })
    })
  }
  return places
}
