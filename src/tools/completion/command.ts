import { Argument, Command } from 'commander'
import { oneForm } from '../command-options'
import { completionScript, shells } from './scripts'

/** `appliance completion`: a script with which a shell completes the commands and options of `appliance`. */
export function completionCommand(): Command {
  const command = new Command('completion')
  return command
    .summary('print a script that completes commands and options in a shell')
    .description(
      'Prints a script with which a shell completes the commands, options and values of appliance. Changes nothing.',
    )
    .addArgument(new Argument('<shell>', 'shell that runs the script').choices(shells))
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run it with --help for its arguments and options.')
    .addHelpText('after', furtherHelp)
    .allowExcessArguments(false)
    .action((shell: (typeof shells)[number]) => {
      process.stdout.write(completionScript(shell, command.parent ?? command))
    })
}

const furtherHelp = `
Shells complete a command by its name: install the package with npm install --global, or make appliance an alias.

Examples:
  ${oneForm} completion bash > ~/.local/share/bash-completion/completions/appliance
  ${oneForm} completion zsh > ~/.zfunc/_appliance
  ${oneForm} completion fish > ~/.config/fish/completions/appliance.fish
  ${oneForm} completion powershell >> $PROFILE
`
