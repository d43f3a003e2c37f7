import { type Analysis, createAnalysis } from './analysis/analysis'
import { type Categories, createCategories } from './categories/categories'
import { type CategoryChanges, createCategoryChanges } from './categories/category-change'
import { SiteExchange } from './categories/site-exchange'
import { type Certificates, createCertificates } from './certificates/certificates'
import { createDirectory, type Directory } from './directory/directory'
import { silentLog } from './log'
import { createNetwork, type Network } from './network/network'
import { createRecords, type Records } from './records/records'
import { createRouteCaller } from './route-caller'
import type { ApplianceSettings } from './settings'
import { createTransport } from './transport'

/** One appliance, by the areas of its interface. */
export interface Appliance {
  readonly categories: Categories
  readonly categoryChanges: CategoryChanges
  readonly certificates: Certificates
  readonly network: Network
  readonly analysis: Analysis
  readonly records: Records
  readonly directory: Directory
  /** Ends every connection; what is under way ends as `cancelled`. */
  close(): Promise<void>
}

/**
 * A client of one appliance. Sends, opens and logs nothing until something is asked for; settings that cannot be used
 * show as `ApplianceError` of the kind `misconfigured` then. Import it dynamically: it loads the HTTP client.
 */
export function connect(settings: ApplianceSettings): Appliance {
  const transport = createTransport(settings)
  const caller = createRouteCaller(settings, transport)
  const log = settings.log ?? silentLog
  const categories = createCategories(caller, settings.categoryApi ?? 'auto', log)
  return {
    categories,
    categoryChanges: createCategoryChanges(categories, new SiteExchange(), log),
    certificates: createCertificates(caller),
    network: createNetwork(caller),
    analysis: createAnalysis(caller),
    records: createRecords(caller),
    directory: createDirectory(caller, log),
    close: transport.close,
  }
}
