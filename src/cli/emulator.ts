import { Command, InvalidArgumentError, Option } from 'commander'

/** What the command line of `appliance emulator` says, once its defaults are filled in. */
export interface EmulatorCommandOptions {
  readonly port: number
  readonly legacyPort: number
  readonly host: string
  readonly token?: string
  readonly generation: 'older' | 'autonomous' | 'both'
  readonly list: 'older' | 'autonomous'
  readonly data?: string
  readonly controlPort?: number
  readonly quiet?: boolean
}

/** `appliance emulator`: an appliance to try configurations on. */
export function emulatorCommand(): Command {
  return new Command('emulator')
    .summary('start an appliance to try configurations on')
    .description(
      'Starts an emulated appliance: its category area, with the quirks of a real one. Try a configuration on it before ' +
        'any real appliance sees it. Stop it with Ctrl-C.',
    )
    .helpOption('-h, --help', 'print this help')
    .addOption(portOption('--port <port>', 'port of the category routes; 0 for any free one').default(9503))
    .addOption(
      portOption('--legacy-port <port>', 'port of the older one-site route; 0 for any free one').default(
        9000,
      ),
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option('--token <token>', 'the key that requests must carry; none is asked for without it').env(
        tokenVariable,
      ),
    )
    .addOption(
      new Option('--generation <which>', 'which category routes exist')
        .choices(['older', 'autonomous', 'both'])
        .default('both'),
    )
    .addOption(
      new Option('--list <which>', 'whose list is answered where both generations exist')
        .choices(['older', 'autonomous'])
        .default('older'),
    )
    .option('--data <file>', 'keep all changes in this file, and begin with what it holds')
    .addOption(
      portOption('--control-port <port>', 'port on 127.0.0.1 for faults, journal and state; off without it'),
    )
    .option('--quiet', 'print no line for each request')
    .addHelpText('after', furtherHelp)
    .action(async (options: EmulatorCommandOptions) => {
      const { runEmulator } = await import('./run-emulator')
      await runEmulator(options)
    })
}

const tokenVariable = 'APPLIANCE_EMULATOR_TOKEN'

function portOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.')
  })
}

const furtherHelp = `
The token is better given in ${tokenVariable}, where no list of processes shows it.

Examples:
  appliance emulator
  appliance emulator --generation older --data appliance.data
  appliance emulator --port 0 --legacy-port 0 --control-port 9599

The control listener:
  GET /state             all categories: their sites counted, stored and compiled
  GET /state/250         one category with its sites
  GET /journal           the requests in the order in which they were received
  DELETE /journal        forget them
  GET /faults            the faults in force, and how many requests have fitted each
  PUT /faults            replace them by a JSON array of faults
  DELETE /faults         remove them all

A fault says what goes wrong, and where. All of "operation" (list, create, add, quick, move, delete, query, compile,
backup), "listener" (categories, legacy), "method" and "path" (* stands for anything within one segment) that are given
must fit. The first "skip" requests that fit pass, the "times" after them are hit: all, where it is left out.
  {"effect": "latency", "milliseconds": 500}         the work is done late
  {"effect": "drop"}                                 the connection is closed without an answer *
  {"effect": "status", "status": 500}                a bare HTTP status, with a "text" if you like *
  {"effect": "html", "status": 503}                  a page of HTML where JSON is due *
  {"effect": "refuse", "error": "INVALID_ID"}        Status false with this error *
  {"effect": "truncate"}                             the work is done, the JSON of the answer breaks off
  {"effect": "disabled"}                             the category service is switched off
  {"effect": "compile-fails"}                        the compilation fails; with "silently": true the answer hides it
  {"effect": "queue-full"}                           the connection is reset; with "capacity": 70 only beyond 70 at once
  * with "afterWork": true the appliance has done its work nevertheless

  curl -X PUT -H 'Content-Type: application/json' http://127.0.0.1:9599/faults \\
    -d '[{"operation": "quick", "effect": "drop", "afterWork": true, "times": 1}]'
`
