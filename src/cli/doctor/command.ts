import { Command, InvalidArgumentError, Option } from 'commander'
import type { DoctorCommandOptions } from './options'

/** `appliance doctor`: whether a configuration fits the appliance that it leads to. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .summary('check a configuration against a live appliance, without changing it')
    .description(
      'Connects to each listener of the configuration, looks at its certificate, and asks the routes that only read. ' +
        'Nothing is changed on the appliance. The configuration is what the provider reads: the APPLIANCE_… environment variables, ' +
        'and before them the file that --config names.',
    )
    .helpOption('-h, --help', 'print this help')
    .option(
      '--config <file>',
      'JSON object with the attributes of the provider block; - for the standard input',
    )
    .addOption(
      new Option('--format <form>', 'how the report is written').choices(['text', 'json']).default('text'),
    )
    .addOption(
      new Option(
        '--member <login>',
        'a member of the user directory whose record is read too; what is in it is not printed',
      ).argParser(login),
    )
    .showHelpAfterError('Run it with --help to see what it takes.')
    .addHelpText('after', furtherHelp)
    .allowExcessArguments(false)
    .action(async (options: DoctorCommandOptions) => {
      const { runDoctor } = await import('./run')
      await runDoctor(options)
    })
}

function login(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('A login is not empty.')
}

const furtherHelp = `
Exits with 0 where nothing is wrong (warnings aside), else with 1. Secrets are never printed.

Examples:
  APPLIANCE_BASE_URL=https://proxy.example.org appliance doctor
  appliance doctor --config provider.json --format json
  appliance doctor --member ann.lee

provider.json:
  {
    "base_url": "https://proxy.example.org",
    "endpoints": { "directory": { "url": "unix:///path/of/the/socket" } }
  }
`
