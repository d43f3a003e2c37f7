import type { Site } from '../sites/site'
import type { Category, CategoryAddress } from './category'
import { readQuery } from './category-answers'
import { asApplianceError } from './errors'
import { workOneByOne } from './one-by-one'
import { categoryRoutes } from './operations'
import type { PresenceOutcome } from './outcomes'
import type { RouteCaller } from './route-caller'

/** What the query route tells, for one site or for many. */
export interface CategoryQueries {
  query(site: Site, signal: AbortSignal): Promise<readonly Category[]>
  present(category: CategoryAddress, sites: readonly Site[], signal: AbortSignal): Promise<PresenceOutcome>
}

export function createCategoryQueries(caller: RouteCaller): CategoryQueries {
  async function query(site: Site, signal: AbortSignal): Promise<readonly Category[]> {
    return readQuery(await caller.ask(categoryRoutes.query.older, { parameters: { domain: site } }, signal))
  }

  async function present(
    category: CategoryAddress,
    sites: readonly Site[],
    signal: AbortSignal,
  ): Promise<PresenceOutcome> {
    const { results, failure } = await workOneByOne(sites, caller.concurrency, signal, async (site) => {
      const holders = await query(site, signal)
      return holders.some(({ id }) => id === category.id)
    })
    return {
      present: sites.filter((site) => results.get(site) === true),
      absent: sites.filter((site) => results.get(site) === false),
      unasked: sites.filter((site) => !results.has(site)),
      failure: asApplianceError(failure),
    }
  }

  return { query, present }
}
