import type { Site } from '@webfilter/appliance-names'
import { chosenFrom, numberOfAddress, type SiteSet } from '@webfilter/site-lists'
import { createSearch, inventedWord } from '../absence'
import { afterSending } from '../cancellation'
import { ApplianceError, asApplianceError } from '../errors'
import type { Route } from '../protocol/route'
import type { RouteCaller } from '../protocol/route-caller'
import type { CategoryApi, Log } from '../settings'
import { doOneByOne, progressOf } from '../work'
import { readQuery } from './answers'
import type { Category, CategoryAddress, HoldersOutcome, PresenceOutcome } from './category'
import { type CategoryListing, createOlderRoutes } from './listing'
import { categoryRoutes, impossibleCategoryRoute } from './routes'

/** The query route, for one site or for many. */
export interface CategoryQueries {
  /** Every category that holds this site; empty where none does. A failure is never read as "none", nor is what may be one. */
  query(site: Site, signal: AbortSignal): Promise<readonly Category[]>

  /** Whether the appliance has the query route, and with it the other older routes. */
  isServed(signal: AbortSignal): Promise<boolean>

  /** Whether sites can be asked for, unless answers have shown so far that they cannot. Sends nothing. */
  canAskForSites(): boolean

  /**
   * Throws `route-missing` for an older route that the appliance does not have. Where the last list is the autonomous one, and it is
   * not known yet, the query route is asked.
   */
  requireOlderRoute(route: Route, signal: AbortSignal): Promise<void>

  /**
   * The same as evidence that a change was done: undefined where an absence rests on comparison, and nothing was found so far that
   * distinguishes it from an outage.
   */
  evidence(site: Site, signal: AbortSignal): Promise<readonly Category[] | undefined>

  /**
   * Which categories hold each of these sites, asked one by one.
   *
   * @param sites each once
   * @param witnesses sites that some category should hold. A few are asked for if no site was found otherwise: one that is found shows
   *   that an absence is not a failure of all queries
   * @param isKept whether an answer is of interest; all are, unless given. The answers of millions of sites would fill the memory
   */
  holders(
    sites: SiteSet,
    signal: AbortSignal,
    witnesses?: () => Iterable<Site>,
    isKept?: (holders: readonly Category[]) => boolean,
  ): Promise<HoldersOutcome>

  /** Which of these sites the category holds, asked one by one. The sites and the witnesses are those of `holders`. */
  present(
    category: CategoryAddress,
    sites: SiteSet,
    signal: AbortSignal,
    witnesses?: () => Iterable<Site>,
  ): Promise<PresenceOutcome>
}

/**
 * The queries of the appliance that the caller reaches.
 *
 * @param api what the settings say of the generation
 * @param log receives the progress of queries for many sites
 */
