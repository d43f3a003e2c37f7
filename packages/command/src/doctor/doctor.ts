import { ApplianceError, type ApplianceSettings } from '@webfilter/appliance-client'
import { nearCodes } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import {
  providerAttributes,
  strayVariables,
  variablesOf,
} from '@webfilter/appliance-declarations/provider-settings'
import { providerSettings, type SettingsProblem } from '../provider-settings'
import { shownLines, showsColors } from '../report/terminal'
import { examineAreas, type FurtherReads } from './areas'
import { type Handshake, handshakesWith, judgeHandshake } from './handshake'
import { identityOf, judgeIdentity } from './identity'
import { type Addresses, addressesIn, byArea, type Listener, showsSecrets } from './listeners'
import { disproofsOf, failureOf } from './reading'
import { type Check, type Report, renderJson, renderText, reportOf } from './report'

/** What the command line of `appliance doctor` says. */
export interface DoctorCommandOptions {
  readonly config?: string
  readonly format: 'text' | 'json'
  readonly member?: string
  readonly all?: boolean
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
    const color = options.format === 'text' && showsColors(process.stdout)
    process.stdout.write(
      options.format === 'json'
        ? shownLines(renderJson(report), 'json')
        : shownLines(renderText(report, { color, all: options.all ?? false }), 'lines', color),
    )
    if (!report.healthy) process.exitCode = 1
  } catch (error) {
    if (!stop.signal.aborted) throw error
    process.stderr.write('Interrupted before all checks were done.\n')
    process.exitCode = 1
  } finally {
    for (const signal of signals) process.removeListener(signal, interrupt)
  }
}

/**
 * Checks a configuration against a live appliance without changing it: looks at the certificates of its listeners, and requests only routes
 * that read, each once. Never has more requests at a time than the settings allow.
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
    return reportOf(configuration.problems.map(invalid), [])
  }
  const { settings } = configuration
  const addresses = addressesIn(settings)
  if (addresses.listeners.length === 0 && addresses.unusable.length === 0) {
    const stray = strayVariables(environment).map(strayVariable)
    return reportOf([withoutAddress, ...stray, ...notConfigured(addresses)], [])
  }
  const handshakes = await handshakesWith(addresses.listeners, settings, signal)
  const certificates = new Map(
    addresses.listeners.map((listener) => [listener, certificateChecks(listener, handshakes, settings, now)]),
  )
  const trusted = addresses.listeners.filter(
    (listener) =>
      !(handshakes.get(listener) instanceof ApplianceError) &&
      certificates.get(listener)?.every(({ status }) => status !== 'failed'),
  )
  const examinations = await examineAreas(settings, trusted, further, signal)
  const routes = examinations.flatMap((examination) => examination.checks)
  const listeners = addresses.listeners.map((listener) => {
    const checks = certificates.get(listener) ?? []
    const own = routes.filter(({ areas }) => areas.some((area) => listener.areas.includes(area)))
    const shown = handshakes.get(listener)
    const reach = judgeReach(listener, shown, own)
    const isReached = reach.status !== 'failed'
    const fingerprint = shown instanceof ApplianceError ? undefined : shown?.fingerprint
    return { listener, fingerprint, isReached, checks: [reach, ...checks, ...(isReached ? own : [])] }
  })
  const seen = {
    listeners: listeners.filter(({ isReached }) => isReached),
    interfaces: examinations.find(({ interfaces }) => interfaces)?.interfaces,
  }
  const checks = [
    valid,
    ...strayVariables(environment).map(strayVariable),
    ...addresses.unusable.map(({ area, error }) => unusableAddress(area, error)),
    ...judgeIdentity(settings, seen),
    ...listeners.flatMap((each) => each.checks),
    ...notConfigured(addresses),
  ]
  const contradictions = examinations.flatMap((examination) => examination.contradictions)
  // Nobody should be led to expect a certificate that may be another machine's.
  const believed = seen.listeners.filter(({ listener }) => trusted.includes(listener))
  const identity = identityOf(settings, { ...seen, listeners: believed })
  return reportOf(byArea(checks), disproofsOf(contradictions), identity)
}

function certificateChecks(
  listener: Listener,
  handshakes: Awaited<ReturnType<typeof handshakesWith>>,
  { tls }: ApplianceSettings,
  now: Date,
): readonly Check[] {
  const shown = handshakes.get(listener)
  if (shown === undefined || shown instanceof ApplianceError) return []
  return judgeHandshake(shown, listener, { now, insecure: tls?.insecure ?? false })
}

/** Whether a listener can be connected to, by its handshake and by what came of asking its areas. */
function judgeReach(
  listener: Listener,
  shown: Handshake | ApplianceError | undefined,
  routes: readonly Check[],
): Check {
  const about = { check: 'reach', areas: listener.areas, subject: listener.address } as const
  const unreached = routes.find(({ check }) => check === 'reach')
  if (unreached) return { ...unreached, ...about }
  if (shown instanceof ApplianceError) return { ...about, status: 'failed', ...failureOf(shown) }
  if (showsSecrets(listener)) return { ...about, ...inTheClear }
  const isAsked = shown !== undefined || routes.some(({ check }) => check === 'route')
  return isAsked
    ? { ...about, status: 'passed', finding: `Connected to ${listener.address}.` }
    : {
        ...about,
        status: 'skipped',
        finding: 'No route of this listener only reads, so nothing was sent to it.',
      }
}

const inTheClear = {
  status: 'warning',
  finding: 'Requests go without TLS: anyone on the network path can read the token.',
  hint: 'Use an https address once the appliance serves this listener over TLS.',
} as const

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
