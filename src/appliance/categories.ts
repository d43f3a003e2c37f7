import type { Site } from '../sites/site'
import type { Category, CategoryAddress, CategoryList } from './category'
import type { ApplianceError } from './errors'

/**
 * The category area of one appliance. Every method throws `ApplianceError`, and stops promptly with the kind
 * `cancelled` when its signal is triggered. Methods that work on many sites do not throw but return what was
 * confirmed together with the failure, so that nothing that has been done gets lost.
 */
export interface Categories {
  /** All personal categories. Shared by concurrent callers and kept until something is written. */
  list(signal: AbortSignal): Promise<CategoryList>

  findById(id: number, signal: AbortSignal): Promise<Category | undefined>

  /**
   * The category of this name; names are compared as `simplifyName` writes them, an exact match goes first.
   * Throws with the kind `ambiguous` where several fit and none exactly.
   */
  findByName(name: string, signal: AbortSignal): Promise<Category | undefined>

  /**
   * Makes sure that a category of this name exists. Lists before and after and trusts only the lists; one at a time
   * per name. The request to create is sent once at most: a lost answer is resolved by listing.
   */
  create(name: string, description: string, signal: AbortSignal): Promise<CreatedCategory>

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

  /** Takes sites out of a category; one that is not there counts as taken out. Compiles nothing. */
  remove(category: CategoryAddress, sites: readonly Site[], signal: AbortSignal): Promise<SitesOutcome>

  /** Moves sites from one category to another. The appliance does not check that they were there. Compiles nothing. */
  move(
    from: CategoryAddress,
    to: CategoryAddress,
    sites: readonly Site[],
    signal: AbortSignal,
  ): Promise<SitesOutcome>

  /** Every category that holds this site; empty where none does. A failure is never read as "none". */
  query(site: Site, signal: AbortSignal): Promise<readonly Category[]>

  /** Which of these sites the category holds, asked one by one. */
  present(category: CategoryAddress, sites: readonly Site[], signal: AbortSignal): Promise<PresenceOutcome>

  /**
   * Compiles a category. The older generation compiles only by way of its batch route, and so needs a site that
   * the category holds already. Callers that arrive before a compile starts share it; callers that arrive while one
   * runs share the next.
   */
  compile(category: CategoryAddress, siteThatIsThere: Site | undefined, signal: AbortSignal): Promise<void>

  /** How many sites the category holds now, or undefined where the older generation answers, which does not tell. */
  count(category: CategoryAddress, signal: AbortSignal): Promise<number | undefined>

  /** Orders an archive of all category data. The appliance makes it after it has answered. */
  backup(signal: AbortSignal): Promise<void>
}

export interface AddOptions {
  readonly compile: boolean
}

export interface CreatedCategory {
  readonly category: Category
  /** `adopted` where the category was there before, or was made by somebody else meanwhile. */
  readonly origin: 'created' | 'adopted'
}

/** What became of a list of sites. The two lists together are the list that was given, each in its order. */
export interface SitesOutcome {
  /** The appliance has confirmed these. */
  readonly confirmed: readonly Site[]
  /** Not tried, or not known to have worked. */
  readonly unconfirmed: readonly Site[]
  /** Why there are unconfirmed ones: the first failure, after which nothing new was tried. */
  readonly failure: ApplianceError | undefined
}

export interface AddOutcome extends SitesOutcome {
  /** The sites were compiled along with adding them. */
  readonly compiled: boolean
}

/** The three lists together are the list that was given, each in its order. */
export interface PresenceOutcome {
  readonly present: readonly Site[]
  readonly absent: readonly Site[]
  /** Not asked, or without a readable answer. */
  readonly unasked: readonly Site[]
  readonly failure: ApplianceError | undefined
}
