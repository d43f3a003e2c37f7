import { addressMark } from './addresses'
import { type Analysis, createAnalysis } from './analysis'
import { cancelled } from './cancellation'
import { type Categories, createCategories } from './categories/categories'
import { type CategoryChanges, createCategoryChanges } from './categories/change/change'
import { SiteExchange } from './categories/change/site-exchange'
import { type Certificates, createCertificates } from './certificates'
import { createDirectory, type Directory } from './directory/directory'
import { createCheckedCaller } from './expectation'
import { createTransport } from './http/transport'
import type { Incident } from './incidents'
import { createNetwork, type Network } from './network'
import { Notices } from './notices'
import { createRecords, type Records } from './records/records'
import { type ApplianceSettings, type Area, silentLog, usualSettings } from './settings'

/** One appliance, by the areas of its interface. */
export interface Appliance {
  readonly categories: Categories
  readonly categoryChanges: CategoryChanges
  readonly certificates: Certificates
  readonly network: Network
  readonly analysis: Analysis
  readonly records: Records
  readonly directory: Directory
  /** By what the address of an area is recognized, without a secret; undefined if there is none. */
  addressMark(area: Area): string | undefined
  /** What was not checked of the expected appliance, and what was left out of lists, since it was last taken. */
  takeWarnings(): readonly Incident[]
  /** Another run begins: what was found out of the appliance before need not hold any more. */
  beginAnew(): void
  /** Ends every connection; what is under way ends as `cancelled`. */
  close(): Promise<void>
}

/**
 * A client of one appliance. Sends, opens and logs nothing until something is asked for; settings that cannot be used
 * show as `ApplianceError` of the kind `misconfigured` then. Import it dynamically: it loads the HTTP client.
 *
 * @param exchange where changes of categories meet that are under way at once
 * @param onUnreachable what to do if the appliance cannot be asked whether it is the expected one
 */
export function connect(
  settings: ApplianceSettings,
  exchange = new SiteExchange({ errors: cancelled }),
  onUnreachable: 'warn' | 'fail' = 'warn',
): Appliance {
  const transport = createTransport(settings)
  const caller = createCheckedCaller(settings, transport, onUnreachable)
  const log = settings.log ?? silentLog
  const notices = new Notices()
  const categories = createCategories(caller, settings.categoryApi ?? usualSettings.categoryApi, log, notices)
  const categoryChanges = createCategoryChanges(categories, exchange, log)
  const directory = createDirectory(caller, log, notices)
  return {
    categories,
    categoryChanges,
    certificates: createCertificates(caller),
    network: createNetwork(caller),
    analysis: createAnalysis(caller),
    records: createRecords(caller),
    directory,
    addressMark: (area) => addressMark(settings, area),
    takeWarnings: () => [...caller.takeWarnings(), ...notices.take()],
    beginAnew() {
      caller.beginAnew()
      notices.beginAnew()
      categories.beginAnew()
      categoryChanges.beginAnew()
      directory.groups.beginAnew()
    },
    close: transport.close,
  }
}
