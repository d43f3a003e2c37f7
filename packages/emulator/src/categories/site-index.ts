/**
 * Which tables hold a site, by their numbers. Most of a million sites are in the same one table, so equal memberships share one array.
 */
export class SiteIndex {
  readonly #memberships = new Map<string, readonly number[]>()
  readonly #shared = new Map<string, readonly number[]>()

  /** Numbers of the tables that hold the site, ascending. */
  tablesOf(site: string): readonly number[] {
    return this.#memberships.get(site) ?? noTables
  }

  add(site: string, table: number): void {
    const before = this.tablesOf(site)
    if (before.includes(table)) return
    this.#memberships.set(site, this.#share([...before, table].sort((a, b) => a - b)))
  }

  remove(site: string, table: number): void {
    const left = this.tablesOf(site).filter((number) => number !== table)
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

const noTables: readonly number[] = []
