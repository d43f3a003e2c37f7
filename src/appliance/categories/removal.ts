import type { Site } from '@webfilter/appliance-names'
import type { SiteList } from '../../sites/table/site-list'
import { type ApplianceError, asApplianceError } from '../errors'
import { readSuccess } from '../protocol/envelope'
import type { Route } from '../protocol/route'
import type { RouteCaller } from '../protocol/route-caller'
import type { Log } from '../settings'
import { doOneByOne, progressOf } from '../work'
import { type CategoryAddress, type SitesOutcome, sitesOutcome } from './category'
import type { CategoryListing } from './listing'
import { type CategoryQueries, orEvidence, storedNumberOf } from './queries'
import { categoryRoutes } from './routes'

/** Taking sites out of a category, to nowhere or to another category: one request for each site. */
export interface CategoryRemoval {
  /** Takes sites out of a category; one that is not there counts as taken out. Compiles nothing. */
  remove(category: CategoryAddress, sites: SiteList, signal: AbortSignal): Promise<SitesOutcome>

  /** Moves sites from one category to another. The appliance does not check that they were there. Compiles nothing. */
  move(
    from: CategoryAddress,
    to: CategoryAddress,
    sites: SiteList,
    signal: AbortSignal,
  ): Promise<SitesOutcome>
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
  /** @param requestsFor what is asked for one site, in this order; `number` is the other name of an address */
  async function askForEach(
    work: string,
    categories: Readonly<Record<string, number>>,
    sites: SiteList,
    requestsFor: (site: Site, number: Site | undefined) => readonly SiteRequest[],
    isDone: (holders: ReadonlySet<number>) => boolean,
    signal: AbortSignal,
  ): Promise<SitesOutcome> {
    let doubt: ApplianceError | undefined
    const advance = progressOf(work, categories, sites.length, log)
    const { isDone: isRemoved, failure } = await listing.whileWriting(() =>
      doOneByOne(sites, caller.concurrency, signal, async (site) => {
        const number = await storedNumberOf(listing, site, signal)
        const send = () => askInTurn(requestsFor(site, number), signal)
        doubt = (await orEvidence(queries, site, isDone, signal, send)) ?? doubt
        advance(1)
      }),
    )
    return sitesOutcome(sites, isRemoved, asApplianceError(failure), doubt)
  }

  async function askInTurn(requests: readonly SiteRequest[], signal: AbortSignal): Promise<void> {
    for (const { route, parameters } of requests) {
      await queries.requireOlderRoute(route, signal)
      readSuccess(await caller.ask(route, { parameters }, signal))
    }
  }

  return {
    remove: ({ id }, sites, signal) =>
      askForEach(
        'removing sites',
        { ID: id },
        sites,
        (site, number) => namesToDelete(site, number).map((name) => deletion(id, name)),
        (holders) => !holders.has(id),
        signal,
      ),
    move: (from, to, sites, signal) =>
      askForEach(
        'moving sites',
        { ID: from.id, NEXTID: to.id },
        sites,
        (site, number) => [
          { route: moveRoute, parameters: { ID: from.id, NEXTID: to.id, sitename: number ?? site } },
          ...(number === undefined ? [] : [deletion(from.id, site)]),
        ],
        (holders) => holders.has(to.id) && !holders.has(from.id),
        signal,
      ),
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
