import type { Site } from '@webfilter/appliance-names'
import { type ApplianceError, asApplianceError } from '../../errors'
import type { Log } from '../../log'
import { workOneByOne } from '../../one-by-one'
import { progressOf } from '../../progress'
import { readSuccess } from '../../protocol/envelope'
import type { RouteCaller } from '../../protocol/route-caller'
import type { CategoryAddress } from '../category'
import { categoryRoutes } from '../interface/routes'
import { type AddOptions, type AddOutcome, type SitesOutcome, sitesOutcome } from '../outcomes'
import { addInBatches } from './batches'
import type { CategoryListing } from './listing'
import type { CategoryQueries } from './queries'
import { orEvidence } from './site-evidence'

/** Adding sites to a category, in as few requests as the route that is asked takes them. */
export interface CategoryAddition {
  /**
   * Adds sites to a category. `compile` says whether the category may be compiled on the way, `compiled` of the
   * outcome whether it was: the older batch route always compiles, the autonomous add route never does. With
   * `compile` false the older generation is asked on the one-site route of port 9000.
   */
  add(
    category: CategoryAddress,
    sites: readonly Site[],
    options: AddOptions,
    signal: AbortSignal,
  ): Promise<AddOutcome>
}

/** Additions ask those that hold a site, by `queries`, where an answer leaves open which ones were added. */
export function createCategoryAddition(
  caller: RouteCaller,
  listing: CategoryListing,
  queries: CategoryQueries,
  log: Log,
): CategoryAddition {
  async function add(
    category: CategoryAddress,
    sites: readonly Site[],
    { compile, by }: AddOptions,
    signal: AbortSignal,
  ): Promise<AddOutcome> {
    if (sites.length === 0) return { ...sitesOutcome([], () => true, undefined), compiled: false }
    try {
      const generation = by ?? (await listing.generation(signal))
      if (generation === 'older') {
        const { older } = categoryRoutes[compile ? 'add' : 'addWithoutCompile']
        await queries.requireOlderRoute(older, signal)
      }
      const outcome = await listing.whileWriting(() => {
        if (generation === 'older' && !compile) return addOneByOne(category, sites, signal)
        return addInBatches({ caller, queries, log }, generation, category, sites, signal)
      })
      return { ...outcome, compiled: generation === 'older' && compile && outcome.failure === undefined }
    } catch (error) {
      return { ...sitesOutcome(sites, () => false, asApplianceError(error)), compiled: false }
    }
  }

  async function addOneByOne(
    category: CategoryAddress,
    sites: readonly Site[],
    signal: AbortSignal,
  ): Promise<SitesOutcome> {
    const route = categoryRoutes.addWithoutCompile.older
    const isDone = (holders: ReadonlySet<number>) => holders.has(category.id)
    let doubt: ApplianceError | undefined
    const advance = progressOf('adding sites', { category: category.id }, sites.length, log)
    const { results, failure } = await workOneByOne(sites, caller.concurrency, signal, async (sitename) => {
      const request = { parameters: { ID: category.id, sitename } }
      const send = async () => readSuccess(await caller.ask(route, request, signal))
      doubt = (await orEvidence(queries, sitename, isDone, signal, send)) ?? doubt
      advance(1)
    })
    return sitesOutcome(sites, (site) => results.has(site), asApplianceError(failure), doubt)
  }

  return { add }
}
