import {
  ApplianceError,
  type ApplianceSettings,
  type Area,
  addressText,
  type Endpoint,
  resolveEndpoint,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { type Check, failedWith, skipped } from './report'

/** An address at which one or more areas are served. */
export interface Listener {
  /** As a person writes it: `https://proxy.example.org:9503`, `unix:///path/of/the/socket`, `ssh://admin@proxy.example.org/path/of/the/socket`. */
  readonly address: string
  readonly areas: readonly Area[]
  /** That of the first of the areas; only tokens and the path before routes can differ among them. */
  readonly endpoint: Endpoint
}

/** The areas in the order of docs/appliance, "Routes". */
const areaOrder: readonly Area[] = [
  'categories',
  'categories_legacy',
  'certificates',
  'network',
  'analysis',
  'directory',
  'records',
]

/** The listeners in the settings, and what there is to say of the areas that have none. */
export function listenersIn(settings: ApplianceSettings) {
  const byAddress = new Map<string, Listener>()
  const checks: Check[] = []
  const { baseUrl, endpoints } = settings
  for (const area of areaOrder) {
    const about = { areas: [area], subject: `endpoints.${area}` }
    // The directory has no default (endpoints.ts).
    const hasDefault = baseUrl !== undefined && area !== 'directory'
    if (!hasDefault && endpoints?.[area]?.url === undefined) {
      checks.push({ check: 'reach', ...about, ...skipped('Not configured.') })
      continue
    }
    try {
      const endpoint = resolveEndpoint(settings, area)
      const address = addressText(endpoint)
      const { areas, ...known } = byAddress.get(address) ?? { address, endpoint, areas: [] }
      byAddress.set(address, { ...known, areas: [...areas, area] })
    } catch (error) {
      if (!(error instanceof ApplianceError)) throw error
      checks.push({ check: 'configuration', ...about, ...failedWith(diagnosticOf(error)) })
    }
  }
  return { listeners: [...byAddress.values()], checks }
}

/** Checks in the order of their first areas; those about all areas come first. */
export function byArea(checks: readonly Check[]): readonly Check[] {
  const index = ({ areas: [first] }: Check) => (first === undefined ? -1 : areaOrder.indexOf(first))
  return checks.toSorted((one, other) => index(one) - index(other))
}

export function hasTls({ endpoint }: Listener): boolean {
  return endpoint.origin.startsWith('https:')
}

/** Whether a token would cross a network without encryption. */
export function showsSecrets({ endpoint }: Listener): boolean {
  const { hostname, protocol } = new URL(endpoint.origin)
  const isLocal = endpoint.socketPath !== undefined || /^(?:localhost|\[::1\]|127\.[\d.]+)$/.test(hostname)
  return protocol === 'http:' && !isLocal && !endpoint.ssh && endpoint.sendsSecrets
}
