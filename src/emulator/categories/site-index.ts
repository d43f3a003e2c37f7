/**
 * Which categories hold a site. Most of a million sites are in the same one category, so equal memberships share one array.
 */
export class SiteIndex {
  readonly #memberships = new Map<string, readonly number[]>()
  readonly #shared = new Map<string, readonly number[]>()

  /** Ids of the categories that hold the site, ascending. */
  categoriesOf(site: string): readonly number[] {
    return this.#memberships.get(site) ?? nowhere
  }

  add(site: string, category: number): void {
    const before = this.categoriesOf(site)
    if (before.includes(category)) return
    this.#memberships.set(site, this.#share([...before, category].sort((a, b) => a - b)))
  }

  remove(site: string, category: number): void {
    const left = this.categoriesOf(site).filter((id) => id !== category)
    if (left.length === 0) this.#memberships.delete(site)
    else this.#memberships.set(site, this.#share(left))
  }

  #share(membership: readonly number[]): readonly number[] {
    const key = membership.join()
    const known = this.#shared.get(key)
    if (known !== undefined) return known
    this.#shared.set(key, membership)
    return membership
  }
}

const nowhere: readonly number[] = []
