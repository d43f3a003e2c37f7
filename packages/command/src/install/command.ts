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
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run it with --help for its arguments and options.')
    .option('--dir <folder>', 'another folder, which the CLI configuration must name', namedFolder)
    .addHelpText('after', furtherHelp)
    .allowExcessArguments(false)
    .action(async (archive: string | undefined, options: InstallCommandOptions) => {
      const { runInstall } = await import('./install')
      await runInstall(version, archive, options)
    })
}

const furtherHelp = `
The block is written to standard output, everything else to standard error.

Examples:
  ${oneForm} install > versions.tf
  ${oneForm} install --dir ./mirror
`
