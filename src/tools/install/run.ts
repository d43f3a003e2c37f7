import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { readReleaseArchive } from '../release-archive'
import { filesystemInstallation, installationRules, whereConfigurationIs } from './cli-configuration'
import { layIntoMirror, type PlacedPackage } from './filesystem-mirror'
import { impliedMirror, type UserSurroundings } from './implied-mirror'
import type { InstallCommandOptions } from './options'
import { platformOf, requiredProviders } from './provider-address'
import { scriptPackage, scriptPlatforms } from './provider-package'

const here = platformOf(process.platform, process.arch)

/** Installs the provider, and prints the block that asks for it; on the standard error, what was done and what is left to do. */
export function runInstall(
  version: string,
  archive: string | undefined,
  { dir }: InstallCommandOptions,
): void {
  const surroundings = { system: process.platform, home: homedir(), environment: process.env }
  const found = archive === undefined ? providerOfThisPackage(version) : providerIn(archive)
  const mirror = dir === undefined ? impliedMirror(surroundings) : resolve(dir)
  const places = layIntoMirror(mirror, found)
  const lines = [
    `The provider ${found.version} for ${found.platform} is installed:`,
    ...places.map((place) => `  ${place}`),
    '',
    ...adviceOn(mirror, dir !== undefined, surroundings),
    'Put this block, which goes to standard output, into your configuration. Then run init.',
    '',
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
  process.stdout.write(requiredProviders(found.version))
}

function providerOfThisPackage(version: string): PlacedPackage {
  if (!scriptPlatforms.includes(here)) {
    throw new Error(
      `The provider for ${here} is an executable, which this package does not contain. ` +
        `Download the archive from the release, and run: appliance install terraform-provider-appliance_${version}_${here}.zip`,
    )
  }
  return { version, platform: here, files: scriptPackage(join(__dirname, '..', 'provider'), version) }
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

/** What stands between the mirror and the engine, and what to do about it. */
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
    `Name the folder in the CLI configuration, ${whereConfigurationIs(surroundings)}:`,
    '',
    filesystemInstallation(mirror),
  ]
}
