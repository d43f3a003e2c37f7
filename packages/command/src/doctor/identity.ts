import {
  ApplianceError,
  type ApplianceExpectation,
  type ApplianceSettings,
  addressText,
  coverageProblem,
  differences,
  type NetworkInterface,
} from '@webfilter/appliance-client'
import {
  applianceNotExpected,
  applianceNotIdentifiable,
} from '@webfilter/appliance-declarations/diagnostics/expectation'
import { diagnosticOf, wordsFor } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { canonicalFingerprint, canonicalHardwareAddress } from '@webfilter/appliance-names/settings'
import type { Diagnostic } from '@webfilter/terraform-plugin/diagnostics'
import { hasTls, type Listener } from './listeners'
import type { Reading } from './reading'
import { type Check, type ExpectableIdentity, failedWith, passed, skipped, warning } from './report'

/** What the listeners and the network area have shown. */
export interface Seen {
  /** All listeners that could be connected to, with the SHA-256 fingerprint of the certificate of each that has one. */
  readonly listeners: readonly { readonly listener: Listener; readonly fingerprint: string | undefined }[]
  /** Undefined if the area network was not asked. */
  readonly interfaces: Reading<readonly NetworkInterface[]> | undefined
}

/** Whether it is the appliance that `expect` describes; of settings without it, that they have none. */
export function judgeIdentity(settings: ApplianceSettings, seen: Seen): readonly Check[] {
  const { expect } = settings
  if (!expect) {
    const finding = 'expect is not set, so the provider uses whichever appliance is at these addresses.'
    return [{ ...about, areas: [], ...skipped(finding) }]
  }
  const coverage = seen.listeners
    .flatMap(({ listener }) => listener.areas)
    .flatMap((area) => {
      const problem = problemOf(settings, expect, area)
      if (!problem) return []
      const failure = { ...about, areas: [area], ...failedWith(problem) }
      if (!expect.uncheckedAreas.has(area)) return [failure]
      const finding = `${problem.message.replace(' Nothing was sent.', '')} It is used unchecked, because expect.unchecked_areas lists it.`
      return [{ ...failure, ...warning(finding, problem.advice) }]
    })
  return [
    ...(expect.interfaces.size > 0 ? [judgeInterfaces(expect, seen)] : []),
    ...(expect.certificateFingerprints.length > 0 ? judgeCertificates(expect, seen) : []),
    ...coverage,
  ]
}

const about = { check: 'identity', subject: 'expect' } as const

function judgeInterfaces(
  { interfaces: expected }: ApplianceExpectation,
  { interfaces, listeners }: Seen,
): Check {
  const areas = ['network'] as const
  if (!interfaces?.value) {
    const error = interfaces?.error
    const failure = error ? diagnosticOf(error).message : 'The area network was not asked.'
    return { ...about, areas, ...failedWith(applianceNotIdentifiable({ failure })) }
  }
  const different = differences(expected, interfaces.value)
  if (different.length === 0)
    return { ...about, areas, ...passed('The appliance has the interfaces of expect.interfaces.') }
  const network = listeners.find(({ listener }) => listener.areas.includes('network'))
  const address = network?.listener.address ?? 'endpoints.network.url'
  return { ...about, areas, ...failedWith(applianceNotExpected({ address, different })) }
}

function judgeCertificates(
  { certificateFingerprints }: ApplianceExpectation,
  { listeners }: Seen,
): readonly Check[] {
  const expected = certificateFingerprints.map((text) => canonicalFingerprint(text) ?? text)
  return listeners
    .filter(({ listener }) => hasTls(listener))
    .map(({ listener, fingerprint: found }): Check => {
      const of = { ...about, areas: listener.areas, subject: listener.address }
      if (found !== undefined && expected.includes(found))
        return { ...of, ...passed('The certificate is one of expect.certificate_fingerprints.') }
      const address = addressText(listener.endpoint)
      return { ...of, ...failedWith(applianceNotExpected({ address, certificate: { expected, found } })) }
    })
}

function problemOf(...of: Parameters<typeof coverageProblem>): Diagnostic | undefined {
  try {
    const problem = coverageProblem(...of)
    return problem && wordsFor(problem)
  } catch (error) {
    if (error instanceof ApplianceError) return diagnosticOf(error)
    throw error
  }
}

/** What the appliance can be recognized by; undefined if it has shown nothing of that kind. */
export function identityOf(
  settings: ApplianceSettings,
  { listeners, interfaces }: Seen,
): ExpectableIdentity | undefined {
  const lasting = lastingInterfaces(interfaces?.value ?? [])
  const fingerprints = new Set(listeners.flatMap(({ fingerprint }) => fingerprint ?? []))
  if (lasting.length === 0 && fingerprints.size === 0) return undefined
  const certificateFingerprints = [...fingerprints].sort()
  const expectation = {
    interfaces: new Map(lasting),
    certificateFingerprints: lasting.length > 0 ? [] : certificateFingerprints,
    uncheckedAreas: new Set<string>(),
  }
  return {
    interfaces: Object.fromEntries(lasting),
    certificateFingerprints,
    uncheckedAreas: listeners
      .flatMap(({ listener }) => listener.areas)
      .filter((area) => problemOf(settings, expectation, area) !== undefined),
  }
}

/**
 * Interfaces that are likely to stay: those with an address that its maker has given, or else all that are not made by software as needed.
 * Of several with one address, such as those of networks on a line, the first.
 */
function lastingInterfaces(
  interfaces: readonly NetworkInterface[],
): readonly (readonly [name: string, mac: string])[] {
  const known = new Map<string, string>()
  for (const { name, mac } of interfaces) {
    const address = canonicalHardwareAddress(mac)
    if (address === undefined || known.has(address) || isVirtual.test(name)) continue
    if (!hasBit(address, ofGroups) && !isOfRouters.test(address)) known.set(address, name)
  }
  const all = [...known].map(([address, name]) => [name, address] as const)
  const made = all.filter(([, address]) => !hasBit(address, givenLocally))
  return (made.length > 0 ? made : all).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Bridges, tunnels and the like of containers and virtual machines, which come and go. */
const isVirtual = /^(?:br-|cali|cni|docker|dummy|flannel|lxc|tap|tun|veth|virbr|wg)/

/** An address that routers share (RFC 5798), so that another machine can take it over. */
const isOfRouters = /^00:00:5e:00:0[12]:/

/** Bits of the first byte of a hardware address. */
const ofGroups = 1
const givenLocally = 2

function hasBit(address: string, bit: number): boolean {
  return (Number.parseInt(address.slice(0, 2), 16) & bit) !== 0
}
