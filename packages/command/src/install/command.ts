import { Command } from 'commander'
import { namedFolder, oneForm } from '../command-options'
import type { InstallCommandOptions } from './install'

/** `appliance install`: the provider of this version, where Terraform and OpenTofu find it. */
export function installCommand(version: string): Command {
  return new Command('install')
    .summary('install the provider for Terraform and OpenTofu on this machine')
    .description(
      'Copies this version of the provider to the folder in which Terraform and OpenTofu look for providers before they ask a ' +
        'registry, and prints the terraform block that requires it. Downloads nothing, and does not change the CLI ' +
        'configuration.',
    )
    .argument(
      '[archive]',
      'archive of a release to install instead of the script in this package, which needs node on PATH; required on Windows, not ' +
        'needed for the command in an archive for Linux, which installs its own',
    )
    .option('--dir <folder>', 'another folder, which the CLI configuration must name', namedFolder)
    .addHelpText('after', installHelp)
    .action(async (archive: string | undefined, options: InstallCommandOptions) => {
      const { runInstall } = await import('./install')
      await runInstall(version, archive, options)
    })
}

const installHelp = `
The block is written to standard output, everything else to standard error.

Examples:
  ${oneForm} install > versions.tf
  ${oneForm} install --dir ./mirror
`

/** `appliance mirror`: the files of a network mirror. */
export function mirrorCommand(version: string): Command {
  return new Command('mirror')
    .summary('write the files of a network mirror, for any web server')
    .description(
      'Writes the files of a network mirror with the provider to a folder, including the checksums that Terraform and OpenTofu ' +
        'request. Any web server can serve the folder over HTTPS. Keeps other versions and platforms in the folder.',
    )
    .argument('<folder>', 'folder to write to', namedFolder)
    .argument(
      '[archives...]',
      'archives of a release (default: the script in this package, for Linux and macOS with node on PATH)',
    )
    .addHelpText('after', mirrorHelp)
    .action(async (folder: string, archives: readonly string[]) => {
      const { runMirror } = await import('./mirror')
      await runMirror(version, folder, archives)
    })
}

const mirrorHelp = `
Examples:
  ${oneForm} mirror ./mirror
  ${oneForm} mirror ./mirror terraform-provider-appliance_*.zip
`
