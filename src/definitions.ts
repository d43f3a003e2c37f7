import type { Appliance } from './appliance/appliance'
import { definitionsFor } from './terraform/provider/definition'

/** What every resource and data source of this provider can reach. */
export interface ProviderContext {
  readonly appliance: Appliance
}

/** The framework's `resource` and `dataSource`, with the appliance within reach. */
export const { resource, dataSource } = definitionsFor<ProviderContext>()
