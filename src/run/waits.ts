import { usualOpening } from '@webfilter/appliance-client/categories/site-exchange'

/**
 * How long the resources of a run wait; milliseconds. Those that wait for others, which may not come, decide nothing of what the appliance
 * contains in the end: a change that comes too late finds out what has happened, and adds again what was removed. They spare a site from being
 * in no category meanwhile, and a run from being refused for now. Those that wait for the appliance decide whether a removal counts as done.
 */
export interface Waits {
  /** Once a run, before removals: within this time, an engine begins with the objects of a run. */
  readonly untilBegun: number
  /**
   * From the refresh of a list to its plan: Terraform only evaluates the configuration in between. A list that is tainted is read and never planned,
   * and so is one that is forgotten (a `removed` block), with engines that refresh it. While new lists are planned, those that share sites with it
   * are applied then, also if they do not change.
   */
  readonly untilPlanned: number
  /**
   * Before `on_conflict = "fail"` refuses a site that somebody may still give up: within this time, an engine begins with the next resource after
   * one is done.
   */
  readonly untilNextBegins: number
  /** Between two questions about a site that the appliance has called removed and still returns: a replica or a cache may lag. */
  readonly untilAskedAgain: number
  /** Before each look for a member or a link that the directory has called deleted. One that is seen at every look is still there. */
  readonly untilGone: readonly number[]
}

export const usualWaits: Waits = {
  untilBegun: usualOpening,
  untilPlanned: 5_000,
  untilNextBegins: 500,
  untilAskedAgain: 2_000,
  untilGone: [0, 1_500, 3_000],
}
