import { Alarm } from '../../appliance/categories/alarm'
import type { Site } from '../../sites/site'
import type { SiteSet } from '../../sites/site-set'

/**
 * What the categories of a run are planned to give up. Terraform plans and applies resources side by side, ten at a time and
 * in no order but that of their references, so who wants to know has to wait for plans that are still to come. How many there
 * are nobody tells: it is over when no resource has been at work for a moment.
 */
export class PlannedReleases {
  readonly #releases = new Map<string, Map<string | null, SiteSet>>()
  readonly #waiting = new Set<Alarm>()
  #atWork = 0
  #lastAtWork = performance.now()

  /**
   * Says what a category, by its id, is planned to give up of a list in it; an empty set, where nothing.
   *
   * @param list name of the list; null for that of the category itself
   */
  plan(id: string, list: string | null, sites: SiteSet): void {
    const lists = this.#releases.get(id) ?? new Map<string | null, SiteSet>()
    this.#releases.set(id, lists.set(list, sites))
    this.#ring()
  }

  /** Whether any plan of a category was made by now. */
  isPlanned(id: number): boolean {
    return this.#releases.has(String(id))
  }

  /** Whether a category is planned to give up a site, as far as plans were made by now. */
  isReleasing(id: number, site: Site): boolean {
    const lists = this.#releases.get(String(id))?.values() ?? []
    return [...lists].some((sites) => sites.has(site))
  }

  /** Does a part of the work on a resource, during which others of the run may be still to come. */
  async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
    this.#count(1)
    try {
      return await work()
    } finally {
      this.#count(-1)
    }
  }

  /**
   * Waits until it is decided what others give up, or nobody is left at work who could. To be called while at work; two who
   * wait do not wait for each other. Throws `cancelled`.
   */
  async wait(isDecided: () => boolean, signal: AbortSignal): Promise<void> {
    const alarm = new Alarm()
    this.#waiting.add(alarm)
    this.#count(-1)
    try {
      await alarm.waitUntil(() => this.#quietAt(), isDecided, signal)
    } finally {
      this.#waiting.delete(alarm)
      this.#count(1)
    }
  }

  #quietAt(): number {
    return this.#atWork > 0 ? Number.POSITIVE_INFINITY : this.#lastAtWork + untilTheNextIsPlanned
  }

  #count(difference: 1 | -1): void {
    this.#atWork += difference
    this.#lastAtWork = performance.now()
    this.#ring()
  }

  #ring(): void {
    for (const alarm of this.#waiting) alarm.ring()
  }
}

/** Milliseconds within which Terraform calls for the next resource when it has done with one. */
const untilTheNextIsPlanned = 500
