import { Command } from 'commander'
import { namedFolder, oneForm } from '../command-options'

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
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run it with --help for its arguments and options.')
    .addHelpText('after', furtherHelp)
    .action(async (folder: string, archives: readonly string[]) => {
      const { runMirror } = await import('./mirror')
      await runMirror(version, folder, archives)
    })
}

const furtherHelp = `
Examples:
  ${oneForm} mirror ./mirror
  ${oneForm} mirror ./mirror terraform-provider-appliance_*.zip
`
