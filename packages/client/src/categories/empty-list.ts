import type { Site } from '@webfilter/appliance-names'
import { ApplianceError } from '../errors'
import type { Incidents } from '../incidents'
import type { CategoryQueries } from './queries'

/** A category that a state has. */
export interface ManagedSites {
  readonly name: string
  /** Its sites, of which a few are asked for. */
  readonly sites: Iterable<Site>
}

/**
 * Asks for sites of a category whether an empty list of categories is to be believed. A category that still contains one is there, and
 * without an answer that says of a site that no category contains it, nothing is known.
 *
 * @throws {ApplianceError} if the list is not to be believed, or if the query fails
 */
export async function confirmEmptyList(
  { name, sites }: ManagedSites,
  queries: Pick<CategoryQueries, 'evidence'>,
  signal: AbortSignal,
): Promise<void> {
  let asked = 0
  for (const site of sites) {
    if (asked === mostAsked) return
    asked += 1
    const holders = await holdersOf(site)
    if (holders === undefined) {
      throw notBelieved({ is: 'site not answered', site })
    }
    const [holder] = holders
    if (holder) throw notBelieved({ is: 'site held', site, holder: holder.id })
  }
  if (asked === 0) throw notBelieved({ is: 'no site to ask for' })

  async function holdersOf(site: Site) {
    try {
      return await queries.evidence(site, signal)
    } catch (error) {
      if (!(error instanceof ApplianceError) || error.kind !== 'route-missing') throw error
      throw notBelieved({ is: 'no query route' }, error)
    }
  }

  function notBelieved(
    because: Incidents['empty-category-list-not-believed']['because'],
    cause?: ApplianceError,
  ): ApplianceError {
    return new ApplianceError({
      kind: 'unreadable',
      incident: { is: 'empty-category-list-not-believed', category: name, because },
      cause,
    })
  }
}

/** Others may have removed some of them. */
const mostAsked = 5
