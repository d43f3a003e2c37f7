import { Command } from 'commander'
import {
  alsoOption,
  engineTimeoutOption,
  formatOption,
  namesOption,
  oneForm,
  repeatable,
  rootOption,
} from '../command-options'
import type { DriftCommandOptions } from './run'

/** `appliance drift`: whether the appliance is still what a configuration says. */
export function driftCommand(): Command {
  return new Command('drift')
    .summary('check whether the appliance still matches the configuration')
    .description(
      'Runs a plan and reports what was changed on the appliance outside of Terraform: resources that no longer exist, missing ' +
        'sites and memberships, and other differences. Reports changes of the configuration that are not applied yet, and ' +
        'everything that could not be checked, separately. With --unmanaged, it also ' +
        'lists the appliance, and the first line says how much of it is managed. Changes nothing.',
    )
    .argument('[folder]', 'initialized folder of a configuration (default: the current folder)')
    .argument(
      '[engine-options...]',
      'after --, options for `plan`, such as -lock-timeout=5m or -var=name=value',
    )
    .usage('[options] [folder] [-- engine-options...]')
    .addOption(formatOption())
    .option('--output <file>', 'write the report to a file, and print only the verdict')
    .addOption(alsoOption())
    .option(
      '--config <file>',
      'settings of the findings (default: .appliance-review.json in the folder of the configuration, or in the current folder)',
    )
    .option(
      '--engine <command>',
      'program that runs the plan (default: $TERRAFORM_BINARY_NAME, or the one that initialized the folder)',
    )
    .addOption(engineTimeoutOption())
    .addOption(
      repeatable('--var-file <file>', 'file of variables, relative to the current folder; may be repeated'),
    )
    .addOption(rootOption())
    .addOption(namesOption())
    .option(
      '--unmanaged',
      'also report categories, groups and memberships of known members that are on the appliance and in no state',
    )
    .addOption(
      repeatable(
        '--state <folder>',
        'with --unmanaged: initialized folder with another state of the same appliance; may be repeated',
      ),
    )
    .option(
      '--ignore <file>',
      'with --unmanaged: JSON file of what is unmanaged on purpose, each entry with a reason and its last day',
    )
    .option(
      '--write-ignore <file>',
      'with --unmanaged: write such a file, with the entries of --ignore and one for each object that is unmanaged now',
    )
    .addHelpText('after', furtherHelp)
    .action(async (folder: string | undefined, words: readonly string[], options: DriftCommandOptions) => {
      const { runDrift } = await import('./run')
      process.exitCode = await runDrift(folder === undefined ? [] : [folder, ...words], options)
    })
}

const furtherHelp = `
Exit codes:
  0  no drift found
  1  an error, such as a plan that failed, or a state that could not be read
  2  the appliance differs, changes of the configuration are not applied yet, or something is unmanaged
  3  a fatal finding

Examples:
  ${oneForm} drift
  ${oneForm} drift infrastructure --var-file production.tfvars --format markdown --output drift.md
  ${oneForm} drift -- -lock-timeout=5m
  ${oneForm} drift --unmanaged --write-ignore ignored.json
  ${oneForm} drift --unmanaged --ignore ignored.json
  ${oneForm} drift berlin --unmanaged --state berlin-directory
`
