import { emulatorCommand } from '@webfilter/appliance-emulator'
import { Command } from 'commander'
import { oneForm } from './command-options'
import { doctorCommand } from './doctor/command'
import { driftCommand } from './drift/command'
import { explainCommand } from './explain/command'
import { explainCodeCommand } from './explain-code/command'
import { exportCommand } from './export/command'
import { messageOf, systemReason } from './files'
import { installCommand, mirrorCommand } from './install/command'
import { lintCommand } from './lint/command'
import { printRemark } from './report/output'
import { reviewCommand } from './review/command'

const version = process.env.APPLIANCE_VERSION ?? '0.0.0-dev'

const furtherHelp = `
In a folder where the npm package is installed, run it as:
  ${oneForm} <command>
`

/** The `appliance` command. Each subcommand has a folder of its own, and loads what it works with only when it runs. */
const appliance = new Command('appliance')
  .description('Tools for the Terraform provider for web-filtering and mail appliances.')
  .version(version, '-V, --version', 'print the version')
  .helpOption('-h, --help', 'print this help, or the help of a command')
  .addCommand(installCommand(version))
  .addCommand(mirrorCommand(version))
  .addCommand(emulatorCommand())
  .addCommand(doctorCommand())
  .addCommand(exportCommand(version))
  .addCommand(reviewCommand())
  .addCommand(driftCommand())
  .addCommand(lintCommand())
  .addCommand(explainCommand())
  .addCommand(explainCodeCommand())
  .addCommand(versionCommand())
  .addHelpText('after', furtherHelp)

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that stops reading, such as head, is no failure.
  if (error.code === 'EPIPE') return
  printRemark(`The output cannot be written${systemReason(error)}. Free some space, or write it elsewhere.\n`)
  process.exit(1)
})
// There is nowhere left to say it.
process.stderr.on('error', () => {})

for (const command of appliance.commands) command.helpOption('-h, --help', 'print this help')
for (const command of [appliance, ...appliance.commands]) {
  command.showHelpAfterError('Run it with --help for its arguments and options.')
  // What is wrong with a command line quotes its words.
  command.configureOutput({ writeErr: printRemark })
}

/** For those who look for a command instead of the option. */
function versionCommand(): Command {
  return new Command('version')
    .summary('print the version')
    .description('Prints the version of the command, which is that of the provider in the same package.')
    .action(() => void process.stdout.write(`${version}\n`))
}

appliance.parseAsync().catch((error: unknown) => {
  printRemark(`${messageOf(error)}\n`)
  process.exitCode = 1
})
