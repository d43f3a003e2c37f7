import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { furtherHelp } from './help'
import {
  behaviorOptions,
  categoryName,
  type EmulatorCommandOptions,
  generatedRecords,
  givenInterface,
  hostName,
  nameServer,
  port,
  proxyUrl,
  repeated,
  socketPath,
  token,
} from './options'

/** `appliance emulator`: an appliance to try configurations on. */
export function emulatorCommand(): Command {
  const command = new Command('emulator')
    .summary('start an emulated appliance to try configurations on')
    .description(
      'Starts an emulated appliance with all areas of the interface, and with the quirks of a real appliance. Try a ' +
        'configuration on it before you apply it to a real one. Stop it with Ctrl-C.',
    )
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run it with --help for its arguments and options.')
    .addOption(portOption('port', 'categories and website analysis').default(9503))
    .addOption(portOption('legacy-port', 'the older one-site route').default(9000))
    .addOption(portOption('base-port', 'certificates and network').default(9500))
    .addOption(portOption('records-port', 'record databases').default(9507))
    .addOption(
      new Option('--socket <path>', 'unix-domain socket of the user directory')
        .argParser(socketPath)
        .default(defaultSocket()),
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option(
        '--allow-host <name>',
        'name in the URL of requests that are answered, besides addresses and localhost; may be repeated (other names are refused, ' +
          'because a web page could send such requests)',
      ).argParser(repeated(hostName)),
    )
    .addOption(
      new Option('--token <token>', 'key that requests must carry (default: no key is required)')
        .env(tokenVariable)
        .argParser(token),
    )
    .addOption(
      new Option('--generation <which>', 'which category routes exist')
        .choices(['older', 'autonomous', 'both'])
        .default('both'),
    )
    .addOption(
      new Option('--list <which>', 'generation whose list is returned if both exist')
        .choices(['older', 'autonomous'])
        .default('older'),
    )
    .addOption(
      new Option(
        '--category <name>',
        'start with a category of this name; --generation autonomous needs it, because it has no route to create one; may be repeated',
      ).argParser(repeated(categoryName)),
    )
    .addOption(
      new Option('--directory <state>', 'state of the directory service at the start')
        .choices(['running', 'stopped', 'switched-off', 'not-installed'])
        .default('running'),
    )
    .addOption(
      new Option('--proxy <url>', 'proxy that website analyses test (default: none)').argParser(proxyUrl),
    )
    .addOption(
      new Option(
        '--dns-server <address>',
        'DNS server that website analyses query, with an optional :port; may be repeated (default: the servers of this machine)',
      ).argParser(repeated(nameServer)),
    )
    .addOption(
      new Option(
        '--generate-records <database=count>',
        'fill an empty record database, such as 127.0.0.2=100000; may be repeated',
      ).argParser(repeated(generatedRecords)),
    )
    .addOption(
      new Option(
        '--store-certificate <common name>',
        'store the data of a certificate, which a signing request needs; may be repeated',
      ).argParser(repeated((text) => text)),
    )
    .addOption(
      new Option(
        '--interface <name=address>',
        'network interface with a hardware address, such as eth0=00:0c:29:4f:8e:35; may be repeated (default: the interfaces of this machine)',
      ).argParser(repeated(givenInterface)),
    )
    .option('--data <file>', 'store all changes in this file, and start with its content')
    .addOption(
      new Option(
        '--control-port <port>',
        'port on 127.0.0.1 for faults, journal and state (default: off)',
      ).argParser(port),
    )
    .option('--quiet', 'do not print a line for each request')
    .addHelpText('after', furtherHelp(tokenVariable))
    .action(async (options: EmulatorCommandOptions, command: Command) => {
      const contradiction = contradictionIn(options, command.getOptionValueSource('list') === 'cli')
      if (contradiction !== undefined) command.error(`error: ${contradiction}`)
      const { runEmulator } = await import('./run')
      await runEmulator(options)
    })
  for (const option of behaviorOptions) command.addOption(option)
  return command
}

const tokenVariable = 'APPLIANCE_EMULATOR_TOKEN'

function portOption(name: string, what: string): Option {
  return new Option(`--${name} <port>`, `port of ${what}; 0 for any free one`).argParser(port)
}

/** In a folder of the user's own where there is one, else under a name of the user's own. Windows has no such sockets. */
function defaultSocket(): string | undefined {
  if (process.getuid === undefined) return undefined
  const { XDG_RUNTIME_DIR: folder } = process.env
  return folder
    ? join(folder, 'appliance-emulator.sock')
    : join(tmpdir(), `appliance-emulator-${process.getuid()}.sock`)
}

/** What cannot be meant together, in one sentence of what is wrong and one of what to do. */
function contradictionIn(options: EmulatorCommandOptions, listIsGiven: boolean): string | undefined {
  const { generation } = options
  if (listIsGiven && generation !== 'both') {
    return (
      `--list chooses between two generations, but --generation ${generation} leaves only one. ` +
      'Remove one of the two options.'
    )
  }
  const ports = [
    ['--port', options.port],
    ['--legacy-port', options.legacyPort],
    ['--base-port', options.basePort],
    ['--records-port', options.recordsPort],
    ['--control-port', options.controlPort],
  ] as const
  for (const [index, [option, port]] of ports.entries()) {
    const other = ports.slice(0, index).find((earlier) => port && earlier[1] === port)
    if (other !== undefined)
      return `${other[0]} and ${option} are both ${port}. Choose different ports, or 0 for any free one.`
  }
  return undefined
}
