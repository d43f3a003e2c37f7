import { Command } from 'commander'
import { oneForm } from '../command-options'

/** `appliance explain-code`: what its page says of a code, without a network. */
export function explainCodeCommand(): Command {
  return new Command('explain-code')
    .summary('say what the code of an error or warning, or a rule, means, and what to do')
    .description(
      'Prints what the guides of this release say of a code, such as category-adopted, or of a rule, such as large-removal. The provider prints the code as the ' +
        'last line of each error and warning. Of a warning that -compact-warnings printed, pass the summary in quotes. Needs no network.',
    )
    .argument(
      '<code...>',
      'codes, with or without brackets, such as [appliance:category-adopted], quoted summaries of warnings, or rules',
    )
    .addHelpText('after', furtherHelp)
    .action(async (codes: readonly string[]) => {
      const { runExplainCode } = await import('./explain-code')
      runExplainCode(codes)
    })
}

const furtherHelp = `
Exit codes:
  0  all codes are explained
  1  a code does not exist in this release

Examples:
  ${oneForm} explain-code removal-limit-exceeded
  ${oneForm} explain-code '[appliance:sites-contested]'
  ${oneForm} explain-code 'Warning: A category will stay on the appliance'
`
