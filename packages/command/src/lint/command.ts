import { Command, InvalidArgumentError, Option } from 'commander'
import { formatOption, namesOption, oneForm } from '../command-options'
import type { LintCommandOptions } from './run'

/** `appliance lint`: what is wrong in lists of sites, before Terraform or an appliance reads them. */
export function lintCommand(): Command {
  return new Command('lint')
    .summary('check lists of sites in a repository, without an engine or an appliance')
    .description(
      'Checks lists of sites: lines that are not sites, sites that the appliance deletes or never activates, and public suffixes. It ' +
        'reads all formats that sites_file accepts, and needs neither Terraform nor an appliance.',
    )
    .argument(
      '<file...>',
      'lists of sites, or folders with lists: files that end in .txt, .list, .lst, .hosts, .domains, .conf, .rpz or .zone, or are called ' +
        'domains or hosts (also with a number, such as domains.0), each also with .gz at the end',
    )
    .addOption(
      new Option(
        '--replaces <file>',
        'put the one list, a new version of this file, in its place, if it is a list and says something new; the new file goes then',
      ).conflicts(['format', 'output', 'names']),
    )
    .addOption(
      new Option(
        '--at-least <share>',
        'share of the old sites that --replaces requires (default: 50%)',
      ).argParser(percentage),
    )
    .addOption(formatOption())
    .option('--output <file>', 'write the report to a file, and print only the verdict')
    .option('--config <file>', 'settings to use instead of .appliance-review.json in this folder')
    .addOption(namesOption())
    .addHelpText('after', furtherHelp)
    .action(async (files: readonly string[], options: LintCommandOptions) => {
      const { runLint } = await import('./run')
      process.exitCode = await runLint(files, options)
    })
}

function percentage(text: string): number {
  const [, digits] = /^(\d|[1-9]\d|100)%$/u.exec(text) ?? []
  if (digits !== undefined) return Number(digits)
  throw new InvalidArgumentError('The share must be from 0% to 100%, such as 80%.')
}

const furtherHelp = `
Exit codes: 0 no finding is fatal, 3 a finding is fatal, 1 an error. With --replaces, 3 means that the old file stays because of the new one.

Examples:
  ${oneForm} lint lists
  ${oneForm} lint --format github lists/*.txt
  ${oneForm} lint --replaces lists/ads.txt lists/.ads.txt.new
`
