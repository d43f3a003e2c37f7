import type { ApplianceError } from '../../appliance/errors'
import type { ApplianceSettings } from '../../appliance/settings'
import type { AreaExamination } from './areas/area-examination'
import { examineAreas, type FurtherReads } from './areas/areas'
import { assumptionsWith } from './assumptions'
import type { ReadConfiguration } from './configuration'
import { probe } from './connection/probe'
import { judgeProbe } from './connection/reach'
import { inOrderOf, type Listener, type Places, placesIn } from './places'
import { foundBy } from './reading'
import { type Check, type Report, reportOf } from './report'

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
