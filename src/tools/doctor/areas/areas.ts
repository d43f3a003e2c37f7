import { createAnalysis } from '../../../appliance/analysis/analysis'
import { createCategories } from '../../../appliance/categories/categories'
import { createDirectory } from '../../../appliance/directory/directory'
import { createTransport } from '../../../appliance/http/transport'
import { silentLog } from '../../../appliance/log'
import { createNetwork } from '../../../appliance/network/network'
import { createRouteCaller } from '../../../appliance/protocol/route-caller'
import { createRecords } from '../../../appliance/records/records'
import type { ApplianceSettings, Area } from '../../../appliance/settings'
import type { Listener } from '../places'
import { examineAnalysis } from './analysis'
import type { AreaExamination } from './area-examination'
import { examineCategories } from './categories'
import { examineDirectory } from './directory'
import { examineNetwork } from './network'
import { readOnlyCaller } from './read-only-caller'
import { examineRecords } from './records'
import { unasked } from './unasked'

/** What is read only where somebody asks for it. */
export interface FurtherReads {
  /** The login of a member of the user directory. */
  readonly member?: string | undefined
}

/** Asks the areas of these listeners for what they tell without being changed. Nothing is repeated: a failure is to show. */
export async function examineAreas(
  settings: ApplianceSettings,
  listeners: readonly Listener[],
  { member }: FurtherReads,
  signal: AbortSignal,
): Promise<readonly AreaExamination[]> {
  const asking = { ...settings, retries: 0 }
  const transport = createTransport(asking)
  const caller = readOnlyCaller(createRouteCaller(asking, transport))
  const api = settings.categoryApi ?? 'auto'
  const examinations: Readonly<
    Record<Area, (hasToken: boolean) => Promise<AreaExamination> | AreaExamination>
  > = {
    categories: (hasToken) => examineCategories(createCategories(caller, api, silentLog), hasToken, signal),
    categories_legacy: () => unasked('categories_legacy'),
    certificates: () => unasked('certificates'),
    network: (hasToken) => examineNetwork(createNetwork(caller), hasToken, signal),
    analysis: (hasToken) => examineAnalysis(createAnalysis(caller), hasToken, signal),
    directory: (hasToken) => examineDirectory(createDirectory(caller, silentLog), hasToken, member, signal),
    records: (hasToken) => examineRecords(createRecords(caller), hasToken, signal),
  }
  try {
    const areas = listeners.flatMap((listener) => listener.areas)
    return await Promise.all(areas.map((area) => examinations[area](hasTokenFor(settings, area))))
  } finally {
    await transport.close()
  }
}

function hasTokenFor({ token, endpoints }: ApplianceSettings, area: Area): boolean {
  return Boolean(endpoints?.[area]?.token ?? token)
}
