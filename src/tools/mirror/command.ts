import { Command } from 'commander'
import { namedFolder, oneForm } from '../command-options'

/** `appliance mirror`: the files of a network mirror, or what a registry of OCI artifacts takes. */
export function mirrorCommand(version: string): Command {
  return new Command('mirror')
    .summary('write the files of a network mirror, for any web server')
    .description(
      'Writes the files of a network mirror with the provider to a folder, including the checksums that Terraform and OpenTofu ' +
        'request. Any web server can serve the folder over HTTPS. With --oci-layout, writes an OCI image layout instead, to be ' +
        'copied to a registry from which OpenTofu 1.10 or newer installs the provider. Keeps other versions and platforms in the folder.',
    )
    .argument('[folder]', 'folder to write to; none with --oci-layout', namedFolder)
    .argument(
      '[archives...]',
      'archives of a release (default: the script in this package, for Linux and macOS with node on PATH)',
    )
    .option('--oci-layout <folder>', 'write an OCI image layout to this folder', namedFolder)
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run it with --help for its arguments and options.')
    .addHelpText('after', furtherHelp)
    .action(
      async (
        folder: string | undefined,
        archives: readonly string[],
        { ociLayout }: { readonly ociLayout?: string },
        command: Command,
      ) => {
        const { runMirror, runOciLayout } = await import('./mirror')
        if (ociLayout !== undefined)
          runOciLayout(version, ociLayout, folder === undefined ? [] : [folder, ...archives])
        else if (folder !== undefined) runMirror(version, folder, archives)
        else command.error("error: missing required argument 'folder'")
      },
    )
}

const furtherHelp = `
Examples:
  ${oneForm} mirror ./mirror
  ${oneForm} mirror ./mirror terraform-provider-appliance_*.zip
  ${oneForm} mirror --oci-layout ./layout terraform-provider-appliance_*.zip
`
