import type { Site } from '@webfilter/appliance-names'
import type { SiteSet } from '@webfilter/site-lists'
import { ApplianceError, asApplianceError, isDenied, mayHaveWorked } from '../errors'
import { readSuccess } from '../protocol/envelope'
import type { Route } from '../protocol/route'
import type { RouteCaller } from '../protocol/route-caller'
import type { Log } from '../settings'
import { doOneByOne, progressOf } from '../work'
import { type CategoryAddress, type MoveOutcome, type SitesOutcome, sitesOutcome } from './category'
import type { CategoryListing } from './listing'
import { type CategoryQueries, orEvidence, storedNumberOf } from './queries'
import { categoryRoutes } from './routes'

/** Taking sites out of a category, to nowhere or to another category: one request for each site. */
export interface CategoryRemoval {
  /** Takes sites out of a category; one that is not there counts as taken out. Compiles nothing. */
  remove(category: CategoryAddress, sites: SiteSet, signal: AbortSignal): Promise<SitesOutcome>

  /**
   * Moves sites from one category to another. The appliance does not check that they were there. Compiles nothing. After a failure, a
   * site whose request may have been carried out is asked for.
   */
  move(from: CategoryAddress, to: CategoryAddress, sites: SiteSet, signal: AbortSignal): Promise<MoveOutcome>
}

/**
 * Removals take the older routes: the autonomous service has none of its own. Where an answer says neither yes nor no, those that
 * hold the site are asked for.
 */
export function createCategoryRemoval(
  caller: RouteCaller,
  listing: CategoryListing,
  queries: CategoryQueries,
  log: Log,
): CategoryRemoval {
  /**
   * @param requestsFor what is asked for one site, in this order; `number` is the other name of an address
   * @returns beside the outcome, the unconfirmed sites of which a part may be done
   */
  async function askForEach(
    work: string,
    categories: Readonly<Record<string, number>>,
    sites: SiteSet,
    requestsFor: (site: Site, number: Site | undefined) => readonly SiteRequest[],
    isDone: (holders: ReadonlySet<number>) => boolean,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: SitesOutcome; readonly begun: ReadonlySet<Site> }> {
    const begun = new Set<Site>()
    let doubt: ApplianceError | undefined
    const advance = progressOf(work, categories, sites.size, log)
    const { isDone: isRemoved, failure } = await listing.whileWriting(() =>
      doOneByOne(sites, caller.concurrency, signal, async (site) => {
        const number = await storedNumberOf(listing, site, signal)
        const send = () => askInTurn(requestsFor(site, number), () => begun.add(site), signal)
        doubt = (await orEvidence(queries, site, isDone, signal, send)) ?? doubt
        begun.delete(site)
        advance(1)
      }),
    )
    return { outcome: sitesOutcome(sites, isRemoved, asApplianceError(failure), doubt), begun }
  }

  /** @param noteBegun is called if the appliance may have done a part */
  async function askInTurn(
    requests: readonly SiteRequest[],
    noteBegun: () => void,
    signal: AbortSignal,
  ): Promise<void> {
    for (const { route, parameters } of requests) {
      await queries.requireOlderRoute(route, signal)
      try {
        readSuccess(await caller.ask(route, { parameters }, signal))
      } catch (error) {
        if (mayHaveWorked(error) || isDenied(error)) noteBegun()
        throw error
      }
      noteBegun()
    }
  }

  /** Those of some sites of which no query shows that they are still where they were. */
  async function notFoundIn(
    from: CategoryAddress,
    sites: Iterable<Site>,
    signal: AbortSignal,
  ): Promise<readonly Site[]> {
    const isThere = async (site: Site) => {
      try {
        const holders = await queries.evidence(site, signal)
        return holders?.some(({ id }) => id === from.id) === true
      } catch (error) {
        if (error instanceof ApplianceError) return false
        throw error
      }
    }
    const all = [...sites]
    const found = await Promise.all(all.map(isThere))
    return all.filter((_, index) => !found[index])
  }

  return {
    async remove({ id }, sites, signal) {
      const { outcome } = await askForEach(
        'removing sites',
        { ID: id },
        sites,
        (site, number) => namesToDelete(site, number).map((name) => deletion(id, name)),
        (holders) => !holders.has(id),
        signal,
      )
      return outcome
    },
    async move(from, to, sites, signal) {
      const { outcome, begun } = await askForEach(
        'moving sites',
        { ID: from.id, NEXTID: to.id },
        sites,
        (site, number) => [
          { route: moveRoute, parameters: { ID: from.id, NEXTID: to.id, sitename: number ?? site } },
          ...(number === undefined ? [] : [deletion(from.id, site)]),
        ],
        (holders) => holders.has(to.id) && !holders.has(from.id),
        signal,
      )
      return Object.assign(outcome, { unsure: await notFoundIn(from, begun, signal) })
    },
  }
}

/** One request about one site. */
interface SiteRequest {
  readonly route: Route
  readonly parameters: Readonly<Record<string, string | number>>
}

const moveRoute = categoryRoutes.move.older

function deletion(id: number, sitename: Site): SiteRequest {
  return { route: categoryRoutes.delete.older, parameters: { ID: id, sitename } }
}

function namesToDelete(site: Site, number: Site | undefined): readonly Site[] {
  return number === undefined ? [site] : [number, site]
}
