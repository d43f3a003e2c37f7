import { emptyTable, type SiteSet, sitesInEither, sitesWithout } from '@webfilter/site-lists'
import type { Outcome } from './left-behind'

/**
 * The account of a change: what has become of the sites of a list when its change has failed, or when nothing was sent. A site that is
 * somebody's business must not get lost, and one that is nobody's must not be claimed: `remaining` says which ones the state keeps.
 */
export interface Account {
  /** What the state had. */
  readonly before: SiteSet
  /** Of that, what leaves the state and stays in the category: other lists have taken it over, or declare it by now. */
  readonly takenOver: SiteSet
  /** Of that, what other lists have taken out of the category in this run. The change puts it back, unless it has failed before. */
  readonly lost: SiteSet
  /** Declared sites that the state did not have and the category contained. */
  readonly found: SiteSet
  /** What the appliance has done, and may have done. */
  readonly outcome: Pick<Outcome, 'added' | 'maybeAdded' | 'removed'>
}

/** The outcome of a change of which nothing was sent. */
export const nothingDone: Account['outcome'] = {
  added: emptyTable,
  maybeAdded: emptyTable,
  removed: emptyTable,
}

/**
 * The sites that a state keeps after a change that has come so far. It also keeps those that the appliance may have added: the next refresh asks
 * for them, and drops what is not there. What is in the category and in no state, no plan would remove any more.
 */
export function remaining({ before, takenOver, lost, found, outcome }: Account): SiteSet {
  const gone = [takenOver, lost, outcome.removed].reduce(sitesInEither)
  return [found, outcome.added, outcome.maybeAdded].reduce(sitesInEither, sitesWithout(before, gone))
}
