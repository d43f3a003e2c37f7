import { Command } from 'commander'
import { namedFolder } from '../folder-argument'

/** `appliance mirror`: the files of a network mirror. */
export function mirrorCommand(version: string): Command {
  return new Command('mirror')
    .summary('write the files of a network mirror, for any web server')
    .description(
      'Writes the files of a network mirror with the provider into a folder: what Terraform and OpenTofu ask a mirror for, with ' +
        'checksums. Any web server can serve them over HTTPS. Versions and platforms that the folder holds already stay.',
    )
    .argument('<folder>', 'where they are written', namedFolder)
    .argument(
      '[archives...]',
      'archives of a release; without them, the script in this package, for Linux and macOS with node on PATH',
    )
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run it with --help to see what it takes.')
    .addHelpText('after', furtherHelp)
    .action(async (folder: string, archives: readonly string[]) => {
      const { runMirror } = await import('./run')
      runMirror(version, folder, archives)
    })
}

const furtherHelp = `
Examples:
  appliance mirror ./mirror
  appliance mirror ./mirror terraform-provider-appliance_*.zip
`
