import { pause } from '../cancellation'
import { ApplianceError, asApplianceError } from '../errors'
import { readSuccess } from '../protocol/envelope'
import { envelopeSize, listSize, type Route } from '../protocol/route'
import type { RawAnswer, RouteCaller } from '../protocol/route-caller'
import { CompileLine, chunkByBytes, workOneByOne } from '../work'
import { type ListedAddress, type RecordDatabase, readDatabases, readRecords } from './answers'
import { absenceBeside, type Comparison, compareWithControls, understood } from './controls'

/** The record databases of one appliance (docs/appliance, "Routes"). Every method throws `ApplianceError`. */
export interface Records {
  /** All databases, ordered by their index. */
  databases(signal: AbortSignal): Promise<readonly RecordDatabase[]>

  /**
   * Which of these IPv4 addresses a database lists, in the order in which they were asked for. As many requests as keep
   * each URL under 2,000 characters, or one for each address if the database answers in words, or about others.
   *
   * @param absence what `delist` returned of the database in an earlier run
   */
  listed(
    database: string,
    addresses: readonly string[],
    signal: AbortSignal,
    absence?: string,
  ): Promise<readonly ListedAddress[]>

  /**
   * Takes those of the addresses that are listed out of a database. Does not throw but returns the failure, so that what
   * was done until then is not lost. Compiles nothing.
   *
   * @param absence what it returned of the database in an earlier run
   */
  delist(
    database: string,
    addresses: readonly string[],
    signal: AbortSignal,
    absence?: string,
  ): Promise<DelistOutcome>

  /** Which of the addresses that were deleted are still listed, also after a while. Every answer but one that says so is an error. */
  stillListed(database: string, deleted: readonly string[], signal: AbortSignal): Promise<readonly string[]>

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
  /**
   * The fingerprint of the answers for what is not listed, if the database gives these in words and lists no control: later runs understand
   * them by it. Undefined if no fingerprint is needed, or nothing was to be deleted.
   */
  readonly absence: string | undefined
}

