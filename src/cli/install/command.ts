import { Command } from 'commander'
import { namedFolder } from '../folder-argument'
import type { InstallCommandOptions } from './options'

/** `appliance install`: the provider of this version, where Terraform and OpenTofu find it. */
export function installCommand(version: string): Command {
  return new Command('install')
    .summary('install the provider for Terraform and OpenTofu on this machine')
    .description(
      'Lays the provider of this version into the folder in which Terraform and OpenTofu look for providers before they ask a ' +
        'registry, and prints the block with which a configuration asks for it. Nothing is downloaded, and no CLI ' +
        'configuration is changed.',
    )
    .argument(
      '[archive]',
      'archive of a release to install in place of the script in this package, which needs node on PATH; on Windows there is ' +
        'no other way',
    )
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run it with --help to see what it takes.')
    .option('--dir <folder>', 'another folder, which the CLI configuration has to name', namedFolder)
    .addHelpText('after', furtherHelp)
    .allowExcessArguments(false)
    .action(async (archive: string | undefined, options: InstallCommandOptions) => {
      const { runInstall } = await import('./run')
      runInstall(version, archive, options)
    })
}

const furtherHelp = `
The block goes to the standard output, all else to the standard error.

Examples:
  appliance install > versions.tf
  appliance install --dir ./mirror
`
