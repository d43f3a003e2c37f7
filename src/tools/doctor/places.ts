import { ApplianceError } from '../../appliance/errors'
import type { ApplianceSettings, Area } from '../../appliance/settings'
import { type Endpoint, resolveEndpoint } from '../../appliance/settings/endpoints'
import type { Check } from './report'

/** An address at which one or more areas are served. */
export interface Listener {
  /** As a person writes it: `https://proxy.example.org:9503`, `unix:///path/of/the/socket`. */
  readonly address: string
  readonly areas: readonly Area[]
  /** That of the first of the areas; only tokens and the path before routes can differ among them. */
  readonly endpoint: Endpoint
}

/** Where the areas of an appliance are. */
export interface Places {
  readonly listeners: readonly Listener[]
  /** Areas that the settings give no address. */
  readonly without: readonly Area[]
  /** Areas whose settings cannot be used. */
  readonly wrong: readonly { readonly area: Area; readonly error: ApplianceError }[]
}

/** The areas in the order of the interface document, section 4. */
const areaOrder: readonly Area[] = [
  'categories',
  'categories_legacy',
  'certificates',
  'network',
  'analysis',
  'directory',
  'records',
]

/** Where the settings lead to. */
export function placesIn(settings: ApplianceSettings): Places {
  const without = areaOrder.filter((area) => !hasAddress(settings, area))
  const resolved = areaOrder
    .filter((area) => !without.includes(area))
    .map((area) => ({ area, endpoint: resolve(settings, area) }))
  const byAddress = new Map<string, Listener>()
  for (const { area, endpoint } of resolved) {
    if (endpoint instanceof ApplianceError) continue
    const address = endpoint.socketPath === undefined ? endpoint.origin : `unix://${endpoint.socketPath}`
    const known = byAddress.get(address)
    byAddress.set(address, {
      address,
      areas: [...(known?.areas ?? []), area],
      endpoint: known?.endpoint ?? endpoint,
    })
  }
  return {
    listeners: [...byAddress.values()],
    without,
    wrong: resolved.flatMap(({ area, endpoint }) =>
      endpoint instanceof ApplianceError ? [{ area, error: endpoint }] : [],
    ),
  }
}

/** The checks by the first area that each is about; those about all areas first. Otherwise as they came. */
export function inOrderOf(checks: readonly Check[]): readonly Check[] {
  const place = ({ areas: [first] }: Check) => (first === undefined ? -1 : areaOrder.indexOf(first))
  return checks.toSorted((one, other) => place(one) - place(other))
}

/** The directory has no default (endpoints.ts). */
function hasAddress({ baseUrl, endpoints }: ApplianceSettings, area: Area): boolean {
  return endpoints?.[area]?.url !== undefined || (baseUrl !== undefined && area !== 'directory')
}

function resolve(settings: ApplianceSettings, area: Area): Endpoint | ApplianceError {
  try {
    return resolveEndpoint(settings, area)
  } catch (error) {
    if (error instanceof ApplianceError) return error
    throw error
  }
}
