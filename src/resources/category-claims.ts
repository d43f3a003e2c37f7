import { simplifyName } from '../appliance/category-name'
import type { Site } from '../sites/site'

/**
 * What the resources of one run say they are about. Terraform plans each of them once, so a category that is claimed twice
 * is declared twice.
 */
export class CategoryClaims {
  readonly #claimed = new Set<string>()
  readonly #releases = new Map<string, ReadonlySet<Site>>()

  /** Claims a category by its name. False where another resource of this run has claimed it already. */
  claim(name: string): boolean {
    const key = simplifyName(name)
    const first = !this.#claimed.has(key)
    this.#claimed.add(key)
    return first
  }

  /** Says that a category, by its id, is planned to give up sites. */
  release(id: string, sites: readonly Site[]): void {
    this.#releases.set(id, new Set(sites))
  }

  /** Whether a category is planned to give up a site, as far as plans were made by now. */
  isReleasing(id: number, site: Site): boolean {
    return this.#releases.get(String(id))?.has(site) ?? false
  }
}
