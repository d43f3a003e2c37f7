import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { oneForm } from '../command-options'
import { makeFolder } from '../files'
import { shownLines } from '../report/terminal'
import {
  filesystemInstallation,
  impliedMirror,
  installationRules,
  type UserSurroundings,
  whereConfigurationIs,
} from './cli-configuration'
import {
  executableName,
  type Platform,
  type ProviderPackage,
  packageFiles,
  platformOf,
  readReleaseArchive,
  registries,
  requiredProviders,
  scriptPackage,
  scriptPlatforms,
  source,
} from './provider-package'

/** What the command line of `appliance install` says. */
export interface InstallCommandOptions {
  readonly dir?: string
}

const here = platformOf(process.platform, process.arch)

/** Installs the provider. Prints the block that requires it, and on standard error what was done and what is left to do. */
export function runInstall(
  version: string,
  archive: string | undefined,
  { dir }: InstallCommandOptions,
): void {
  const surroundings = { system: process.platform, home: homedir(), environment: process.env }
  const found = archive === undefined ? providerOfThisPackage(version) : providerIn(archive)
  const mirror = dir === undefined ? impliedMirror(surroundings) : resolve(dir)
  const places = writeToMirror(mirror, found)
  const lines = [
    `The provider ${found.version} for ${found.platform} is installed:`,
    ...places.map((place) => `  ${place}`),
    '',
    ...adviceOn(mirror, dir !== undefined, surroundings),
    'Put this block, which goes to standard output, into your configuration. Then run init.',
    '',
  ]
  process.stderr.write(shownLines(`${lines.join('\n')}\n`))
  process.stdout.write(requiredProviders(found.version))
}

/** The archive for Linux that this command was unpacked from, with its Node, or else the script in this npm package. */
function providerOfThisPackage(version: string): PlacedPackage {
  const around = join(__dirname, '..')
  if (existsSync(join(around, executableName(version, here)))) {
    return { version, platform: here, files: packageFiles(around) }
  }
  if (!scriptPlatforms.includes(here)) {
    throw new Error(
      `The provider for ${here} is an executable, which this package does not contain. ` +
        `Download the archive from the release, and run: ${oneForm} install terraform-provider-appliance_${version}_${here}.zip`,
    )
  }
  return { version, platform: here, files: scriptPackage(join(around, 'provider'), version) }
}

function providerIn(archive: string): PlacedPackage {
  const { version, platform, files } = readReleaseArchive(archive)
  if (platform !== here) {
    throw new Error(
      `${archive} is for ${platform}, but this machine is ${here}. Download the archive for ${here}.`,
    )
  }
  return { version, platform, files }
}

/** What to do so that the engine finds the mirror. */
function adviceOn(mirror: string, isChosen: boolean, surroundings: UserSurroundings): readonly string[] {
  const rules = installationRules(surroundings, mirror)
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

/** The provider of a version for one platform. */
interface PlacedPackage {
  readonly version: string
  readonly platform: Platform
  readonly files: ProviderPackage
}

/**
 * Writes the provider to a filesystem mirror, for Terraform and for OpenTofu. Replaces this version for this platform as a whole, and
 * changes nothing else in the mirror.
 *
 * @returns the folders that hold it
 * @throws {Error} if it cannot be written
 */
export function writeToMirror(
  mirror: string,
  { version, platform, files }: PlacedPackage,
): readonly string[] {
  return registries.map((registry) => {
    const place = join(mirror, registry, source, version, platform)
    try {
      replace(place, files)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`${place} cannot be written: ${reason}. Choose another folder with --dir.`, { cause })
    }
    return place
  })
}

function replace(place: string, files: ProviderPackage): void {
  // In the same folder, so that it can be renamed. Its name is no platform, so that engines ignore it.
  const made = join(dirname(place), `.new-${process.pid}`)
  makeFolder(made)
  try {
    writeFiles(made, files)
    rmSync(place, { recursive: true, force: true })
    renameSync(made, place)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

function writeFiles(folder: string, files: ProviderPackage): void {
  for (const [path, { content, executable }] of files) {
    const file = join(folder, path)
    makeFolder(dirname(file))
    writeFileSync(file, content, { mode: executable ? 0o755 : 0o644 })
  }
}
