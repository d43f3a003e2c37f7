import { Command } from 'commander'
import { addressTimeoutOption, formatOption, oneForm } from '../command-options'
import type { FetchCommandOptions } from './run'

/** `appliance fetch`: published lists, in the files of a repository. */
export function fetchCommand(): Command {
  return new Command('fetch')
    .summary('fetch published lists of sites into the files of a repository')
    .description(
      'Fetches published lists over https, and replaces the files that sites_file names. A file stays as it is if an address fails, if ' +
        'the answer is not a list, or if it has fewer sites than its source allows: the report names it, and the other lists are fetched. ' +
        'Writes each list sorted and without repeated lines, and changes no file in which only comments differ.',
    )
    .argument(
      '<sources>',
      'JSON file that declares each list with its file, its addresses, and what to expect',
    )
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run it with --help for its arguments and options.')
    .addOption(formatOption())
    .option('--output <file>', 'write the report to a file, and print only the verdict')
    .addOption(addressTimeoutOption())
    .addHelpText('after', furtherHelp)
    .allowExcessArguments(false)
    .action(async (sources: string, options: FetchCommandOptions) => {
      const { runFetch } = await import('./run')
      process.exitCode = await runFetch(sources, options)
    })
}

const furtherHelp = `
A source has "file" and "urls" (all of them together are the list), and may have "category", "minimum_sites", "minimum_share" of the
sites in the current file (default: "50%"), and "maximum_invalid", the share of lines that are not sites (default: "50%"):
  {"lists": [{"file": "lists/ads.txt", "urls": ["https://lists.example.org/ads.txt"], "minimum_share": "80%"}]}

Files are relative to the current folder. HTTPS_PROXY and NO_PROXY apply.

Exit codes: 0 all lists were fetched, 3 a list was not fetched, 1 an error.

Examples:
  ${oneForm} fetch lists.json
  ${oneForm} fetch lists.json --format markdown --output report.md
`
