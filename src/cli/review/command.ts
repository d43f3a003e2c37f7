import { Command } from 'commander'
import { formatOption, namesOption } from '../report-options'
import type { ReviewCommandOptions } from './options'

/** `appliance review`: what a plan changes, in the appliance's own terms. */
export function reviewCommand(): Command {
  return new Command('review')
    .summary("say what a plan changes, in the appliance's own terms")
    .description(
      'Says what a saved plan changes on the appliance: what is lost, which sites move, come and go in which category, who ' +
        'joins and leaves which group, and what a reviewer should know of it.',
    )
    .argument(
      '[plan]',
      'file that `plan -out` wrote, or the JSON that `show -json` makes of it; - or nothing for JSON on standard input',
    )
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run it with --help to see what it takes.')
    .addOption(formatOption())
    .option('--output <file>', 'write it into a file, and print the verdict alone')
    .option('--config <file>', 'settings of the findings, in place of .appliance-review.json in this folder')
    .option('--engine <command>', 'what opens a saved plan; terraform or tofu on PATH without it')
    .option('--chdir <folder>', 'folder in which a saved plan was made; this one without it')
    .option('--messages <file>', 'what `plan -json` printed: it tells which categories are adopted')
    .addOption(namesOption())
    .addHelpText('after', furtherHelp)
    .action(async (plan: string | undefined, options: ReviewCommandOptions) => {
      const { runReview } = await import('./run')
      process.exitCode = await runReview(plan, options)
    })
}

const furtherHelp = `
Exit codes: 0 nothing to do, 2 changes, 3 a finding that is fatal, 1 an error.

Examples:
  terraform plan -out plan.tfplan && appliance review plan.tfplan
  terraform show -json plan.tfplan | appliance review --format markdown --output comment.md
`
