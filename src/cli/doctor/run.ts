import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { type ConfigurationFile, problem, readConfiguration } from '../../doctor/configuration'
import { examine } from '../../doctor/doctor'
import { renderJson } from '../../doctor/render/json'
import { renderText } from '../../doctor/render/text'
import type { Report } from '../../doctor/report'
import type { DoctorCommandOptions } from './options'

/** Checks the configuration, prints the report, and sets the exit code. SIGINT and SIGTERM end it without a report. */
export async function runDoctor(options: DoctorCommandOptions): Promise<void> {
  // Reading may wait for a pipe: until it has been read, the system itself ends the process on a signal.
  const file = options.config === undefined ? undefined : await contentOf(options.config)
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Error('interrupted'))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, interrupt)
  try {
    const report = await reportFor(file, options, stop.signal)
    process.stdout.write(options.format === 'json' ? renderJson(report) : asText(report, options))
    if (!report.healthy) process.exitCode = 1
  } catch (error) {
    if (!stop.signal.aborted) throw error
    process.stderr.write('Interrupted before all checks were done.\n')
    process.exitCode = 1
  } finally {
    for (const signal of signals) process.removeListener(signal, interrupt)
  }
}

async function reportFor(
  file: ConfigurationFile | Error | undefined,
  { config, member }: DoctorCommandOptions,
  signal: AbortSignal,
): Promise<Report> {
  const configuration =
    file instanceof Error
      ? {
          problems: [
            problem(
              `${config} cannot be read: ${file.message}.`,
              'Set --config to the name of an existing file.',
            ),
          ],
        }
      : await readConfiguration(file, process.env)
  return await examine(configuration, new Date(), signal, { member })
}

async function contentOf(name: string): Promise<ConfigurationFile | Error> {
  if (name === '-') return { name: 'The standard input', text: await textOf(process.stdin) }
  try {
    return { name, text: await readFile(name, 'utf8') }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** As wide as the terminal, and coloured only there; honours https://no-color.org. */
function asText(report: Report, { assumptions = false }: DoctorCommandOptions): string {
  const { isTTY, columns } = process.stdout
  const width = isTTY ? columns : 120
  return renderText(report, { width, colour: isTTY && !process.env.NO_COLOR, assumptions })
}
