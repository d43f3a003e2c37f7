import { simplifyName, tableNameOf } from '@webfilter/appliance-names'
import { KeyedMutex } from '@webfilter/concurrency'
import { afterSending, cancellationBeforeSending, pause } from '../cancellation'
import { ApplianceError, asApplianceError } from '../errors'
import type { Incident, IncidentOf, ListedThing, Unlisted } from '../incidents'
import { readSuccess } from '../protocol/envelope'
import type { RouteCaller } from '../protocol/route-caller'
import { quotable } from '../quotation/quotation'
import { noSecrets } from '../quotation/secrets'
import type { Log } from '../settings'
import { type Category, type CategoryList, type CreatedCategory, categoryNamed } from './category'
import type { CategoryListing } from './listing'
import type { CategoryQueries } from './queries'
import { categoryRoutes } from './routes'

/** Making sure that a category of a name exists. */
export interface CategoryCreation {
  /**
   * Makes sure that a category of this name exists. Lists before and after and trusts only the lists, which creations at one time share;
   * one at a time per name. The request to create is sent once at most: a lost answer is resolved by listing. After one that no list shows by
   * its name, none is sent for this name.
   */
  create(name: string, description: string, signal: AbortSignal): Promise<CreatedCategory>

  /** Says that an earlier apply has sent a creation of this name, and that no list has shown it. @param news what the list had since */
  expectUnlisted(name: string, news: Unlisted['news']): void

  /** The error for a name under which nothing is created again; undefined if something may be. */
  unlisted(name: string): IncidentOf<'category-not-listed'> | undefined

  /** Another run begins: nothing that was found in the last one is kept. */
  beginAnew(): void
}

/**
 * A creation reads the list before and after, and marks it as out of date.
 *
 * @param queries know whether the route exists
 */
