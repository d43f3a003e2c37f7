import type { Site } from '@webfilter/appliance-names'
import type { ApplianceError } from '../errors'
import type { Category, Generation } from './category'

/** `compile` says whether the category may be compiled on the way. */
export interface AddOptions {
  readonly compile: boolean
  /** The generation that is to add; that of the settings or of the list unless given. */
  readonly by?: Generation
}

/** A category that is there, and whether it was there before. */
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
  /**
   * The first failure, after which nothing new was tried. There may be one without any unconfirmed site, such as a
   * batch that was added but could not be compiled.
   */
  readonly failure: ApplianceError | undefined
  /** An answer that could not be read, although asking for the sites shows that it was done; not a failure. */
  readonly doubt: ApplianceError | undefined
}

/** What became of sites that were to be added. */
export interface AddOutcome extends SitesOutcome {
  /** Everything worked, and the sites were compiled along with adding them. */
  readonly compiled: boolean
}

/** Which categories hold sites that were asked for one by one. The first failure ends the asking. */
export interface HoldersOutcome {
  /** The categories that hold each site that was asked for with success. */
  readonly holders: ReadonlyMap<Site, readonly Category[]>
  /**
   * That some site is in no category rests on comparison alone, and no site was found in any category so far: every query may have
   * failed alike.
   */
  readonly unproven: boolean
  readonly failure: ApplianceError | undefined
}

/** The three lists together are the list that was given, each in its order. */
export interface PresenceOutcome {
  readonly present: readonly Site[]
  readonly absent: readonly Site[]
  /** Not asked, or without a readable answer. */
  readonly unasked: readonly Site[]
  /** As in {@link HoldersOutcome}. */
  readonly unproven: boolean
  readonly failure: ApplianceError | undefined
}

/** Splits what was given into what was confirmed and what was not, each in the order in which it was given. */
export function sitesOutcome(
  sites: readonly Site[],
  isConfirmed: (site: Site) => boolean,
  failure: ApplianceError | undefined,
  doubt?: ApplianceError,
): SitesOutcome {
  const unconfirmed = sites.filter((site) => !isConfirmed(site))
  const confirmed = unconfirmed.length === 0 ? sites : sites.filter(isConfirmed)
  return { confirmed, unconfirmed, failure, doubt }
}
