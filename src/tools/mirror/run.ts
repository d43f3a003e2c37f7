import { join, resolve } from 'node:path'
import { writeArchive } from '../install/archive'
import { networkInstallation } from '../install/cli-configuration'
import { writeNetworkMirror } from '../install/network-mirror'
import { type ProviderArchive, scriptPackage, scriptPlatforms } from '../install/provider-package'
import { readReleaseArchive } from '../release-archive'

/** Writes the mirror, and tells what is in it. */
export function runMirror(version: string, folder: string, files: readonly string[]): void {
  const archives = files.length === 0 ? archivesOfThisPackage(version) : files.map(readReleaseArchive)
  write(folder, archives)
  const lines = [
    `The mirror is in ${resolve(folder)}, with the provider for:`,
    ...archives.map((archive) => `  ${archive.platform}, version ${archive.version}`),
    '',
    'Serve it over HTTPS, and name its address in the CLI configuration, with a slash at the end:',
    '',
    networkInstallation('https://mirror.example.org/'),
  ]
  process.stdout.write(lines.join('\n'))
}

function write(folder: string, archives: readonly ProviderArchive[]): void {
  try {
    writeNetworkMirror(folder, archives)
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new Error(`The mirror cannot be written: ${cause.message}. Choose another folder.`, { cause })
  }
}

/** One archive for all: it is a script. */
function archivesOfThisPackage(version: string): readonly ProviderArchive[] {
  const bytes = writeArchive(scriptPackage(join(__dirname, '..', 'provider'), version))
  return scriptPlatforms.map((platform) => ({ version, platform, bytes }))
}
