import { Command } from 'commander'
import { engineTimeoutOption, oneForm } from '../command-options'
import type { ExplainCommandOptions } from './explain'

/** `appliance explain`: why websites are in categories, or are not. */
export function explainCommand(): Command {
  return new Command('explain')
    .summary('say why a website is in a category, or why it is not')
    .description(
      'Says in one sentence whether a website, or a parent domain of it, is declared and active: by the state, the files of lists that ' +
        'the state names, and the categories of the appliance. Names the places in the configuration, too. Changes nothing.',
    )
    .argument('<site...>', 'websites: names, or addresses copied from a browser')
    .option(
      '--chdir <folder>',
      'initialized folder whose state is read (default: the current folder or that of --root, if it is initialized)',
    )
    .option(
      '--root <folder>',
      'folder below which the configuration is searched, and lists if there is no state (default: the repository, or the current folder)',
    )
    .option(
      '--engine <command>',
      'program that reads the state (default: $TERRAFORM_BINARY_NAME, or the one that initialized the folder)',
    )
    .addOption(engineTimeoutOption())
    .option(
      '--config <file>',
      "the provider's settings as a JSON object, as appliance doctor takes them; - reads it from standard input (default: the APPLIANCE_… environment variables)",
    )
    .addHelpText('after', furtherHelp)
    .action(async (sites: readonly string[], options: ExplainCommandOptions) => {
      const { runExplain } = await import('./explain')
      process.exitCode = await runExplain(sites, options)
    })
}

const furtherHelp = `
Exit codes:
  0  answered, and lists and appliance agree, as far as both were asked
  1  an error, or the state or the appliance did not answer; the answer says which
  2  a list has a site that its category does not contain, or a category contains a site that the state does not have there

Examples:
  ${oneForm} explain ads.example
  ${oneForm} explain https://shop.example/cart news.example
  ${oneForm} explain --chdir infrastructure/office ads.example
`
