import {
  type Analysis,
  type ApplianceSettings,
  type Area,
  analysisRoute,
  createAnalysis,
  createCategories,
  createDirectory,
  createNetwork,
  createRecords,
  createRouteCaller,
  createTransport,
  databasesRoute,
  interfacesRoute,
  type ListedAddress,
  type Network,
  type RecordDatabase,
  type Records,
  recordsRoute,
  silentLog,
  type WebsiteAnalysis,
} from '@webfilter/appliance-client'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { readOnlyCaller } from '../read-only-caller'
import { examineCategories } from './categories'
import { examineDirectory } from './directory'
import type { Listener } from './listeners'
import {
  type AreaExamination,
  contradictionIn,
  judgeAccess,
  judgeReading,
  type Reading,
  read,
  topics,
  valueIn,
} from './reading'

/** What is read only on request. */
export interface FurtherReads {
  /** The login of a member of the user directory. */
  readonly member?: string | undefined
}

/** Asks the areas of these listeners for what can be read without a change. Requests are not repeated, so that each failure shows. */
export async function examineAreas(
  settings: ApplianceSettings,
  listeners: readonly Listener[],
  { member }: FurtherReads,
  signal: AbortSignal,
): Promise<readonly AreaExamination[]> {
  // The certificates were compared by the handshake, and the interfaces have a check of their own: here, each area answers for itself.
  const asking = { ...settings, retries: 0, expect: undefined }
  const transport = createTransport(asking)
  const caller = readOnlyCaller(createRouteCaller(asking, transport))
  const api = settings.categoryApi ?? 'auto'
  const examinations: Readonly<
    Record<Area, (hasToken: boolean) => Promise<AreaExamination> | AreaExamination>
  > = {
    categories: (hasToken) => examineCategories(createCategories(caller, api, silentLog), hasToken, signal),
    categories_legacy: () => notExamined('categories_legacy'),
    certificates: () => notExamined('certificates'),
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

/** A name that never resolves (RFC 6761), so that the appliance connects to no host. */
const nowhere = 'appliance-doctor.invalid'

/** Requests the analysis of a name that is not in DNS. The answer has the fields of any analysis. */
async function examineAnalysis(
  analysis: Analysis,
  hasToken: boolean,
  signal: AbortSignal,
): Promise<AreaExamination> {
  const reading = await read(analysisRoute, () => analysis.website(nowhere, signal))
  const route = judgeReading(reading, (value) => `an analysis with ${counted(filledFields(value), 'field')}.`)
  const access = judgeAccess([reading], hasToken)
  return {
    checks: access ? [access, route] : [route],
    contradictions: contradictionIn(topics.analysisFields, reading),
  }
}

function filledFields(analysis: WebsiteAnalysis): number {
  return Object.values(analysis).filter((value) => value !== null).length
}

/** Asks for the network interfaces, which are all that can be read in this area. */
async function examineNetwork(
  network: Network,
  hasToken: boolean,
  signal: AbortSignal,
): Promise<AreaExamination> {
  const interfaces = await read(interfacesRoute, () => network.interfaces(signal))
  const route = judgeReading(interfaces, (value) => `${counted(value.length, 'network interface')}.`)
  const access = judgeAccess([interfaces], hasToken)
  return { checks: access ? [access, route] : [route], contradictions: [], interfaces }
}

/** Reserved for documentation (RFC 5737), so hardly any database lists it. */
const anyAddress = '192.0.2.1'

/** Asks for the databases, and for an address in the first one. */
async function examineRecords(
  records: Records,
  hasToken: boolean,
  signal: AbortSignal,
): Promise<AreaExamination> {
  const databases = await read(databasesRoute, () => records.databases(signal))
  const [first] = valueIn(databases) ?? []
  const listed = first && (await read(recordsRoute, () => records.listed(first.id, [anyAddress], signal)))
  return judgeRecords(databases, listed, hasToken)
}

function judgeRecords(
  databases: Reading<readonly RecordDatabase[]>,
  listed: Reading<readonly ListedAddress[]> | undefined,
  hasToken: boolean,
): AreaExamination {
  const access = judgeAccess(listed ? [databases, listed] : [databases], hasToken)
  const routes = [
    judgeReading(databases, (value) => `${counted(value.length, 'record database')}.`),
    ...(listed
      ? [
          judgeReading(
            listed,
            ({ length }) =>
              `${anyAddress} is ${length > 0 ? 'listed' : 'not listed'} in the first record database.`,
          ),
        ]
      : []),
  ]
  return {
    checks: access ? [access, ...routes] : routes,
    contradictions: listed
      ? [topics.listedRecords, topics.noListedRecord].flatMap((topic) => contradictionIn(topic, listed))
      : [],
  }
}

/** An area in which each route changes something. */
function notExamined(area: Area): AreaExamination {
  return {
    checks: [
      {
        check: 'access',
        areas: [area],
        subject: `endpoints.${area}`,
        status: 'skipped',
        finding:
          'Every route of this area changes the appliance, so none was requested. Whether the appliance accepts the token is unknown.',
      },
    ],
    contradictions: [],
  }
}
