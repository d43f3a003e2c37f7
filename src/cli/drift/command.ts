import { Command, Option } from 'commander'
import { formatOption, namesOption } from '../report-options'
import type { DriftCommandOptions } from './options'

/** `appliance drift`: whether the appliance is still what a configuration says. */
export function driftCommand(): Command {
  return new Command('drift')
    .summary('say whether the appliance is still what a configuration says')
    .description(
      'Has the engine plan, changes nothing, and says what differs on the appliance: what is gone, which sites and memberships ' +
        'are missing, what is otherwise. What the configuration says and no apply has done yet is told apart from it, and so is ' +
        'how much nobody could see.',
    )
    .argument('[folder]', 'folder of the configuration, initialised; this one without it')
    .argument(
      '[engine-options...]',
      'behind --, options for `plan`, such as -lock-timeout=5m or -var=name=value',
    )
    .usage('[options] [folder] [-- engine-options...]')
    .helpOption('-h, --help', 'print this help')
    .addOption(formatOption())
    .option('--output <file>', 'write it into a file, and print the verdict alone')
    .option(
      '--config <file>',
      'settings of the findings, in place of .appliance-review.json in the folder of the configuration, or in this one',
    )
    .option('--engine <command>', 'what plans; terraform or tofu on PATH without it')
    .addOption(repeatable('--var <name=value>', 'a variable of the configuration; may be repeated'))
    .addOption(repeatable('--var-file <file>', 'a file of variables, from this folder; may be repeated'))
    .addOption(namesOption())
    .showHelpAfterError('Run it with --help to see what it takes.')
    .addHelpText('after', furtherHelp)
    .action(async (folder: string | undefined, words: readonly string[], options: DriftCommandOptions) => {
      const { runDrift } = await import('./run')
      process.exitCode = await runDrift(folder, words, options)
    })
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string, before: readonly string[] = []) => [
    ...before,
    text,
  ])
}

const furtherHelp = `
Exit codes: 0 nothing found, 2 the appliance differs, 3 a finding that is fatal, 1 an error. A plan that failed is an error.

Examples:
  appliance drift
  appliance drift infrastructure --var-file production.tfvars --format markdown --output drift.md
  appliance drift -- -lock-timeout=5m
`
