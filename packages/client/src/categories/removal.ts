import { isSameTable, type Site, simplifyName } from '@webfilter/appliance-names'
import {
  chosenFrom,
  emptyTable,
  FewSites,
  numberOfAddress,
  type SiteSet,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
} from '@webfilter/site-lists'
import { inventedWord } from '../absence'
import { pause } from '../cancellation'
import { ApplianceError, asApplianceError, isDenied, mayHaveWorked } from '../errors'
import { readSuccess } from '../protocol/envelope'
import type { Route } from '../protocol/route'
import type { RouteCaller } from '../protocol/route-caller'
import type { Log } from '../settings'
import { doOneByOne, progressOf } from '../work'
import { type Category, type CategoryAddress, type SitesOutcome, sitesOutcome } from './category'
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
  move(from: CategoryAddress, to: CategoryAddress, sites: SiteSet, signal: AbortSignal): Promise<SitesOutcome>

  /**
   * The part of some sites that a category contains although the appliance has called them removed: it may keep them without saying so.
   * Only a positive answer counts: the query for a site returns number and name of the category twice, and not for a random name
   * beside it: that one would be known by what is above both. A site without such answers is not returned, unless one above it remains: what
   * is known by that may be there for itself. Throws only `cancelled`.
   */
  remaining(category: NamedAddress, sites: RemovedSites, signal: AbortSignal): Promise<SiteSet>
}

/** A category by what identifies it (docs/appliance, "Category numbers"). */
type NamedAddress = Pick<Category, 'id' | 'name'>

