import { Notices } from '../notices'
import { readSuccess } from '../protocol/envelope'
import type { RouteCaller } from '../protocol/route-caller'
import type { CategoryApi, Log } from '../settings'
import { type CategoryAddition, createCategoryAddition } from './addition'
import {
  type Category,
  type CategoryAddress,
  type CategoryList,
  categoryNamed,
  categoryNumbered,
  type Generation,
} from './category'
import { type CategoryCompilation, createCategoryCompilation } from './compilation'
import { type CategoryCreation, createCategoryCreation } from './creation'
import { createCategoryListing } from './listing'
import { type FoundCategory, findManagedCategory, type ManagedCategory } from './managed-category'
import { type CategoryQueries, createCategoryQueries } from './queries'
import { type CategoryRemoval, createCategoryRemoval } from './removal'
import { categoryRoutes } from './routes'

export type { FoundCategory } from './managed-category'

/**
 * The category area of one appliance. Every method throws `ApplianceError`, and stops promptly with the kind
 * `cancelled` when its signal is triggered. Methods that work on many sites do not throw but return what was
 * confirmed together with the failure, so that nothing that has been done gets lost. What creates, fills, empties, asks and
 * compiles is said where it is done.
 */
export interface Categories
  extends CategoryCreation,
    CategoryAddition,
    CategoryRemoval,
    CategoryCompilation,
    Omit<CategoryQueries, 'evidence' | 'isServed' | 'requireOlderRoute'> {
  /** What the settings say of the generation that adds and compiles. */
  readonly api: CategoryApi

  /** All personal categories. Shared by concurrent callers and kept until something is written. */
  list(signal: AbortSignal): Promise<CategoryList>

  /**
   * The generation that adds and compiles: the one that the settings name, else the one that answers the list. Asked
   * for once.
   */
  generation(signal: AbortSignal): Promise<Generation>

  findById(id: number, signal: AbortSignal): Promise<Category | undefined>

  /** The category of a state, also if the list lacks it while its sites show it; undefined if it is gone (`findManagedCategory`). */
  findManaged(managed: ManagedCategory, signal: AbortSignal): Promise<FoundCategory | undefined>

  /** The same by the last list of this run, however old, or by a new one if there is none: for its identity, not for its state. */
  recall(id: number, signal: AbortSignal): Promise<Category | undefined>

  /**
   * The category of this name; names are compared as `simplifyName` writes them, an exact match goes first.
   * Throws with the kind `ambiguous` where several fit and none exactly.
   */
  findByName(name: string, signal: AbortSignal): Promise<Category | undefined>

  /**
   * How many sites the category held after the last write, or undefined if the list has no numbers: that of the older
   * generation never has.
   */
  count(category: CategoryAddress, signal: AbortSignal): Promise<number | undefined>

  /** The same by a new list: what others have changed by now is in it, and what a compile has deleted. */
  recount(category: CategoryAddress, signal: AbortSignal): Promise<number | undefined>

  /**
   * Whether the older routes are to be used: those that create categories, remove sites, move them, and report the categories that contain them.
   * Where the autonomous service answers the list, the query route is asked once in a run. Never where the settings name that service.
   */
  hasOlderRoutes(signal: AbortSignal): Promise<boolean>

  /** Orders an archive of all category data. The appliance makes it after it has answered. */
  backup(signal: AbortSignal): Promise<void>
}

/**
 * The category area of the appliance that the caller reaches. Sends nothing by itself.
 * @param notices receive what is left out of lists
 */
export function createCategories(
  caller: RouteCaller,
  api: CategoryApi,
  log: Log,
  notices = new Notices(),
): Categories {
  const listing = createCategoryListing(caller, api, notices)
  const queries = createCategoryQueries(caller, listing, api, log)
  const creation = createCategoryCreation(caller, listing, queries, log)
  const addition = createCategoryAddition(caller, listing, queries, log)
  const removal = createCategoryRemoval(caller, listing, queries, log)
  const compilation = createCategoryCompilation(caller, listing, queries)

  async function count(category: CategoryAddress, signal: AbortSignal): Promise<number | undefined> {
    if (listing.hasCounts() === false) return undefined
    const { categories } = await listing.get(signal)
    return categories.find(({ id }) => id === category.id)?.items
  }

  return {
    api,
    beginAnew() {
      listing.beginAnew()
      creation.beginAnew()
    },
    expectUnlisted: creation.expectUnlisted,
    unlisted: creation.unlisted,
    list: listing.get,
    generation: listing.generation,
    async findById(id, signal) {
      const { categories } = await listing.get(signal)
      return categoryNumbered(id, categories)
    },
    findManaged: (managed, signal) => findManagedCategory(managed, listing, queries, signal),
    async recall(id, signal) {
      const { categories } = listing.last() ?? (await listing.get(signal))
      return categoryNumbered(id, categories)
    },
    async findByName(name, signal) {
      const { categories } = await listing.get(signal)
      return categoryNamed(name, categories)
    },
    create: creation.create,
    add: addition.add,
    remove: removal.remove,
    move: removal.move,
    remaining: removal.remaining,
    query: queries.query,
    holders: queries.holders,
    present: queries.present,
    compile: compilation.compile,
    async hasOlderRoutes(signal) {
      if (api === 'autonomous') return false
      const { generation } = await listing.get(signal)
      return generation === 'older' || (await queries.isServed(signal))
    },
    canAskForSites: queries.canAskForSites,
    count,
    async recount(category, signal) {
      if (listing.hasCounts() !== false) listing.forget()
      return await count(category, signal)
    },
    async backup(signal) {
      const route = categoryRoutes.backup[await listing.generation(signal)]
      readSuccess(await caller.ask(route, {}, signal))
    },
  }
}
