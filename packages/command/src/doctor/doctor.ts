import type { ApplianceError, ApplianceSettings } from '@webfilter/appliance-client'
import { nearCodes } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import {
  providerAttributes,
  strayVariables,
  variablesOf,
} from '@webfilter/appliance-declarations/provider-settings'
import { providerSettings, type SettingsProblem } from '../provider-settings'
import { shownLines, showsColors } from '../report/terminal'
import { examineAreas, type FurtherReads } from './areas'
import { assumptionsWith } from './assumptions'
import { identityOf, judgeIdentity, type Seen } from './identity'
import { judgeProbe } from './listener-checks'
import { type Addresses, addressesIn, byArea, type Listener, probe } from './listeners'
import { failureOf } from './reading'
import { type Check, type Report, renderJson, renderText, reportOf } from './report'

/** What the command line of `appliance doctor` says. */
export interface DoctorCommandOptions {
  readonly config?: string
  readonly format: 'text' | 'json'
  readonly member?: string
  readonly assumptions?: boolean
}

/** Checks the configuration, prints the report, and sets the exit code. SIGINT and SIGTERM end it without a report. */
export async function runDoctor(options: DoctorCommandOptions): Promise<void> {
  // Reading may wait for a pipe. Until then, a signal ends the process as the system does.
  const configuration = await providerSettings(options.config)
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Error('interrupted'))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, interrupt)
  try {
    const report = await examine(
      configuration,
      new Date(),
      stop.signal,
      { member: options.member },
      process.env,
    )
    const text = options.format === 'json' ? shownLines(renderJson(report), 'json') : asText(report, options)
    process.stdout.write(text)
    if (!report.healthy) process.exitCode = 1
  } catch (error) {
    if (!stop.signal.aborted) throw error
    process.stderr.write('Interrupted before all checks were done.\n')
    process.exitCode = 1
  } finally {
    for (const signal of signals) process.removeListener(signal, interrupt)
  }
}

/** As wide as the terminal. */
function asText(report: Report, { assumptions = false }: DoctorCommandOptions): string {
  const { isTTY, columns } = process.stdout
  const width = isTTY ? columns : 120
  const color = showsColors(process.stdout)
  return shownLines(renderText(report, { width, color, assumptions }), 'lines', color)
}

/**
 * Checks a configuration against a live appliance without changing it: connects to the listeners, and requests only routes that read,
 * each once. Never has more requests or connections at a time than the settings allow.
 *
 * @param now the time of this machine, with which certificates are compared
 * @param environment whose variables with misspelled names are reported
 * @throws {ApplianceError} of the kind `cancelled` after the signal
 */
export async function examine(
  configuration: { readonly settings: ApplianceSettings } | { readonly problems: readonly SettingsProblem[] },
  now: Date,
  signal: AbortSignal,
  further: FurtherReads = {},
  environment: Readonly<Record<string, unknown>> = {},
): Promise<Report> {
  if ('problems' in configuration) {
    return reportOf(configuration.problems.map(invalid), assumptionsWith([]))
  }
  const { settings } = configuration
  const addresses = addressesIn(settings)
  if (addresses.listeners.length === 0 && addresses.unusable.length === 0) {
    const stray = strayVariables(environment).map(strayVariable)
    return reportOf([withoutAddress, ...stray, ...notConfigured(addresses)], assumptionsWith([]))
  }
  const reached = await reach(settings, addresses.listeners, now, signal)
  const examinations = await examineAreas(settings, reached.usable, further, signal)
  const seen = {
    listeners: reached.listeners,
    interfaces: examinations.find(({ interfaces }) => interfaces)?.interfaces,
  }
  const checks = [
    valid,
    ...strayVariables(environment).map(strayVariable),
    ...addresses.unusable.map(({ area, error }) => unusableAddress(area, error)),
    ...reached.checks,
    ...judgeIdentity(settings, seen),
    ...examinations.flatMap((examination) => examination.checks),
    ...notConfigured(addresses),
  ]
  const verdicts = examinations.flatMap((examination) => examination.verdicts)
  return reportOf(byArea(checks), assumptionsWith(verdicts), identityOf(settings, seen))
}

const valid: Check = {
  check: 'configuration',
  areas: [],
  subject: 'configuration',
  status: 'passed',
  finding: 'The settings are valid.',
}

const withoutAddress: Check = {
  ...valid,
  status: 'failed',
  finding: 'No address of the appliance is configured.',
  hint: 'Set APPLIANCE_BASE_URL, or base_url in the file given with --config.',
}

function strayVariable(name: string): Check {
  const [nearest] = nearCodes(name, variablesOf(providerAttributes))
  return {
    ...valid,
    subject: name,
    status: 'warning',
    finding: `The environment variable ${name} is not a setting of the provider, and has no effect.`,
    hint:
      nearest === undefined
        ? 'Unset it, or use a variable that the page of the provider lists.'
        : `Rename it to ${nearest}, or unset it.`,
  }
}

function invalid({ finding, hint, code }: SettingsProblem): Check {
  return { ...valid, status: 'failed', finding, hint, ...(code === undefined ? {} : { code }) }
}

interface Reached {
  readonly checks: readonly Check[]
  /** The listeners that can be asked. */
  readonly usable: readonly Listener[]
  /** Those that were connected to, with their certificates. */
  readonly listeners: Seen['listeners']
}

/** Connects to each listener once, even if it serves several areas. */
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
    listeners: probes.flatMap(({ listener, outcome }) => {
      if (outcome.came === 'failure') return []
      return [
        { listener, fingerprint: outcome.came === 'connection' ? outcome.handshake?.fingerprint : undefined },
      ]
    }),
    usable: judged.filter(({ usable }) => usable).map(({ listener }) => listener),
  }
}

function unusableAddress(area: Check['areas'][number], error: ApplianceError): Check {
  return {
    check: 'configuration',
    areas: [area],
    subject: `endpoints.${area}`,
    status: 'failed',
    ...failureOf(error),
  }
}

function notConfigured({ unconfigured }: Addresses): readonly Check[] {
  return unconfigured.map((area) => ({
    check: 'reach',
    areas: [area],
    subject: `endpoints.${area}`,
    status: 'skipped',
    finding: 'Not configured.',
  }))
}
