import { recordDatabaseMissing } from '../../diagnostics/other-areas'
import { ApplianceError, asApplianceError } from '../errors'
import { readSuccess } from '../protocol/envelope'
import { envelopeSize, listSize, type Route } from '../protocol/route'
import type { RouteCaller } from '../protocol/route-caller'
import { CompileLine, chunkByBytes, workOneByOne } from '../work'
import { type ListedAddress, type RecordDatabase, readDatabases, readListedAddresses } from './answers'
import { compareWithControls } from './controls'

/** The record databases of one appliance (interface document, 4.7). Every method throws `ApplianceError`. */
export interface Records {
  /** All databases, ordered by their index. */
  databases(signal: AbortSignal): Promise<readonly RecordDatabase[]>

  /**
   * Which of these IPv4 addresses a database lists, in the order in which they were asked for. As many requests as keep
   * each URL under 2,000 characters, or one for each address if the database answers in words.
   */
  listed(
    database: string,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly ListedAddress[]>

  /**
   * Takes those of the addresses that are listed out of a database. Does not throw but returns the failure, so that what
   * was done until then is not lost. Compiles nothing.
   */
  delist(database: string, addresses: readonly string[], signal: AbortSignal): Promise<DelistOutcome>

  /**
   * Puts all databases into production mode. Callers that arrive before a compile starts share it; callers that arrive
   * while one runs share the next.
   */
  compile(signal: AbortSignal): Promise<void>
}

/** What became of a list of addresses. The three lists together are the list that was given, each in its order. */
interface DelistOutcome {
  /** Were listed, and the appliance has confirmed that they were deleted. */
  readonly deleted: readonly string[]
  /** Were not listed. */
  readonly unlisted: readonly string[]
  /** Not tried, or not known to have worked. */
  readonly unconfirmed: readonly string[]
  /** The first failure, after which nothing new was tried. */
  readonly failure: ApplianceError | undefined
}

/** The record databases of the appliance that the caller reaches. Sends nothing by itself. */
export function createRecords(caller: RouteCaller): Records {
  const line = new CompileLine()

  /** @param declared all addresses of which these are some */
  async function ask(
    database: string,
    run: readonly string[],
    declared: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly ListedAddress[]> {
    const receive = (addresses: string) =>
      caller.receive(recordsRoute, { parameters: { ID: database, addresses } }, signal)
    const answer = await receive(run.join(','))
    const listed = readListedAddresses(answer.read(), run)
    if (listed !== undefined) return listed
    const askOne = async (asked: string) => ({ asked, answer: await receive(asked) })
    return await compareWithControls(answer, run, declared, askOne, caller.concurrency, signal)
  }

  /** Returns those that were deleted. */
  async function delistRun(
    database: string,
    run: readonly string[],
    declared: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const listed = (await ask(database, run, declared, signal)).map(({ address }) => address)
    if (listed.length === 0) return []
    const parameters = { ID: database, addresses: listed.join(',') }
    try {
      readSuccess(await caller.ask(deleteRoute, { parameters }, signal))
    } catch (error) {
      // A repeated request may be refused because the first one, whose answer was lost, has deleted everything.
      if (!(error instanceof ApplianceError) || error.kind !== 'failed') throw error
      if ((await ask(database, listed, declared, signal)).length > 0) throw error
    }
    return listed
  }

  async function databases(signal: AbortSignal): Promise<readonly RecordDatabase[]> {
    return readDatabases(await caller.ask(databasesRoute, {}, signal))
  }

  return {
    databases,

    async listed(database, addresses, signal) {
      const runs = runsOf(addresses)
      const { results, failure } = await workOneByOne(runs, caller.concurrency, signal, (run) =>
        ask(database, run, addresses, signal),
      )
      if (failure !== undefined) throw await namingTheDatabase(failure, database, () => databases(signal))
      return runs.flatMap((run) => results.get(run) ?? [])
    },

    async delist(database, addresses, signal) {
      const runs = runsOf(addresses)
      const { results, failure } = await workOneByOne(runs, caller.concurrency, signal, (run) =>
        delistRun(database, run, addresses, signal),
      )
      const deleted = new Set([...results.values()].flat())
      const settled = new Set([...results.keys()].flat())
      return {
        deleted: addresses.filter((address) => deleted.has(address)),
        unlisted: addresses.filter((address) => settled.has(address) && !deleted.has(address)),
        unconfirmed: addresses.filter((address) => !settled.has(address)),
        failure: asApplianceError(await namingTheDatabase(failure, database, () => databases(signal))),
      }
    },

    async compile(signal) {
      await line.join(signal, async (shared) => {
        readSuccess(await caller.ask(compileRoute, {}, shared))
      })
    },
  }
}

/**
 * Runs of addresses that fit into one URL. Servers and proxies take 2,000 characters everywhere, of which the address of
 * the listener and the rest of the path need the smaller part.
 */
function runsOf(addresses: readonly string[]): readonly (readonly string[])[] {
  return chunkByBytes(addresses, { maximumBytes: 1_600, separatorBytes: 1 })
}

/** Names a missing database as the cause of a failure if the list of databases does not have it. */
async function namingTheDatabase(
  failure: unknown,
  database: string,
  list: () => Promise<readonly RecordDatabase[]>,
): Promise<unknown> {
  if (!(failure instanceof ApplianceError) || failure.kind !== 'failed') return failure
  try {
    const indexes = (await list()).map(({ id }) => id)
    if (indexes.length === 0 || indexes.includes(database)) return failure
    return new ApplianceError({
      kind: 'failed',
      diagnostic: recordDatabaseMissing({ database, failure: failure.message, known: indexes.slice(0, 10) }),
      cause: failure,
    })
  } catch (error) {
    if (error instanceof ApplianceError) return failure
    throw error
  }
}

/** The routes of the record databases (interface document, 4.7). */

const records = {
  area: 'records',
  method: 'GET',
  answer: envelopeSize,
  release: 'a release that the interface document does not name',
  withoutIt:
    'Check endpoints.records.url, and enable the listener of the record databases in the console of the appliance.',
} as const

export const databasesRoute: Route = {
  ...records,
  path: '/databases/list',
  answer: listSize,
  changes: false,
  repeatable: 'always',
}

export const recordsRoute: Route = {
  ...records,
  path: '/database/records/[ID]/[addresses]',
  answer: listSize,
  changes: false,
  repeatable: 'always',
}

export const deleteRoute: Route = {
  ...records,
  path: '/database/delete/[ID]/[addresses]',
  changes: true,
  // What is gone cannot be deleted again.
  repeatable: 'always',
}

export const compileRoute: Route = {
  ...records,
  path: '/database/compile',
  changes: true,
  repeatable: 'unless-timed-out',
}
