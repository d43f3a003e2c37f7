import { ApplianceError, type ApplianceSettings } from '@webfilter/appliance-client'
import { nearCodes } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import {
  providerAttributes,
  strayVariables,
  variablesOf,
} from '@webfilter/appliance-declarations/provider-settings'
import { providerSettings, type SettingsProblem } from '../provider-settings'
import { shownLines, showsColors } from '../report/terminal'
import { examineAreas } from './areas'
import { type Handshake, handshakesWith, judgeHandshake } from './handshake'
import { identityOf, judgeIdentity } from './identity'
import { byArea, type Listener, listenersIn, showsSecrets } from './listeners'
import {
  type Check,
  failed,
  failedWith,
  passed,
  type Report,
  renderJson,
  renderText,
  reportOf,
  skipped,
  warning,
} from './report'

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
  const configured = await providerSettings(options.config)
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Error('interrupted'))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, interrupt)
  try {
    const report = await examine(configured, new Date(), stop.signal, options.member, process.env)
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
 * @param member the login of one whose record is read too
 * @param environment whose variables with misspelled names are reported
 * @throws {ApplianceError} of the kind `cancelled` after the signal
 */
export async function examine(
  configured: { readonly settings: ApplianceSettings } | { readonly problems: readonly SettingsProblem[] },
  now: Date,
  signal: AbortSignal,
  member?: string,
  environment: Readonly<Record<string, unknown>> = {},
): Promise<Report> {
  if ('problems' in configured) return reportOf(configured.problems.map(invalid), [])
  const { settings } = configured
  const { listeners, checks: ofOthers } = listenersIn(settings)
  const stray = strayVariables(environment).map(strayVariable)
  if (listeners.length === 0 && ofOthers.every(({ status }) => status === 'skipped'))
    return reportOf([withoutAddress, ...stray, ...ofOthers], [])
  const insecure = settings.tls?.insecure ?? false
  const looked = (await handshakesWith(listeners, settings, signal)).map(({ listener, shown }) => {
    const isSeen = shown !== undefined && !(shown instanceof ApplianceError)
    return { listener, shown, certificate: isSeen ? judgeHandshake(shown, listener, now, insecure) : [] }
  })
  const trusted = looked
    .filter(({ shown }) => !(shown instanceof ApplianceError))
    .filter(({ certificate }) => certificate.every(({ status }) => status !== 'failed'))
    .map(({ listener }) => listener)
  const examinations = await examineAreas(settings, trusted, member, signal)
  const routes = examinations.flatMap((examination) => examination.checks)
  const judged = looked.map(({ listener, shown, certificate }) => {
    const own = routes.filter(({ areas }) => areas.some((area) => listener.areas.includes(area)))
    const reach = judgeReach(listener, shown, own)
    const isReached = reach.status !== 'failed'
    const fingerprint = shown instanceof ApplianceError ? undefined : shown?.fingerprint
    return { listener, fingerprint, isReached, checks: [reach, ...certificate, ...(isReached ? own : [])] }
  })
  const seen = {
    listeners: judged.filter(({ isReached }) => isReached),
    interfaces: examinations.find(({ interfaces }) => interfaces)?.interfaces,
  }
  const checks = [
    { ...configuration, ...passed('The settings are valid.') },
    ...stray,
    ...ofOthers,
    ...judgeIdentity(settings, seen),
    ...judged.flatMap((each) => each.checks),
  ]
  const disproofs = examinations.flatMap((examination) => examination.disproofs)
  // Nobody should be led to expect a certificate that may be another machine's.
  const believed = seen.listeners.filter(({ listener }) => trusted.includes(listener))
  const identity = identityOf(settings, { ...seen, listeners: believed })
  return reportOf(byArea(checks), disproofs, identity)
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
  if (shown instanceof ApplianceError) return { ...about, ...failedWith(diagnosticOf(shown)) }
  if (showsSecrets(listener)) {
    const finding = 'Requests go without TLS: anyone on the network path can read the token.'
    const hint = 'Use an https address once the appliance serves this listener over TLS.'
    return { ...about, ...warning(finding, hint) }
  }
  const isAsked = shown !== undefined || routes.some(({ check }) => check === 'route')
  return isAsked
    ? { ...about, ...passed(`Connected to ${listener.address}.`) }
    : { ...about, ...skipped('No route of this listener only reads, so nothing was sent to it.') }
}

const configuration = { check: 'configuration', areas: [], subject: 'configuration' } as const
const withoutAddress: Check = {
  ...configuration,
  ...failed(
    'No address of the appliance is configured.',
    'Set APPLIANCE_BASE_URL, or base_url in the file given with --config.',
  ),
}

function strayVariable(name: string): Check {
  const [nearest] = nearCodes(name, variablesOf(providerAttributes))
  const finding = `The environment variable ${name} is not a setting of the provider, and has no effect.`
  const hint =
    nearest === undefined
      ? 'Unset it, or use a variable that the page of the provider lists.'
      : `Rename it to ${nearest}, or unset it.`
  return { ...configuration, subject: name, ...warning(finding, hint) }
}

function invalid(problem: SettingsProblem): Check {
  return { ...configuration, status: 'failed', ...problem }
}
