import type { ApplianceError } from '../../appliance/errors'
import type { ApplianceSettings } from '../../appliance/settings'
import { providerSettings, type ReadConfiguration } from '../provider-settings'
import { examineAreas, type FurtherReads } from './areas'
import { assumptionsWith } from './assumptions'
import { judgeProbe } from './listener-checks'
import { inOrderOf, type Listener, type Places, placesIn, probe } from './listeners'
import { type AreaExamination, foundBy } from './reading'
import { renderJson, renderText } from './render'
import { type Check, type Report, reportOf } from './report'

/** What the command line of `appliance doctor` says. */
export interface DoctorCommandOptions {
  readonly config?: string
  readonly format: 'text' | 'json'
  readonly member?: string
  readonly assumptions?: boolean
}

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

/**
 * Checks a configuration against a live appliance, and changes nothing on it: listeners are connected to, and only
 * routes that read are asked, each once. No more requests or connections are under way than the settings allow.
 *
 * @param now of the machine, which certificates are compared with
 * @throws {ApplianceError} of the kind `cancelled`, where the signal is triggered
 */
export async function examine(
  configuration: ReadConfiguration,
  now: Date,
  signal: AbortSignal,
  further: FurtherReads = {},
): Promise<Report> {
  if ('problems' in configuration) return reportOf(configuration.problems, assumptionsWith([]))
  const { settings } = configuration
  const places = placesIn(settings)
  if (places.listeners.length === 0 && places.wrong.length === 0) {
    return reportOf([nowhere, ...unconfigured(places)], assumptionsWith([]))
  }
  const reached = await reach(settings, places.listeners, now, signal)
  const examinations = await examineAreas(settings, reached.usable, further, signal)
  const checks = [
    valid,
    ...places.wrong.map(({ area, error }) => wrongAddress(area, error)),
    ...reached.checks,
    ...examinations.flatMap((examination) => examination.checks),
    ...unconfigured(places),
  ]
  return reportOf(inOrderOf(checks), assumptionsWith(verdictsOf(examinations)))
}

const valid: Check = {
  check: 'configuration',
  areas: [],
  subject: 'configuration',
  status: 'passed',
  finding: 'The settings are valid.',
}

const nowhere: Check = {
  ...valid,
  status: 'failed',
  finding: 'No address of the appliance is configured.',
  hint: 'Set APPLIANCE_BASE_URL, or base_url in the file given with --config.',
}

interface Reached {
  readonly checks: readonly Check[]
  /** What can be asked. */
  readonly usable: readonly Listener[]
}

/** Connects to each listener once, whatever number of areas it has. */
async function reach(
  settings: ApplianceSettings,
  listeners: readonly Listener[],
  now: Date,
  signal: AbortSignal,
): Promise<Reached> {
  const probes = await probe(settings, listeners, signal)
  const judged = probes.map(({ listener, outcome }) => {
    const checks = judgeProbe(listener, outcome, { now, insecure: settings.tls?.insecure ?? false })
    return { listener, checks, usable: checks.every(({ status }) => status !== 'failed') }
  })
  return {
    checks: judged.flatMap(({ checks }) => checks),
    usable: judged.filter(({ usable }) => usable).map(({ listener }) => listener),
  }
}

function wrongAddress(area: Check['areas'][number], error: ApplianceError): Check {
  return {
    check: 'configuration',
    areas: [area],
    subject: `endpoints.${area}`,
    status: 'failed',
    ...foundBy(error),
  }
}

function unconfigured({ without }: Places): readonly Check[] {
  return without.map((area) => ({
    check: 'reach',
    areas: [area],
    subject: `endpoints.${area}`,
    status: 'skipped',
    finding: 'Not configured.',
  }))
}

function verdictsOf(examinations: readonly AreaExamination[]) {
  return examinations.flatMap(({ verdicts }) => verdicts)
}
