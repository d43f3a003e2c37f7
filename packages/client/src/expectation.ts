import { canonicalHardwareAddress } from '@webfilter/appliance-names/settings'
import { addressText } from './addresses'
import { type Endpoint, resolveEndpoint } from './endpoints'
import { ApplianceError } from './errors'
import type { Transport } from './http/transport'
import type { Incident, InterfaceDifference } from './incidents'
import { interfacesRoute, type NetworkInterface, readInterfaces } from './network'
import type { Route } from './protocol/route'
import { createRouteCaller, type RouteCaller } from './protocol/route-caller'
import type { ApplianceExpectation, ApplianceSettings, Area } from './settings'

/** A caller that asks and changes only the appliance that the settings expect. */
export interface CheckedCaller extends RouteCaller {
  /** What was not checked, since it was last taken. */
  takeWarnings(): readonly Incident[]
  /** Checks again before the next request: another run begins. */
  beginAnew(): void
}

/**
 * The caller for everything that concludes from answers, or writes: before its first request, it compares the interfaces of the appliance
 * with `expect`, and refuses all requests if they differ. Fingerprints are checked by the transport, on each connection.
 *
 * All requests wait, reads too: whatever is read of another appliance leads to wrong conclusions, and a refresh concludes from almost any
 * answer that something is gone.
 *
 * @param onUnreachable what to do if the appliance gives no answer for a reason that may pass
 */
export function createCheckedCaller(
  settings: ApplianceSettings,
  transport: Transport,
  onUnreachable: 'warn' | 'fail',
): CheckedCaller {
  const caller = createRouteCaller(settings, transport)
  const { expect } = settings
  let warnings: readonly Incident[] = []
  let hasWarned = false
  let identification: Identification | undefined
  const checkable = new Set<Area>()

  async function check(route: Route, signal: AbortSignal): Promise<void> {
    if (!expect) return
    if (expect.interfaces.size > 0) await identified(expect, route.changes, signal)
    checkCoverage(route.area, expect)
  }

  async function identified(expected: ApplianceExpectation, forChange: boolean, signal: AbortSignal) {
    for (;;) {
      const known = identification
      if (known) {
        // Undefined if the request that began the check was given up.
        const outcome = await known.outcome.catch(unlessCancelled)
        // What a read could not find out, the first change tries to find out once more.
        if (outcome === 'expected' || (outcome === 'unknown' && (known.forChange || !forChange))) return
        if (identification !== known) continue
      }
      identification = { forChange, outcome: identify(expected, signal) }
      await identification.outcome
      return
    }
  }

  async function identify(expected: ApplianceExpectation, signal: AbortSignal): Promise<Outcome> {
    try {
      const network = resolveEndpoint(settings, 'network')
      const interfaces = readInterfaces(await caller.ask(interfacesRoute, {}, signal))
      const different = differences(expected.interfaces, interfaces)
      if (different.length === 0) return 'expected'
      const address = addressText(network)
      throw refusal({ is: 'appliance-not-expected', address, different })
    } catch (error) {
      if (!(error instanceof ApplianceError) || isCancelled(error) || isAnotherAppliance(error)) throw error
      const { incident: failure, transient } = error
      if (!transient) throw refusal({ is: 'appliance-not-identifiable', failure })
      if (onUnreachable === 'fail') throw refusal({ is: 'identification-required', failure })
      if (!hasWarned) warnings = [...warnings, { is: 'appliance-not-identified', failure }]
      hasWarned = true
      return 'unknown'
    }
  }

  /** @throws {ApplianceError} for an area of which neither interfaces nor certificates can show whose it is */
  function checkCoverage(area: Area, expected: ApplianceExpectation): void {
    if (checkable.has(area)) return
    const problem = coverageProblem(settings, expected, area)
    if (problem && !expected.uncheckedAreas.has(area)) throw refusal(problem)
    checkable.add(area)
  }

  return {
    concurrency: caller.concurrency,
    async receive(route, request, signal, isExpected) {
      await check(route, signal)
      return await caller.receive(route, request, signal, isExpected)
    },
    async ask(route, request, signal) {
      await check(route, signal)
      return await caller.ask(route, request, signal)
    },
    takeWarnings() {
      const taken = warnings
      warnings = []
      return taken
    },
    beginAnew() {
      identification = undefined
      hasWarned = false
    },
  }
}

interface Identification {
  /** Whether a change has asked for it. */
  readonly forChange: boolean
  /** Rejects if the appliance is another one, or must not be used without a check. */
  readonly outcome: Promise<Outcome>
}

/** `unknown` if the appliance could not be asked, and the run goes on. */
type Outcome = 'expected' | 'unknown'

/**
 * Why nothing can show that an area is one of the expected appliance; undefined if something can. Its certificate shows it, if it has one
 * and is expected to. Interfaces are those of the host at which the network area is; other listeners of that host count as the same
 * appliance.
 */
export function coverageProblem(
  settings: ApplianceSettings,
  expect: ApplianceExpectation,
  area: Area,
): Incident | undefined {
  const endpoint = resolveEndpoint(settings, area)
  if (expect.certificateFingerprints.length > 0 && endpoint.origin.startsWith('https:')) return undefined
  const about = { area, address: addressText(endpoint) }
  if (expect.interfaces.size === 0) return { is: 'area-not-checkable', ...about, because: 'no TLS' }
  const network = resolveEndpoint(settings, 'network')
  if (hostOf(endpoint) === hostOf(network)) return undefined
  return { is: 'area-not-checkable', ...about, because: { networkAt: addressText(network) } }
}

/** In one spelling; `localhost` for this machine, on which all sockets are that are reached without a login. */
function hostOf({ ssh, socketPath, origin }: Endpoint): string {
  if (socketPath !== undefined) return 'localhost'
  const written = ssh?.host ?? new URL(origin).hostname
  const host = written.toLowerCase().replace(/^\[|[.\]]$/g, '')
  return /^(?:::1|127(?:\.\d+){3})$/.test(host) ? 'localhost' : host
}

/** How the interfaces differ from what is expected: both values of each. */
export function differences(
  expected: ApplianceExpectation['interfaces'],
  interfaces: readonly NetworkInterface[],
): readonly InterfaceDifference[] {
  return [...expected].flatMap(([name, address]) => {
    const wanted = canonicalHardwareAddress(address)
    const named = interfaces.filter((each) => each.name === name)
    if (wanted !== undefined && named.some(({ mac }) => canonicalHardwareAddress(mac) === wanted)) return []
    const owner = interfaces.find(
      ({ mac }) => canonicalHardwareAddress(mac) === wanted && wanted !== undefined,
    )
    return [
      { name, expected: wanted ?? address, found: named[0] && canonicalOr(named[0].mac), owner: owner?.name },
    ]
  })
}

function canonicalOr(mac: string): string {
  return canonicalHardwareAddress(mac) ?? mac
}

/** Nothing of the request has left: it is the settings that do not fit. */
function refusal(incident: Incident): ApplianceError {
  return new ApplianceError({ kind: 'misconfigured', incident, nothingSent: true })
}

function isAnotherAppliance({ incident }: ApplianceError): boolean {
  return incident.is === 'appliance-not-expected'
}

function isCancelled(error: unknown): boolean {
  return error instanceof ApplianceError && error.kind === 'cancelled'
}

function unlessCancelled(error: unknown): undefined {
  if (!isCancelled(error)) throw error
}
