import type { Site } from '../../sites/site'
import { type ApplianceError, asApplianceError } from '../errors'
import type { Log } from '../log'
import { workOneByOne } from '../one-by-one'
import { type SitesOutcome, sitesOutcome } from '../outcomes'
import { progressOf } from '../progress'
import type { Route } from '../route'
import type { RouteCaller } from '../route-caller'
import type { CategoryAddress } from './category'
import type { CategoryListing } from './category-listing'
import type { CategoryQueries } from './category-queries'
import { categoryRoutes } from './category-routes'
import { orEvidence } from './site-evidence'

/** Taking sites out of a category, to nowhere or to another category: one request for each site. */
export interface CategoryRemoval {
  /** Takes sites out of a category; one that is not there counts as taken out. Compiles nothing. */
  remove(category: CategoryAddress, sites: readonly Site[], signal: AbortSignal): Promise<SitesOutcome>

  /** Moves sites from one category to another. The appliance does not check that they were there. Compiles nothing. */
  move(
    from: CategoryAddress,
    to: CategoryAddress,
    sites: readonly Site[],
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
  async function askForEach(
    work: string,
    route: Route,
    sites: readonly Site[],
    parameters: Readonly<Record<string, number>>,
    isDone: (holders: ReadonlySet<number>) => boolean,
    signal: AbortSignal,
  ): Promise<SitesOutcome> {
    let doubt: ApplianceError | undefined
    const advance = progressOf(work, parameters, sites.length, log)
    const { results, failure } = await listing.whileWriting(() =>
      workOneByOne(sites, caller.concurrency, signal, async (sitename) => {
        await queries.requireOlderRoute(route, signal)
        const request = { parameters: { ...parameters, sitename } }
        doubt =
          (await orEvidence(queries, sitename, isDone, signal, () => caller.ask(route, request, signal))) ??
          doubt
        advance(1)
      }),
    )
    return sitesOutcome(sites, (site) => results.has(site), asApplianceError(failure), doubt)
  }

  return {
    remove: ({ id }, sites, signal) =>
      askForEach(
        'removing sites',
        categoryRoutes.delete.older,
        sites,
        { ID: id },
        (holders) => !holders.has(id),
        signal,
      ),
    move: (from, to, sites, signal) =>
      askForEach(
        'moving sites',
        categoryRoutes.move.older,
        sites,
        { ID: from.id, NEXTID: to.id },
        (holders) => holders.has(to.id) && !holders.has(from.id),
        signal,
      ),
  }
}