/** The record databases of the appliance that the caller reaches. Sends nothing by itself. */
export function createRecords(caller: RouteCaller): Records {
  const line = new CompileLine()

  /** Fingerprints of the answers for what is not listed, by database, as far as one was seen beside a listed address. */
  const absences = new Map<string, Set<string>>()

  function remember(database: string, absence: string | undefined): void {
    if (absence !== undefined) absences.set(database, new Set(absences.get(database)).add(absence))
  }

  function comparisonIn(database: string, declared: readonly string[], signal: AbortSignal): Comparison {
    return {
      declared,
      isProven: (fingerprint) => absences.get(database)?.has(fingerprint) === true,
      ask: async (asked) => ({ asked, answer: await receive(database, [asked], signal) }),
      underWay: caller.concurrency,
      signal,
    }
  }

  async function receive(database: string, run: readonly string[], signal: AbortSignal): Promise<RawAnswer> {
    const parameters = { ID: database, addresses: run.join(',') }
    return await caller.receive(recordsRoute, { parameters }, signal)
  }

  /** @param declared all addresses of which these are some */
  async function ask(
    database: string,
    run: readonly string[],
    declared: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly ListedAddress[]> {
    const answer = await receive(database, run, signal)
    if (run.length > 1 && readRecords(answer.read(), run).kind === 'about others') {
      const alone = await workOneByOne(run, caller.concurrency, signal, (address) =>
        ask(database, [address], declared, signal),
      )
      if (alone.failure !== undefined) throw alone.failure
      return run.flatMap((address) => alone.results.get(address) ?? [])
    }
    const listed = understood(answer, run)
    return listed ?? (await compareWithControls(answer, run, comparisonIn(database, declared, signal)))
  }

  async function remove(
    database: string,
    listed: readonly string[],
    declared: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const parameters = { ID: database, addresses: listed.join(',') }
    try {
      readSuccess(await caller.ask(deleteRoute, { parameters }, signal))
    } catch (error) {
      // A repeated request may be refused because the first one, whose answer was lost, has deleted everything.
      if (!(error instanceof ApplianceError) || error.kind !== 'failed') throw error
      if ((await ask(database, listed, declared, signal)).length > 0) throw error
    }
  }

  /** Of which addresses it is known whether they are listed, and what deleting those has come to. */
  async function delistAll(
    database: string,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<
    Pick<DelistOutcome, 'absence'> & { deleted: Set<string>; unlisted: Set<string>; failure: unknown }
  > {
    const runs = runsOf(addresses)
    const asked = await workOneByOne(runs, caller.concurrency, signal, (run) =>
      ask(database, run, addresses, signal),
    )
    const listed = new Set([...asked.results.values()].flat().map(({ address }) => address))
    const unlisted = new Set([...asked.results.keys()].flat().filter((address) => !listed.has(address)))
    const outcome = { deleted: new Set<string>(), unlisted, absence: undefined }
    const [first] = listed
    if (asked.failure !== undefined || first === undefined) return { ...outcome, failure: asked.failure }
    try {
      // Before anything is deleted: after that, the database may list nothing that is known.
      const absence = await absenceBeside(first, comparisonIn(database, addresses, signal))
      remember(database, absence)
      const { results, failure } = await workOneByOne(
        runsOf([...listed]),
        caller.concurrency,
        signal,
        (run) => remove(database, run, addresses, signal),
      )
      return { unlisted, deleted: new Set([...results.keys()].flat()), absence, failure }
    } catch (failure) {
      return { ...outcome, failure }
    }
  }

  async function databases(signal: AbortSignal): Promise<readonly RecordDatabase[]> {
    return readDatabases(await caller.ask(databasesRoute, {}, signal))
  }

  async function listed(
    database: string,
    addresses: readonly string[],
    signal: AbortSignal,
    absence?: string,
  ): Promise<readonly ListedAddress[]> {
    remember(database, absence)
    const runs = runsOf(addresses)
    const { results, failure } = await workOneByOne(runs, caller.concurrency, signal, (run) =>
      ask(database, run, addresses, signal),
    )
    if (failure !== undefined) throw await namingTheDatabase(failure, database, () => databases(signal))
    return runs.flatMap((run) => results.get(run) ?? [])
  }

  return {
    databases,

    listed,

    async delist(database, addresses, signal, known) {
      remember(database, known)
      const { deleted, unlisted, absence, failure } = await delistAll(database, addresses, signal)
      return {
        deleted: addresses.filter((address) => deleted.has(address)),
        unlisted: addresses.filter((address) => unlisted.has(address)),
        unconfirmed: addresses.filter((address) => !deleted.has(address) && !unlisted.has(address)),
        failure: asApplianceError(await namingTheDatabase(failure, database, () => databases(signal))),
        absence,
      }
    },

    async stillListed(database, deleted, signal) {
      let left = deleted
      for (const delay of delaysUntilGone) {
        if (left.length === 0) break
        await pause(delay, signal)
        left = (await listed(database, left, signal)).map(({ address }) => address)
      }
      return left
    },

    async compile(signal) {
      await line.join(signal, async (shared) => {
        readSuccess(await caller.ask(compileRoute, {}, shared))
      })
    },
  }
}

/** Milliseconds before each look: the appliance may need a moment until it no longer returns what was deleted. */
const delaysUntilGone: readonly number[] = [0, 500, 1500]

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
      incident: {
        is: 'record-database-missing',
        database,
        failure: failure.incident,
        known: indexes.slice(0, 10),
      },
      cause: failure,
    })
  } catch (error) {
    if (error instanceof ApplianceError) return failure
    throw error
  }
}

/** The routes of the record databases (docs/appliance, "Routes"). */

const records = {
  area: 'records',
  method: 'GET',
  answer: envelopeSize,
  release: 'a release that is not documented',
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