export function createCategoryCreation(
  caller: RouteCaller,
  listing: CategoryListing,
  queries: Pick<CategoryQueries, 'requireOlderRoute'>,
  log: Log,
): CategoryCreation {
  const turns = new KeyedMutex()
  /** The names of this run by the table that they lead to. */
  const namesOfTables = new Map<string, Set<string>>()
  /** The names of this run under which nothing is created any more, simplified. */
  const unlisted = new Map<string, IncidentOf<'category-not-listed'>>()

  function find(name: string, { categories }: CategoryList): Found | undefined {
    const category = categoryNamed(name, categories)
    return category && { category, sharesTable: sharesTable(category, name, categories) }
  }

  /** Creations of this run that are under way may not be in the list yet. */
  function sharesTable({ id, table }: Category, name: string, listed: readonly Category[]): boolean {
    const names = namesOfTables.get(tableNameOf(name) ?? '')
    return (
      (names !== undefined && names.size > 1) ||
      (table !== '' && listed.some((other) => other.id !== id && other.table === table))
    )
  }

  function noteTable(name: string): void {
    const table = tableNameOf(name) ?? ''
    const names = namesOfTables.get(table) ?? new Set<string>()
    namesOfTables.set(table, names.add(simplifyName(name)))
  }

  async function createInTurn(
    name: string,
    description: string,
    signal: AbortSignal,
  ): Promise<CreatedCategory> {
    const list = await listing.get(signal)
    const before = find(name, list)
    if (before) return { ...before, origin: 'adopted' }
    const earlier = unlisted.get(simplifyName(name))
    if (earlier) throw new ApplianceError({ kind: 'failed', incident: earlier, nothingSent: true })
    // Without its table, the entry of a category makes the whole list of the autonomous service fail (docs/appliance, "List categories").
    if (tableNameOf(name) === undefined) {
      throw new ApplianceError({
        kind: 'failed',
        incident: { is: 'table-impossible', name },
        nothingSent: true,
      })
    }
    noteTable(name)
    await queries.requireOlderRoute(categoryRoutes.create.older, signal)
    const failure = await listing.whileWriting(() => askToCreate(name, description, signal))
    const look = () => findAfter(name, saysNo(failure) ? [0] : delaysUntilListed, signal)
    const after = await lookedUp(name, failure, look)
    if (!after) throw notListed(name, failure, await lookedUp(name, failure, () => newsSince(list, signal)))
    if (failure)
      log.warn('the category exists although its creation was not confirmed', {
        category: after.category.id,
        kind: failure.kind,
      })
    return { ...after, origin: saysNo(failure) ? 'adopted' : 'created' }
  }

  /** What the list has since another one, but for what this run creates by other names. */
  async function newsSince(
    { categories }: CategoryList,
    signal: AbortSignal,
  ): Promise<readonly ListedThing[]> {
    const known = new Set(categories.map(({ id }) => id))
    const ours = new Set([...namesOfTables.values()].flatMap((names) => [...names]))
    const now = await listing.get(signal)
    return now.categories
      .filter((each) => !known.has(each.id) && !ours.has(simplifyName(each.name)))
      .map(({ id: number, name: stored }) => ({ number, name: quotable(stored, noSecrets) }))
  }

  /** What a list shows after a creation. If none can be read after one that was accepted, it may be there by another name. */
  async function lookedUp<T>(
    name: string,
    failure: ApplianceError | undefined,
    look: () => Promise<T>,
  ): Promise<T> {
    return await afterSending(look).catch((error: unknown) => {
      const unread = asApplianceError(error)
      if (failure || !unread) throw error
      const incident = noteUnlisted(name, null, unread.incident)
      throw new ApplianceError({ kind: unread.kind, incident, cause: unread })
    })
  }

  /** The failure of a creation that no list shows. If the appliance has said no, nothing was created. */
  function notListed(
    name: string,
    failure: ApplianceError | undefined,
    news: readonly ListedThing[],
  ): ApplianceError {
    if (failure && (saysNo(failure) || news.length === 0)) return failure
    return new ApplianceError({ kind: 'failed', incident: noteUnlisted(name, news), cause: failure })
  }

  function noteUnlisted(name: string, news: Unlisted['news'], unread?: Incident) {
    const incident = { is: 'category-not-listed', name, news, isEarlier: false, unread } as const
    unlisted.set(simplifyName(name), incident)
    return incident
  }

  async function askToCreate(
    name: string,
    description: string,
    signal: AbortSignal,
  ): Promise<ApplianceError | undefined> {
    const route = categoryRoutes.create.older
    try {
      readSuccess(await caller.ask(route, { body: route.body.with({ name, description }) }, signal))
      return undefined
    } catch (error) {
      if (!(error instanceof ApplianceError) || isFinal(error)) throw error
      return error
    }
  }

  async function findAfter(
    name: string,
    delays: readonly number[],
    signal: AbortSignal,
  ): Promise<Found | undefined> {
    for (const delay of delays) {
      await pause(delay, signal)
      const found = find(name, await listing.after(listing.asked(), signal))
      if (found) return found
      listing.forget()
    }
    return undefined
  }

  return {
    create: (name, description, signal) =>
      turns.run(
        simplifyName(name),
        signal,
        () => listing.whileCreating(() => createInTurn(name, description, signal)),
        cancellationBeforeSending,
      ),
    expectUnlisted(name, news) {
      const key = simplifyName(name)
      if (!news && unlisted.has(key)) return
      unlisted.set(key, { is: 'category-not-listed', name, news, isEarlier: true })
    },
    unlisted: (name) => unlisted.get(simplifyName(name)),
    beginAnew: () => unlisted.clear(),
  }
}

type Found = Omit<CreatedCategory, 'origin'>

/** Milliseconds before each look: the appliance may need a moment until it lists a new category. */
const delaysUntilListed: readonly number[] = [0, 500, 1500]

/** Failures after which the category cannot have been made, or its caller has gone. */
function isFinal({ kind, nothingDone }: ApplianceError): boolean {
  return (
    nothingDone || ['cancelled', 'forbidden', 'misconfigured', 'route-missing', 'unreachable'].includes(kind)
  )
}

/** The appliance said that it did not create: another client made what is there now. */
function saysNo(failure: ApplianceError | undefined): boolean {
  return failure?.kind === 'failed'
}
