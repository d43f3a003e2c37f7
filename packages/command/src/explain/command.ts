import { Command, Option } from 'commander'
import { engineTimeoutOption, oneForm } from '../command-options'
import type { ExplainCommandOptions } from './explain'

/** `appliance explain`: why websites are in categories, or are not. */
export function explainCommand(): Command {
  return new Command('explain')
    .summary('say why a website is in a category, or why it is not')
    .description(
      'Names every list below a folder that contains a website or a parent domain of it, what the plan and the state say, and which ' +
        'categories of the appliance contain it now. Then says in one sentence whether it is declared and active. Changes nothing.',
    )
    .argument('<site...>', 'websites: names, or addresses copied from a browser')
    .helpOption('-h, --help', 'print this help')
    .option(
      '--root <folder>',
      'folder below which lists are searched (default: the repository of the current folder, or the current folder)',
    )
    .option(
      '--chdir <folder>',
      'initialized folder whose state is read (default: the current folder or that of --root, if it is initialized)',
    )
    .option(
      '--plan <file>',
      'saved plan, or output of show -json, of the folder whose state is read: it contains what only Terraform can evaluate',
    )
    .option(
      '--engine <command>',
      'program that reads the state and the plan (default: $TERRAFORM_BINARY_NAME, or the one that initialized the folder)',
    )
    .addOption(engineTimeoutOption())
    .option(
      '--config <file>',
      "the provider's settings as a JSON object, as appliance doctor takes them; - reads it from standard input (default: the APPLIANCE_… environment variables)",
    )
    .addOption(
      new Option('--format <format>', 'format of the answer')
        .choices(['text', 'markdown', 'json'])
        .default('text'),
    )
    .option('--output <file>', 'write the answer to a file, and print only the verdicts')
    .showHelpAfterError('Run it with --help for its arguments and options.')
    .addHelpText('after', furtherHelp)
    .action(async (sites: readonly string[], options: ExplainCommandOptions) => {
      const { runExplain } = await import('./explain')
      process.exitCode = await runExplain(sites, options)
    })
}

const furtherHelp = `
Exit codes:
  0  answered, and what is declared and what the appliance contains are the same, as far as both were asked
  1  an error, or the state or the appliance did not answer; the answer says which
  2  a declared site is missing, or a category contains a site that no list declares there

Examples:
  ${oneForm} explain ads.example
  ${oneForm} explain https://shop.example/cart news.example
  ${oneForm} explain --root infrastructure --chdir infrastructure/office ads.example
  ${oneForm} explain --plan plan.tfplan ads.example
  ${oneForm} explain --format markdown --output answer.md ads.example
`
