import {
  ApplianceError,
  type ApplianceSettings,
  type Area,
  addressText,
  type Endpoint,
  resolveEndpoint,
} from '@webfilter/appliance-client'
import type { Check } from './report'

/** An address at which one or more areas are served. */
export interface Listener {
  /** As a person writes it: `https://proxy.example.org:9503`, `unix:///path/of/the/socket`, `ssh://admin@proxy.example.org/path/of/the/socket`. */
  readonly address: string
  readonly areas: readonly Area[]
  /** That of the first of the areas; only tokens and the path before routes can differ among them. */
  readonly endpoint: Endpoint
}

/** The addresses of all areas. */
export interface Addresses {
  readonly listeners: readonly Listener[]
  /** Areas for which the settings have no address. */
  readonly unconfigured: readonly Area[]
  /** Areas whose address cannot be used. */
  readonly unusable: readonly { readonly area: Area; readonly error: ApplianceError }[]
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

/** The addresses in the settings. */
export function addressesIn(settings: ApplianceSettings): Addresses {
  const unconfigured = areaOrder.filter((area) => !hasAddress(settings, area))
  const resolved = areaOrder
    .filter((area) => !unconfigured.includes(area))
    .map((area) => ({ area, endpoint: endpointOrError(settings, area) }))
  const byAddress = new Map<string, Listener>()
  for (const { area, endpoint } of resolved) {
    if (endpoint instanceof ApplianceError) continue
    const address = addressText(endpoint)
    const known = byAddress.get(address)
    byAddress.set(address, {
      address,
      areas: [...(known?.areas ?? []), area],
      endpoint: known?.endpoint ?? endpoint,
    })
  }
  return {
    listeners: [...byAddress.values()],
    unconfigured,
    unusable: resolved.flatMap(({ area, endpoint }) =>
      endpoint instanceof ApplianceError ? [{ area, error: endpoint }] : [],
    ),
  }
}

/** Checks in the order of their first areas; those about all areas come first. */
export function byArea(checks: readonly Check[]): readonly Check[] {
  const index = ({ areas: [first] }: Check) => (first === undefined ? -1 : areaOrder.indexOf(first))
  return checks.toSorted((one, other) => index(one) - index(other))
}

/** The directory has no default (endpoints.ts). */
function hasAddress({ baseUrl, endpoints }: ApplianceSettings, area: Area): boolean {
  return endpoints?.[area]?.url !== undefined || (baseUrl !== undefined && area !== 'directory')
}

function endpointOrError(settings: ApplianceSettings, area: Area): Endpoint | ApplianceError {
  try {
    return resolveEndpoint(settings, area)
  } catch (error) {
    if (error instanceof ApplianceError) return error
    throw error
  }
}

/** Whether a token would cross a network without encryption. */
export function showsSecrets({ endpoint }: Listener): boolean {
  const { hostname, protocol } = new URL(endpoint.origin)
  const isLocal = endpoint.socketPath !== undefined || /^(?:localhost|\[::1\]|127\.[\d.]+)$/.test(hostname)
  return protocol === 'http:' && !isLocal && !endpoint.ssh && endpoint.sendsSecrets
}
