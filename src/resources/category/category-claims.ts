import { simplifyName } from '../../appliance/categories/category-name'
import { Slots } from '../../appliance/slots'
import { categoryNotReleased } from '../../diagnostics/entries/categories'
import { firstOf } from '../../sites/first-sites'
import type { Site } from '../../sites/site'
import { type SiteSet, sitesWithout } from '../../sites/site-set'
import { ProviderError } from '../../terraform/provider/failures'
import { Claims } from '../claims'
import { ListReads } from './list-reads'
import { PlannedReleases } from './planned-releases'
import { SharedSites } from './shared-sites'

/** Whose list of sites it is: a category's own, or another one that is kept in it. */
export interface ListOwner {
  /** Name of the category. */
  readonly category: string
  /** Name of the list; null for that of the category itself. */
  readonly list: string | null
}

/**
 * What the resources of one run say they are about. Terraform plans each of them once, so a category that is claimed twice
 * is declared twice. It applies them side by side, and a resource that is replaced or renamed in the configuration is for a
 * moment two that change one category: what the one declares, the other must not take out.
 */
export class CategoryClaims {
  /** What categories are planned to give up. */
  readonly releases = new PlannedReleases()
  /** What lists are known to manage. */
  readonly reads = new ListReads()
  /** What lists that leave a category share with those that stay. */
  readonly shared = new SharedSites()
  readonly #claims = new Claims()
  readonly #planned = new Map<string, PlannedSites[]>()
  readonly #declared = new Map<string, Map<string, SiteSet>>()
  readonly #settled = new Map<string, Map<string, SiteSet>>()
  readonly #tables = new Map<string, string>()
  readonly #notReleased = new Set<string>()
  readonly #turns = new Map<string, Slots>()
  #isApplying = false

  /** Whether anything was changed in this process, or is being changed. */
  get isApplying(): boolean {
    return this.#isApplying
  }

  /** Claims a list. False where another resource of this run has claimed it already. */
  claim(owner: ListOwner): boolean {
    return this.#claims.claim(keyOf(owner))
  }

  /** Says that a category is to be created, and tells the name of another one of this run that is to be, with the same table. */
  createTable(table: string, name: string): string | undefined {
    const first = this.#tables.get(table) ?? name
    this.#tables.set(table, first)
    return simplifyName(first) === simplifyName(name) ? undefined : first
  }

  /** Says which sites a list is planned to have, and tells what was said before of other lists in its category. */
  plan(planned: PlannedSites): readonly PlannedSites[] {
    const category = simplifyName(planned.owner.category)
    const others = this.#planned.get(category) ?? []
    this.#planned.set(category, [...others, planned])
    return others.filter(({ owner }) => keyOf(owner) !== keyOf(planned.owner))
  }

  /** Says, before anything is sent, which sites a list is to hold when the apply of its resource is done. */
  declare(owner: ListOwner, sites: SiteSet): void {
    const category = simplifyName(owner.category)
    const lists = this.#declared.get(category) ?? new Map<string, SiteSet>()
    this.#declared.set(category, lists.set(keyOf(owner), sites))
  }

  /** Those of some sites that no resource that was applied, or is being applied, wants in the category. */
  notDeclared(category: string, sites: SiteSet): SiteSet {
    const lists = this.#declared.get(simplifyName(category))?.values() ?? []
    return [...lists].reduce(sitesWithout, sites)
  }

  /** Says that a list has its sites in the category now. */
  settle(owner: ListOwner, sites: SiteSet): void {
    const category = simplifyName(owner.category)
    const lists = this.#settled.get(category) ?? new Map<string, SiteSet>()
    this.#settled.set(category, lists.set(keyOf(owner), sites))
  }

  /** A site that another list of this run has put into a category and keeps there; undefined where none is known. */
  keptByOthers(owner: ListOwner, isKept: (site: Site) => boolean): Site | undefined {
    const lists = this.#settled.get(simplifyName(owner.category)) ?? new Map<string, SiteSet>()
    for (const [key, sites] of lists) {
      if (key === keyOf(owner)) continue
      for (const site of firstOf(sites, mostLookedAt)) if (isKept(site)) return site
    }
    return undefined
  }

  /** Says that a resource that was to be destroyed in this run still has the list in its state. */
  failToRelease(owner: ListOwner): void {
    this.#notReleased.add(keyOf(owner))
  }

  /**
   * @throws {ProviderError} where such a resource has the list still: two states would hold it, and the next destroy of the
   * one would remove what the other declares
   */
  refuseNotReleased(owner: ListOwner): void {
    if (!this.#notReleased.has(keyOf(owner))) return
    throw new ProviderError(categoryNotReleased({ name: owner.category }))
  }

  /** Changes of one category take turns. Throws `cancelled` when the signal is triggered while waiting. */
  async turn<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    this.#isApplying = true
    const key = simplifyName(name)
    const turn = this.#turns.get(key) ?? new Slots(1)
    this.#turns.set(key, turn)
    return await turn.run(signal, () => this.releases.whileAtWork(work))
  }
}

/** What a list is planned to have; asked for only where somebody has to know. */
export interface PlannedSites {
  readonly owner: ListOwner
  readonly sites: () => Promise<SiteSet>
}

/** Of a list whose first sites are all about to leave, further ones most likely are too. */
const mostLookedAt = 100

function keyOf({ category, list }: ListOwner): string {
  return JSON.stringify([simplifyName(category), list])
}
