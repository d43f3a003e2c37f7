import type { CategoryStore } from '../store'
import { olderSiteName } from './site-name'

/** What the older add does with a site that another category holds: an older release refuses it (field notes, "Older add"). */
export type SitesElsewhere = 'accepted' | 'refused'

/** The addition of sites as the older code does it, one after the other, for the routes that add, add many, and move. */
export class OlderAddition {
  readonly #store: CategoryStore
  readonly #sitesElsewhere: SitesElsewhere

  constructor(store: CategoryStore, sitesElsewhere: SitesElsewhere) {
    this.#store = store
    this.#sitesElsewhere = sitesElsewhere
  }

  /** Adds up to the first site that is refused, and returns why it is; those before it stay. */
  add(category: number, sites: readonly string[]): string | undefined {
    const accepted: string[] = []
    let refusal: string | undefined
    for (const site of sites) {
      const name = olderSiteName(site)
      refusal = this.#refusal(category, site, name)
      if (name === undefined || refusal !== undefined) break
      accepted.push(name)
    }
    this.#store.addSites(category, accepted)
    return refusal
  }

  #refusal(category: number, given: string, name: string | undefined): string | undefined {
    if (name === undefined) return `INVALID_SITE ${given}`
    if (this.#sitesElsewhere === 'accepted') return undefined
    const holders = this.#store.categoriesOf(name)
    if (holders.length === 0 || holders.includes(category)) return undefined
    return `${name} already categorized in category ${holders.join(', ')}`
  }
}
