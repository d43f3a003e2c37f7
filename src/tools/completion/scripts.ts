import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

/** The names under which the command is installed. */
const names = ['appliance', 'terraform-provider-appliance'] as const

/**
 * The script for a shell: it completes commands, options and the values that an option takes, and names of files elsewhere. It holds
 * all of that itself, so that completing starts no process.
 */
export function completionScript(shell: (typeof shells)[number], appliance: Command): string {
  const commands = [...appliance.commands]
    .filter((command) => command.name() !== 'help')
    .map(
      (command): Completed => ({
        name: command.name(),
        summary: command.summary(),
        options: command.options.map(({ long, description, argChoices }) => ({
          name: long ?? '',
          description,
          values: argChoices ?? [],
        })),
        values: command.registeredArguments[0]?.argChoices ?? [],
      }),
    )
  return writers[shell](commands)
}

/** A command, as far as a shell completes it. */
interface Completed {
  readonly name: string
  readonly summary: string
  readonly options: readonly {
    /** With its hyphens. */
    readonly name: string
    readonly description: string
    /** Those that it takes; none if it takes any, or no value at all. */
    readonly values: readonly string[]
  }[]
  /** Those that its first argument takes. */
  readonly values: readonly string[]
}

const writers: Readonly<Record<(typeof shells)[number], (commands: readonly Completed[]) => string>> = {
  bash: (commands) => `# Completion of the command appliance for bash.
_appliance() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]} $before" in
${valuesOf(commands)
  .map(
    ([words, values]) => `    ${quoted(words)}) COMPREPLY=($(compgen -W '${values}' -- "$word")); return ;;`,
  )
  .join('\n')}
  esac
  [[ $word == -* ]] || return
  case "\${COMP_WORDS[1]}" in
${commands
  .map(
    ({ name, options }) => `    ${name}) COMPREPLY=($(compgen -W '${optionNames(options)}' -- "$word")) ;;`,
  )
  .join('\n')}
  esac
}
complete -o default -F _appliance ${names.join(' ')}
`,
  zsh: (commands) => `#compdef ${names.join(' ')}
# Completion of the command appliance for zsh.
_appliance() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, summary }) => `      ${quoted(`${name}:${summary}`)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  case "$words[2] $words[CURRENT-1]" in
${valuesOf(commands)
  .map(([words, values]) => `    (${quoted(words)}) compadd -- ${values}; return ;;`)
  .join('\n')}
  esac
  if [[ $PREFIX != -* ]]; then
    _files
    return
  fi
  local -a options
  case "$words[2]" in
${commands
  .map(
    ({ name, options }) =>
      `    (${name}) options=(${options.map((option) => quoted(`${option.name}:${option.description}`)).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  _describe option options
}
if [ "$funcstack[1]" = _appliance ]; then _appliance "$@"; else compdef _appliance ${names.join(' ')}; fi
`,
  fish: (commands) =>
    `# Completion of the command appliance for fish.
${names
  .map((command) =>
    commands
      .flatMap(({ name, summary, options, values }) => [
        `complete -c ${command} -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
        ...(values.length > 0
          ? [
              `complete -c ${command} -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -f -a ${quoted(values.join(' '))}`,
            ]
          : []),
        ...options.map(
          (option) =>
            `complete -c ${command} -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -l ${option.name.slice(2)}` +
            `${option.values.length > 0 ? ` -x -a ${quoted(option.values.join(' '))}` : ''} -d ${quoted(option.description)}`,
        ),
      ])
      .join('\n'),
  )
  .join('\n')}
`,
  powershell: (commands) => `# Completion of the command appliance for PowerShell.
Register-ArgumentCompleter -Native -CommandName ${names.join(', ')} -ScriptBlock {
  param($word, $line, $position)
  $words = @($line.CommandElements | ? { $_.Extent.EndOffset -lt $position } | ForEach-Object { $_.ToString() })
  $values = @{
${valuesOf(commands)
  .map(([words, values]) => `    ${powershellText(words)} = ${powershellText(values)}`)
  .join('\n')}
  }
  $options = @{
${commands.map(({ name, options }) => `    ${powershellText(name)} = ${powershellText(optionNames(options))}`).join('\n')}
  }
  $found = if ($words.Count -le 1) { ${powershellText(commands.map(({ name }) => name).join(' '))} }
    elseif ($values.ContainsKey("$($words[1]) $($words[-1])")) { $values["$($words[1]) $($words[-1])"] }
    elseif ($word -like '-*') { $options[$words[1]] }
  "$found".Split(' ', [StringSplitOptions]::RemoveEmptyEntries) | ? { $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
}

/** A command and the word behind which one of the values follows. */
function valuesOf(commands: readonly Completed[]): readonly (readonly [words: string, values: string])[] {
  return commands.flatMap(({ name, options, values }) => [
    ...(values.length > 0 ? [[`${name} ${name}`, values.join(' ')] as const] : []),
    ...options
      .filter((option) => option.values.length > 0)
      .map((option) => [`${name} ${option.name}`, option.values.join(' ')] as const),
  ])
}

function optionNames(options: Completed['options']): string {
  return [...options.map(({ name }) => name), '--help'].filter((name) => name !== '').join(' ')
}

/** For shells that end a text at the next quotation mark. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function powershellText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
