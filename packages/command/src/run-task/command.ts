import { Command, InvalidArgumentError, Option } from 'commander'
import { durationUpTo, oneForm } from '../command-options'
import type { RunTaskOptions } from './run'

/** `appliance run-task`: reviews the plans of runs in HCP Terraform. */
export function runTaskCommand(): Command {
  return new Command('run-task')
    .summary('serve run tasks of HCP Terraform: review the plans of remote runs')
    .description(
      'Serves run tasks of HCP Terraform, Terraform Enterprise and services with the same protocol: receives a request for each run, ' +
        'fetches its plan, reviews it as `appliance review` does, and reports whether it passed. Requests must be signed with the HMAC key ' +
        'of the run task, which is in the environment variable APPLIANCE_RUN_TASK_KEY or in a file. Runs until SIGTERM or SIGINT, and then ' +
        'reports open runs as failed.',
    )
    .helpOption('-h, --help', 'print this help')
    .addOption(
      new Option('--port <number>', 'port on which requests are received; 0 for any free one')
        .default(8080)
        .argParser(wholeNumber(0, 65_535)),
    )
    .option('--host <address>', 'address on which requests are received', '127.0.0.1')
    .option('--key-file <file>', 'file with the HMAC key (default: the variable APPLIANCE_RUN_TASK_KEY)')
    .option(
      '--tls-certificate <file>',
      'certificate of the server in PEM, with --tls-key (default: plain HTTP)',
    )
    .option('--tls-key <file>', 'private key of that certificate in PEM')
    .addOption(
      new Option(
        '--allow-host <host>',
        'further host, with its port if it is not 443, from which plans are fetched and to which results are reported; may be repeated ' +
          '(always allowed: app.terraform.io and archivist.terraform.io)',
      ).argParser((text: string, before: readonly string[] = []) => [...before, allowedHost(text)]),
    )
    .option(
      '--config <file>',
      'settings of the findings (default: .appliance-review.json in the current folder)',
    )
    .addOption(
      new Option('--timeout <duration>', 'time for each run from its request to its verdict, at most 9m')
        .default(8 * 60_000, '8m')
        .argParser(durationUpTo(9 * 60_000, '9m')),
    )
    .addOption(
      new Option('--parallelism <number>', 'maximum number of plans that are fetched and reviewed at once')
        .default(2)
        .argParser(wholeNumber(1, 64)),
    )
    .addOption(
      new Option('--longest-plan <MiB>', 'maximum size of a plan in JSON; a larger one is reported as failed')
        .default(128)
        .argParser(wholeNumber(1, 384)),
    )
    .addOption(
      new Option(
        '--open-runs <number>',
        'maximum number of runs without a verdict; further requests are answered with HTTP 503',
      )
        .default(1_000)
        .argParser(wholeNumber(1, 100_000)),
    )
    .showHelpAfterError('Run it with --help for its arguments and options.')
    .allowExcessArguments(false)
    .addHelpText('after', furtherHelp)
    .action(async (options: RunTaskOptions) => {
      const { runTaskServer } = await import('./run')
      process.exitCode = await runTaskServer(options)
    })
}

function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`The number must be from ${least} to ${most}.`)
  }
}

/** A name or an address with an optional port, as an address of the web has it. */
function allowedHost(text: string): string {
  if (text.includes('*')) {
    throw new InvalidArgumentError(
      'Each host is allowed by its whole name: a pattern would match none. Repeat the option for each host.',
    )
  }
  const host = URL.canParse(`https://${text}`) ? new URL(`https://${text}`).host : ''
  if (host !== '' && host === text.toLowerCase()) return host
  throw new InvalidArgumentError(
    'Write the name of a host without a scheme and a path, such as tfe.example.org or tfe.example.org:8443.',
  )
}

const furtherHelp = `
Requests are received as POST on /. GET /health returns HTTP 200 while the server accepts requests.
Tokens of requests stay in memory until the verdict, and appear in no log.

Exit codes:
  0  ended by SIGTERM or SIGINT, and every open run has a verdict
  1  an error, such as a port that is in use, or a verdict that could not be reported at the end

Examples:
  ${oneForm} run-task --port 8080 --key-file run-task.key
  ${oneForm} run-task --key-file /run/credentials/appliance-run-task.service/key --allow-host tfe.example.org
`
