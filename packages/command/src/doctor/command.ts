import { Command, Option } from 'commander'
import { filled, oneForm } from '../command-options'
import type { DoctorCommandOptions } from './doctor'

/** `appliance doctor`: checks a configuration against the appliance. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .summary('check a configuration against a live appliance, without changing it')
    .description(
      'Checks the certificate of each listener of the configuration, and requests the routes that only read. ' +
        'Nothing is changed on the appliance. The configuration is the one that the provider uses, from the APPLIANCE_… environment ' +
        'variables. Attributes in the file given with --config override them.',
    )
    .option(
      '--config <file>',
      'JSON object with the attributes of the provider block; - reads it from standard input',
    )
    .addOption(
      new Option('--format <form>', 'format of the report').choices(['text', 'json']).default('text'),
    )
    .addOption(
      new Option(
        '--member <login>',
        'also read the record of this member of the user directory; its values are never printed',
      ).argParser(filled('login')),
    )
    .option('--all', 'list every check, those that passed or were skipped, too; JSON always contains them')
    .addHelpText('after', furtherHelp)
    .action(async (options: DoctorCommandOptions) => {
      const { runDoctor } = await import('./doctor')
      await runDoctor(options)
    })
}

const furtherHelp = `
Exits with 0 if no problems were found, even with warnings, and otherwise with 1. Secrets are never printed.

Examples:
  APPLIANCE_BASE_URL=https://proxy.example.org ${oneForm} doctor
  ${oneForm} doctor --config provider.json --format json
  ${oneForm} doctor --member ann.lee

provider.json:
  {
    "base_url": "https://proxy.example.org",
    "endpoints": { "directory": { "url": "unix:///path/of/the/socket" } }
  }
`
