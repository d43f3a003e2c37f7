import { Command } from 'commander'
import type { ReviewCommandOptions } from '../base/plan-files'
import {
  alsoOption,
  engineTimeoutOption,
  formatOption,
  namesOption,
  oneForm,
  rootOption,
} from '../command-options'

/** `appliance review`: what a plan changes, in the appliance's own terms. */
export function reviewCommand(): Command {
  return new Command('review')
    .summary("report what a plan changes, in the appliance's own terms")
    .description(
      'Reports what a saved plan changes on the appliance: what is destroyed, what is no longer managed, which sites each category ' +
        'gains and loses, which members join and leave each group, and findings for the reviewer. Changes nothing, and creates no plan.',
    )
    .argument(
      '[plan]',
      'file that `plan -out` wrote, or the output of `show -json` for it (default, or -: JSON from standard input)',
    )
    .addOption(formatOption())
    .option('--output <file>', 'write the report to a file, and print only the verdict')
    .addOption(alsoOption())
    .option(
      '--config <file>',
      'settings of the findings (default: .appliance-review.json in the current folder)',
    )
    .option(
      '--engine <command>',
      'program that opens a saved plan (default: $TERRAFORM_BINARY_NAME, or terraform or tofu on PATH, whichever can read it)',
    )
    .addOption(engineTimeoutOption())
    .option('--chdir <folder>', 'folder in which a saved plan was created (default: the current folder)')
    .option('--messages <file>', 'output of `plan -json`, whose warnings become findings')
    .addOption(rootOption())
    .addOption(namesOption())
    .addHelpText('after', furtherHelp)
    .action(async (plan: string | undefined, options: ReviewCommandOptions) => {
      const { runReview } = await import('./run')
      process.exitCode = await runReview(plan, options)
    })
}

const furtherHelp = `
Exit codes:
  0  nothing to do
  1  an error
  2  changes
  3  a fatal finding

Examples:
  terraform plan -out plan.tfplan && ${oneForm} review plan.tfplan
  terraform show -json plan.tfplan | ${oneForm} review --format markdown --output comment.md
  ${oneForm} review plans/oslo.tfplan --chdir cdktf.out/stacks/oslo --messages plans/oslo.json
`
