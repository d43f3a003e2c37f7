import { Command } from 'commander'
import { engineTimeoutOption, filled, namedFolder, oneForm, repeatable } from '../command-options'
import type { ExportCommandOptions } from './run'

/** `appliance export`: configuration for an appliance that is already running. */
export function exportCommand(version: string): Command {
  return new Command('export')
    .summary('write configuration and imports for an appliance that is already running')
    .description(
      'Reads the categories, the groups and the directory service of the appliance, and writes resources and imports for them into a ' +
        'folder. Sites and members cannot be listed: specify them with --sites and --member. Only reads from the appliance. The settings ' +
        'are those of the provider, from the APPLIANCE_… environment variables. Attributes in the file given with --config override them.',
    )
    .argument('<folder>', 'folder for the configuration; it is created if it does not exist', namedFolder)
    .option(
      '--config <file>',
      'JSON object with the attributes of the provider block; - reads it from standard input',
    )
    .addOption(
      repeatable(
        '--sites <category=file>',
        'file with the sites of a category, which is looked up and becomes its list; may be repeated',
        filled('value'),
      ),
    )
    .addOption(
      repeatable(
        '--member <login>',
        'member of the user directory, with its memberships; may be repeated',
        filled('value'),
      ),
    )
    .option('--members <file>', 'file with a login in each line; a comment begins with # and a space')
    .addOption(
      repeatable(
        '--state <state>',
        'state, or initialized folder, whose resources are left out; may be repeated',
        filled('value'),
      ),
    )
    .option('--overwrite', 'replace files that are already in the folder')
    .option(
      '--engine <command>',
      'program that pulls states (default: $TERRAFORM_BINARY_NAME, or the one on PATH)',
    )
    .addOption(engineTimeoutOption())
    .addHelpText('after', furtherHelp)
    .action(async (folder: string, options: ExportCommandOptions) => {
      const { runExport } = await import('./run')
      process.exitCode = await runExport(folder, options, version)
    })
}

const furtherHelp = `
Exit codes:
  0  everything that can be listed, and everything that was named, is written
  1  an error: nothing was written
  2  written, but something is missing; the head of each file lists it

Examples:
  ${oneForm} export infrastructure
  ${oneForm} export infrastructure --sites ads=lists/ads.txt --members logins.txt
  ${oneForm} export new --state infrastructure
`
