import type { Site } from '../../sites/site'
import { ApplianceError, asApplianceError } from '../errors'
import type { Log } from '../log'
import { workOneByOne } from '../one-by-one'
import type { HoldersOutcome, PresenceOutcome } from '../outcomes'
import { progressOf } from '../progress'
import type { RouteCaller } from '../route-caller'
import type { Category, CategoryAddress } from './category'
import { readQuery } from './category-answers'
import { categoryRoutes } from './category-routes'

/** What the query route tells, for one site or for many. */
export interface CategoryQueries {
  /** Every category that holds this site; empty where none does. A failure is never read as "none". */
  query(site: Site, signal: AbortSignal): Promise<readonly Category[]>

  /** Whether the appliance has the query route, and with it the other older routes. */
  isServed(signal: AbortSignal): Promise<boolean>

  /** Which categories hold each of these sites, asked one by one. */
  holders(sites: readonly Site[], signal: AbortSignal): Promise<HoldersOutcome>

  /** Which of these sites the category holds, asked one by one. */
  present(category: CategoryAddress, sites: readonly Site[], signal: AbortSignal): Promise<PresenceOutcome>
}

/** The queries of the appliance that the caller reaches. The log tells how far questions for many sites are. */
export function createCategoryQueries(caller: RouteCaller, log: Log): CategoryQueries {
  let routeIsThere: boolean | undefined

  async function query(site: Site, signal: AbortSignal): Promise<readonly Category[]> {
    try {
      const answer = await caller.ask(categoryRoutes.query.older, { parameters: { domain: site } }, signal)
      routeIsThere = true
      return readQuery(answer)
    } catch (error) {
      if (error instanceof ApplianceError && error.kind === 'route-missing') routeIsThere = false
      throw error
    }
  }

  async function isServed(signal: AbortSignal): Promise<boolean> {
    if (routeIsThere !== undefined) return routeIsThere
    try {
      await query(anySite, signal)
      return true
    } catch (error) {
      if (error instanceof ApplianceError && error.kind === 'route-missing') return false
      throw error
    }
  }

  async function holders(sites: readonly Site[], signal: AbortSignal): Promise<HoldersOutcome> {
    const advance = progressOf('asking for sites', {}, sites.length, log)
    const { results, failure } = await workOneByOne(sites, caller.concurrency, signal, async (site) => {
      const found = await query(site, signal)
      advance(1)
      return found
    })
    return { holders: results, failure: asApplianceError(failure) }
  }

  async function present(
    category: CategoryAddress,
    sites: readonly Site[],
    signal: AbortSignal,
  ): Promise<PresenceOutcome> {
    const { holders: found, failure } = await holders(sites, signal)
    const isThere = (site: Site) => found.get(site)?.some(({ id }) => id === category.id)
    return {
      present: sites.filter((site) => isThere(site) === true),
      absent: sites.filter((site) => isThere(site) === false),
      unasked: sites.filter((site) => !found.has(site)),
      failure,
    }
  }

  return { query, isServed, holders, present }
}

/** Asked for where only the answer's kind matters. The name is reserved for documentation. */
const anySite = 'example.com' as Site
