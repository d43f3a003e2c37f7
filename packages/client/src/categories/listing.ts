import { Flight, unlessAborted } from '@webfilter/concurrency'
import { Writes } from '../absence'
import { cancelled, pause } from '../cancellation'
import { ApplianceError } from '../errors'
import type { Incidents } from '../incidents'
import type { Notices } from '../notices'
import { type Route, routeName } from '../protocol/route'
import { answeredBy, type RawAnswer, type RouteCaller } from '../protocol/route-caller'
import type { CategoryApi } from '../settings'
import { KnownEntries, readCategoryList } from './answers'
import type { Category, CategoryList, Generation } from './category'
import { categoryRoutes } from './routes'

/** The list of categories, asked for as seldom as may be. */
export interface CategoryListing {
  /** The list as it was after the last write; concurrent callers share one request. */
  get(signal: AbortSignal): Promise<CategoryList>
  /** What was listed so far, or is being listed, may be out of date. */
  forget(): void
  /** Another run begins: no list of the last one is of use, however old it may be. */
  beginAnew(): void
  /** A category that the list lacks is there all the same: the lists of this run have it from now on. */
  show(category: Category): void
  /** Does something that changes categories or their sites, and forgets the list however that ends. */
  whileWriting<T>(write: () => Promise<T>): Promise<T>
  /** Works on a creation. While there are several, they share lists (see `listsRest`). */
  whileCreating<T>(work: () => Promise<T>): Promise<T>
  /** How many lists were asked for so far. */
  asked(): number
  /** A list that was asked for after so many others, whatever was written to the sites of categories meanwhile. */
  after(asked: number, signal: AbortSignal): Promise<CategoryList>
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
 * While several categories are being created, a list is asked for so many times the time after the one before that the provider took to read
 * that. What a list costs grows with the categories, and each creation needs two of them: so lists are shared by the more creations, the
 * longer they are, and what a creation costs does not grow with them. With ten thousand categories, it is about half a second.
 */
const listsRest = 30

/**
 * The listing of the appliance that the caller reaches.
 * @param api what the settings say of the generation that adds and compiles
 * @param notices receive the entries that are left out of the list
 */
export function createCategoryListing(
  caller: RouteCaller,
  api: CategoryApi,
  notices: Notices,
): CategoryListing {
  /** The newest list, or the one that is to be asked for next; undefined if it may be out of date. */
  let current: Listed | undefined
  /** The same, out of date or not. */
  let newest: Listed | undefined
  let last: CategoryList | undefined
  let asked = 0
  let creations = 0
  let restsUntil = 0
  const writes = new Writes()
  const known = new KnownEntries()
  let shown: readonly Category[] = []
  /** The last list with those that were shown, for each list once: what is found in a list is remembered by it. */
  let completed: { readonly list: CategoryList; readonly whole: CategoryList } | undefined

  function whole(list: CategoryList): CategoryList {
    if (completed?.list !== list) {
      const isListed = ({ id, name }: Category) =>
        list.categories.some((each) => each.id === id && each.name === name)
      const lacking = shown.filter((each) => !isListed(each))
      const categories = [...list.categories, ...lacking]
      completed = { list, whole: lacking.length === 0 ? list : { ...list, categories } }
    }
    return completed.whole
  }

  async function read(signal: AbortSignal): Promise<CategoryList> {
    const route = categoryRoutes.list[api === 'autonomous' ? 'autonomous' : 'older']
    const answer = await caller.receive(route, {}, signal)
    if (answer.status === 500 && answer.isHtml) throw notListed(answer)
    const began = performance.now()
    last = readCategoryList(answer.read(), known)
    const ended = performance.now()
    restsUntil = ended + listsRest * (ended - began)
    if (last.unreadable) notices.give('categories', last.unreadable)
    return last
  }

  /** One list at a time: while one is under way that is out of date, all who need a new one wait for it, and share the next. */
  function begin(isShared: boolean): Listed {
    const earlier = newest?.flight
    const listed: Listed = { number: undefined, flight: new Flight(whenDue, cancelled) }
    newest = listed
    current = listed
    return listed

    async function whenDue(signal: AbortSignal): Promise<CategoryList> {
      await unlessAborted(earlier?.ended() ?? Promise.resolve(), signal)
      const rest = restsUntil - performance.now()
      if (isShared && rest > 0) await pause(rest, signal)
      asked += 1
      listed.number = asked
      return await read(signal)
    }
  }

  async function join(listed: Listed, signal: AbortSignal): Promise<CategoryList> {
    try {
      return whole(await listed.flight.join(signal))
    } catch (error) {
      // A failure goes to the callers that share it, and is not kept for later ones.
      if (!signal.aborted && current === listed) current = undefined
      if (!signal.aborted && newest === listed) newest = undefined
      throw error
    }
  }

  const listing: CategoryListing = {
    async get(signal) {
      const isKnown = current !== undefined && !current.flight.abandoned
      return await join(isKnown && current ? current : begin(creations > 0), signal)
    },
    forget() {
      // One that was not asked for yet shows what was written before.
      if (current?.number !== undefined) current = undefined
    },
    beginAnew() {
      listing.forget()
      last = undefined
      shown = []
    },
    show(category) {
      shown = [...shown, category]
      completed = undefined
    },
    async whileWriting(write) {
      try {
        return await writes.during(write)
      } finally {
        listing.forget()
      }
    },
    async whileCreating(work) {
      creations += 1
      try {
        return await work()
      } finally {
        creations -= 1
      }
    },
    asked: () => asked,
    async after(earlier, signal) {
      const fits = newest && !newest.flight.abandoned && (newest.number ?? Number.POSITIVE_INFINITY) > earlier
      return await join(fits && newest ? newest : begin(creations > 1), signal)
    },
    writes,
    last: () => last && whole(last),
    hasCounts: () => (last === undefined ? undefined : last.generation === 'autonomous'),
    async generation(signal) {
      if (api !== 'auto') return api
      return last?.generation ?? (await listing.get(signal)).generation
    },
  }
  return listing
}

/** A list that was read, or that several wait for. */
interface Listed {
  readonly flight: Flight<CategoryList>
  /** Counts the lists that were asked for; undefined while it was not. */
  number: number | undefined
}

/** docs/appliance, "List categories". It may pass like any failure of a server, and is repeated and reported in plans like one. */
function notListed(answer: RawAnswer): ApplianceError {
  const { request, status, words } = answer
  return new ApplianceError({
    kind: 'refused',
    status,
    transient: true,
    incident: { is: 'categories-not-listed', request, words },
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
      if (generation === 'autonomous') throw missing(query, answeredBy(answer))
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

/** docs/appliance, "Unknown routes": so the autonomous service answers for a route below `/categories` that it does not have. */
function isFailurePage({ status, isHtml }: RawAnswer): boolean {
  return status === 500 && isHtml
}

function missing(route: Route, evidence: Incidents['route-of-older-service']['evidence']): ApplianceError {
  const { release, withoutIt } = route
  return new ApplianceError({
    kind: 'route-missing',
    status: typeof evidence === 'object' ? evidence.status : undefined,
    incident: {
      is: 'route-of-older-service',
      route: routeName(route),
      release,
      withoutIt,
      evidence,
    },
  })
}
