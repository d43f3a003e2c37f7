import { CategoryStore, parseCategoryChange } from './categories/store'

import { CertificateCenter, parseCertificateChange } from './certificates'

import type { ChangeLog } from './change-log'
import { Directory } from './directory/directory'
import { parseDirectoryChange } from './directory/entries'
import type { EmulatorOptions } from './emulator-options'
import { Network, parseNetworkChange } from './network'
import { parseRecordChange, RecordDatabases } from './records/record-databases'

/** The appliance's data, by the areas of its interface. */
export interface Areas {
  /** Categories and their sites. */
  readonly store: CategoryStore
  readonly certificates: CertificateCenter
  readonly network: Network
  readonly records: RecordDatabases
  /** Members, groups and organizations, and the service that keeps them. */
  readonly directory: Directory
}

/** The areas as a change log left them; each change from now on is appended to it. Throws where the log cannot be read. */
export function openAreas(log: ChangeLog | undefined, options: EmulatorOptions): Areas {
  const recordFor = (area: string) => (change: object) => log?.append(area, change)
  const areas = {
    store: new CategoryStore(recordFor('categories')),
    certificates: new CertificateCenter(recordFor('certificates')),
    network: new Network(recordFor('network'), options.interfaces),
    records: new RecordDatabases(recordFor('records')),
    directory: new Directory(options.directory, recordFor('directory')),
  }
  if (log === undefined) return areas
  refuseOtherAreas(log)
  for (const change of log.changesOf('categories')) areas.store.apply(parseCategoryChange(change))
  for (const change of log.changesOf('certificates')) areas.certificates.apply(parseCertificateChange(change))
  for (const change of log.changesOf('network')) areas.network.apply(parseNetworkChange(change))
  for (const change of log.changesOf('records')) areas.records.apply(parseRecordChange(change))
  for (const change of log.changesOf('directory')) areas.directory.apply(parseDirectoryChange(change))
  return areas
}

/** Changes that are read by nobody would be missing from the appliance, and nothing would show it. */
function refuseOtherAreas({ areas }: ChangeLog): void {
  const known = ['categories', 'certificates', 'network', 'records', 'directory']
  const other = [...areas].find((area) => !known.includes(area))
  if (other === undefined) return
  throw new Error(
    `The data of the emulator contains changes of ${JSON.stringify(other)}, which this release does not have. Use the release that wrote them.`,
  )
}
