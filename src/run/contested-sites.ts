import { type Site, simplifyName } from '@webfilter/appliance-names'
import { emptyTable, FewSites, type SiteSet, SiteTable, sitesInBoth } from '@webfilter/site-lists'
import type { ManagedObject } from '@webfilter/terraform-plugin'
import type { ListOwner } from './place'

/**
 * Sites that two categories of one configuration declare, while one of the two takes its sites from every other category: an apply would
 * take them from the other one, and the next plan would add them there again. Terraform plans resources side by side, so each list first
 * announces what it declares, and then looks at what was announced before: the second one finds them.
 *
 * Sites of inline lists are found by an index, because there may be thousands of such lists. Long lists come from files, and are few.
 */
export class ContestedSites {
  #lists = 0
  #hasTakers = false
  #notIndexed: Announced[] = []
  #indexed: Promise<void> = Promise.resolve()
  readonly #bySite = new Map<Site, Announced[]>()
  readonly #tables = new Map<Announced, SiteTable>()

  /** Says what a list declares. Returns what lists of other categories declare too that were announced before, a contest for each list. */
  async declare(declared: DeclaredSites, by?: ManagedObject): Promise<readonly Contest[]> {
    const own: Announced = {
      ...declared,
      category: simplifyName(declared.owner.category),
      order: this.#lists,
      by,
    }
    this.#lists += 1
    this.#notIndexed.push(own)
    by?.whenWithdrawn(() => this.#remove(own))
    this.#hasTakers ||= own.takes
    if (!this.#hasTakers) return []
    this.#indexed = this.#indexed.then(() => this.#indexAll())
    await this.#indexed
    return this.#rivalsOf(own, await own.sites())
  }

  async #indexAll(): Promise<void> {
    const lists = this.#notIndexed
    this.#notIndexed = []
    for (const list of lists) {
      // The plan of a list that cannot be read reports that itself.
      const sites = await list.sites().catch(() => emptyTable)
      if (list.by?.isWithdrawn) continue
      if (sites instanceof SiteTable) this.#tables.set(list, sites)
      else for (const site of sites) this.#bySite.set(site, [...(this.#bySite.get(site) ?? []), list])
      list.indexed = sites
    }
  }

  /** A list that is planned again declares something else, or is gone. */
  #remove(list: Announced): void {
    this.#notIndexed = this.#notIndexed.filter((each) => each !== list)
    if (this.#tables.delete(list)) return
    for (const site of list.indexed ?? []) {
      const others = this.#bySite.get(site)?.filter((each) => each !== list) ?? []
      if (others.length > 0) this.#bySite.set(site, others)
      else this.#bySite.delete(site)
    }
  }

  #rivalsOf(own: Announced, sites: SiteSet): readonly Contest[] {
    const shared = new Map<Announced, Set<Site>>()
    for (const site of sites instanceof SiteTable ? this.#bySite.keys() : sites) {
      if (!sites.has(site)) continue
      for (const list of this.#bySite.get(site) ?? [])
        if (areRivals(own, list)) shared.set(list, (shared.get(list) ?? new Set()).add(site))
    }
    const tables = [...this.#tables]
      .filter(([list]) => areRivals(own, list))
      .map(([list, table]) => contestOf(own, list, sitesInBoth(sites, table)))
    const inline = [...shared].map(([list, both]) => contestOf(own, list, new FewSites(both)))
    return [...inline, ...tables.filter(({ sites: both }) => both.size > 0)]
  }
}

/** What a list declares; its sites are read only if another list needs them. */
export interface DeclaredSites {
  readonly owner: ListOwner
  /** Whether an apply takes its sites from every other category that contains them. */
  readonly takes: boolean
  readonly sites: () => Promise<SiteSet>
  /** What is left out of the list; undefined for nothing. */
  readonly exceptions?: (() => Promise<SiteTable>) | undefined
}

interface Announced extends DeclaredSites {
  /** The name of its category, simplified. */
  readonly category: string
  readonly order: number
  /** The plan that declares it. */
  readonly by: ManagedObject | undefined
  /** Its sites, if they are in the index. */
  indexed?: SiteSet
}

/** Sites that lists of two categories declare. */
export interface Contest {
  /** The one that takes them from the other; if both do, the one that was announced last. */
  readonly taker: ListOwner
  readonly other: ListOwner
  readonly sites: SiteSet
}

function areRivals(own: Announced, other: Announced): boolean {
  return other.order < own.order && other.category !== own.category && (own.takes || other.takes)
}

function contestOf(own: Announced, other: Announced, sites: SiteSet): Contest {
  const [taker, loser] = own.takes ? [own, other] : [other, own]
  return { taker: taker.owner, other: loser.owner, sites }
}
