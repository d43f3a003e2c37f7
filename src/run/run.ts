import { type AbortErrors, plainReason } from '@webfilter/concurrency'
import type { StateJson } from '@webfilter/terraform-plugin'
import { CategoryCounts } from './category-counts'
import { Changes } from './changes'
import { Claims } from './claims'
import { DirectoryThings } from './directory'
import { ListsOfRun } from './lists'
import { usualWaits, type Waits } from './waits'

/**
 * What the resources of one run know about each other. Terraform calls a provider for each resource separately, plans and applies
 * them side by side, and only references determine their order. A plan uses what was announced before it. Only lists wait for what others
 * announce, for a limited time (`ListInPlan`). Changes wait for their turn and for each other.
 */
export class Run {
  readonly changes: Changes
  readonly waits: Waits
  readonly #nothingKnown: () => ReturnType<typeof nothingKnown>
  #known: ReturnType<typeof nothingKnown>

  /** @param errors the errors for a caller that stops waiting; the reason of the signal by default */
  constructor(errors = plainReason, waits = usualWaits) {
    this.waits = waits
    this.#nothingKnown = () => nothingKnown(errors, waits)
    this.#known = this.#nothingKnown()
    this.changes = new Changes(() => this.lists, errors, waits)
  }

  /**
   * Begins the next run of a process that lives for several. What the resources of the last one knew of each other holds no more. Changes
   * that are under way still take turns and meet.
   */
  nextRun(): void {
    this.#known = this.#nothingKnown()
    this.changes.nextRun()
  }

  /** Which object declares a thing. */
  get claims(): Claims {
    return this.#known.claims
  }

  /** The lists of sites. */
  get lists(): ListsOfRun {
    return this.#known.lists
  }

  /** How many sites categories contain, where nothing else is reported of them. */
  get counts(): CategoryCounts {
    return this.#known.counts
  }

  /** The members, groups and links that resources declare. */
  get directory(): DirectoryThings {
    return this.#known.directory
  }

  /**
   * Whose numbers states refer to, by what a resource manages there. A list or a link that the refresh finds to be gone is planned as a creation,
   * to which Terraform shows nothing of the state: without this, it would be made for whatever has the number by now.
   */
  get formerNames(): Map<string, FormerName> {
    return this.#known.formerNames
  }

  /** The states of categories and groups that the refresh has found to be gone, by kind and name: see `failedCreation`. */
  get vanished(): Map<string, StateJson> {
    return this.#known.vanished
  }

  /** The orders of certificates that this run deletes while their outcome is unknown, each as the text of all that was sent. */
  get lostOrders(): Set<string> {
    return this.#known.lostOrders
  }
}

/** The names that one number of a category or group has had. */
export interface FormerName {
  /** When the resource was applied. */
  readonly was: string
  /** Now, if the refresh has seen that. */
  readonly now?: string | undefined
}

/** What the resources of a run know of each other when it begins. */
function nothingKnown(errors: AbortErrors, waits: Waits) {
  return {
    claims: new Claims(),
    lists: new ListsOfRun(errors, waits),
    counts: new CategoryCounts(),
    directory: new DirectoryThings(),
    formerNames: new Map<string, FormerName>(),
    vanished: new Map<string, StateJson>(),
    lostOrders: new Set<string>(),
  }
}
