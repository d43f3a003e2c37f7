import { Flight } from '../../concurrency'
import { categoriesNotListed, routeOfOlderService } from '../../diagnostics/category-services'
import { Writes } from '../absence/search'
import { cancelled } from '../cancellation'
import { ApplianceError } from '../errors'
import { type Route, routeName } from '../protocol/route'
import type { RawAnswer, RouteCaller } from '../protocol/route-caller'
import type { CategoryApi } from '../settings'
import { readCategoryList } from './answers'
import type { CategoryList, Generation } from './category'
import { categoryRoutes } from './routes'

/** The list of categories, asked for as seldom as may be. */
export interface CategoryListing {
  /** The list as it was after the last write; concurrent callers share one request. */
  get(signal: AbortSignal): Promise<CategoryList>
  /** What was listed so far, or is being listed, may be out of date. */
  forget(): void
  /** Does something that changes categories or their sites, and forgets the list however that ends. */
  whileWriting<T>(write: () => Promise<T>): Promise<T>
  /** Those of `whileWriting`. */
  readonly writes: Writes
  /** The last list that was read, out of date or not. */
  last(): CategoryList | undefined
  /** Whether the list has the numbers of sites; undefined while no list was seen. */
  hasCounts(): boolean | undefined
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
        // A failure goes to the callers that share it, and is not kept for later ones.
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
    hasCounts: () => (last === undefined ? undefined : last.generation === 'autonomous'),
    async generation(signal) {
      if (api !== 'auto') return api
      return last?.generation ?? (await listing.get(signal)).generation
    },
  }
  return listing
}

/** Field notes, "Autonomous, one bad row". It may pass like any failure of a server, and is repeated and reported in plans like one. */
function notListed(answer: RawAnswer): ApplianceError {
  const { request, status, words } = answer
  return new ApplianceError({
    kind: 'refused',
    status,
    transient: true,
    diagnostic: categoriesNotListed({ request, words }),
  })
}

/**
 * Whether the appliance has the routes that only the older service has: those that create categories, remove sites, move them, and
 * report the categories that contain them. An older list came with them. Beside an autonomous one they may be missing, which the
 * first question to the query route decides for the whole run.
 */
interface OlderRoutes {
  /** The caller by which the query route is to be asked within `whileAsking`. */
  readonly caller: RouteCaller

  /** Asks the query route, unless it is known to be missing. Until that is known, one question is under way, and the others wait. */
  whileAsking<T>(question: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>

  /** Throws `route-missing`, with nothing sent, if the settings or earlier answers rule a route out. */
  refuseMissing(route: Route): void

  /** What was learned so far; undefined while nothing was. */
  areThere(): boolean | undefined
}

/** @param api what the settings say of the generation: with `autonomous` no older route is ever asked */
export function createOlderRoutes(
  caller: RouteCaller,
  listing: CategoryListing,
  api: CategoryApi,
): OlderRoutes {
  const query = categoryRoutes.query.older
  let areThere: boolean | undefined
  /** The query route has given an answer that is no failure of its server, though it may mean that the route is missing. */
  let hasAnswered = false
  let probe: Flight<unknown> | undefined

  const isOlderList = () => listing.last()?.generation === 'older'

  function refuseMissing(route: Route): void {
    if (api === 'autonomous') throw missing(route, 'category_api')
    if (areThere === false) throw missing(route, undefined)
  }

  /** The autonomous service answers for such a route with a failure of the server, so the first one is not repeated. */
  const receive: RouteCaller['receive'] = async (route, request, signal, isExpected) => {
    const mayBeMissing = (answer: RawAnswer) =>
      route === query && areThere === undefined && !hasAnswered && !isOlderList() && isFailurePage(answer)
    const answer = await caller.receive(
      route,
      request,
      signal,
      (given) => mayBeMissing(given) || isExpected?.(given) === true,
    )
    if (mayBeMissing(answer)) {
      const { generation } = listing.last() ?? (await listing.get(signal))
      if (generation === 'autonomous') throw missing(query, answer)
      return await caller.receive(route, request, signal, isExpected)
    }
    if (route === query && !answer.refusal?.transient) hasAnswered = true
    return answer
  }

  /** Asks, and remembers what the answer shows about the routes. */
  async function learn<T>(question: () => Promise<T>): Promise<T> {
    try {
      const result = await question()
      areThere = true
      return result
    } catch (error) {
      if (error instanceof ApplianceError && error.kind === 'route-missing' && !isOlderList())
        areThere = false
      throw error
    }
  }

  return {
    caller: { ...caller, receive },
    async whileAsking(question, signal) {
      for (;;) {
        refuseMissing(query)
        if (areThere || isOlderList()) return await learn(() => question(signal))
        if (!probe || probe.abandoned) break
        // The result for the queried site goes to its own caller; the others query their own sites.
        await probe.join(signal).catch((error: unknown) => {
          const isMissing = error instanceof ApplianceError && error.kind === 'route-missing'
          if (isMissing || signal.aborted) throw error
        })
      }
      const flight = new Flight((shared) => learn(() => question(shared)), cancelled)
      probe = flight
      void flight.ended().then(() => {
        if (probe === flight) probe = undefined
      })
      return await flight.join(signal)
    },
    refuseMissing,
    areThere: () => (api === 'autonomous' ? false : areThere),
  }
}

/** Field notes, "Unknown route": so the autonomous service answers for a route below `/categories` that it does not have. */
function isFailurePage({ status, isHtml }: RawAnswer): boolean {
  return status === 500 && isHtml
}

function missing(route: Route, evidence: RawAnswer | 'category_api' | undefined): ApplianceError {
  const { release, withoutIt } = route
  return new ApplianceError({
    kind: 'route-missing',
    status: typeof evidence === 'object' ? evidence.status : undefined,
    diagnostic: routeOfOlderService({ route: routeName(route), release, withoutIt, evidence }),
  })
}