export function createCategoryQueries(
  caller: RouteCaller,
  listing: CategoryListing,
  api: CategoryApi,
  log: Log,
): CategoryQueries {
  const olderRoutes = createOlderRoutes(caller, listing, api)
  /** The query route has answered in a way that cannot be understood, so that nothing more is learned by it. */
  let isAnswering = false

  const search = createSearch(
    olderRoutes.caller,
    {
      thing: 'site',
      route: categoryRoutes.query.older,
      parameter: 'domain',
      impossible: impossibleCategoryRoute,
      inventions: () => [`${inventedWord(16)}.com`, `${inventedWord(16)}.invalid`],
      understood,
      // The list of that generation came with the query route (docs/appliance, "Releases").
      comesWithOthers: () => listing.last()?.generation === 'older',
    },
    listing.writes,
    log,
  )

  /** The older list came with the query route; beside the autonomous one it may be missing. */
  async function understood(signal: AbortSignal): Promise<boolean> {
    // An earlier answer of the service says nothing about its state now.
    listing.forget()
    return (await listing.get(signal)).generation === 'older'
  }

  /** Undefined where the answer does not count the categories, but is the one for a site that no category can hold. */
  async function find(site: Site, signal: AbortSignal): Promise<readonly Category[] | undefined> {
    const found = await ask(site, signal)
    const number = await storedNumberOf(listing, site, signal)
    if (number === undefined) return found
    const others = await ask(number, signal)
    if (!found || !others) return found ?? others
    return [...found, ...others.filter(({ id }) => !found.some((holder) => holder.id === id))]
  }

  async function ask(site: Site, signal: AbortSignal): Promise<readonly Category[] | undefined> {
    return await olderRoutes.whileAsking((shared) => search.find(site, readQuery, shared), signal)
  }

  async function query(site: Site, signal: AbortSignal): Promise<readonly Category[]> {
    const found = await find(site, signal)
    if (found) return found
    await reconsider(site, signal)
    if (!search.isProven()) throw unproven(site)
    return []
  }

  /** Throws if it is not to be believed that no category holds the site. */
  async function reconsider(site: Site, signal: AbortSignal): Promise<void> {
    await olderRoutes.whileAsking((shared) => search.reconsider(site, readQuery, shared), signal)
  }

  async function evidence(site: Site, signal: AbortSignal): Promise<readonly Category[] | undefined> {
    return (await find(site, signal)) ?? (search.isProven() ? [] : undefined)
  }

  async function isServed(signal: AbortSignal): Promise<boolean> {
    const known = olderRoutes.areThere()
    if (known !== undefined) return known
    try {
      await find(anySite, signal)
      return true
    } catch (error) {
      if (error instanceof ApplianceError && error.kind === 'route-missing') return false
      throw error
    }
  }

  async function requireOlderRoute(route: Route, signal: AbortSignal): Promise<void> {
    olderRoutes.refuseMissing(route)
    if (listing.last()?.generation !== 'autonomous' || olderRoutes.areThere() || isAnswering) return
    try {
      await isServed(signal)
    } catch (error) {
      // An answer that cannot be understood shows that the route exists.
      const isAnswered = error instanceof ApplianceError && ['failed', 'unreadable'].includes(error.kind)
      if (!isAnswered) throw error
      isAnswering = true
    }
    olderRoutes.refuseMissing(route)
  }

  async function holders(
    sites: SiteSet,
    signal: AbortSignal,
    witnesses?: () => Iterable<Site>,
    isKept: (holders: readonly Category[]) => boolean = () => true,
  ): Promise<HoldersOutcome> {
    const kept = new Map<Site, readonly Category[]>()
    const asking = { sites, signal, witnesses }
    const { unproven, failure } = await askForEach(asking, (found, site) => {
      if (isKept(found)) kept.set(site, found)
    })
    return { holders: kept, unproven, failure }
  }

  /** @param take takes the categories that hold a site, and its index; they are kept nowhere else */
  async function askForEach(
    { sites, signal, witnesses = () => [] }: Asking,
    take: (holders: readonly Category[], site: Site, index: number) => void,
  ) {
    const advance = progressOf('querying sites', {}, sites.size, log)
    let compared: Site | undefined
    const { isDone, failure } = await doOneByOne(sites, caller.concurrency, signal, async (site, index) => {
      const found = await find(site, signal)
      if (!found) compared ??= site
      take(found ?? [], site, index)
      advance(1)
    })
    if (compared === undefined || failure !== undefined) {
      const isUnproven = compared !== undefined && !search.isProven()
      return { isAsked: isDone, unproven: isUnproven, failure: asApplianceError(failure) }
    }
    const doubt = await failureOf(checkAbsence(compared, witnesses(), signal))
    return { isAsked: isDone, unproven: !search.isProven(), failure: asApplianceError(doubt) }
  }

  /** Throws if it is not to be believed that no category holds the site. Asks for a few witnesses first, if nothing was found so far. */
  async function checkAbsence(absent: Site, witnesses: Iterable<Site>, signal: AbortSignal): Promise<void> {
    let left = mostWitnesses
    for (const witness of witnesses) {
      if (left === 0 || search.isProven()) break
      left -= 1
      await find(witness, signal)
    }
    await reconsider(absent, signal)
  }

  async function present(
    category: CategoryAddress,
    sites: SiteSet,
    signal: AbortSignal,
    witnesses?: () => Iterable<Site>,
  ): Promise<PresenceOutcome> {
    const isThere = new Uint8Array(sites.size)
    const asking = { sites, signal, witnesses }
    const { isAsked, unproven, failure } = await askForEach(asking, (holders, _, index) => {
      isThere[index] = Number(holders.some(({ id }) => id === category.id))
    })
    return {
      present: chosenFrom(sites, (index) => isAsked(index) && isThere[index] === 1),
      absent: chosenFrom(sites, (index) => isAsked(index) && isThere[index] === 0),
      unasked: chosenFrom(sites, (index) => !isAsked(index)),
      unproven,
      failure,
    }
  }

  function canAskForSites(): boolean {
    return api !== 'autonomous' && olderRoutes.areThere() !== false
  }

  return { query, evidence, isServed, canAskForSites, requireOlderRoute, holders, present }
}

/** What is asked for one by one. */
interface Asking {
  readonly sites: SiteSet
  readonly signal: AbortSignal
  readonly witnesses: (() => Iterable<Site>) | undefined
}

/**
 * The other name of an address, which the autonomous service has given it. Whether the older routes, beside that service, know it by
 * the one or by the other is not known, so they are asked for both.
 */
export async function storedNumberOf(
  listing: CategoryListing,
  site: Site,
  signal: AbortSignal,
): Promise<Site | undefined> {
  const number = numberOfAddress(site)
  if (number === undefined || (await listing.generation(signal)) === 'older') return undefined
  return number
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** The error for a site of which nothing shows whether a category contains it. */
function unproven(site: Site): ApplianceError {
  return new ApplianceError({
    kind: 'unreadable',
    incident: { is: 'absence-unproven', thing: 'site', name: site },
  })
}

/** Others may have taken out some of them. */
const mostWitnesses = 5

/** Asked for where only the answer's kind matters. The name is reserved for documentation. */
const anySite = 'example.com' as Site

/**
 * Does something with one site. The responses of these routes are not shown (docs/appliance, "Move a site" and "Remove a site"), so an
 * answer that says neither yes nor no is no failure where asking for the site shows that it was done.
 *
 * @param isDone whether it was, going by the numbers of the categories that hold the site
 * @param work sends the requests and reads their answers
 * @returns the answer that could not be read, where there is one
 */
export async function orEvidence(
  queries: Pick<CategoryQueries, 'evidence'>,
  site: Site,
  isDone: (holders: ReadonlySet<number>) => boolean,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<ApplianceError | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof ApplianceError) || error.kind !== 'unreadable') throw error
    const holders = await afterSending(() => holdersOf(queries, site, signal))
    if (holders && isDone(holders)) return error
    throw error
  }
}

/** Undefined if that cannot be determined: then the answer that could not be read is the error. */
async function holdersOf(
  queries: Pick<CategoryQueries, 'evidence'>,
  site: Site,
  signal: AbortSignal,
): Promise<ReadonlySet<number> | undefined> {
  try {
    const holders = await queries.evidence(site, signal)
    return holders && new Set(holders.map(({ id }) => id))
  } catch (error) {
    if (error instanceof ApplianceError && error.kind !== 'cancelled') return undefined
    throw error
  }
}
