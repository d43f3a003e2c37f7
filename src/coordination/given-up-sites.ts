import type { Site } from '@webfilter/appliance-names'
import type { SiteSet } from '../sites/table/site-set'

/** What lists give up, as far as they have announced it by now. */
export class GivenUpSites {
  readonly #lists = new Map<number, Map<string | null, SiteSet>>()

  /**
   * Says what a list gives up; an empty set if nothing.
   *
   * @param category number of the category; undefined if there is none
   * @param list name of the list; null for that of the category itself
   */
  say(category: number | undefined, list: string | null, sites: SiteSet): void {
    if (category === undefined) return
    const lists = this.#lists.get(category) ?? new Map<string | null, SiteSet>()
    this.#lists.set(category, lists.set(list, sites))
  }

  /** Whether a category gives up a site. */
  has(category: number, site: Site): boolean {
    const lists = this.#lists.get(category)?.values() ?? []
    return [...lists].some((sites) => sites.has(site))
  }
}
