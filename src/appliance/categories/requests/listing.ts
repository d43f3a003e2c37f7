import { Flight } from '../../../concurrency/single-flight'
import { categoriesNotListed } from '../../../diagnostics/category-services'
import { Writes } from '../../absence/writes'
import { cancelled } from '../../cancellation'
import { ApplianceError } from '../../errors'
import type { RawAnswer } from '../../protocol/raw-answer'
import type { RouteCaller } from '../../protocol/route-caller'
import type { CategoryApi } from '../../settings'
import type { CategoryList, Generation } from '../category'
import { readCategoryList } from '../interface/answers'
import { categoryRoutes } from '../interface/routes'

/** The list of categories, asked for as seldom as may be. */
export interface CategoryListing {
  /** The list as it was after the last write; shared by those who ask at the same time. */
  get(signal: AbortSignal): Promise<CategoryList>
  /** What was listed so far, or is being listed, may be out of date. */
  forget(): void
  /** Does something that changes categories or their sites, and forgets the list however that ends. */
  whileWriting<T>(write: () => Promise<T>): Promise<T>
  /** Those of `whileWriting`. */
  readonly writes: Writes
  /** The last list that was read, out of date or not. */
  last(): CategoryList | undefined
  /** Whether the list tells how many sites a category holds; undefined while no list was seen. */
  tellsCounts(): boolean | undefined
  /** The generation that adds and compiles: what the settings say, else what the list shows. */
  generation(signal: AbortSignal): Promise<Generation>
}

/**
 * The listing of the appliance that the caller reaches.
 * @param api what the settings say of the generation that adds and compiles
 */
export function createCategoryListing(caller: RouteCaller, api: CategoryApi): CategoryListing {
  let current: Flight<CategoryList> | undefined
  let last: CategoryList | undefined
  const writes = new Writes()

  async function read(signal: AbortSignal): Promise<CategoryList> {
    const route = categoryRoutes.list[api === 'autonomous' ? 'autonomous' : 'older']
    const answer = await caller.receive(route, {}, signal)
    if (answer.status === 500 && answer.isHtml) throw notListed(answer)
    const list = readCategoryList(answer.read())
    last = list
    return list
  }

  function begin(): Flight<CategoryList> {
    const flight = new Flight(read, cancelled)
    current = flight
    return flight
  }

  const listing: CategoryListing = {
    async get(signal) {
      const flight = current && !current.abandoned ? current : begin()
      try {
        return await flight.join(signal)
      } catch (error) {
        // A failure is told to those who shared it, and not kept for those who come later.
        if (!signal.aborted && current === flight) current = undefined
        throw error
      }
    },
    forget() {
      current = undefined
    },
    async whileWriting(write) {
      try {
        return await writes.during(write)
      } finally {
        listing.forget()
      }
    },
    writes,
    last: () => last,
    tellsCounts: () => (last === undefined ? undefined : last.generation === 'autonomous'),
    async generation(signal) {
      if (api !== 'auto') return api
      return last?.generation ?? (await listing.get(signal)).generation
    },
  }
  return listing
}

/** Field notes, "Autonomous, one bad row". It may pass like any failure of a server, and is repeated and told in plans like one. */
function notListed(answer: RawAnswer): ApplianceError {
  const { request, status, words } = answer
  return new ApplianceError({
    kind: 'refused',
    status,
    transient: true,
    told: categoriesNotListed({ request, words }),
  })
}
