import { providerSettings } from '../provider-settings'
import { examine } from './doctor'
import type { DoctorCommandOptions } from './options'
import { renderJson } from './render/json'
import { renderText } from './render/text'
import type { Report } from './report'

/** Checks the configuration, prints the report, and sets the exit code. SIGINT and SIGTERM end it without a report. */
export async function runDoctor(options: DoctorCommandOptions): Promise<void> {
  // Reading may wait for a pipe: until it has been read, the system itself ends the process on a signal.
  const configuration = await providerSettings(options.config)
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Error('interrupted'))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, interrupt)
  try {
    const report = await examine(configuration, new Date(), stop.signal, { member: options.member })
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

/** As wide as the terminal, and coloured only there; honours https://no-color.org. */
function asText(report: Report, { assumptions = false }: DoctorCommandOptions): string {
  const { isTTY, columns } = process.stdout
  const width = isTTY ? columns : 120
  return renderText(report, { width, colour: isTTY && !process.env.NO_COLOR, assumptions })
}
