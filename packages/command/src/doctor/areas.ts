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
  type Network,
  type Records,
  recordsRoute,
  routeName,
  silentLog,
  type WebsiteAnalysis,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { readOnlyCaller } from '../inventory/inventory'
import { examineCategories, nowhere } from './categories'
import { examineDirectory } from './directory'
import type { Listener } from './listeners'
import { type AreaExamination, disproofBy, judgeReading, read, topics } from './reading'
import { type Check, failedWith, passed, skipped } from './report'

/**
 * Asks the areas of these listeners for what can be read without a change. Requests are not repeated, so that each failure shows.
 * @param member the login of a member of the user directory, whose record is read on request only
 */
export async function examineAreas(
  settings: ApplianceSettings,
  listeners: readonly Listener[],
  member: string | undefined,
  signal: AbortSignal,
): Promise<readonly Omit<AreaExamination, 'asked'>[]> {
  // The certificates were compared by the handshake, and the interfaces have a check of their own: here, each area answers for itself.
  const asking = { ...settings, retries: 0, expect: undefined }
  const transport = createTransport(asking)
  const caller = readOnlyCaller(createRouteCaller(asking, transport))
  const api = settings.categoryApi ?? 'auto'
  // Each route of the other areas changes something.
  const examinations: Readonly<Partial<Record<Area, () => Promise<AreaExamination>>>> = {
    categories: () => examineCategories(createCategories(caller, api, silentLog), signal),
    network: () => examineNetwork(createNetwork(caller), signal),
    analysis: () => examineAnalysis(createAnalysis(caller), signal),
    directory: () => examineDirectory(createDirectory(caller, silentLog), member, signal),
    records: () => examineRecords(createRecords(caller), signal),
  }
  const examined = async (area: Area) => {
    const { asked, checks, ...shown } = (await examinations[area]?.()) ?? { checks: [], disproofs: [] }
    const access = asked
      ? judgeAccess(asked, Boolean(settings.endpoints?.[area]?.token ?? settings.token))
      : unknownAccess(area)
    return { ...shown, checks: [access, ...checks] }
  }
  try {
    return await Promise.all(listeners.flatMap((listener) => listener.areas).map(examined))
  } finally {
    await transport.close()
  }
}

/**
 * Whether the appliance accepts requests of this machine in an area.
 * @param hasToken whether requests carry a token
 */
function judgeAccess(asked: AreaExamination['asked'], hasToken: boolean): Check {
  const [{ route }] = asked
  const about = { check: 'access', areas: [route.area], subject: routeName(route) } as const
  const errors = asked.flatMap(({ error }) => error ?? [])
  const refusal = errors.find(({ kind }) => kind === 'forbidden')
  if (refusal) return { ...about, ...failedWith(diagnosticOf(refusal)) }
  const accepted =
    errors.length < asked.length || errors.some(({ kind }) => kind === 'failed' || kind === 'not-running')
  if (!accepted) return { ...about, ...skipped('No answer shows whether the appliance accepts requests.') }
  return {
    ...about,
    ...passed(
      hasToken
        ? 'The appliance accepts the token and the address of this machine.'
        : 'The appliance accepts requests without a token.',
    ),
  }
}

function unknownAccess(area: Area): Check {
  return {
    check: 'access',
    areas: [area],
    subject: `endpoints.${area}`,
    ...skipped(
      'Every route of this area changes the appliance, so none was requested. Whether the appliance accepts the token is unknown.',
    ),
  }
}

/** Requests the analysis of a name that is not in DNS, so that the appliance connects to no host. The answer has the fields of any analysis. */
async function examineAnalysis(analysis: Analysis, signal: AbortSignal): Promise<AreaExamination> {
  const filled = (value: WebsiteAnalysis) => Object.values(value).filter((each) => each !== null)
  const reading = await read(analysisRoute, () => analysis.website(nowhere, signal))
  return {
    asked: [reading],
    checks: [judgeReading(reading, (value) => `an analysis with ${counted(filled(value).length, 'field')}.`)],
    disproofs: disproofBy(reading, topics.analysisFields),
  }
}

/** Asks for the network interfaces, which are all that can be read in this area. */
async function examineNetwork(network: Network, signal: AbortSignal): Promise<AreaExamination> {
  const interfaces = await read(interfacesRoute, () => network.interfaces(signal))
  const route = judgeReading(interfaces, ({ length }) => `${counted(length, 'network interface')}.`)
  return { asked: [interfaces], checks: [route], disproofs: [], interfaces }
}

/** Reserved for documentation (RFC 5737), so hardly any database lists it. */
const anyAddress = '192.0.2.1'

/** Asks for the databases, and for an address in the first one. */
async function examineRecords(records: Records, signal: AbortSignal): Promise<AreaExamination> {
  const databases = await read(databasesRoute, () => records.databases(signal))
  const onDatabases = judgeReading(databases, ({ length }) => `${counted(length, 'record database')}.`)
  const [first] = databases.value ?? []
  if (!first) return { asked: [databases], checks: [onDatabases], disproofs: [] }
  const listed = await read(recordsRoute, () => records.listed(first.id, [anyAddress], signal))
  const onListed = judgeReading(
    listed,
    ({ length }) => `${anyAddress} is ${length > 0 ? 'listed' : 'not listed'} in the first record database.`,
  )
  return {
    asked: [databases, listed],
    checks: [onDatabases, onListed],
    disproofs: disproofBy(listed, topics.listedRecords, topics.noListedRecord),
  }
}