/** Sites that the appliance has called removed, and how they are asked for. */
export interface RemovedSites {
  readonly sites: SiteSet
  /** The part that is asked for first. The others are asked for only if one of these is still there. */
  readonly first: SiteSet
  /** Whether a list declares a site in a category. If that has the table of the other one, the site is there for this reason. */
  readonly isDeclared: (category: Category, site: Site) => boolean
  /** Milliseconds between the two questions about a site. */
  readonly between: number
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
   * @returns what became of the sites; unsure are those of which a part may be done
   */
  async function askForEach(
    work: string,
    categories: Readonly<Record<string, number>>,
    sites: SiteSet,
    requestsFor: (site: Site, number: Site | undefined) => readonly SiteRequest[],
    isDone: (holders: ReadonlySet<number>) => boolean,
    signal: AbortSignal,
  ): Promise<SitesOutcome> {
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
    const unsure = new FewSites([...begun])
    return sitesOutcome(sites, isRemoved, { unsure, failure: asApplianceError(failure), doubt })
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
  async function notFoundIn(from: CategoryAddress, sites: SiteSet, signal: AbortSignal): Promise<SiteSet> {
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
    return new FewSites(all.filter((_, index) => !found[index]))
  }

  /** The sites for which a query returns the category, and which are there for no other list. Without an answer, a site is none of them. */
  async function returned(
    { id, name }: NamedAddress,
    sites: SiteSet,
    isDeclared: RemovedSites['isDeclared'],
    signal: AbortSignal,
  ): Promise<SiteSet> {
    const isReturned = new Uint8Array(sites.size)
    let unanswered = 0
    const advance = progressOf('checking removed sites', { ID: id }, sites.size, log)
    const isIt = (holder: Category) => holder.id === id && simplifyName(holder.name) === simplifyName(name)
    const { failure } = await doOneByOne(sites, caller.concurrency, signal, async (site, index) => {
      const holders = await holdersOf(site)
      const own = holders.find(isIt)
      const isForOthers = (holder: Category) =>
        own !== undefined && isSameTable(holder.table, own.table) && isDeclared(holder, site)
      isReturned[index] = Number(own !== undefined && !holders.some(isForOthers))
      advance(1)
    })
    if (asApplianceError(failure)?.kind === 'cancelled') throw failure
    return chosenFrom(sites, (index) => isReturned[index] === 1)

    async function holdersOf(site: Site): Promise<readonly Category[]> {
      try {
        return (await queries.evidence(site, signal)) ?? []
      } catch (error) {
        if (!(error instanceof ApplianceError) || error.kind === 'cancelled') throw error
        unanswered += 1
        if (unanswered > mostUnanswered) throw error
        return []
      }
    }
  }

  /** The part of the returned sites that is returned again after a moment, and each for itself. */
  async function surelyThere(
    category: NamedAddress,
    found: SiteSet,
    { isDeclared, between }: RemovedSites,
    signal: AbortSignal,
  ): Promise<SiteSet> {
    const [one] = found
    if (one === undefined) return emptyTable
    // The first one shows whether the appliance knows sites by what is above them: then a second question is needed for few.
    const onlyOne = await knownForItself(new FewSites([one]))
    const isByParents = onlyOne.size === 0
    const left = isByParents ? await knownForItself(sitesWithout(found, new FewSites([one]))) : found
    if (left.size === 0) return emptyTable
    await pause(between, signal)
    const again = await returned(category, left, isDeclared, signal)
    if (isByParents) return again
    return sitesInEither(sitesInBoth(onlyOne, again), await knownForItself(sitesWithout(again, onlyOne)))

    /** The part of some sites beside which a random name is not returned. */
    async function knownForItself(sites: SiteSet): Promise<SiteSet> {
      const besides = new Map<string, Site>()
      for (const site of sites) {
        const above = nameAbove(site)
        if (!besides.has(above)) besides.set(above, `${inventedWord(16)}.${above}` as Site)
      }
      const byParents = await returned(category, new FewSites([...besides.values()]), isDeclared, signal)
      if (byParents.size === 0) return sites
      const isByParents = (site: Site) => byParents.has(besides.get(nameAbove(site)) ?? site)
      return sitesWithout(sites, new FewSites([...sites].filter(isByParents)))
    }
  }

  return {
    async remaining(category, removed, signal) {
      const { sites, first, isDeclared } = removed
      const found = await returned(category, first, isDeclared, signal)
      const some = await surelyThere(category, found, removed, signal)
      if (some.size === 0 || first.size === sites.size) return withThoseBelow(some, found)
      const others = await returned(category, sitesWithout(sites, first), isDeclared, signal)
      const all = sitesInEither(some, await surelyThere(category, others, removed, signal))
      return withThoseBelow(all, sitesInEither(found, others))
    },
    async remove({ id }, sites, signal) {
      return await askForEach(
        'removing sites',
        { ID: id },
        sites,
        (site, number) => namesToDelete(site, number).map((name) => deletion(id, name)),
        (holders) => !holders.has(id),
        signal,
      )
    },
    async move(from, to, sites, signal) {
      const outcome = await askForEach(
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
      return Object.assign(outcome, { unsure: await notFoundIn(from, outcome.unsure, signal) })
    },
  }
}

/** What is above a name. An address has no name above it: the random name beside it is any other. */
function nameAbove(site: Site): string {
  if (numberOfAddress(site) !== undefined) return 'invalid'
  return site.slice(site.indexOf('.') + 1)
}

/** Sites that remain, and those that were found below one of them. */
function withThoseBelow(remaining: SiteSet, found: SiteSet): SiteSet {
  if (remaining.size === 0 || remaining.size === found.size) return remaining
  const isBelow = (site: Site) => {
    for (let dot = site.indexOf('.'); dot >= 0; dot = site.indexOf('.', dot + 1))
      if (remaining.has(site.slice(dot + 1) as Site)) return true
    return false
  }
  return sitesInEither(remaining, new FewSites([...found].filter(isBelow)))
}

/** One request about one site. */
interface SiteRequest {
  readonly route: Route
  readonly parameters: Readonly<Record<string, string | number>>
}

/** So many questions may fail until no more are asked: an appliance that does not answer says nothing of what it keeps. */
const mostUnanswered = 10

const moveRoute = categoryRoutes.move.older

function deletion(id: number, sitename: Site): SiteRequest {
  return { route: categoryRoutes.delete.older, parameters: { ID: id, sitename } }
}

function namesToDelete(site: Site, number: Site | undefined): readonly Site[] {
  return number === undefined ? [site] : [number, site]
}
