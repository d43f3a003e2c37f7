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
  readonly #waiting = new Set<Waiting>()
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
   * Waits until it is decided what others give up, or nobody is left at work who could. To be called while at work; those who
   * wait do not wait for each other. Whoever goes on makes room for a resource that was not planned yet, which may be the one
   * that the others wait for. So those who would refuse something in vain go on one by one, after those who would only warn of
   * it; the latter go on together. Throws `cancelled`.
   *
   * @param inVain what comes of it where it is never decided
   */
  async wait(isDecided: () => boolean, inVain: Waiting['inVain'], signal: AbortSignal): Promise<void> {
    const waiting: Waiting = { alarm: new Alarm(), inVain, goesOn: false }
    const isEnough = () => waiting.goesOn || isDecided()
    this.#waiting.add(waiting)
    this.#count(-1)
    try {
      await waiting.alarm.waitUntil(() => this.#quietAt(waiting), isEnough, signal)
      if (inVain === 'warns' && !isEnough()) this.#letGoOfAllWhoWarn()
    } finally {
      this.#waiting.delete(waiting)
      this.#count(1)
    }
  }

  #letGoOfAllWhoWarn(): void {
    for (const waiting of this.#waiting) waiting.goesOn ||= waiting.inVain === 'warns'
  }

  #quietAt({ inVain }: Waiting): number {
    const isNotYet = inVain === 'refuses' && [...this.#waiting].some((other) => other.inVain === 'warns')
    if (this.#atWork > 0 || isNotYet) return Number.POSITIVE_INFINITY
    return this.#lastAtWork + untilTheNextIsPlanned
  }

  #count(difference: 1 | -1): void {
    this.#atWork += difference
    this.#lastAtWork = performance.now()
    this.#ring()
  }

  #ring(): void {
    for (const { alarm } of this.#waiting) alarm.ring()
  }
}

/** Somebody who would rather know. */
interface Waiting {
  readonly alarm: Alarm
  readonly inVain: 'warns' | 'refuses'
  goesOn: boolean
}

/** Milliseconds within which Terraform calls for the next resource when it has done with one. */
const untilTheNextIsPlanned = 500
